/** What the service worker stores before it is used, and where the pages of the app read which files these are. */

export const CACHE_PREFIX = 'maestros-app-'
/** In the cache of each build: the paths of its files, written after all of them are stored. */
export const PRECACHED_LIST = '/precached.json'

/** The files of this build that the service worker of the page answers without a network. */
export async function precachedFiles(build: string): Promise<readonly string[]> {
  if (!navigator.serviceWorker?.controller) return []
  const list = await caches.match(PRECACHED_LIST, { cacheName: CACHE_PREFIX + build })
  const paths: unknown = await list?.json()
  return Array.isArray(paths) ? paths : []
}
