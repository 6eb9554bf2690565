import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimPort } from '../../../src/platform/http/port.ts'
import { UNSUBSCRIBE_PATH, unsubscribeToken } from '../../../src/platform/mail/unsubscribe-links.ts'
import { readConfig } from '../../../src/platform/settings/config.ts'
import { startApp, type TestApp } from '../../setup/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const json = (body: string | Buffer<ArrayBuffer>) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
})
const bytes = (...values: (string | number)[]) =>
  Buffer.concat(
    values.map((value) => (typeof value === 'string' ? Buffer.from(value) : Buffer.from([value]))),
  )

/** fetch would normalize the address before sending it. */
function statusOf(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url)
    httpRequest({ hostname, port, path, headers }, (answer) => {
      let body = ''
      answer.on('data', (chunk) => {
        body += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
    })
      .on('error', reject)
      .end()
  })
}

describe('the routes of the server itself', () => {
  test('report that the process is healthy and that its database answers', async () => {
    expect(await (await fetch(`${app.url}/healthz`)).json()).toEqual({ status: 'ok' })
    // The database of a busy machine may need more time than the route gives it.
    await expect.poll(async () => (await fetch(`${app.url}/readyz`)).json()).toEqual({ status: 'ok' })
  })

  test('give the web app its address and the publishable key, and no other key', async () => {
    const answer = await fetch(`${app.url}/config.json`)
    expect(await answer.json()).toEqual({
      url: app.url,
      publishableKey: app.services.secrets.publishableKey,
      production: false,
      quietHours: { desde: 22, hasta: 7 },
    })
    const other = await startApp({ SUPPORT_EMAIL: 'ayuda@maestros.example', PUSH_QUIET_HOURS: '0-0' })
    const given = await (await fetch(`${other.url}/config.json`)).json()
    await other.close()
    expect(given).toMatchObject({ supportEmail: 'ayuda@maestros.example' })
    expect(given).not.toHaveProperty('quietHours')
  })

  test('count metrics by route pattern, so that no address with an id or token is stored', async () => {
    await fetch(`${app.url}/healthz?token=secreto`)
    const text = await (await fetch(`${app.url}/metrics`)).text()
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} \d+/,
    )
    expect(text).toContain('process_cpu_seconds_total')
    expect(text).toContain('database_connections{state=')
    expect(text).not.toContain('secreto')
  })

  test('with PORT=0 use a free port, which the site address contains', async () => {
    const config = await claimPort(readConfig({ PORT: '0' }))
    expect(config.PORT).toBeGreaterThan(0)
    expect(config.siteUrl).toBe(`http://127.0.0.1:${config.PORT}`)
  })
})

describe('bad input is refused clearly before any surface sees it', () => {
  test.for<[string, RequestInit, number, string]>([
    ['JSON that is cut off', json('{"a":'), 400, 'invalid_json'],
    ['bytes that are not UTF-8', json(bytes('{"a":"', 0xff, '"}')), 400, 'invalid_text'],
    ['an escaped NUL', json('{"a":"x\\u0000"}'), 400, 'invalid_text'],
    ['a key that would reach the prototype', json('{"__proto__":{"a":1}}'), 400, 'invalid_json'],
    ['a body over the limit', json(JSON.stringify('x'.repeat(1024 * 1024))), 413, 'body_too_large'],
  ])('%s', async ([, init, status, code]) => {
    const answer = await fetch(`${app.url}/nada`, init)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ code })
  })

  test('an escaped backslash before u0000 is not a NUL, and an empty body is not an error', async () => {
    expect((await fetch(`${app.url}/nada`, json('{"a":"\\\\u0000"}'))).status).toBe(404)
    expect((await fetch(`${app.url}/nada`, json(''))).status).toBe(404)
  })

  test.for(['/%00', '/%ff', '/nada?a=%00', '/nada?a=%ff', '/%', '/%c3%28'])(
    'the address %s',
    async (path) => {
      const { status, body } = await statusOf(path)
      expect(status).toBe(400)
      expect(JSON.parse(body)).toMatchObject({ message: expect.any(String) })
    },
  )

  test('data that is not HTTP gets 400 and the connection is closed', async () => {
    const { hostname, port } = new URL(app.url)
    const text = await new Promise<string>((resolve) => {
      let received = ''
      const socket = connect(Number(port), hostname, () => socket.write('HOLA\r\n\r\n'))
      socket.on('data', (chunk) => {
        received += chunk
      })
      socket.on('close', () => resolve(received))
    })
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('an unknown address returns JSON to a program', async () => {
    const answer = await fetch(`${app.url}/nada`)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'not_found' })
  })
})

describe('headers', () => {
  test('every answer forbids sniffing, framing and caching unless its route says otherwise', async () => {
    for (const path of ['/healthz', '/nada', '/rest/v1/alcaldias_disponibles']) {
      const { headers } = await fetch(`${app.url}${path}`)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('strict-transport-security')).toBeNull()
    }
  })

  test('a site on https sends the HSTS header', async () => {
    const secure = await startApp({ SITE_URL: 'https://maestros.example' })
    const { headers } = await fetch(`${secure.url}/healthz`)
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
    expect(await (await fetch(`${secure.url}/config.json`)).json()).toMatchObject({
      url: 'https://maestros.example',
    })
    await secure.close()
  })
})

test('a server error is answered without its details, and logged with them', async () => {
  const broken = await startApp()
  await broken.services.db.sql.end()
  const { secrets } = broken.services
  const token = unsubscribeToken(secrets, { userId: randomUUID(), kind: 'correo_busquedas' })
  const answer = await fetch(`${broken.url}${UNSUBSCRIBE_PATH}?t=${token}`, { method: 'POST' })
  expect(answer.status).toBe(500)
  expect(await answer.json()).toEqual({
    code: 'internal_error',
    message: 'Algo salió mal. Inténtalo de nuevo.',
  })
  expect((await fetch(`${broken.url}/readyz`)).status).toBe(503)
  const errors = broken.takeErrors()
  expect(errors).toHaveLength(1)
  expect(errors[0]).toContain('CONNECTION_ENDED')
  await broken.close()
})

describe('the caller', () => {
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((one) => one && !one.internal && one.family === 'IPv4')?.address

  test.skipIf(!outside)('from another machine cannot see the metrics', async () => {
    const open = await startApp({ HOST: '0.0.0.0' })
    const { port } = new URL(open.url)
    expect((await fetch(`http://${outside}:${port}/metrics`)).status).toBe(404)
    expect((await fetch(`http://${outside}:${port}/healthz`)).status).toBe(200)
    await open.close()
  })
})
