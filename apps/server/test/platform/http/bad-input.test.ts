import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../setup/app.ts'
import { type BadRequest, badRequest, describeBad, type Surface } from '../../setup/bad-requests.ts'
import { type Snapshot, snapshot } from '../../setup/leak-watch.ts'
import { type MatrixPeople, makeMatrixPeople } from '../../setup/rows/people.ts'
import { type Answer, rawClient, type Sent } from '../../setup/services/raw-http.ts'

/**
 * For any input on every surface the answer is clear and in time, never a server error, and nothing is
 * written partially.
 */

const ANSWER_MS = 20_000
/** On a busy machine the test sends fewer requests instead of taking more time. */
const LIMIT_MS = 2500
const LEAST = 30
const AT_ONCE = 12

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

const under = (folder: string, names: string) => names.split(' ').map((name) => `/${folder}/v1/${name}`)

const SURFACES: Record<string, Surface> = {
  rest: {
    paths: [
      ...under(
        'rest',
        'alcaldias_disponibles profiles maestros maestro_oficios maestro_stats chats mensajes',
      ),
      ...under('rest', 'rpc/mark_messages_as_read rpc/update_maestro_stats rpc/maestros rpc/pg_sleep rpc/'),
      ...['/rest/v1/', '/rest/v1'],
    ],
    query: 'select order limit offset or and id columns on_conflict p_chat_id maestros.telefono',
    requests: 1500,
  },
  functions: {
    paths: under('functions', 'maestros maestro-profile/ track-profile-view none'),
    query: 'alcaldia oficio limit cursor orden nivel verificados disponibles calificacion resenas_cursor',
    requests: 1200,
  },
  storage: {
    paths: [
      ...under(
        'storage',
        'object/public/ object/public/chat-media/ object/public/chat-media/profile-photos/',
      ),
      ...under('storage', 'object/chat-media/ object/sign/chat-media/ object/list/chat-media bucket'),
      ...under('storage', 'object/upload/sign/chat-media/ object/info/chat-media/ object/chat-media'),
      ...under(
        'storage',
        'object/list-v2/support-tickets object/sign/chat-media render/image/sign/chat-media/',
      ),
    ],
    query: 'token download width',
    requests: 600,
  },
  auth: {
    paths: [
      ...under(
        'auth',
        'user logout settings health verify resend recover otp magiclink authorize sso factors',
      ),
      ...under('auth', 'admin/users .well-known/jwks.json token token?grant_type=refresh_token signup'),
    ],
    query: 'grant_type token type redirect_to scope email',
    requests: 1000,
  },
  frame: {
    paths: [
      ...[
        '/config.json',
        '/healthz',
        '/readyz',
        '/metrics',
        '/_outbox',
        '/_outbox.json',
        '/_outbox/',
        '/',
        '//',
      ],
      ...['/realtime/v1/websocket', '/chats/', '/assets/', '/rest/v1/../../etc/passwd'],
    ],
    query: 'to apikey vsn',
    requests: 600,
  },
}

/** The credentials: none, the key, the key twice, a signed-in person, or random text. */
const credentials = (): Sent['headers'][] => {
  const apikey = app.services.secrets.publishableKey
  return [
    {},
    { apikey },
    { apikey, authorization: `Bearer ${fixture.people.maestro.token}` },
    { apikey, authorization: `Bearer ${fixture.people.buscador.token}` },
    { apikey: [apikey, 'x'], authorization: 'Bearer' },
    { apikey: 'x', authorization: 'Basic eDp4' },
  ]
}
const CREDENTIALS = 6

const signed = ({ sent, who }: BadRequest): Sent => ({
  ...sent,
  headers: { ...credentials()[who], ...sent.headers },
})

/** The answer can be parsed by a program: JSON, one of our pages, or an empty body where HTTP requires it. */
function expectClear(answer: Answer, { method }: Sent) {
  expect(answer.status, answer.text.slice(0, 300)).toBeLessThan(500)
  expect(answer.status).toBeGreaterThanOrEqual(200)
  expect(answer.ms).toBeLessThan(ANSWER_MS)
  expect(answer.text).not.toMatch(/node_modules|\/src\/|at .*\.ts:\d+|postgres:\/\//)
  if (method === 'HEAD' || answer.text === '') return
  const type = String(answer.headers['content-type'] ?? '')
  if (/json/.test(type)) expect(() => JSON.parse(answer.text)).not.toThrow()
  else
    expect(type).toMatch(/^(text\/(csv|html|plain|css|javascript)|image\/|font\/|application\/octet-stream)/)
}

test.each(Object.keys(SURFACES))(
  'the %s surface answers any input',
  async (name) => {
    const surface = SURFACES[name]
    if (!surface) throw new Error(`no surface ${name}`)
    const seed = Date.now() % 2 ** 31
    const requests = fc.sample(badRequest(surface, CREDENTIALS), { numRuns: surface.requests, seed }).values()
    const until = performance.now() + LIMIT_MS
    const failures: string[] = []
    let answered = 0
    const work = async () => {
      for (const request of requests) {
        const one = signed(request)
        try {
          expectClear(await raw.send(one), one)
        } catch (error) {
          failures.push(`${error instanceof Error ? error.message : error}\n  ${describeBad(request)}`)
        }
        answered += 1
        if (answered > LEAST && performance.now() > until) return
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    expect(failures.slice(0, 3), `seed ${seed}`).toEqual([])
    expect(answered).toBeGreaterThan(LEAST)
  },
  60_000,
)

test('a refused request changes nothing', async () => {
  const rest = SURFACES.rest
  if (!rest) throw new Error('no surface rest')
  const until = performance.now() + LIMIT_MS
  await fc.assert(
    fc.asyncProperty(badRequest(rest, CREDENTIALS), async (request) => {
      if (performance.now() > until) return
      const before = await snapshot(app)
      const answer = await raw.send(signed(request))
      if (answer.status >= 400) expect(await snapshot(app), describeBad(request)).toEqual(before)
    }),
    { numRuns: 150 },
  )
}, 60_000)

const notAnEmail = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    '@',
    'a@',
    'a b@example.com',
    'a@b@c.mx',
    'a@example.com\u0000',
    'x\ud800@example.com',
  ),
  fc.constant(`${'a'.repeat(300)}@example.com`),
  fc.jsonValue({ maxDepth: 1 }).filter((one) => typeof one !== 'string'),
)

test('an invalid e-mail, password or body neither creates an account nor opens a session', async () => {
  const accounts = async () => {
    const all: Snapshot = await snapshot(app)
    return [all['auth.users'], all['auth.sessions'], all['public.profiles']]
  }
  const before = await accounts()
  const given = fc.record(
    {
      email: notAnEmail,
      password: fc.oneof(fc.constantFrom('', '12345', 'x'.repeat(5000)), fc.jsonValue({ maxDepth: 1 })),
      data: fc.jsonValue({ maxDepth: 2 }),
      gotrue_meta_security: fc.jsonValue({ maxDepth: 1 }),
    },
    { requiredKeys: ['email'] },
  )
  const routes = fc.constantFrom('signup', 'token?grant_type=password', 'recover', 'resend')
  const until = performance.now() + LIMIT_MS
  await fc.assert(
    fc.asyncProperty(given, routes, async (fields, route) => {
      if (performance.now() > until) return
      const one: Sent = {
        method: 'POST',
        path: `/auth/v1/${route}`,
        headers: { apikey: app.services.secrets.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      }
      const answer = await raw.send(one)
      expectClear(answer, one)
      expect([400, 422], answer.text).toContain(answer.status)
    }),
    { numRuns: 150 },
  )
  expect(await accounts()).toEqual(before)
}, 60_000)
