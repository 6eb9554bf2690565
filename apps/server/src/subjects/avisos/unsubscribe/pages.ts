import { baja as textos } from '@maestros/dominio/avisos/textos-de-correos'
import { escapeHtml } from '../../../platform/escape-html.ts'
import { plainPage } from '../../../platform/http/plain-page.ts'
import {
  CHOICES_PATH,
  UNSUBSCRIBE_PATH,
  type Unsubscription,
} from '../../../platform/mail/unsubscribe-links.ts'

/** Plain pages without script, for people who come from an e-mail. */

const STYLE = `
main { max-width: 560px; margin: 0 auto; padding: 32px 16px }
.marca { margin: 0 0 12px; padding: 0 24px; font-size: 18px; font-weight: 700 }
section { padding: 32px 24px; border-radius: 16px; background: var(--sheet) }
section::before { content: ''; display: block; width: 48px; height: 4px; margin-bottom: 16px; background: #f29520 }
h1 { margin: 0 0 12px; text-wrap: balance }
.menor { color: var(--quiet); font-size: 14px; line-height: 20px }
button { width: 100%; min-height: 48px; padding: 12px 24px; border: 0; border-radius: 12px; background: var(--blue); color: var(--on-blue); font: inherit; font-weight: 600; cursor: pointer }
form { margin: 0 0 16px }
a { display: inline-block; padding: 10px 0 }
`

const choices = `<a href="${CHOICES_PATH}">${textos.cambiar}</a>`

export function questionPage({ kind }: Unsubscription, token: string): string {
  return page(
    textos.pregunta[kind],
    `<form method="post" action="${UNSUBSCRIBE_PATH}?t=${escapeHtml(token)}">
<input type="hidden" name="List-Unsubscribe" value="One-Click">
<button type="submit">${textos.boton}</button>
</form>
<p class="menor">${textos.explicacion}</p>
${choices}`,
  )
}

export const donePage = ({ kind }: Unsubscription): string =>
  page(textos.listo, `<p>${textos.hecho[kind]}</p>\n<p class="menor">${textos.explicacion}</p>\n${choices}`)

export const invalidPage = (): string => page(textos.invalida, `<p>${textos.invalidaTexto}</p>\n${choices}`)

const page = (heading: string, content: string): string =>
  plainPage(
    `${textos.titulo} · ${textos.marca}`,
    STYLE,
    `<p class="marca">${textos.marca}</p><section>
<h1>${heading}</h1>
${content}
</section>`,
  )
