import { randomUUID } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../setup/app.ts'
import { snapshot } from '../../setup/leak-watch.ts'
import { mintToken } from '../../setup/rows/maestros.ts'
import { type MatrixPeople, makeMatrixPeople } from '../../setup/rows/people.ts'
import { rawClient, type Sent } from '../../setup/services/raw-http.ts'

/** Tokens that are expired, forged or of an ended session are refused on every surface. */

let app: TestApp
let fixture: MatrixPeople
let raw: ReturnType<typeof rawClient>
beforeAll(async () => {
  app = await startApp()
  fixture = await makeMatrixPeople(app)
  raw = rawClient(app)
})
afterAll(async () => {
  raw.close()
  await app.close()
})

const claims = () => ({ sub: fixture.people.maestro.id, session_id: fixture.people.maestro.sessionId })
const whole = () => ({ ...claims(), role: 'authenticated', aud: 'authenticated' })
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const signed = (payload: object, alg = 'HS256', secret = app.services.secrets.jwtSecret) =>
  new SignJWT({ exp: inAnHour(), ...payload })
    .setProtectedHeader({ alg, typ: 'JWT' })
    .sign(new TextEncoder().encode(secret))
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Tokens that lack a claim are in caller.test.ts. */
const TOKENS: Record<string, () => Promise<string> | string> = {
  expired: () => mintToken(app, claims(), { expires: '-1s' }),
  'of another secret': () => mintToken(app, claims(), { secret: 'x'.repeat(43) }),
  'signed with the public key': () =>
    mintToken(app, claims(), { secret: app.services.secrets.publishableKey }),
  'without signature (alg none)': () => new UnsecuredJWT({ ...whole(), exp: inAnHour() }).encode(),
  'that says alg none and keeps a signature': async () =>
    `${part({ alg: 'none' })}.${part({ ...whole(), exp: inAnHour() })}.${fixture.people.maestro.token.split('.')[2]}`,
  'with its payload changed': () => {
    const [head, , signature] = fixture.people.buscador.token.split('.')
    return `${head}.${part({ ...whole(), exp: inAnHour() })}.${signature}`
  },
  'of another algorithm': () => signed(whole(), 'HS512'),
  'that claims the owner’s role': () => signed({ ...whole(), role: 'postgres' }),
  'not yet valid': () => signed({ ...whole(), nbf: inAnHour() }),
  'without a session': () => signed({ ...whole(), session_id: undefined }),
  'of a session that never was': () => signed({ ...whole(), session_id: randomUUID() }),
  'of the session of another': () => signed({ ...whole(), session_id: fixture.people.buscador.sessionId }),
  'of a person who never was': () => signed({ ...whole(), sub: randomUUID() }),
  'of rubbish': () => 'rubbish',
  'of dots': () => '..',
  'of eight thousand letters': () => `${'a'.repeat(8000)}.b.c`,
}

/** An act that requires a signed-in person, on each surface. */
const protectedActs = (): Sent[] => {
  const { maestro } = fixture.people
  const json = { 'content-type': 'application/json' }
  const change = JSON.stringify({ nombre: 'Ladrón' })
  return [
    { method: 'GET', path: '/rest/v1/profiles?select=id', headers: {} },
    { method: 'GET', path: '/rest/v1/alcaldias_disponibles?select=id', headers: {} },
    { method: 'PATCH', path: `/rest/v1/maestros?id=eq.${maestro.id}`, headers: json, body: change },
    { method: 'DELETE', path: `/rest/v1/maestro_oficios?maestro_id=eq.${maestro.id}`, headers: {} },
    { method: 'POST', path: '/rest/v1/rpc/update_maestro_stats', headers: json, body: '{}' },
    { method: 'GET', path: `/functions/v1/maestro-profile/${maestro.id}`, headers: {} },
    {
      method: 'POST',
      path: '/functions/v1/track-profile-view',
      headers: json,
      body: JSON.stringify({ maestro_id: maestro.id, buscador_id: maestro.id }),
    },
    { method: 'GET', path: '/auth/v1/user', headers: {} },
    {
      method: 'PUT',
      path: '/auth/v1/user',
      headers: json,
      body: JSON.stringify({ data: { nombre: 'Ladrón' } }),
    },
    { method: 'POST', path: '/auth/v1/logout?scope=global', headers: {} },
  ]
}

async function expectRefused(token: string) {
  const before = await snapshot(app)
  for (const act of protectedActs()) {
    for (const apikey of [app.services.secrets.publishableKey, undefined]) {
      const headers = { ...act.headers, ...(apikey && { apikey }), authorization: `Bearer ${token}` }
      const { status, text } = await raw.send({ ...act, headers })
      expect([401, 403], `${act.method} ${act.path}: ${status} ${text}`).toContain(status)
      expect(() => JSON.parse(text)).not.toThrow()
      expect(text).not.toContain(fixture.secrets.maestro.telefono)
    }
  }
  expect(await snapshot(app)).toEqual(before)
}

test.each(Object.keys(TOKENS))('a token %s is refused', async (name) => {
  await expectRefused((await TOKENS[name]?.()) ?? '')
})

test('the token of a signed-out session is refused', async () => {
  const { people } = fixture
  const session = randomUUID()
  await app.sql`insert into auth.sessions (id, user_id) values (${session}, ${people.maestro.id})`
  const token = await mintToken(app, { sub: people.maestro.id, session_id: session })
  const headers = { apikey: app.services.secrets.publishableKey, authorization: `Bearer ${token}` }
  const read = () => raw.send({ method: 'GET', path: '/rest/v1/profiles?select=id', headers })
  expect((await read()).status).toBe(200)
  const left = await raw.send({ method: 'POST', path: '/auth/v1/logout?scope=local', headers })
  expect(left.status).toBe(204)
  await expectRefused(token)
  expect((await people.maestro.client.from('profiles').select('id')).error).toBeNull()
})

test('a wrong key is refused, with or without a person’s token', async () => {
  const before = await snapshot(app)
  for (const act of protectedActs()) {
    for (const apikey of [
      'x',
      '',
      `${app.services.secrets.publishableKey} `.repeat(2),
      fixture.people.maestro.token,
    ]) {
      const headers = { ...act.headers, apikey, authorization: `Bearer ${fixture.people.maestro.token}` }
      const { status, text } = await raw.send({ ...act, headers })
      expect(status, `${act.method} ${act.path} with the key '${apikey}': ${text}`).toBe(401)
    }
  }
  expect(await snapshot(app)).toEqual(before)
})
