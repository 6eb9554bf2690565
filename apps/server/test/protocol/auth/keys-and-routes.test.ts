import { describe, expect, it } from 'vitest'
import { appForTests } from '../../setup/app.ts'
import { authRequest, newEmail, signUp } from './people.ts'

const app = appForTests()

it('the API key is required on every call except the link of an e-mail and the routes for monitoring', async () => {
  const bare = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${app.url}/auth/v1${path}`, { headers, redirect: 'manual' })
  expect((await bare('/health')).status).toBe(200)
  expect(await (await bare('/.well-known/jwks.json')).json()).toEqual({ keys: [] })
  expect((await bare('/verify?token=x&type=recovery')).status).toBe(303)
  const without = await bare('/settings')
  expect(without.status).toBe(401)
  expect(await without.json()).toEqual({ message: 'No API key found in request' })
  const wrong = await bare('/settings', { apikey: 'otra' })
  expect(wrong.status).toBe(401)
  expect(await wrong.json()).toEqual({ message: 'Invalid API key' })
  const garbage = await bare('/settings', { authorization: 'Bearer otra' })
  expect(garbage.status).toBe(401)
  expect(await garbage.json()).toEqual({ message: 'Invalid API key' })
  const settings = await authRequest(app, '/settings')
  expect(await settings.json()).toMatchObject({
    external: { email: true, phone: false, anonymous_users: false },
    mailer_autoconfirm: true,
    disable_signup: false,
  })
})

describe('a feature that the product does not offer', () => {
  it('gives the same answer as Supabase when the feature is disabled [7.auth.14]', async () => {
    const { client } = await signUp(app)
    const { auth } = client
    const email = newEmail()
    const errors = {
      otp_disabled: (await auth.signInWithOtp({ email })).error,
      provider_disabled: (await auth.signInWithIdToken({ provider: 'google', token: 'x' })).error,
      saml_provider_disabled: (await auth.signInWithSSO({ domain: 'example.com' })).error,
      mfa_totp_enroll_not_enabled: (await auth.mfa.enroll({ factorType: 'totp' })).error,
      not_admin: (await auth.admin.listUsers()).error,
      manual_linking_disabled: (await auth.linkIdentity({ provider: 'google' })).error,
    }
    for (const [code, error] of Object.entries(errors)) {
      expect(error).toMatchObject({ code })
      expect(error?.status).toBeLessThan(500)
    }
    const admin = app.client(app.services.secrets.secretKey).auth.admin
    expect((await admin.listUsers()).error).toMatchObject({ code: 'feature_disabled', status: 404 })
  })

  it('answers a sign-in with a provider, which a browser opens without a key, as Supabase does', async () => {
    const { data } = await app.client().auth.signInWithOAuth({ provider: 'google' })
    const answer = await fetch(data.url ?? '')
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      code: 400,
      error_code: 'validation_failed',
      msg: 'Unsupported provider: provider is not enabled',
    })
  })

  it.each([
    ['web3', 422, 'web3_provider_disabled'],
    ['client_credentials', 400, 'invalid_credentials'],
    ['', 400, 'invalid_credentials'],
  ])('refuses the grant %s', async (grant, status, error_code) => {
    const answer = await authRequest(app, `/token?grant_type=${grant}`, { body: {} })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ error_code })
  })

  it('answers 404 on other paths', async () => {
    const answer = await authRequest(app, '/otra-cosa')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 404 })
  })
})

it('an error has the format of the API version that the client requests', async () => {
  const fail = (headers = {}) => authRequest(app, '/token?grant_type=x', { body: {}, headers })
  const older = await fail()
  expect(await older.json()).toMatchObject({
    code: 400,
    error_code: 'invalid_credentials',
    msg: expect.any(String),
  })
  expect(older.headers.get('x-supabase-api-version')).toBeNull()
  for (const version of ['2024-01-01', '2025-06-01']) {
    const newer = await fail({ 'x-supabase-api-version': version })
    expect(await newer.json()).toEqual({ code: 'invalid_credentials', message: expect.any(String) })
    expect(newer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  }
})

it('a form is refused', async () => {
  const answer = await authRequest(app, '/signup', {
    body: 'email=a',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.status).toBe(400)
})
