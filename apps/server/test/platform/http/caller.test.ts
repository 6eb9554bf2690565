import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { callerReader } from '../../../src/platform/caller.ts'
import { startApp, type TestApp } from '../../setup/app.ts'
import { makeBuscador } from '../../setup/rows/maestros.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** The same length, and another last character. */
const similar = (key: string) => key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A')

describe('an API key', () => {
  const read = (headers: Record<string, string>) =>
    fetch(`${app.url}/rest/v1/alcaldias_disponibles?limit=1`, { headers })

  test('that differs in one character is refused, as a header and as a bearer', async () => {
    const { publishableKey, secretKey } = app.services.secrets
    for (const key of [publishableKey, secretKey]) {
      expect((await read({ apikey: key })).status).toBe(200)
      expect((await read({ apikey: similar(key) })).status).toBe(401)
      expect((await read({ authorization: `Bearer ${similar(key)}` })).status).toBe(401)
      expect((await read({ apikey: publishableKey, authorization: `Bearer ${similar(key)}` })).status).toBe(
        401,
      )
    }
  })

  test('that is wrong is refused also beside a valid access token', async () => {
    const { token } = await makeBuscador(app)
    const { publishableKey } = app.services.secrets
    expect((await read({ apikey: similar(publishableKey), authorization: `Bearer ${token}` })).status).toBe(
      401,
    )
    expect((await read({ apikey: token })).status).toBe(401)
    expect((await read({ authorization: `Bearer ${token}` })).status).toBe(200)
  })
})

describe('an access token', () => {
  afterEach(() => void vi.useRealTimers())

  const secrets = { jwtSecret: 'x'.repeat(32), publishableKey: 'p'.repeat(32), secretKey: 's'.repeat(32) }
  const tokenFor = (claims: Record<string, unknown>) =>
    new SignJWT({
      role: 'authenticated',
      aud: 'authenticated',
      sub: randomUUID(),
      session_id: randomUUID(),
      ...claims,
    })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(secrets.jwtSecret))

  test('that was accepted before is refused once it has expired', async () => {
    const { verify } = callerReader(secrets)
    const now = Math.floor(Date.now() / 1000)
    const token = await tokenFor({ exp: now + 60 })
    expect((await verify(token)).claims.exp).toBe(now + 60)
    vi.useFakeTimers({ toFake: ['Date'], now: (now + 59) * 1000 })
    await verify(token)
    vi.setSystemTime((now + 61) * 1000)
    await expect(verify(token)).rejects.toMatchObject({ problem: 'expired_jwt' })
    await expect(verify(token)).rejects.toMatchObject({ problem: 'expired_jwt' })
  })

  test('without an expiry, or for another role or audience, is refused', async () => {
    const { verify } = callerReader(secrets)
    const exp = Math.floor(Date.now() / 1000) + 60
    for (const claims of [
      {},
      { exp, role: 'service_role' },
      { exp, aud: 'anon' },
      { exp, sub: 'x' },
      { exp, session_id: 'x' },
    ]) {
      await expect(verify(await tokenFor(claims)), JSON.stringify(claims)).rejects.toMatchObject({
        problem: 'invalid_jwt',
      })
    }
  })
})
