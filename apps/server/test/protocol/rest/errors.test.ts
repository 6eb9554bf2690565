import { describe, expect, test } from 'vitest'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { clientWith, mintToken, problemOf, restRequest, signedIn } from './people.ts'

const app = appForTests()
const person = beforeTests(() => signedIn(app, 'buscador'))

describe('the caller', () => {
  test('without a key, or with a wrong one, is refused', async () => {
    const without = await fetch(`${app.url}/rest/v1/oficios_disponibles`)
    expect([without.status, await without.json()]).toMatchObject([
      401,
      { message: 'No API key found in request' },
    ])
    const { status, error } = await app.client('x'.repeat(40)).from('oficios_disponibles').select()
    expect([status, error?.message]).toEqual([401, 'Invalid API key'])
  })

  test('with an expired token gets that reason', async () => {
    const token = await mintToken(app, { sub: person.id, session_id: person.sessionId }, { expires: '-1s' })
    const answer = await restRequest(app, '/profiles', { token })
    expect([answer.status, await answer.json()]).toMatchObject([
      401,
      { code: 'PGRST303', message: 'JWT expired' },
    ])
    expect(answer.headers.get('www-authenticate')).toBe(
      'Bearer error="invalid_token", error_description="JWT expired"',
    )
  })

  test('with a forged token is refused: another secret, no signature, no token at all', async () => {
    const claims = { sub: person.id, session_id: person.sessionId }
    const [, payload] = person.token.split('.')
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    for (const token of [await mintToken(app, claims, { secret: 's'.repeat(40) }), none, 'a.b.c', 'basura']) {
      const answer = await restRequest(app, '/profiles', { token })
      expect([answer.status, (await problemOf(answer)).code], token).toEqual([401, 'PGRST301'])
    }
  })

  test('with a signed-out session reads and writes nothing, although the token has not expired', async () => {
    const other = await signedIn(app, 'maestro')
    await app.sql`delete from auth.sessions where id = ${other.sessionId}`
    const read = await other.client.from('oficios_disponibles').select()
    expect([read.status, read.error?.code, read.data]).toEqual([401, 'PGRST301', null])
    const write = await other.client.from('maestro_stats').insert({ maestro_id: other.id })
    expect(write.status).toBe(401)
  })

  test('with a token that names another person than its session is refused', async () => {
    const other = await signedIn(app, 'buscador')
    const token = await mintToken(app, { sub: other.id, session_id: person.sessionId })
    expect((await clientWith(app, token).from('profiles').select('id')).status).toBe(401)
  })

  test('without the right to a table gets 401 as a visitor and 403 when signed in', async () => {
    const visitor = await app.client().from('chats').select('id')
    expect([visitor.status, visitor.error?.code]).toEqual([401, '42501'])
    const column = await person.client.from('profiles').select('*')
    expect([column.status, column.error?.code]).toEqual([403, '42501'])
    const write = await person.client.from('profiles').update({ role: 'maestro' }).eq('id', person.id)
    expect([write.status, write.error?.code]).toEqual([403, '42501'])
    const row = await person.client.from('maestros').insert({ id: person.id, nombre: 'x', apellido: 'y' })
    expect([row.status, row.error?.code]).toEqual([403, '42501'])
  })

  test('does not see tables of other schemas', async () => {
    for (const name of ['users', 'auth.users', 'directorio', 'pg_class', 'sessions']) {
      expect(
        (await restRequest(app, `/${name}`, { headers: { apikey: app.services.secrets.secretKey } })).status,
        name,
      ).toBe(404)
    }
    const profile = await restRequest(app, '/users', { headers: { 'accept-profile': 'auth' } })
    expect([profile.status, await profile.json()]).toMatchObject([
      406,
      { code: 'PGRST106', message: 'Invalid schema: auth' },
    ])
  })
})

describe('the request', () => {
  test.each([
    ['/oficios_disponible', 404, 'PGRST205'],
    ['/oficios_disponibles?select=nada', 400, '42703'],
    ['/oficios_disponibles?nada=eq.1', 400, '42703'],
    ['/oficios_disponibles?order=nada', 400, '42703'],
    ['/oficios_disponibles?id=eq.abc', 400, '22P02'],
    ['/oficios_disponibles?id=eq.99999999999', 400, '22003'],
    ['/oficios_disponibles?id=in.(1,x)', 400, '22P02'],
    ['/oficios_disponibles?id=xx.1', 400, 'PGRST100'],
    ['/oficios_disponibles?id=like.1', 404, '42883'],
    ['/oficios_disponibles?nombre=match.(', 400, 'PGRST127'],
    ['/oficios_disponibles?nombre=fts(klingon).x', 400, '42704'],
    ['/oficios_disponibles?select=id::regclass', 400, '42704'],
    ['/oficios_disponibles?select=id,chats(id)', 400, 'PGRST200'],
    ['/oficios_disponibles?chats.id=eq.1', 400, 'PGRST108'],
    ['/oficios_disponibles?limit=-1', 416, 'PGRST103'],
    ['/oficios_disponibles?select=count()', 400, 'PGRST123'],
    ['/a/b', 404, 'PGRST125'],
  ])('%s is answered with %i %s', async (path, status, code) => {
    const answer = await restRequest(app, path)
    expect([answer.status, (await problemOf(answer)).code]).toEqual([status, code])
  })

  test('with a misspelled table gets a suggestion', async () => {
    const { error } = await app.client().from('oficios_disponible').select()
    expect(error).toMatchObject({
      message: "Could not find the table 'public.oficios_disponible' in the schema cache",
      hint: "Perhaps you meant the table 'public.oficios_disponibles'",
    })
  })

  test('with two possible relations between tables must name one', async () => {
    await app.sql`alter table public.resenas add column otro uuid constraint otro_maestro references public.maestros`
    await app.sql`notify pgrst, 'reload schema'`
    await expect
      .poll(async () => (await person.client.from('resenas').select('id, maestros(id)')).status)
      .toBe(300)
    const { error } = await person.client.from('resenas').select('id, maestros(id)')
    expect(error).toMatchObject({
      code: 'PGRST201',
      hint: expect.stringContaining("'maestros!otro_maestro'"),
    })
    expect((await person.client.from('resenas').select('id, maestros!otro_maestro(id)')).error).toBeNull()
  })

  test('that embeds a table in itself is told to send a second request, also where a relation would be ambiguous', async () => {
    for (const embedded of ['profiles(id)', 'profiles!bloqueos(id)']) {
      const { error } = await person.client.from('profiles').select(`id, ${embedded}`)
      expect(error).toMatchObject({
        code: 'PGRST127',
        details:
          "'profiles' cannot be embedded in 'profiles': it is already on the path. Read its rows with a second request.",
      })
    }
  })

  test('cannot write columns that do not exist', async () => {
    const { status, error } = await person.client
      .from('maestro_stats')
      .insert({ maestro_id: person.id, nada: 1 })
    expect([status, error?.code, error?.message]).toEqual([
      400,
      'PGRST204',
      "Could not find the 'nada' column of 'maestro_stats' in the schema cache",
    ])
  })

  test.each([
    ['{', 400, 'PGRST102'],
    ['', 400, 'PGRST102'],
    ['[1]', 400, 'PGRST102'],
    ['{"maestro_id":"no-uuid"}', 400, '22P02'],
    ['{"maestro_id":{"a":1}}', 400, '22P02'],
    [`[${'{"maestro_id":null},'.repeat(1000)}{"maestro_id":null}]`, 413, 'PGRST102'],
    [`{"maestro_id":"${'x'.repeat(1_100_000)}"}`, 413, 'PGRST102'],
    ['['.repeat(100_000) + ']'.repeat(100_000), 400, 'PGRST102'],
  ])('with a body such as %.20s is answered with %i %s', async (body, status, code) => {
    const answer = await restRequest(app, '/maestro_stats', { method: 'POST', body, token: person.token })
    expect([answer.status, (await problemOf(answer)).code]).toEqual([status, code])
  })

  test('with bytes that are not text is refused, in the address and in the body', async () => {
    for (const path of ['/profiles?nombre=eq.%00', '/profiles?nombre=eq.%ff', '/%ff', '/profiles?%00=eq.1']) {
      expect((await restRequest(app, path, { token: person.token })).status, path).toBe(400)
    }
    for (const body of [Buffer.from([0x22, 0xff, 0x22]), '{"maestro_id":"\\u0000"}', '{"maestro_id":"\0"}']) {
      const answer = await restRequest(app, '/maestro_stats', { method: 'POST', body, token: person.token })
      expect(answer.status).toBe(400)
    }
  })

  test('with an unsupported method or content type gets that reason', async () => {
    expect((await restRequest(app, '/profiles', { method: 'PUT', body: '{}' })).status).toBe(405)
    const xml = await restRequest(app, '/maestro_stats', {
      method: 'POST',
      body: '<a/>',
      headers: { 'content-type': 'text/xml' },
    })
    expect([xml.status, (await problemOf(xml)).message]).toEqual([
      400,
      'Content-Type not acceptable: text/xml',
    ])
    expect(
      (await restRequest(app, '/oficios_disponibles', { headers: { accept: 'image/png' } })).status,
    ).toBe(406)
  })
})
