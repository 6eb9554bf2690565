import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { FetchEvent } from '../../src/service-worker/scope.ts'

const ORIGIN = 'https://maestros.example'
/** The caches of a browser by their names, in the order of their creation, with the stored text by path. */
const stored = new Map<string, Map<string, string>>()

const textIn = (path: string, names: Iterable<string>) => {
  for (const name of names) {
    const text = stored.get(name)?.get(path)
    if (text !== undefined) return new Response(text)
  }
  return undefined
}
Object.assign(globalThis, {
  self: { location: { origin: ORIGIN } },
  caches: {
    keys: async () => [...stored.keys()],
    has: async (name: string) => stored.has(name),
    open: async (name: string) => {
      const cache = stored.get(name) ?? new Map<string, string>()
      stored.set(name, cache)
      return { put: async (path: string, answer: Response) => void cache.set(path, await answer.text()) }
    },
    // Without the name of a cache, a browser looks into all of them in the order of their creation.
    match: async (path: string, { cacheName }: { cacheName?: string }) =>
      textIn(path, cacheName === undefined ? stored.keys() : [cacheName]),
  },
  __BUILD__: '3',
  __PRECACHED__: [],
  __MANIFEST__: 'manifest',
})
const { answerFor } = await import('../../src/service-worker/files.ts')

const request = (path: string, mode = 'navigate') => {
  const { url, method } = new Request(ORIGIN + path)
  const waitUntil = () => undefined
  return answerFor({ request: { url, method, mode }, waitUntil } as unknown as FetchEvent)
}
const answerTo = async (path: string, mode?: string) => (await request(path, mode))?.text()

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
  stored.clear()
  for (const build of ['1', '2', '3']) {
    const files = { '/': `page ${build}`, '/config.json': `config ${build}`, [`/assets/${build}.js`]: build }
    stored.set(`maestros-app-${build}`, new Map(Object.entries(files)))
  }
})

describe('without a network', () => {
  test('the page and the configuration are those of the newest build', async () => {
    expect(await answerTo('/chats')).toBe('page 3')
    expect(await answerTo('/config.json', 'cors')).toBe('config 3')
  })

  test('a page that the server renders is replaced by that of the app, which says so', async () => {
    expect(await answerTo('/maestros')).toBe('page 3')
    expect(await answerTo('/maestros/plomeria')).toBe('page 3')
  })

  test('what the newest build has not stored is taken from the one before', async () => {
    stored.get('maestros-app-3')?.clear()
    expect(await answerTo('/chats')).toBe('page 2')
  })

  test('files of every stored build are found', async () => {
    for (const build of ['1', '2', '3']) expect(await answerTo(`/assets/${build}.js`, 'cors')).toBe(build)
  })
})

test('a file comes from the network when the storage of the browser fails', async () => {
  vi.spyOn(caches, 'match').mockRejectedValueOnce(new Error('the disk is full'))
  vi.mocked(fetch).mockResolvedValueOnce(new Response('of the network'))
  expect(await answerTo('/assets/3.js', 'cors')).toBe('of the network')
})

test.each([
  ['the page', '/chats', 'navigate'],
  ['the configuration', '/config.json', 'cors'],
])('%s comes from a slow network when the storage of the browser fails', async (_what, path, mode) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  vi.spyOn(caches, 'match').mockRejectedValueOnce(new Error('the disk is full'))
  const network = Promise.withResolvers<Response>()
  vi.mocked(fetch).mockReturnValueOnce(network.promise)
  const answer = Promise.allSettled([answerTo(path, mode)])
  await vi.advanceTimersByTimeAsync(60_000)
  network.resolve(new Response('of the network'))
  expect(await answer).toEqual([{ status: 'fulfilled', value: 'of the network' }])
})

test('the cache of a build that a newer one has removed is not made again', async () => {
  stored.delete('maestros-app-3')
  vi.mocked(fetch).mockResolvedValueOnce(new Response('of the network'))
  expect(await answerTo('/assets/4.js', 'cors')).toBe('of the network')
  await new Promise((resolve) => setTimeout(resolve))
  expect([...stored.keys()]).toEqual(['maestros-app-1', 'maestros-app-2'])
})

test.each(['/baja/abc', '/baja?token=abc', '/.well-known/security.txt', '/auth/v1/verify'])(
  'the server itself answers %s',
  (path) => {
    expect(request(path)).toBeUndefined()
  },
)
