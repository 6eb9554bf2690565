import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { ADDRESSES, addressLimit } from '../../../src/platform/http/address-limit.ts'
import { startApp, type TestApp } from '../../setup/app.ts'
import { call } from '../../setup/functions.ts'

describe('the count of requests by address', () => {
  const at = (start: number) => {
    const clock = { time: start }
    return { clock, now: () => clock.time }
  }

  test('an address over its limit waits until it has a token again, and other addresses do not', () => {
    const { clock, now } = at(1000)
    const limit = addressLimit({ max: 2, seconds: 10 }, now)
    expect([limit.hit('203.0.113.1'), limit.hit('203.0.113.1'), limit.hit('203.0.113.1')]).toEqual([0, 0, 5])
    expect(limit.hit('203.0.113.2')).toBe(0)
    clock.time += 3500
    expect(limit.hit('203.0.113.1')).toBe(2)
    clock.time += 1500
    expect(limit.hit('203.0.113.1')).toBe(0)
  })

  afterEach(() => void vi.useRealTimers())

  test('an address is not blocked when the time of day is set back', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const limit = addressLimit({ max: 2, seconds: 10 })
    expect(limit.hit('203.0.113.1')).toBe(0)
    vi.setSystemTime(Date.now() - 3_600_000)
    expect([limit.hit('203.0.113.1'), limit.hit('203.0.113.1')]).toEqual([0, 5])
  })

  test('an address may send the requests of one second at once, and at least 100', () => {
    const allowedAtOnce = (max: number) => {
      const limit = addressLimit({ max, seconds: 10 }, () => 0)
      let count = 0
      while (count < 10_000 && limit.hit('203.0.113.1') === 0) count += 1
      return count
    }
    expect([allowedAtOnce(3000), allowedAtOnce(500), allowedAtOnce(20)]).toEqual([300, 100, 20])
  })

  test('a request that costs more than a full bucket is allowed when the bucket is full', () => {
    const limit = addressLimit({ max: 20, seconds: 10 }, () => 0)
    expect([limit.hit('203.0.113.1', 51), limit.hit('203.0.113.1')]).toEqual([0, 1])
  })

  test('the addresses of one IPv6 network are counted together', () => {
    const limit = addressLimit({ max: 1, seconds: 10 })
    expect(limit.hit('2001:db8:1:2::1')).toBe(0)
    expect(limit.hit('2001:db8:1:2:ffff::9')).toBeGreaterThan(0)
    expect(limit.hit('2001:db8:1:3::1')).toBe(0)
  })

  test('the number of stored addresses is limited: the oldest one is removed first', () => {
    const limit = addressLimit({ max: 1, seconds: 10 }, () => 0)
    const ipOf = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`
    for (let n = 0; n < ADDRESSES; n++) limit.hit(ipOf(n))
    expect(limit.hit(ipOf(0))).toBeGreaterThan(0)
    expect(limit.hit(ipOf(ADDRESSES))).toBe(0)
    expect(limit.hit(ipOf(0))).toBe(0)
    expect(limit.hit(ipOf(ADDRESSES - 1))).toBeGreaterThan(0)
  })
})

describe('an address over LIMIT_REQUESTS_ADDRESS', () => {
  const MAX = 5
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ LIMIT_REQUESTS_ADDRESS: `${MAX}/3600`, TRUSTED_PROXIES: '127.0.0.1' })
  })
  afterAll(() => app.close())

  const from = (ip: string, path: string, init: RequestInit = {}) =>
    fetch(`${app.url}${path}`, {
      ...init,
      headers: { apikey: app.services.secrets.publishableKey, 'x-forwarded-for': ip, ...init.headers },
    })
  const exhaust = async (ip: string) => {
    for (let n = 0; n < MAX; n++) expect((await from(ip, '/functions/v1/maestros')).status).toBe(400)
  }

  test('gets 429 with Retry-After from every surface, in the error format of the surface', async () => {
    await exhaust('203.0.113.1')
    const bodies: Record<string, object> = {
      '/auth/v1/settings': { code: 'over_request_rate_limit', error_code: 'over_request_rate_limit' },
      '/rest/v1/alcaldias_disponibles': { code: '429', message: expect.any(String), hint: null },
      '/functions/v1/maestros': {
        success: false,
        code: 'RATE_LIMITED',
        error: expect.stringContaining('Espera'),
      },
      '/functions/v1/no-existe': { success: false, code: 'RATE_LIMITED' },
      // Routes are matched by the decoded path, and so is the limit.
      '/%66unctions/v1/maestros': { success: false, code: 'RATE_LIMITED' },
      '/storage/v1/bucket': { statusCode: '429' },
    }
    // At the same time, because each answer is delayed.
    const check = async ([path, body]: [string, object]) => {
      const answer = await from('203.0.113.1', path)
      expect([path, answer.status]).toEqual([path, 429])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(600)
      expect(await answer.json()).toMatchObject(body)
    }
    await Promise.all(Object.entries(bodies).map(check))
    const live = await from('203.0.113.1', '/realtime/v1/api/broadcast', { method: 'POST' })
    expect([live.status, await live.json()]).toEqual([429, { message: expect.any(String) }])
  })

  test('can still request the probes, the configuration and the web app', async () => {
    await exhaust('203.0.113.2')
    expect((await from('203.0.113.2', '/functions/v1/maestros')).status).toBe(429)
    for (const path of ['/healthz', '/readyz', '/config.json']) {
      expect([path, (await from('203.0.113.2', path)).status]).toEqual([path, 200])
    }
    expect((await from('203.0.113.2', '/favicon.svg')).status).not.toBe(429)
  })

  test('uses more tokens for a request with a large body', async () => {
    const send = () =>
      from('203.0.113.5', '/functions/v1/maestros', { method: 'POST', body: 'x'.repeat(4 * 16 * 1024) })
    expect((await send()).status).toBe(415)
    expect((await send()).status).toBe(429)
  })

  test('does not use up the requests of another address', async () => {
    await exhaust('203.0.113.3')
    expect((await from('203.0.113.3', '/functions/v1/maestros')).status).toBe(429)
    expect((await from('203.0.113.4', '/functions/v1/maestros')).status).toBe(400)
  })

  test('gets a readable error from the official client', async () => {
    const own = await startApp({ LIMIT_REQUESTS_ADDRESS: '1/3600' })
    const client = own.client()
    await client.from('alcaldias_disponibles').select()
    expect(await call(client, 'maestros')).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    const { error } = await client.auth.signInWithPassword({ email: 'a@example.com', password: 'secreta' })
    expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    expect(await client.from('alcaldias_disponibles').select()).toMatchObject({ status: 429, data: null })
    expect((await client.storage.listBuckets()).error).toMatchObject({ status: 429 })
    await own.close()
  })
})
