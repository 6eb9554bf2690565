import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../setup/app.ts'
import { authRequest, newEmail, PASSWORD, signUp } from './people.ts'

/** For any input the answer is a clear error, and no data is written partially. */

let app: TestApp
let token: string
let email: string
beforeAll(async () => {
  app = await startApp()
  const account = await signUp(app)
  token = account.session.access_token
  email = account.email
})
afterAll(() => app.close())

const ROUTES = [
  ['POST', '/signup'],
  ['POST', '/token?grant_type=password'],
  ['POST', '/token?grant_type=refresh_token'],
  ['PUT', '/user'],
  ['POST', '/recover'],
  ['POST', '/resend'],
  ['POST', '/verify'],
] as const

const word = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    'signup',
    'recovery',
    'email',
    'maestro',
    '123456',
    '\ud800',
    '\u0000',
    'a'.repeat(2000),
  ),
)
const someEmail = fc.oneof(
  fc.emailAddress(),
  word,
  fc.constant(null).map(() => email),
)
const value = fc.oneof(word, fc.jsonValue({ maxDepth: 3 }), fc.constant(undefined))
const body = fc.oneof(
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  {
    weight: 5,
    arbitrary: fc.record(
      {
        email: fc.oneof({ weight: 4, arbitrary: someEmail }, { weight: 1, arbitrary: value }),
        password: fc.oneof(fc.constant(PASSWORD), value),
        data: fc.oneof(
          value,
          fc.record(
            {
              role: fc.oneof(fc.constantFrom('buscador', 'maestro'), value),
              nombre: value,
              fecha_aceptacion: fc.oneof(
                value,
                fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
              ),
              clave: value,
            },
            { requiredKeys: [] },
          ),
        ),
        phone: value,
        type: fc.oneof(fc.constantFrom('signup', 'recovery', 'email'), value),
        token: value,
        token_hash: value,
        refresh_token: value,
        code_challenge: fc.option(value),
        app_metadata: fc.option(value),
      },
      { requiredKeys: [] },
    ),
  },
)

describe('any body', () => {
  it.each(ROUTES)('sent to %s %s causes no server error', async (method, path) => {
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const text = JSON.stringify(sent) ?? ''
        const answer = await authRequest(app, path, { method, body: text, token })
        expect(answer.status).toBeLessThan(500)
        if (answer.status >= 400) expect(await answer.json()).toMatchObject({ code: answer.status })
      }),
      { numRuns: 60 },
    )
  })

  it.each(ROUTES)('that is not JSON, or is incomplete, sent to %s %s is refused', async (method, path) => {
    const texts = [
      '',
      '{',
      'null',
      '[]',
      '"x"',
      '{"email":"\\u0000"}',
      `{"data":${'['.repeat(200_000)}`,
      '{"__proto__":{}}',
    ]
    for (const text of texts) {
      const answer = await authRequest(app, path, { method, body: text, token })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
    }
    const deep = `{"email":"${newEmail()}","password":"${PASSWORD}","data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect((await authRequest(app, path, { method, body: deep, token })).status).toBeLessThan(500)
    const huge = await authRequest(app, path, { method, body: { email: 'a'.repeat(2_000_000) }, token })
    expect(huge.status).toBe(413)
    const form = await authRequest(app, path, {
      method,
      body: 'email=a',
      token,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form.status).toBe(400)
  })

  it('leaves as many profiles as accounts', async () => {
    const [count] = await app.sql`
      select (select count(*) from auth.users) as accounts, (select count(*) from public.profiles) as profiles`
    expect(count?.accounts).toBe(count?.profiles)
  })
})

describe('any query', () => {
  it('causes no server error', async () => {
    const query = fc.array(
      fc.tuple(fc.constantFrom('grant_type', 'redirect_to', 'type', 'token', 'scope', 'otra'), word),
      { maxLength: 5 },
    )
    const route = fc.constantFrom(
      'GET /verify',
      'POST /token',
      'POST /logout',
      'POST /recover',
      'POST /signup',
    )
    await fc.assert(
      fc.asyncProperty(route, query, async (name, pairs) => {
        const [method = '', path = ''] = name.split(' ')
        const text = pairs.map(([key, text]) => `${key}=${encodeURIComponent(text.toWellFormed())}`).join('&')
        const headers = { authorization: 'Bearer nada' }
        const answer = await authRequest(app, `${path}?${text}`, {
          method,
          headers,
          ...(method === 'POST' ? { body: {} } : {}),
        })
        expect(answer.status).toBeLessThan(500)
      }),
      { numRuns: 80 },
    )
  })
})

describe('an error', () => {
  const WRONG = { email: 'nadie@example.com', password: 'equivocada' }

  it('has the format of the API version that the client requests', async () => {
    const path = '/token?grant_type=password'
    const older = await authRequest(app, path, { body: WRONG })
    expect(await older.json()).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    })
    expect(older.headers.get('x-supabase-api-version')).toBeNull()
    for (const version of ['2024-01-01', '2025-06-01']) {
      const newer = await authRequest(app, path, {
        body: WRONG,
        headers: { 'x-supabase-api-version': version },
      })
      expect(await newer.json()).toEqual({
        code: 'invalid_credentials',
        message: 'Invalid login credentials',
      })
      expect(newer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    }
  })

  it('of the server is logged, and nothing of it is sent to the caller', async () => {
    const { email, session } = await signUp(app)
    await app.sql`alter table auth.sessions rename to sesiones_perdidas`
    try {
      const answer = await authRequest(app, '/token?grant_type=password', {
        body: { email, password: PASSWORD },
      })
      expect(answer.status).toBe(500)
      expect(await answer.json()).toEqual({
        code: 500,
        error_code: 'unexpected_failure',
        msg: 'Unexpected failure, please check server logs for more information',
      })
    } finally {
      await app.sql`alter table auth.sesiones_perdidas rename to sessions`
    }
    expect(app.takeErrors().join('\n')).toContain('sessions')
    expect((await authRequest(app, '/user', { token: session.access_token })).status).toBe(200)
  })
})
