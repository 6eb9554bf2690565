import { CACHE_PREFIX, PRECACHED_LIST } from './precached.ts'
import { type FetchEvent, openWindows, scope } from './scope.ts'

/**
 * The files of the app in Cache Storage, one cache for each build. Only these are ever stored: fingerprinted files, the
 * page that starts the app, /config.json, and the list of these files. No answer of the server with data of a person is.
 */

/** Replaced by vite/service-worker.ts. */
declare const __BUILD__: string
declare const __PRECACHED__: readonly string[]
declare const __MANIFEST__: string

export const BUILD = __BUILD__

const CACHE = CACHE_PREFIX + BUILD
/** The page without content that starts the app at any address. */
const SHELL = '/'
const CONFIG = '/config.json'
const ASSETS = '/assets/'

/** How long a navigation and /config.json wait for the network when there is a stored answer. */
const NETWORK_WAIT_MS = 3000
/** Builds whose files are kept while several windows are open, the newest included. */
const KEPT_BUILDS = 3
const AT_ONCE = 4

/** Stores the files that this build needs to start. Fails as a whole, so that a half stored build is never used. */
export async function precache() {
  const cache = await caches.open(CACHE)
  await storeShell(cache)
  await store(cache, CONFIG, await fetch(CONFIG, { cache: 'no-cache' }))
  const missing = [...__PRECACHED__]
  const worker = async () => {
    for (let path = missing.shift(); path !== undefined; path = missing.shift()) {
      // A file of the same name has the same content, in whichever build.
      await store(cache, path, (await stored(path)) ?? (await fetch(path)))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  await cache.put(PRECACHED_LIST, new Response(JSON.stringify(__PRECACHED__)))
}

async function storeShell(cache: Cache) {
  const answer = await fetch(SHELL, { headers: { accept: 'text/html' }, cache: 'no-cache' })
  // Another version was installed on the server meanwhile: its own worker will store its page.
  if (!(await answer.clone().text()).includes(__MANIFEST__)) throw new Error('the page is of another build')
  await store(cache, SHELL, answer)
}

/** Of this build if it has it, otherwise of the newest one that has. Searching all caches would give the oldest. */
async function stored(path: string): Promise<Response | undefined> {
  const own = await storedIn(CACHE, path)
  if (own) return own
  for (const name of await olderBuilds()) {
    const answer = await storedIn(name, path)
    if (answer) return answer
  }
  return undefined
}

/** When the storage fails, the network can still answer. */
const storedIfPossible = (path: string) => stored(path).catch(() => undefined)

const storedIn = (cacheName: string, path: string) => caches.match(path, { cacheName, ignoreVary: true })

async function store(cache: Cache, path: string, answer: Response) {
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  await cache.put(path, answer)
}

/** Opening a cache that the worker of a newer build has removed would make it again. */
async function keep(path: string, answer: Response) {
  if (await caches.has(CACHE)) await (await caches.open(CACHE)).put(path, answer)
}

/** Undefined for a request that the worker leaves to the browser. */
export function answerFor(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== scope.location.origin) return undefined
  if (request.mode === 'navigate') return NOT_THE_APP.test(pathname) ? undefined : page(request)
  if (pathname === CONFIG) return config(event)
  return pathname.startsWith(ASSETS) ? asset(event, pathname) : undefined
}

/** Addresses that the server answers itself: the surfaces, their description and the local mailbox. The operators' console is of no use without a network. */
const NOT_THE_APP =
  /^\/(?:(?:auth|rest|storage|realtime|functions)\/v1|openapi|_outbox|operacion|baja|\.well-known|assets|icons|capturas|social)(?:\/|$)|^\/[\w-]+\.\w+$|^\/(?:healthz|readyz|metrics)$/

/** Pages that the server renders. In their place the app only says that there is no network (app/screens/maestros.tsx). */
const RENDERED = /^\/maestros(?:\/|$)/

/** Answers of a proxy whose server does not run. */
const NO_SERVER: readonly number[] = [502, 503, 504]

/** From the network, so that a new version is used at the next start. The stored page comes only without a network. */
async function page(request: Request): Promise<Response> {
  const network = fetch(request)
  const isRendered = RENDERED.test(new URL(request.url).pathname)
  const answer = isRendered ? await network.catch(() => undefined) : await inTime(network)
  if (answer && !NO_SERVER.includes(answer.status)) return answer
  return (await storedIfPossible(SHELL)) ?? network
}

async function config(event: FetchEvent): Promise<Response> {
  const network = fetch(event.request)
  const answer = await inTime(network)
  if (answer?.ok) {
    const copy = answer.clone()
    event.waitUntil(keep(CONFIG, copy))
    return answer
  }
  return (await storedIfPossible(CONFIG)) ?? network
}

async function inTime(network: Promise<Response>): Promise<Response | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), NETWORK_WAIT_MS))
  return Promise.race([network.catch(() => undefined), late])
}

/** Files of every build are found here, so that an open page of an older one still gets its own. */
async function asset(event: FetchEvent, path: string): Promise<Response> {
  const known = await storedIfPossible(path)
  if (known) return known
  const answer = await fetch(event.request)
  if (answer.ok) {
    const copy = answer.clone()
    event.waitUntil(keep(path, copy))
  }
  return answer
}

/** The caches of older builds, the newest first. */
async function olderBuilds(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE).reverse()
}

const forget = (names: string[]) => Promise.all(names.map((name) => caches.delete(name)))

export const forgetOldestBuilds = async () => forget((await olderBuilds()).slice(KEPT_BUILDS - 1))

/** Called when a page of this build starts. When it is the only window, nobody needs the files of older builds. */
export async function forgetUnusedBuilds() {
  if ((await openWindows()).length === 1) await forget(await olderBuilds())
}
