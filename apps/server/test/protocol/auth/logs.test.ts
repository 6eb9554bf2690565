import { expect, test } from 'vitest'
import { appForTests } from '../../setup/app.ts'
import { rawClient } from '../../setup/services/raw-http.ts'
import { authRequest, newEmail, PASSWORD, signUp } from './people.ts'

const app = appForTests({ LOG_LEVEL: 'trace' })

const SECRET = 'SECRETO-8c1f'
const QUERY = `email=${SECRET}%40example.com&password=${SECRET}&token=${SECRET}&refresh_token=${SECRET}&code=${SECRET}`
/** As text, and as pino writes a Buffer. */
const FORMS = [SECRET, [...Buffer.from(SECRET)].join(',')]
const linesWith = (forms: string[]) =>
  app.lines.filter((line) => forms.some((form) => line.includes(form))).map((line) => line.slice(0, 300))

test('no log line, at any level, contains the content of a query string or a body', async () => {
  const raw = rawClient(app)
  const key = { apikey: app.services.secrets.publishableKey, 'content-type': 'application/json' }
  const paths = [
    '/login',
    '/registro',
    '/nada',
    '/auth/v1/verify',
    '/auth/v1/user',
    '/auth/v1/nada',
    '/auth/v1/settings',
  ]
  for (const path of paths) {
    await raw.send({ method: 'GET', path: `${path}?${QUERY}`, headers: key })
    await raw.send({ method: 'GET', path: `${path}?${QUERY}&x=%ff`, headers: key })
    await raw.send({ method: 'GET', path: `${path}/%?${QUERY}`, headers: key })
  }
  await raw.send({ method: 'GET', path: `/auth/v1/verify?type=recovery&${QUERY}`, headers: {} })
  for (const path of [
    'token?grant_type=password&',
    'token?grant_type=pkce&',
    'signup?',
    'recover?',
    'verify?',
  ]) {
    for (const body of [
      JSON.stringify({ email: `${SECRET}@example.com`, password: SECRET, token: SECRET }),
      `{"email": ${SECRET}`,
      `["${SECRET}"]`,
    ]) {
      await raw.send({ method: 'POST', path: `/auth/v1/${path}${QUERY}`, headers: key, body })
    }
  }
  // Data that is not HTTP, or has endless headers.
  await raw.sendBytes(`GET /login?${QUERY} HTTP/9.9\r\nHost: x\r\n\r\n`, 300)
  await raw.sendBytes(`GET /login?${QUERY} HTTP/1.1\r\nHost x\r\n\r\n`, 300)
  await raw.sendBytes(`GET /login?${QUERY}&x=${'x'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 300)
  raw.close()

  expect(app.lines.length).toBeGreaterThan(0)
  expect(linesWith(FORMS)).toEqual([])
})

test('a failure of the database is logged without the values of the statement or the query string', async () => {
  const { email } = await signUp(app)
  await app.sql`alter table auth.sessions rename to sesiones_perdidas`
  try {
    const answer = await authRequest(app, `/token?grant_type=password&${QUERY}`, {
      body: { email, password: PASSWORD },
    })
    expect(answer.status).toBe(500)
    expect(await answer.json()).toEqual({
      code: 500,
      error_code: 'unexpected_failure',
      msg: 'Unexpected failure, please check server logs for more information',
    })
    const again = await authRequest(app, `/token?grant_type=refresh_token&${QUERY}`, {
      body: { refresh_token: SECRET },
    })
    expect(again.status).toBe(500)
  } finally {
    await app.sql`alter table auth.sesiones_perdidas rename to sessions`
  }
  const errors = app.takeErrors()
  expect(errors.map((line) => line.includes('an auth request failed'))).toEqual([true, true])
  expect(linesWith([...FORMS, email, PASSWORD])).toEqual([])
})

test('creating an account twice at the same time is not an error, and no e-mail address is logged', async () => {
  const email = newEmail()
  const body = { email, password: PASSWORD }
  const answers = await Promise.all([1, 2, 3].map(() => authRequest(app, `/signup?${QUERY}`, { body })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  expect(linesWith([email])).toEqual([])
})
