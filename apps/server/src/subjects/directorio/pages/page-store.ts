import { createHash } from 'node:crypto'
import type { PaginaDeBusqueda } from '@maestros/contrato/directorio/pagina-de-busqueda'
import { LRUCache } from 'lru-cache'
import type { ReadyPage } from '../../../platform/http/ready-page.ts'
import { type FairQueue, fairQueue } from '../../../platform/limits/fair-queue.ts'

/**
 * The rendered pages of this process. A request for a page older than `freshSeconds` gets it at once and causes one read in
 * the background. A page older than twice that is not answered any more: all requests wait for one read. A page is
 * rendered and compressed again only when its contents have changed.
 */
export interface PageStore {
  /** The page if it is not older than `freshSeconds`. This is the answer to nearly all requests, so it does nothing else. */
  fresh(path: string): ReadyPage | undefined
  /** `key` is the caller, so that one caller cannot take the turns of others. */
  page(path: string, key: string, read: () => Promise<PaginaDeBusqueda>): Promise<ReadyPage>
}

interface Stored extends ReadyPage {
  /** A hash of the contents from which the page was rendered. */
  contents: string
}

interface Context {
  queue: FairQueue
  key: string
  read: () => Promise<PaginaDeBusqueda>
}

/** More than the catalogues have pairs. A page of 60 kB has 80 kB with its two compressed forms. */
const PAGES_MAX = 2_000
const BYTES_MAX = 64 * 1024 * 1024

/** A crawler that asks for many pages at once uses one connection to the database, and all crawlers together two. */
const WAITED_FOR = { running: 2, runningPerKey: 1, waiting: 500, waitingPerKey: 100, retryAfter: 5 }
/** Reads that nobody waits for: one at a time, and each page at most once in the queue. */
const BACKGROUND = { ...WAITED_FOR, running: 1, waiting: PAGES_MAX, waitingPerKey: PAGES_MAX }

export function pageStore(
  freshSeconds: number,
  render: (page: PaginaDeBusqueda) => Promise<ReadyPage>,
  clock: { now(): number } = performance,
): PageStore {
  const freshMs = freshSeconds * 1000
  const waitedFor = fairQueue(WAITED_FOR)
  const background = fairQueue(BACKGROUND)
  const load = async (stale: Stored | undefined, { read }: Context): Promise<Stored> => {
    const page = await read()
    const contents = createHash('sha256').update(JSON.stringify(page)).digest('base64url')
    return stale?.contents === contents ? stale : { ...(await render(page)), contents }
  }
  const pages = new LRUCache<string, Stored, Context>({
    max: PAGES_MAX,
    maxSize: BYTES_MAX,
    sizeCalculation: ({ html, encodings }) => html.length + encodings.br.length + encodings.gzip.length,
    ttl: 2 * freshMs,
    perf: clock,
    ttlResolution: 0,
    // A page that cannot be read again now is still answered until it is too old.
    noDeleteOnFetchRejection: true,
    // The contents of an old page are compared with what is read.
    noDeleteOnStaleGet: true,
    fetchMethod: (_path, stale, { context }) => context.queue.run(context.key, () => load(stale, context)),
  })
  const refreshing = new Set<string>()
  // A failed refresh is tried again by the next request; a page that is too old fails the request itself.
  const refresh = (path: string, read: Context['read']) => {
    if (refreshing.has(path)) return
    refreshing.add(path)
    void pages
      .fetch(path, { context: { queue: background, key: '', read }, forceRefresh: true })
      .catch(() => undefined)
      .finally(() => refreshing.delete(path))
  }
  return {
    fresh: (path) => (pages.getRemainingTTL(path) >= freshMs ? pages.get(path) : undefined),
    page: async (path, key, read) => {
      const known = pages.get(path)
      if (known) {
        if (pages.getRemainingTTL(path) < freshMs) refresh(path, read)
        return known
      }
      const found = await pages.fetch(path, { context: { queue: waitedFor, key, read } })
      if (!found) throw new Error('a page was dropped while it was read')
      return found
    },
  }
}
