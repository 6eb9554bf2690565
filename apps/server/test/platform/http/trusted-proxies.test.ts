import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../src/platform/settings/config.ts'
import { startApp, type TestApp } from '../../setup/app.ts'

describe('TRUSTED_PROXIES', () => {
  test('accepts addresses, networks and their names, with spaces between them', () => {
    const { TRUSTED_PROXIES } = readConfig({ TRUSTED_PROXIES: ' 10.0.0.5, 10.1.0.0/16,fd00::/8 , loopback,' })
    expect(TRUSTED_PROXIES).toEqual(['10.0.0.5', '10.1.0.0/16', 'fd00::/8', 'loopback'])
  })

  test.for(['proxy.example', '10.0.0', '10.0.0.1/33', '10.0.0.1-10.0.0.9', '0.0.0.0/0', '*'])(
    'with %s stops the start with an error that names the setting and the wrong part',
    (wrong) => {
      expect(() => readConfig({ TRUSTED_PROXIES: `127.0.0.1, ${wrong},10.0.0.5` })).toThrow(
        `TRUSTED_PROXIES contiene '${wrong}', que no es una dirección IP ni una red`,
      )
    },
  )
})

describe('X-Forwarded-For', () => {
  let unnamed: TestApp
  let named: TestApp
  beforeAll(async () => {
    unnamed = await startApp({ LOG_LEVEL: 'warn', TRUSTED_PROXIES: '10.0.0.5' })
    named = await startApp({ LOG_LEVEL: 'warn', TRUSTED_PROXIES: '127.0.0.1' }, unnamed)
  })
  afterAll(async () => {
    await named.close()
    await unnamed.close()
  })

  const hints = ({ lines }: TestApp) =>
    lines.flatMap((line) => (line.includes('TRUSTED_PROXIES') ? [JSON.parse(line)] : []))
  const send = async ({ url }: TestApp, headers: Record<string, string>, path = '/healthz') =>
    expect((await fetch(`${url}${path}`, { headers })).status).toBe(200)

  test('from an address that TRUSTED_PROXIES does not name is logged once, with the address', async () => {
    await send(unnamed, {})
    expect(hints(unnamed)).toEqual([])
    for (const ip of ['203.0.113.1', '203.0.113.2']) await send(unnamed, { 'x-forwarded-for': ip })
    expect(hints(unnamed)).toMatchObject([{ address: expect.stringMatching(/127\.0\.0\.1$/) }])
  })

  test('from a named proxy is not logged, nor its probes without it; another request without it is logged once', async () => {
    await send(named, { 'x-forwarded-for': '203.0.113.1' })
    await send(named, {})
    expect(hints(named)).toEqual([])
    for (const _ of [1, 2]) await send(named, {}, '/config.json')
    expect(hints(named)).toMatchObject([{ msg: expect.stringContaining('has no X-Forwarded-For') }])
  })
})
