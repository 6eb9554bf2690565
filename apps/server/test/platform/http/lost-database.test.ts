import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isDatabaseLost, retryAfterOf } from '../../../src/platform/db/database-errors.ts'
import { Overloaded } from '../../../src/platform/limits/overloaded.ts'
import { UNSUBSCRIBE_PATH, unsubscribeToken } from '../../../src/platform/mail/unsubscribe-links.ts'
import { startApp, type TestApp } from '../../setup/app.ts'
import { makePair } from '../../setup/rows/chats.ts'
import { makeBuscador } from '../../setup/rows/maestros.ts'
import { jpeg } from '../../setup/rows/pictures.ts'

/**
 * A database that goes away while a call waits for it, takes too long, or has no disk, memory or connection left. Every surface answers 503: the
 * web app then repeats the call, and keeps the session and the message. The data surface has its own test in
 * protocol/rest/connections.test.ts.
 */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(() => void app.takeErrors())

/** Ends a call that waits for this table: its connection, or only its statement. Returns the answer to the call. */
async function interrupted(
  table: string,
  call: () => Promise<Response>,
  end: 'pg_terminate_backend' | 'pg_cancel_backend' = 'pg_terminate_backend',
): Promise<Response> {
  const sql = await app.sql.reserve()
  try {
    await sql.unsafe(`begin; lock table ${table} in access exclusive mode`)
    let answered = false
    const answer = call().finally(() => {
      answered = true
    })
    const endWaiting = () => app.sql`
      select ${app.sql.unsafe(end)}(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await endWaiting()).length).toBeGreaterThan(0)
    // A statement that tidies up after the first one would wait for the table until its time limit.
    while (!answered) await endWaiting()
    return await answer
  } finally {
    await sql`rollback`
    sql.release()
  }
}

const post = async (token: string, path: string, body: object | Blob) => {
  const binary = body instanceof Blob
  return fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: {
      apikey: app.services.secrets.publishableKey,
      Authorization: `Bearer ${token}`,
      'Content-Type': binary ? body.type : 'application/json',
    },
    body: binary ? body : JSON.stringify(body),
  })
}

const summary = (answer: Response) => [answer.status, answer.headers.get('retry-after')]

/** A message of a new chat. Each call of `send` sends the same one. */
async function makeMessage() {
  const { ana, chat } = await makePair(app)
  const message = { chat_id: chat, tipo: 'texto', contenido: 'Buenas tardes', client_id: randomUUID() }
  const send = () => post(ana.token, '/functions/v1/send-message', message)
  return { chat, send }
}

/** The renewal of the session of a new account. */
async function makeRenewal() {
  const email = `${randomUUID()}@example.com`
  const { data } = await app.client().auth.signUp({ email, password: 'secreta-123' })
  const body = { refresh_token: data.session?.refresh_token }
  const { publishableKey } = app.services.secrets
  return () => post(publishableKey, '/auth/v1/token?grant_type=refresh_token', body)
}

/** A picture of a new chat. */
async function makeUpload() {
  const { ana, chat } = await makePair(app)
  const picture = new Blob([new Uint8Array(await jpeg(40, 30))], { type: 'image/jpeg' })
  return () => post(ana.token, `/storage/v1/object/chat-media/${chat}/1.jpg`, picture)
}

async function makeBroadcast() {
  const { ana, chat } = await makePair(app)
  const messages = [{ topic: `chat:${chat}`, event: 'escribiendo', payload: {} }]
  return () => post(ana.token, '/realtime/v1/api/broadcast', { messages })
}

async function makeRead() {
  const { token } = await makeBuscador(app)
  const headers = { apikey: app.services.secrets.publishableKey, Authorization: `Bearer ${token}` }
  return () => fetch(`${app.url}/rest/v1/profiles?select=id`, { headers })
}

async function makeLeaving() {
  const { id: userId } = await makeBuscador(app)
  const token = unsubscribeToken(app.services.secrets, { userId, kind: 'correo_busquedas' })
  return () => fetch(`${app.url}${UNSUBSCRIBE_PATH}?t=${token}`, { method: 'POST' })
}

test('a message is answered with 503, and is written once when it is sent again', async () => {
  const { chat, send } = await makeMessage()
  expect(summary(await interrupted('public.mensajes', send))).toEqual([503, '1'])
  for (const _time of [1, 2]) expect((await send()).status).toBe(200)
  expect(await app.sql`select contenido from public.mensajes where chat_id = ${chat}`).toHaveLength(1)
  expect(app.takeErrors()).toHaveLength(1)
})

test('a statement that PostgreSQL cancels because it took too long keeps sessions, messages and files: it is answered with 503', async () => {
  const renew = await makeRenewal()
  const { send } = await makeMessage()
  const upload = await makeUpload()
  const calls = [
    ['auth.refresh_tokens', renew],
    ['public.mensajes', send],
    ['storage.objects', upload],
  ] as const
  for (const [table, call] of calls) {
    expect([table, ...summary(await interrupted(table, call, 'pg_cancel_backend'))]).toEqual([
      table,
      503,
      '1',
    ])
    expect([table, (await call()).status]).toEqual([table, 200])
  }
})

test.each(['53100', '53200', '53300'])(
  'a database that fails with %s keeps messages and sessions: both calls are answered with 503',
  async (code) => {
    const { send } = await makeMessage()
    const renew = await makeRenewal()
    await app.sql.unsafe(`
      create function public.fail() returns trigger language plpgsql as
        $$ begin raise exception 'nothing left' using errcode = '${code}'; end $$;
      create trigger fail before insert on public.mensajes execute function public.fail();
      create trigger fail before insert on auth.refresh_tokens execute function public.fail()`)
    try {
      expect(summary(await send())).toEqual([503, '1'])
      expect(summary(await renew())).toEqual([503, '1'])
    } finally {
      await app.sql`drop function public.fail() cascade`
    }
    expect((await send()).status).toBe(200)
    expect((await renew()).status).toBe(200)
    expect(app.takeErrors()).toHaveLength(2)
  },
)

test.each([
  ['the renewal of a token', 'auth.refresh_tokens', makeRenewal, 200],
  ['an upload', 'storage.objects', makeUpload, 200],
  ['a broadcast over HTTP', 'public.chats', makeBroadcast, 202],
  ['a table read', 'public.profiles', makeRead, 200],
  ['an unsubscription, as every page outside the surfaces', 'public.preferencias_avisos', makeLeaving, 200],
] as const)('%s is answered with 503, and works afterwards', async (_what, table, make, status) => {
  const call = await make()
  expect(summary(await interrupted(table, call))).toEqual([503, '1'])
  expect(app.takeErrors()).toHaveLength(1)
  await expect.poll(async () => (await call()).status).toBe(status)
  app.takeErrors()
})

test('a broadcast over HTTP that finds no free place is answered with 503', async () => {
  const broadcast = await makeBroadcast()
  const { publish } = app.services.bus
  app.services.bus.publish = () => {
    throw new Overloaded(7)
  }
  try {
    expect(summary(await broadcast())).toEqual([503, '7'])
  } finally {
    app.services.bus.publish = publish
  }
})

test('the metrics of the process are answered without a database', async () => {
  const alone = await startApp({}, app)
  const shown = async () => {
    const text = await (await fetch(`${alone.url}/metrics`)).text()
    return ['process_resident_memory_bytes ', 'database_connections{', 'jobs{'].map((name) =>
      text.includes(name),
    )
  }
  expect(await shown()).toEqual([true, true, true])
  await alone.services.db.close()
  expect(await shown()).toEqual([true, false, false])
  await alone.close()
})

test.each([
  ['a refused connection', { code: 'ECONNREFUSED' }, true],
  ['the missing socket of a stopped database', { code: 'ENOENT', syscall: 'connect' }, true],
  ['a database that is starting', { code: '57P03' }, true],
  ['a database without disk space', { code: '53100' }, true],
  ['a client that has left', { code: 'ECONNRESET', statusCode: 400 }, false],
  ['a missing file', { code: 'ENOENT', syscall: 'open' }, false],
  ['a pool that the server has closed', { code: 'CONNECTION_ENDED' }, false],
  ['a statement that took too long', { code: '57014' }, false],
])('%s: %o is a lost database: %s', (_what, fields, lost) => {
  const error = Object.assign(new Error('x'), fields)
  expect(isDatabaseLost(error)).toBe(lost)
  expect(retryAfterOf(error)).toBe(lost ? 1 : undefined)
})
