import { funciones } from '@maestros/dominio/textos-de-funciones'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { addAddressLimit, addressLimit } from '../../../platform/http/address-limit.ts'
import { pageHeaders } from '../../../platform/http/headers.ts'
import { type ReadyPage, sendReadyPage } from '../../../platform/http/ready-page.ts'
import type { ListedPage } from '../../../platform/http/site-files.ts'
import { addressGroup } from '../../../platform/limits/address.ts'
import type { Services } from '../../../platform/services.ts'
import { findSubject, oficioPath, PREFIX, pairPath, type Subject } from './addresses.ts'
import { type Catalogue, readCatalogue } from './catalogue.ts'
import { pageStore } from './page-store.ts'
import { readPair } from './pair.ts'
import { structuredData } from './structured-data.ts'
import { render } from './template.ts'
import { indexView, oficioView, pairView, type View } from './views.ts'

/**
 * The public pages of the directory: /maestros, /maestros/{oficio} and /maestros/{oficio}/{alcaldia} (docs/decisions/directorio.md). They
 * contain no script, no contact data and no id.
 */

/** Caches between the server and the reader may keep a page this long, and use it this much longer while they ask again. */
const SHARED = 'public, max-age=30, stale-while-revalidate=60'

const Params = z.object({ '*': z.string().default('') })

type Needed = Pick<Services, 'config' | 'db'>

export interface SearchPages {
  routes(app: FastifyInstance): Promise<void>
  /** The pages with at least one maestro, for the sitemap. */
  listed(): Promise<ListedPage[]>
}

export function searchPages(
  { config, db: { sql } }: Needed,
  template: string,
  clock: { now(): number } = performance,
): SearchPages {
  const freshSeconds = config.PUBLIC_PAGE_SECONDS
  // The only inline script is data, which browsers do not run: the policy needs no hash of it.
  const headers = { ...pageHeaders(template.replace('{{{datos}}}', '')), 'cache-control': SHARED }
  const catalogues = new LRUCache<'current', Catalogue>({
    max: 1,
    ttl: freshSeconds * 1000,
    perf: clock,
    ttlResolution: 0,
    fetchMethod: () => readCatalogue(sql),
  })
  const catalogueNow = async () => {
    const catalogue = await catalogues.fetch('current')
    if (!catalogue) throw new Error('the catalogue was dropped while it was read')
    return catalogue
  }
  const store = pageStore(freshSeconds, (page) => render(template, page), clock)

  const viewOf = async (catalogue: Catalogue, subject: Subject): Promise<View> => {
    const { oficio, alcaldia } = subject
    if (!oficio) return indexView(catalogue, subject)
    if (!alcaldia) return oficioView(catalogue, subject, oficio)
    const pair = await readPair(sql, oficio.nombre, alcaldia.nombre)
    return pairView(catalogue, subject, [oficio, alcaldia], pair)
  }

  const send = (request: FastifyRequest, reply: FastifyReply, page: ReadyPage) =>
    sendReadyPage(request, reply.headers(headers), page)

  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const page = store.fresh(pathOf(request))
    return page ? send(request, reply, page) : answerAfterReading(request, reply)
  }

  const answerAfterReading = async (request: FastifyRequest, reply: FastifyReply) => {
    const catalogue = await catalogueNow()
    const segments = Params.parse(request.params)['*'].split('/').filter(Boolean)
    const subject = findSubject(catalogue, segments)
    if (!subject) return reply.callNotFound()
    if (pathOf(request) !== subject.path) return reply.redirect(subject.path, 301)
    const page = await store.page(subject.path, addressGroup(request.ip), async () => {
      const view = await viewOf(catalogue, subject)
      return { ...view, datos: structuredData(config.siteUrl, subject, view) }
    })
    return send(request, reply, page)
  }

  return {
    routes: async (app) => {
      const limited = { code: 'too_many_requests', message: funciones.demasiadasVeces }
      addAddressLimit(app, addressLimit(config.LIMIT_REQUESTS_ADDRESS), limited)
      app.get(PREFIX, answer)
      app.get(`${PREFIX}/*`, answer)
    },
    listed: async () => listedPages(await catalogueNow()),
  }
}

const pathOf = ({ raw }: FastifyRequest): string => (raw.url ?? '/').split(/[?#]/, 1)[0] ?? '/'

function listedPages({ oficios, alcaldias, changedOn }: Catalogue): ListedPage[] {
  const trades = oficios.map((oficio) => {
    const pairs = alcaldias.flatMap((alcaldia) => {
      const changed = changedOn(oficio.nombre, alcaldia.nombre)
      return changed === undefined ? [] : [{ path: pairPath(oficio, alcaldia), changed }]
    })
    return pairs.length === 0 ? [] : [{ path: oficioPath(oficio), changed: latest(pairs) }, ...pairs]
  })
  const pages = trades.flat()
  return pages.length === 0 ? [] : [{ path: PREFIX, changed: latest(pages) }, ...pages]
}

const latest = (pages: { changed: string }[]): string =>
  pages.map(({ changed }) => changed).reduce((a, b) => (a > b ? a : b))
