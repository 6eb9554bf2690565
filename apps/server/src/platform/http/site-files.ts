import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../escape-html.ts'
import type { Config } from '../settings/config.ts'

export interface ListedPage {
  path: string
  /** The day of the last change, as 2026-03-01. */
  changed?: string
}

/**
 * What search engines and security researchers ask of every site: /robots.txt, /sitemap.xml and
 * /.well-known/security.txt. `listed` gives the public pages.
 */
export function addSiteFiles(
  app: FastifyInstance,
  { siteUrl, SUPPORT_EMAIL }: Pick<Config, 'siteUrl' | 'SUPPORT_EMAIL'>,
  listed: () => Promise<ListedPage[]>,
) {
  const cache = { 'cache-control': 'public, max-age=3600' }
  const text = { ...cache, 'content-type': 'text/plain; charset=utf-8' }

  app.get('/robots.txt', async (_request, reply) =>
    reply
      .headers(text)
      .send(
        `User-agent: *\n${PRIVATE.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${siteUrl}/sitemap.xml\n`,
      ),
  )

  app.get('/sitemap.xml', async (_request, reply) =>
    reply
      .headers({ ...cache, 'content-type': 'application/xml; charset=utf-8' })
      .send(sitemap(siteUrl, await listed())),
  )

  app.get('/.well-known/security.txt', async (_request, reply) => {
    const contact = SUPPORT_EMAIL ? `mailto:${SUPPORT_EMAIL}` : `${siteUrl}/ayuda`
    const expires = new Date(Date.now() + VALID_MS).toISOString()
    return reply
      .headers(text)
      .send(
        `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: es, en\nCanonical: ${siteUrl}/.well-known/security.txt\n`,
      )
  })
}

/** RFC 9116 recommends less than a year. */
const VALID_MS = 180 * 24 * 3600 * 1000

/** The surfaces for programs, and screens that only a signed-in person sees. */
const PRIVATE = [
  '/auth/v1/',
  '/rest/v1/',
  '/storage/v1/',
  '/functions/v1/',
  '/chats',
  '/chat-maestro',
  '/perfil/',
]

/** The limit of the sitemap protocol. Its limit of 50 MB is not reached with addresses as short as ours. */
const SITEMAP_MAX = 50_000

function sitemap(siteUrl: string, pages: ListedPage[]): string {
  const entries = pages.slice(0, SITEMAP_MAX).map(({ path, changed }) => {
    const day = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`
    return `  <url><loc>${escapeHtml(`${siteUrl}${path}`)}</loc>${day}</url>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`
}
