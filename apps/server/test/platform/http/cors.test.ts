import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../src/platform/settings/config.ts'
import { startApp, type TestApp } from '../../setup/app.ts'

const ORIGIN = 'https://otra.example'
const SURFACES = [
  '/auth/v1/token',
  '/rest/v1/alcaldias_disponibles',
  '/storage/v1/object/chat-media/x.jpg',
  '/functions/v1/maestros',
  '/realtime/v1/api/broadcast',
]

let app: TestApp
beforeAll(async () => {
  app = await startApp({
    CORS_ORIGINS: `${ORIGIN}, http://localhost:5173/`,
    LIMIT_REQUESTS_ADDRESS: '200/3600',
  })
})
afterAll(() => app.close())

const preflight = (path: string, origin: string, server = app) =>
  fetch(`${server.url}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,apikey,content-type,x-client-info',
    },
  })

/** The realtime surface accepts only POST; any other method there is an unknown address. */
const request = (path: string, origin: string) =>
  fetch(`${app.url}${path}`, { method: path.startsWith('/realtime') ? 'POST' : 'GET', headers: { origin } })

const corsHeaders = (answer: Response) =>
  [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))

describe('a page of an allowed origin', () => {
  test.for(SURFACES)('gets an answer to its preflight request at %s', async (path) => {
    for (const origin of [ORIGIN, 'http://localhost:5173']) {
      const answer = await preflight(path, origin)
      expect(answer.status).toBe(204)
      expect(await answer.text()).toBe('')
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
      expect(answer.headers.get('access-control-allow-methods')).toMatch(/GET.*POST.*PATCH.*DELETE/)
      const allowed = answer.headers.get('access-control-allow-headers')?.split(', ')
      expect(allowed).toEqual(
        expect.arrayContaining([
          ...[
            'authorization',
            'apikey',
            'content-type',
            'prefer',
            'range',
            'accept-profile',
            'content-profile',
          ],
          ...['x-client-info', 'x-supabase-api-version', 'x-upsert', 'cache-control', 'x-metadata'],
        ]),
      )
      expect(answer.headers.get('vary')).toBe('Origin')
    }
  })

  test.for(SURFACES)('may read the answer of %s, including errors, and its headers', async (path) => {
    const answer = await request(path, ORIGIN)
    expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(answer.headers.get('vary')).toBe('Origin')
    const exposed = answer.headers.get('access-control-expose-headers')?.split(', ')
    expect(exposed).toEqual(
      expect.arrayContaining([
        ...['content-range', 'location', 'preference-applied', 'content-location', 'retry-after'],
        'x-next-cursor',
      ]),
    )
  })

  test('may read the error for too many requests', async () => {
    const own = await startApp({ CORS_ORIGINS: ORIGIN, LIMIT_REQUESTS_ADDRESS: '1/3600' })
    const search = () => fetch(`${own.url}/functions/v1/maestros`, { headers: { origin: ORIGIN } })
    await search()
    const refused = await search()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    await own.close()
  })
})

describe('a page of another origin', () => {
  test.for(SURFACES)('gets no CORS header from %s', async (path) => {
    for (const origin of ['https://mala.example', `${ORIGIN}.mala.example`, 'null', 'HTTPS://OTRA.EXAMPLE']) {
      expect(corsHeaders(await preflight(path, origin))).toEqual([])
      const answer = await request(path, origin)
      expect(corsHeaders(answer)).toEqual([])
      expect(answer.headers.get('vary')).toBe('Origin')
    }
  })

  test('gets no CORS header from pages and probes either, with any origin', async () => {
    for (const path of ['/', '/healthz', '/config.json', '/metrics']) {
      expect(corsHeaders(await fetch(`${app.url}${path}`, { headers: { origin: ORIGIN } }))).toEqual([])
    }
  })
})

test('without CORS_ORIGINS only the origin of SITE_URL is allowed', async () => {
  const own = await startApp({ SITE_URL: 'https://maestros.example/' })
  const allowed = await preflight('/rest/v1/maestros', 'https://maestros.example', own)
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://maestros.example')
  expect(corsHeaders(await preflight('/rest/v1/maestros', ORIGIN, own))).toEqual([])
  await own.close()
})

test.for(['*', 'otra.example', 'https://otra.example/camino', 'ftp://otra.example', 'null'])(
  'CORS_ORIGINS=%s stops the start with an error that names the setting',
  (value) => {
    expect(() => readConfig({ CORS_ORIGINS: value })).toThrow(/^CORS_ORIGINS debe ser una lista de orígenes/)
  },
)
