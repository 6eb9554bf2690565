import { bandejaLocal as textos } from '@maestros/dominio/avisos/textos-de-correos'
import { ZONA } from '@maestros/dominio/fechas'
import { escapeHtml } from '../escape-html.ts'
import type { KeptMail } from '../mail/local-mailbox.ts'

/** Two plain pages, without script. */

const STYLE = `
:root { color-scheme: light dark; --ink: #1f1915; --quiet: #5b544c; --ground: #f5f3f0; --sheet: #ffffff; --blue: #1e4eac; --line: #e7e4df }
@media (prefers-color-scheme: dark) { :root { --ink: #f5f3f0; --quiet: #c3bdb4; --ground: #111418; --sheet: #1c1f25; --blue: #7ba4f0; --line: #343840 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 720px; margin: 0 auto; padding: 24px 16px }
h1 { font-size: 24px; line-height: 32px; margin: 0 0 8px; overflow-wrap: anywhere }
p { margin: 0 0 16px; color: var(--quiet) }
a { color: var(--blue) }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px }
li a { display: block; padding: 12px 16px; border-radius: 12px; background: var(--sheet); text-decoration: none; overflow-wrap: anywhere }
li small { display: block; color: var(--quiet); font-size: 14px }
iframe { width: 100%; height: 640px; border: 1px solid var(--line); border-radius: 12px; background: var(--sheet) }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 16px; border-radius: 12px; background: var(--sheet) }
summary { min-height: 44px; padding: 10px 0; cursor: pointer }
`

export function listPage(mails: KeptMail[]): string {
  const items = mails.map(
    ({ id, subject, to, at }) =>
      `<li><a href="/_outbox/${id}">${escapeHtml(subject)}<small>${textos.para}: ${escapeHtml(to)} · ${when(at)}</small></a></li>`,
  )
  const list = items.length > 0 ? `<ul>${items.join('\n')}</ul>` : `<p>${textos.vacia}</p>`
  return page(textos.titulo, `<h1>${textos.titulo}</h1>\n<p>${textos.explicacion}</p>\n${list}`)
}

export function mailPage({ id, subject, to, at, text }: KeptMail): string {
  return page(
    subject,
    `<p><a href="/_outbox">${textos.volver}</a></p>
<h1>${escapeHtml(subject)}</h1>
<p>${textos.para}: ${escapeHtml(to)} · ${when(at)}</p>
<iframe title="${textos.marco}" src="/_outbox/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<details><summary>${textos.soloTexto}</summary><pre>${escapeHtml(text)}</pre></details>`,
  )
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="es-MX">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main>${content}</main></body>
</html>
`
}

const clock = new Intl.DateTimeFormat('es-MX', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: ZONA,
})

const when = (at: string) => `<time datetime="${at}">${clock.format(new Date(at))}</time>`
