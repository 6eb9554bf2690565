import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { JSON_DEPTH } from '../../../src/platform/limits/json-depth.ts'
import { startApp, type TestApp } from '../../setup/app.ts'
import { makeBuscador } from '../../setup/rows/maestros.ts'
import { rawClient } from '../../setup/services/raw-http.ts'

let app: TestApp
let raw: ReturnType<typeof rawClient>
beforeAll(async () => {
  app = await startApp()
  raw = rawClient(app)
})
afterAll(async () => {
  raw.close()
  await app.close()
})

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

const post = (path: string, body: string, token?: string) =>
  fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: {
      apikey: app.services.secrets.publishableKey,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body,
  })

const DEEP = expect.stringContaining('demasiados niveles')

describe('JSON nested deeper than the limit is refused in the error format of the surface', () => {
  test.for<[string, object]>([
    ['/auth/v1/token?grant_type=password', { code: 400, error_code: 'bad_json', msg: expect.any(String) }],
    ['/functions/v1/send-message', { success: false, code: 'INVALID_INPUT', error: DEEP }],
    ['/storage/v1/object/list/chat-media', { statusCode: '400', message: DEEP }],
    ['/realtime/v1/api/broadcast', { message: 'Bad Request' }],
    ['/nada', { code: 'too_deep', message: expect.any(String) }],
  ])('%s', async ([path, shape]) => {
    const { token } = await makeBuscador(app)
    for (const depth of [JSON_DEPTH, 5000, 20_000]) {
      const answer = await post(path, `{"data":${nested(depth)}}`, token)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject(shape)
    }
  })

  test('JSON at the limit is accepted', async () => {
    expect((await post('/nada', nested(JSON_DEPTH))).status).toBe(404)
    expect((await post('/nada', `"${'['.repeat(1000)}"`)).status).toBe(404)
  })
})

test('an address with more than 200 parameters is refused', async () => {
  const path = (count: number) => `/nada?${Array.from({ length: count }, (_, n) => `a${n}=1`).join('&')}`
  expect((await fetch(`${app.url}${path(200)}`)).status).toBe(404)
  const refused = await fetch(`${app.url}${path(201)}`)
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ code: 'too_many_parameters' })
})

test('an address or headers over 16 kB are refused with 431', async () => {
  const long = 'x'.repeat(17 * 1024)
  expect((await raw.send({ method: 'GET', path: `/nada?a=${long}`, headers: {} })).status).toBe(431)
  expect((await raw.send({ method: 'GET', path: '/nada', headers: { 'x-largo': long } })).status).toBe(431)
  const fits = await raw.send({ method: 'GET', path: `/nada?a=${'x'.repeat(15 * 1024)}`, headers: {} })
  expect(fits.status).toBe(404)
})
