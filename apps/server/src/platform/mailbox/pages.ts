import { bandejaLocal as textos } from '@maestros/dominio/avisos/textos-de-correos'
import { ZONA } from '@maestros/dominio/fechas'
import { escapeHtml } from '../escape-html.ts'
import { plainPage } from '../http/plain-page.ts'
import type { KeptMail } from '../mail/local-mailbox.ts'

/** Two plain pages, without script. */

const STYLE = `
main { max-width: 720px; margin: 0 auto; padding: 24px 16px }
h1 { margin: 0 0 8px; overflow-wrap: anywhere }
p { color: var(--quiet) }
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
  return plainPage(textos.titulo, STYLE, `<h1>${textos.titulo}</h1>\n<p>${textos.explicacion}</p>\n${list}`)
}

export function mailPage({ id, subject, to, at, text }: KeptMail): string {
  return plainPage(
    subject,
    STYLE,
    `<p><a href="/_outbox">${textos.volver}</a></p>
<h1>${escapeHtml(subject)}</h1>
<p>${textos.para}: ${escapeHtml(to)} · ${when(at)}</p>
<iframe title="${textos.marco}" src="/_outbox/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<details><summary>${textos.soloTexto}</summary><pre>${escapeHtml(text)}</pre></details>`,
  )
}

const clock = new Intl.DateTimeFormat('es-MX', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: ZONA,
})

const when = (at: string) => `<time datetime="${at}">${clock.format(new Date(at))}</time>`
