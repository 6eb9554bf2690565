import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import files from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../settings/config.ts'
import { fillPage } from './filled-pages.ts'
import { pageHeaders, SERVICE_WORKER_HEADERS } from './headers.ts'
import { type ReadyPage, sendReadyPage } from './ready-page.ts'
import { carriesPassword } from './sensitive-query.ts'
import { addSiteFiles, type ListedPage } from './site-files.ts'

const WEB_BUILD = join(import.meta.dirname, '../../../../web/build/client')

/** Paths of the API: an unknown address there gets a JSON answer, never the web app. */
const API = /^\/(?:auth|rest|storage|realtime|functions)\/v1(?:\/|$)|^\/_outbox/

/**
 * The page that React Router builds for addresses without a page of their own; index.html when nothing is
 * prerendered.
 */
const FALLBACKS = ['__spa-fallback.html', 'index.html']

const FORM_TYPE = 'application/x-www-form-urlencoded'

const COMPRESSED = /\.(?:br|gz)$/

/**
 * Pages that the server renders itself (search-pages). An address below it that arrives here names none of them, which a page without
 * scripts says, as all of them are.
 */
const RENDERED = /^\/maestros(?:\/|$)/
const NOT_FOUND = '__no-encontrada.html'

interface Options {
  root?: string
  /** The addresses of the pages that are not files, for the sitemap. */
  listed?: () => Promise<ListedPage[]>
}

/** Serves the built web app: only files that were in the folder at start, so that no path can leave it. */
export async function addStaticFiles(
  app: FastifyInstance,
  settings: Pick<Config, 'siteUrl' | 'SUPPORT_EMAIL'>,
  { root = WEB_BUILD, listed = async () => [] }: Options = {},
) {
  const names = await fileNames(root)
  const known = new Set(names)
  const pages = new Map(
    names
      .filter((name) => name.endsWith('.html'))
      .map((name) => [name, readPage(join(root, name), settings)] as const),
  )
  const fallback = FALLBACKS.find((name) => pages.has(name))
  await app.register(files, { root, serve: false, preCompressed: true, cacheControl: false })

  const sendPage = (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const url = request.raw.url ?? '/'
    if (carriesPassword(url)) return withoutQuery(reply, url)
    const page = pages.get(name)
    reply.headers({ ...page?.headers, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    return page?.filled ? sendReadyPage(request, reply, page.filled) : reply.sendFile(name)
  }

  const sendAsset = (reply: FastifyReply, name: string) =>
    reply
      .headers({
        'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        vary: 'accept-encoding',
        ...(name === 'sw.js' && SERVICE_WORKER_HEADERS),
      })
      .sendFile(name)

  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathName(request)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    const name = (path ?? '').slice(1).replace(/\/$/, '')
    const page = name === '' ? 'index.html' : `${name}/index.html`
    // A browser without scripts posts a form to the page that contains it. No parser reads its fields.
    if (name !== '' && isForm(request) && pages.has(page)) return reply.redirect(`/${name}`, 303)
    if (reads && path !== undefined && !API.test(path)) {
      if (pages.has(page)) return sendPage(request, reply, page)
      if (known.has(name) && !pages.has(name)) return sendAsset(reply, name)
      if (fallback && wantsPage(request) && !name.startsWith('assets/')) {
        if (!RENDERED.test(path)) return sendPage(request, reply, fallback)
        return sendPage(request, reply.code(404), pages.has(NOT_FOUND) ? NOT_FOUND : fallback)
      }
    }
    return reply.code(404).send({ code: 'not_found', message: 'Aquí no hay nada.' })
  }
  app.setNotFoundHandler(answer)
  const filePages = publicPages(pages).map((path) => ({ path }))
  addSiteFiles(app, settings, async () => [...filePages, ...(await listed())])
}

/**
 * Removes the query string after a form was submitted before its script had loaded, so that the input does
 * not stay in the address bar.
 */
function withoutQuery(reply: FastifyReply, url: string) {
  // An address that begins with two slashes would name another host.
  const path = `/${url.slice(0, url.indexOf('?')).replace(/^[/\\]+/, '')}`
  return reply
    .code(303)
    .headers({ location: path, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .send()
}

/** A page with a canonical address is meant to be found by search engines. */
const publicPages = (pages: Map<string, Page>): string[] =>
  [...pages]
    .filter(([, { filled }]) => filled?.html.includes('rel="canonical"'))
    .map(([name]) => `/${name.replace(/\/?index\.html$/, '')}`)
    .sort()

interface Page {
  headers: Record<string, string>
  /** A page that contains settings is not sent as it is in the folder. */
  filled: ReadyPage<string> | undefined
}

function readPage(path: string, settings: Pick<Config, 'siteUrl' | 'SUPPORT_EMAIL'>): Page {
  const html = readFileSync(path, 'utf8')
  const filled = fillPage(html, settings)
  return { headers: pageHeaders(filled?.html ?? html), filled }
}

async function fileNames(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile() && !COMPRESSED.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .split(sep)
        .join('/'),
    )
}

function pathName(request: FastifyRequest): string | undefined {
  const url = request.raw.url ?? '/'
  const end = url.search(/[?#]/)
  try {
    return decodeURIComponent(end < 0 ? url : url.slice(0, end))
  } catch {
    return undefined
  }
}

function isForm(request: FastifyRequest): boolean {
  return request.method === 'POST' && (request.headers['content-type'] ?? '').startsWith(FORM_TYPE)
}

function wantsPage(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? ''
  return accept.includes('text/html')
}
