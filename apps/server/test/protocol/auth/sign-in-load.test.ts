import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { appForTests } from '../../setup/app.ts'
import { authRequest, newEmail, PASSWORD, signUp } from './people.ts'

/** Behind a trusted proxy, so that callers can have different addresses. */
const app = appForTests({ TRUSTED_PROXIES: '127.0.0.1' })

const Answer = z.object({ error_code: z.string().optional() })

async function signIn(email: string, address: string, password = PASSWORD) {
  const answer = await authRequest(app, '/token?grant_type=password', {
    body: { email, password },
    headers: { 'x-forwarded-for': address },
  })
  const { error_code: code } = Answer.parse(await answer.json())
  return { status: answer.status, code, retryAfter: Number(answer.headers.get('retry-after')) }
}

it('600 parallel sign-ins of one account do not prevent another person from signing in', async () => {
  const flooded = await signUp(app)
  const other = await signUp(app)
  const flood = Array.from({ length: 600 }, () => signIn(flooded.email, '198.51.100.1'))
  // The first refusal shows that the flood has reached its limit.
  await Promise.any(flood.map(async (one) => (await one).status === 429 || Promise.reject(new Error('200'))))
  expect(await signIn(other.email, '198.51.100.2')).toMatchObject({ status: 200 })
  // Also from the same address, which many people may share.
  expect(await signIn(other.email, '198.51.100.1')).toMatchObject({ status: 200 })
  const answers = await Promise.all(flood)
  for (const { status, code, retryAfter } of answers) {
    if (status === 200) continue
    expect({ status, code }).toEqual({ status: 429, code: 'over_request_rate_limit' })
    expect(retryAfter).toBe(5)
  }
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
})

describe('text that is too long', () => {
  const post = (path: string, body: unknown) => authRequest(app, path, { body })

  it('as a whole body is refused before it is parsed', async () => {
    for (const path of ['/token?grant_type=password', '/signup', '/recover', '/resend', '/verify']) {
      const answer = await post(path, {
        email: `${'a'.repeat(900_000)}@example.com`,
        password: PASSWORD,
        type: 'signup',
        token: '123456',
      })
      expect(answer.status).toBe(413)
    }
  })

  it('as an e-mail is refused on every route, and no limit counts it', async () => {
    const hit: string[] = []
    const { limits } = app.services
    const real = limits.hit
    limits.hit = (key, limit) => {
      hit.push(key)
      return real(key, limit)
    }
    try {
      const email = `${'a'.repeat(50_000)}@example.com`
      for (const [path, body] of [
        ['/token?grant_type=password', { email, password: 'equivocada' }],
        ['/signup', { email, password: PASSWORD }],
        ['/recover', { email }],
        ['/resend', { email, type: 'signup' }],
        ['/verify', { email, type: 'recovery', token: '123456' }],
      ] as const) {
        const answer = await post(path, body)
        expect(answer.status).toBe(400)
        expect(await answer.json()).toMatchObject({
          error_code: 'validation_failed',
          msg: 'An email address is too long',
        })
      }
      expect(hit).toEqual([])
    } finally {
      limits.hit = real
    }
  })

  it('as a password is refused without being hashed', async () => {
    const { email, session } = await signUp(app)
    const long = 'ñ'.repeat(513)
    const answers = [
      await post('/token?grant_type=password', { email, password: long }),
      await post('/signup', { email: newEmail(), password: long }),
      await authRequest(app, '/user', {
        method: 'PUT',
        token: session.access_token,
        body: { password: long },
      }),
      await authRequest(app, '/user', {
        method: 'PUT',
        token: session.access_token,
        body: { password: 'nueva-clave-1', current_password: long },
      }),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({ msg: 'Password cannot be longer than 1024 bytes' })
    }
    expect((await post('/signup', { email: newEmail(), password: 'ñ'.repeat(512) })).status).toBe(200)
  })

  it('as a token or code is unknown', async () => {
    const long = 'a'.repeat(5000)
    const code = await post('/verify', { email: newEmail(), type: 'recovery', token: long })
    expect(await code.json()).toMatchObject({ error_code: 'otp_expired' })
    const refresh = await post('/token?grant_type=refresh_token', { refresh_token: long })
    expect(await refresh.json()).toMatchObject({ error_code: 'refresh_token_not_found' })
    const pkce = await post('/token?grant_type=pkce', { auth_code: long, code_verifier: 'x' })
    expect(await pkce.json()).toMatchObject({ error_code: 'flow_state_not_found' })
  })
})
