import { expect, test, vi } from 'vitest'
import { appForTests, beforeTests, startApp } from '../../setup/app.ts'
import {
  type ChannelLog,
  contents,
  eventually,
  listen,
  liveClientOfTest,
  NAVBAR,
  rawSocket,
  state,
  subscribed,
} from '../../setup/live.ts'
import { mintToken, signIn, signOut } from '../../setup/rows/maestros.ts'
import { makeMatrixPeople } from '../../setup/rows/people.ts'
import { PASSWORD, signInAgain, signUp } from '../auth/people.ts'
import { refusedUpgrade } from './requests.ts'

/** A channel stays open only as long as the session of its token. */

const app = appForTests()
const fixture = beforeTests(() => makeMatrixPeople(app))

const connect = (holder: { token: string }) => liveClientOfTest(app, holder)
const subscribe = async (holder: { token: string }): Promise<ChannelLog> =>
  subscribed(listen(await connect(holder), NAVBAR))
const lastSystemMessage = (received: ChannelLog) => received.system.at(-1)?.message
const ENDED = 'Session from session_id claim in JWT does not exist'

test('an expired token closes its channels; a channel whose token was refreshed stays open', async () => {
  const { maestro } = fixture.people
  const claims = { sub: maestro.id, session_id: maestro.sessionId }
  const token = await mintToken(app, claims, { expires: '120s' })
  const renewed = { token }
  const [going, expiring] = [await subscribe(renewed), await subscribe({ token })]
  renewed.token = maestro.token
  await going.channel.socket.setAuth()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 140_000)
  await state(expiring, 'CLOSED')
  clock.mockRestore()
  expect(lastSystemMessage(expiring)).toMatch(/^Token has expired \d+ seconds ago$/)
  await fixture.clients.buscador.functions.invoke('send-message', {
    body: { chat_id: fixture.chats.propio, tipo: 'texto', contenido: 'sigues ahí' },
  })
  await eventually(() => contents(going)).toEqual(['sigues ahí'])
  expect(expiring.rows).toEqual([])
  expect(going.states).toEqual(['SUBSCRIBED'])
})

test('signing out, a new password and a stolen refresh token close the channels of the sessions they end', async () => {
  const one = await signUp(app)
  const two = await signInAgain(app, one)
  const three = await signInAgain(app, one)
  const [first, second, third] = await Promise.all(
    [one, two, three].map(({ session }) => subscribe({ token: session.access_token })),
  )
  if (!first || !second || !third) throw new Error('expected three clients')
  await one.client.auth.signOut({ scope: 'local' })
  await state(first, 'CLOSED')
  expect(lastSystemMessage(first)).toBe(ENDED)
  await two.client.auth.updateUser({ password: `${PASSWORD}-nueva` })
  await state(third, 'CLOSED')
  expect(second.states).toEqual(['SUBSCRIBED'])
  const { refresh_token } = two.session
  for (let times = 0; times < 2; times += 1) await two.client.auth.refreshSession()
  expect((await app.client().auth.refreshSession({ refresh_token })).error).not.toBeNull()
  await state(second, 'CLOSED')
})

test('a channel that is joined while its session ends is closed at once', async () => {
  const { buscador } = fixture.people
  const leaving = await signIn(app, buscador.id)
  const raw = await rawSocket(app)
  // The check of the chat waits for this lock; that of the session, which comes before, does not.
  const sql = await app.sql.reserve()
  try {
    await sql.unsafe('begin; lock table public.chats in access exclusive mode')
    raw.join(`chat:${fixture.chats.propio}`, leaving)
    await eventually(
      () => sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    ).not.toHaveLength(0)
    expect((await leaving.client.auth.admin.signOut(leaving.token, 'local')).error).toBeNull()
  } finally {
    await sql`rollback`
    sql.release()
  }
  await eventually(() => JSON.stringify(raw.frames)).toContain('phx_close')
  expect(JSON.stringify(raw.frames)).toContain(ENDED)
  expect(JSON.stringify(raw.frames)).not.toContain('"ok"')
  raw.socket.terminate()
})

test('an invalid token is refused at the join, with the reason', async () => {
  const { maestro } = fixture.people
  const claims = { sub: maestro.id, session_id: maestro.sessionId }
  const out = await signIn(app, maestro.id)
  await signOut(app, out)
  const tokens: [string, RegExp][] = [
    [
      await mintToken(app, claims, { expires: '-1m' }),
      /^InvalidJWTToken: Token has expired 6\d seconds ago$/,
    ],
    [
      await mintToken(app, claims, { secret: 'x'.repeat(32) }),
      /^JwtSignatureError: Failed to validate JWT signature$/,
    ],
    ['no.es.token', /^MalformedJWT: The token provided is not a valid JWT$/],
    [out.token, new RegExp(`^InvalidJWTToken: ${ENDED}$`)],
  ]
  for (const [token, reason] of tokens) {
    const received = listen(await connect({ token }), NAVBAR)
    await state(received, 'CHANNEL_ERROR')
    expect(received.reasons[0]).toMatch(reason)
  }
})

test('a channel whose new token cannot be checked, because the database fails, is joined again by the client', async () => {
  const { maestro } = fixture.people
  const holder = { token: maestro.token }
  const received = await subscribe(holder)
  holder.token = await mintToken(app, { sub: maestro.id, session_id: maestro.sessionId }, { expires: '9m' })
  await app.sql`alter function interno.se_cierra rename to se_cierra_ausente`
  try {
    await received.channel.socket.setAuth()
    await eventually(() => received.states).toContain('CHANNEL_ERROR')
  } finally {
    await app.sql`alter function interno.se_cierra_ausente rename to se_cierra`
  }
  await state(received, 'SUBSCRIBED')
  expect(received.states).not.toContain('CLOSED')
  expect(app.takeErrors().join()).toContain('a new token could not be checked')
})

test('a socket needs a key and a supported version; heartbeats are answered; a second join replaces the first', async () => {
  const key = app.services.secrets.publishableKey
  for (const [query, refusal] of [
    ['vsn=2.0.0', { status: 401, body: '{"error":"API key is missing"}' }],
    ['vsn=2.0.0&apikey=otra', { status: 401, body: '{"error":"Invalid API key"}' }],
    [`vsn=3.0.0&apikey=${key}`, { status: 403 }],
  ] as const)
    expect(await refusedUpgrade(app, {}, query)).toMatchObject(refusal)

  const raw = await rawSocket(app)
  raw.send(null, '1', 'phoenix', 'heartbeat', {})
  expect(await raw.answer('1')).toEqual({ status: 'ok', response: {} })
  raw.join('x', undefined, {}, '2')
  expect(await raw.answer('2')).toEqual({ status: 'ok', response: { postgres_changes: [] } })
  raw.join('x', undefined, {}, '3')
  await raw.answer('3')
  expect(raw.frames).toContainEqual(['2', '2', 'realtime:x', 'phx_close', {}])
  raw.send('3', '4', 'realtime:x', 'phx_leave', {})
  expect(await raw.answer('4')).toEqual({ status: 'ok', response: {} })
  raw.send('3', '5', 'realtime:x', 'broadcast', {})
  expect(await raw.answer('5')).toEqual({ status: 'error', response: { reason: 'unmatched topic' } })
  raw.send('6', '6', 'otra:x', 'phx_join', {})
  expect(await raw.answer('6')).toEqual({ status: 'error', response: { reason: 'unmatched topic' } })
  raw.send('7', '7', 'realtime:', 'phx_join', {})
  expect(await raw.answer('7')).toMatchObject({
    response: { reason: 'TopicNameRequired: You must provide a topic name' },
  })
  raw.socket.close()
})

test('a server that stops closes every socket with a reason, and does not wait for unresponsive clients', async () => {
  const stopping = await startApp({}, app)
  const [polite, deaf] = [await rawSocket(stopping), await rawSocket(stopping)]
  deaf.socket.pause()
  await stopping.close()
  await eventually(() => polite.closes).toEqual([{ code: 1001, reason: 'The server is going away' }])
  deaf.socket.terminate()
})
