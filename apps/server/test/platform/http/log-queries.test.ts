import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeLog } from '../../../src/platform/http/log.ts'
import { maskQueries } from '../../../src/platform/http/sensitive-query.ts'
import { UNSUBSCRIBE_PATH, unsubscribeToken } from '../../../src/platform/mail/unsubscribe-links.ts'
import { startApp, type TestApp } from '../../setup/app.ts'

/** The query string of a form that is submitted before its script has loaded. */
const EMAIL = 'ana.lopez@correo-privado.example'
const PASSWORD = 'contrasena-muy-secreta'
const QUERY = `email=${encodeURIComponent(EMAIL)}&password=${PASSWORD}&contrase%C3%B1a=${PASSWORD}`

/** Also as the bytes of a buffer, as a log would write them. */
const SECRETS = [EMAIL, encodeURIComponent(EMAIL), PASSWORD, [...Buffer.from(PASSWORD)].join(',')]

const expectNoSecret = (lines: readonly string[]) => {
  const text = lines.join('')
  for (const secret of SECRETS) expect(text).not.toContain(secret)
}

// The lines at the levels after them are among those at info.
describe.each(['trace', 'debug', 'info'])('with LOG_LEVEL=%s no line contains a query', (level) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ LOG_LEVEL: level })
  })
  afterAll(() => app.close())

  /** Sends bytes and waits until the server closes the connection, or closes it first. */
  const send = async (text: string, abort = false) => {
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    const closed = once(socket, 'close')
    socket.write(text)
    if (abort) setTimeout(() => socket.destroy(), 50)
    else socket.resume()
    await closed
  }

  test('of a page, an unknown address, a refusal and a redirect', async () => {
    const key = app.services.secrets.publishableKey
    for (const path of ['/login', '/nada', '/auth/v1/token', '/rest/v1/nada', '/functions/v1/maestros']) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        await fetch(`${app.url}${path}?${QUERY}`, {
          method,
          headers: { apikey: key, accept: 'text/html' },
          redirect: 'manual',
        })
      }
    }
    if (level === 'debug' || level === 'info') expect(app.lines.join('')).toContain('"path":"/nada"')
    expectNoSecret(app.lines)
  })

  test('of requests that cannot be parsed', async () => {
    await send(`GET /login?${QUERY} HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n`)
    await send(`GET /login?${QUERY} FTP/9\r\n\r\n`)
    await send(`GET /login?${QUERY}&x=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)
    await send(`GET /login?${QUERY}&x=%ff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    if (level === 'trace') expect(app.lines.join('')).toContain('client error')
    expectNoSecret(app.lines)
  })

  test('of requests that the client aborts', async () => {
    await send(
      `POST /functions/v1/get-chats?${QUERY} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{`,
      true,
    )
    await send(`GET /login?${QUERY} HTTP/1.1\r\nHost: x\r\n`, true)
    expectNoSecret(app.lines)
  })

  test('of requests that fail with a server error', async () => {
    const broken = await startApp({ LOG_LEVEL: level }, app)
    await broken.services.db.sql.end()
    const headers = { apikey: app.services.secrets.publishableKey }
    const search = await fetch(`${broken.url}/functions/v1/maestro-profile/${crypto.randomUUID()}?${QUERY}`, {
      headers,
    })
    expect(search.status).toBe(500)
    const token = unsubscribeToken(broken.services.secrets, {
      userId: crypto.randomUUID(),
      kind: 'correo_busquedas',
    })
    const page = await fetch(`${broken.url}${UNSUBSCRIBE_PATH}?${QUERY}&t=${token}`, { method: 'POST' })
    expect(page.status).toBe(500)
    expect(broken.lines.join('')).toContain('CONNECTION_ENDED')
    expectNoSecret(broken.lines)
    broken.takeErrors()
    await broken.close()
  })
})

test('in a line of another library that contains an address, the values of the query are masked', () => {
  const lines: string[] = []
  const log = makeLog({ LOG_LEVEL: 'info' }, { write: (line) => void lines.push(line) })
  const url = `/login?${QUERY}&pagina=2`
  log.warn(`Reply was already sent, did you forget to "return reply" in the "${url}" (GET) route?`)
  log.error(new Error(`could not answer ${url}`))
  log.info({ req: { method: 'GET', url, headers: {} } }, 'incoming request')
  log.info({ url, nested: { referer: `https://maestros.example${url}` } })
  expectNoSecret(lines)
  expect(lines.join('')).toContain('pagina=2')
  expect(JSON.parse(lines[2] ?? '')).toMatchObject({ req: { method: 'GET', path: '/login' } })
})

test('a line about an error contains neither the bytes of a request nor the connection that libraries attach to it', () => {
  const lines: string[] = []
  const log = makeLog({ LOG_LEVEL: 'info' }, { write: (line) => void lines.push(line) })
  const attached = { rawPacket: Buffer.from(PASSWORD), client: { secretKey: PASSWORD }, code: 'ECONNRESET' }
  log.warn({ err: Object.assign(new Error('lost'), attached) }, 'the job queue lost a connection')
  expectNoSecret(lines)
  const { err } = JSON.parse(lines[0] ?? '')
  expect(err).toMatchObject({ type: 'Error', message: 'lost', code: 'ECONNRESET', stack: expect.any(String) })
})

test('a value that contains another query is masked by the name before it, and by the names inside it', () => {
  expect(maskQueries('/a?next=?token=abc&x=1')).toBe('/a?next=?token=[secreto]&x=1')
  expect(maskQueries('/a?password=abc?token=def&x=1&code=')).toBe('/a?password=[secreto]&x=1&code=')
  expect(maskQueries('pwd=abc')).toBe('pwd=abc')
})

test.each([
  ['names without a value', `/=&${'pwd'.repeat(5400)}`],
  ['question marks', `=${'?'.repeat(16_000)}`],
  ['parameters', '?pwd=&a=?'.repeat(1800)],
])('a line of 16 kB of %s is masked in a time that grows with its length only', (_what, line) => {
  const quickest = (work: () => void) =>
    Math.min(
      ...Array.from({ length: 5 }, () => {
        const start = performance.now()
        work()
        return performance.now() - start
      }),
    )
  let equals = 0
  const scan = quickest(() => {
    for (const character of line) if (character === '=') equals += 1
  })
  expect(equals).toBeGreaterThan(0)
  // Not a limit in milliseconds: a busy machine is slow at both. The square of the length would be thousands of times a scan.
  expect(quickest(() => void maskQueries(line)) / scan).toBeLessThan(200)
})

test('the log contains the beginning of a long path only', async () => {
  const app = await startApp({ LOG_LEVEL: 'info' })
  const answer = await fetch(`${app.url}/nada=&${'pwd'.repeat(4000)}`)
  expect(answer.status).toBe(404)
  const [line = '', ...others] = app.lines.filter((text) => text.includes('"path":"/nada='))
  expect(others).toEqual([])
  expect(line.length).toBeLessThan(500)
  await app.close()
})
