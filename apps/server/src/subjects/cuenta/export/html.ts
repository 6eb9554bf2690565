import {
  CAMPOS_DE_EXPORTACION,
  type SeccionDeExportacion,
  exportacion as textos,
  VALORES_DE_EXPORTACION,
} from '@maestros/dominio/cuenta/textos-de-exportacion'
import { fechaYHora } from '@maestros/dominio/fechas'
import { escapeHtml } from '../../../platform/escape-html.ts'

/** Pages that need nothing else: no script, no font, no address outside of the ZIP. */

const STYLE = `
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #1c1917; }
  h1 { font-size: 1.5rem } h2 { font-size: 1.2rem; margin-top: 2rem; border-bottom: 1px solid #d6d3d1 }
  dl { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: .25rem 1rem; margin: 1rem 0; padding: .75rem;
    border: 1px solid #e7e5e4; border-radius: .75rem }
  dt { color: #57534e } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap }
  .m { margin: .5rem 0; padding: .5rem .75rem; border-radius: .75rem; background: #f5f5f4; max-width: 80%; width: fit-content;
    overflow-wrap: anywhere; white-space: pre-wrap } .yo { margin-left: auto; background: #dbe4ff }
  .m small { display: block; color: #57534e } img { max-width: 100%; height: auto; border-radius: .75rem }
  a { color: #1d4ed8 }`

const page = (title: string): string =>
  `<!doctype html>\n<html lang="es-MX"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>\n<h1>${escapeHtml(title)}</h1>\n`

export const pageStart = page
export const PAGE_END = '</body></html>\n'

export const heading = (text: string): string => `<h2>${escapeHtml(text)}</h2>\n`
export const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>\n`
export const link = (to: string, text: string): string =>
  `<p><a href="${escapeHtml(encodeURI(to))}">${escapeHtml(text)}</a></p>\n`
export const picture = (src: string): string =>
  `<p><a href="${escapeHtml(encodeURI(src))}"><img src="${escapeHtml(encodeURI(src))}" alt="" loading="lazy"></a></p>\n`

export const sound = (src: string): string =>
  `<p><audio controls preload="none" src="${escapeHtml(encodeURI(src))}"></audio></p>\n`

/** One row of a section, as a list of names and values in the words of the screens. Empty values are left out. */
export function record(section: SeccionDeExportacion, row: Record<string, unknown>): string {
  const lines = Object.entries(row).flatMap(([name, value]) => {
    const text = valueText(VALORES_DE_EXPORTACION[section]?.[name]?.[String(value)] ?? value)
    return text === '' ? [] : [`<dt>${escapeHtml(labelOf(name))}</dt><dd>${escapeHtml(text)}</dd>`]
  })
  return `<dl>${lines.join('\n')}</dl>\n`
}

const labelOf = (name: string) => CAMPOS_DE_EXPORTACION[name] ?? name

function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return fechaYHora(value)
  if (typeof value === 'boolean') return value ? textos.si : textos.no
  if (Array.isArray(value)) return value.map(valueText).join('\n')
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, one]) => `${labelOf(name)}: ${valueText(one)}`)
      .join('\n')
  }
  return String(value)
}

export function bubble(own: boolean, who: string, at: Date, content: string, note: string | null): string {
  const small = [who, fechaYHora(at), ...(note === null ? [] : [note])].join(' · ')
  return `<div class="m${own ? ' yo' : ''}"><small>${escapeHtml(small)}</small>${content}</div>\n`
}
