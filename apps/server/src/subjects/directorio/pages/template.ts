import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { PaginaDeBusqueda } from '@maestros/contrato/directorio/pagina-de-busqueda'
import Mustache from 'mustache'
import { escapeHtml } from '../../../platform/escape-html.ts'
import { fillSettings } from '../../../platform/http/filled-pages.ts'
import { BROTLI, etagOf, type ReadyPage } from '../../../platform/http/ready-page.ts'
import type { Config } from '../../../platform/settings/config.ts'

const TEMPLATE = join(import.meta.dirname, '../../../../../web/build/templates/maestros.html')

/** The page that the web app has prerendered with Mustache tags. Undefined when the web app is not built. */
export async function readTemplate(settings: Pick<Config, 'siteUrl' | 'SUPPORT_EMAIL'>) {
  const html = await readFile(TEMPLATE, 'utf8').catch(() => undefined)
  return html === undefined ? undefined : fillSettings(html, settings)
}

/** Renders and compresses a page. The compression runs outside the main thread. */
export async function render(template: string, page: PaginaDeBusqueda): Promise<ReadyPage> {
  const html = Buffer.from(Mustache.render(template, page, undefined, { escape: escapeHtml }))
  const [br, gz] = await Promise.all([promisify(brotliCompress)(html, BROTLI), promisify(gzip)(html)])
  return { html, etag: etagOf(html), encodings: { br, gzip: gz } }
}
