import { describe, expect, test } from 'vitest'
import {
  MAX_BODY_KEYS,
  MAX_EMBEDS,
  MAX_ORDER_TERMS,
  MAX_QUERY_LENGTH,
} from '../../../src/protocol/rest/limits.ts'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { problemOf, restRequest, signedIn } from './people.ts'

const app = appForTests()
const maestro = beforeTests(() => signedIn(app, 'maestro'))

const refusal = async (answer: Response) => {
  const { code, message, details } = await problemOf(answer)
  return { status: answer.status, code, text: `${message} ${details ?? ''}` }
}
const post = (path: string, body: string, token = maestro.token) =>
  restRequest(app, path, { method: 'POST', body, token })
const keys = (count: number, first = 0) =>
  Array.from({ length: count }, (_, i) => `"c${(first + i) % count}":1`).join()

describe('a body', () => {
  test('is not parsed when its table does not exist or its caller may not write to it', async () => {
    const malformed = '{"a":'
    expect((await post('/nada', malformed)).status).toBe(404)
    const visitor = await restRequest(app, '/maestro_stats', { method: 'POST', body: malformed })
    expect(await refusal(visitor)).toEqual({
      status: 401,
      code: '42501',
      text: expect.stringContaining('permission denied'),
    })
    expect((await post('/oficios_disponibles', malformed)).status).toBe(403)
    expect(await refusal(await post('/maestro_stats', malformed))).toMatchObject({
      status: 400,
      code: 'PGRST102',
    })
  })

  test('with more keys than any table has columns is refused, also when a second row has them in another order', async () => {
    const large = `[{${keys(20_000)}},{${keys(20_000, 7)}}]`
    const answer = await refusal(await post('/maestro_stats', large))
    expect(answer).toEqual({
      status: 400,
      code: 'PGRST102',
      text: expect.stringContaining(`at most ${MAX_BODY_KEYS} keys`),
    })
    const call = await refusal(await post('/rpc/mark_messages_as_read', `{${keys(MAX_BODY_KEYS + 1)}}`))
    expect(call).toMatchObject({ status: 400, code: 'PGRST102' })
  })

  test('nested deeper than the limit is refused, in rows and in arguments', async () => {
    const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
    for (const path of ['/maestro_stats', '/rpc/mark_messages_as_read']) {
      expect(await refusal(await post(path, nested(64))), path).toEqual({
        status: 400,
        code: 'PGRST102',
        text: expect.stringContaining('nested'),
      })
      expect((await refusal(await post(path, nested(63)))).code, path).not.toBe('PGRST102')
    }
  })
})

describe('an address', () => {
  const get = async (query: string) => refusal(await restRequest(app, `/oficios_disponibles?${query}`))

  test('longer than the limit, or with more parameters, is refused', async () => {
    expect(await get(`nombre=eq.${'x'.repeat(MAX_QUERY_LENGTH)}`)).toMatchObject({
      status: 414,
      code: 'PGRST100',
    })
    expect(await get(Array(201).fill('limit=1').join('&'))).toMatchObject({ status: 400, code: 'PGRST102' })
  })

  test('with a list of more than a thousand values in a filter is refused', async () => {
    const read = (count: number) =>
      restRequest(app, `/oficios_disponibles?id=in.(${Array(count).fill('1').join(',')})`)
    expect((await read(1000)).status).toBe(200)
    expect((await read(1001)).status).toBe(400)
  })

  test('with more order terms than the limit is refused, also when they are in several parameters', async () => {
    const terms = (count: number) => Array(count).fill('order=id').join('&')
    expect(await get(terms(MAX_ORDER_TERMS + 1))).toMatchObject({ status: 400, code: 'PGRST100' })
    expect((await restRequest(app, `/oficios_disponibles?${terms(MAX_ORDER_TERMS)}`)).status).toBe(200)
  })

  test.each([
    'nombre=match.a',
    'nombre=imatch.a',
    'nombre=not.match.a',
    'nombre=match(any).{a,b}',
    'nombre=not.imatch(all).{a,b}',
    'or=(id.eq.1,nombre.match.a)',
    'and=(id.eq.1,or(nombre.not.imatch.a,id.eq.2))',
    'not.or=(nombre.match(any).{a})',
  ])('with a regular expression is refused: %s', async (query) => {
    expect(await get(query)).toEqual({
      status: 400,
      code: 'PGRST127',
      text: expect.stringContaining('Regular expressions (match, imatch) are not allowed'),
    })
  })

  test('that repeats a column too often is refused; a cast beside all columns is not', async () => {
    const aliases = Array.from({ length: 60 }, (_, i) => `a${i}:nombre`).join()
    expect(await get(`select=${aliases}`)).toEqual({
      status: 400,
      code: 'PGRST127',
      text: expect.stringContaining("'nombre'"),
    })
    const casts = 'a:nombre::text,b:nombre::varchar,c:nombre::json'
    expect(await get(`select=${casts}`)).toMatchObject({ status: 400, code: 'PGRST127' })
    expect(await get('select=*,*,*')).toMatchObject({ status: 400, code: 'PGRST127' })
    expect((await restRequest(app, '/oficios_disponibles?select=*,texto:id::text')).status).toBe(200)
  })

  test('that embeds a table in itself, directly or through other tables, is refused', async () => {
    const returning = ['id,chats(id,mensajes(id))', 'id,chats(mensajes(chats(id)))']
    for (const select of returning) {
      const answer = await restRequest(app, `/mensajes?select=${select}`, { token: maestro.token })
      expect(await refusal(answer), select).toEqual({
        status: 400,
        code: 'PGRST127',
        text: expect.stringContaining('already on the path'),
      })
    }
    const there = await restRequest(app, '/mensajes?select=id,chats(id)', { token: maestro.token })
    expect(there.status).toBe(200)
  })

  test('that embeds more resources than the limit is refused', async () => {
    const embeds = (count: number) => Array.from({ length: count }, (_, i) => `e${i}:chats(id)`).join()
    const read = (count: number) =>
      restRequest(app, `/mensajes?select=${embeds(count)}`, { token: maestro.token })
    expect(await refusal(await read(MAX_EMBEDS + 1))).toMatchObject({ status: 400, code: 'PGRST100' })
    expect((await read(MAX_EMBEDS)).status).toBe(200)
  })
})
