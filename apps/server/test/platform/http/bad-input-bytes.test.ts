import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../setup/app.ts'
import { snapshot } from '../../setup/leak-watch.ts'
import { type MatrixPeople, makeMatrixPeople } from '../../setup/rows/people.ts'
import { rawClient } from '../../setup/services/raw-http.ts'

/** Bytes that no HTTP library would send. Each is refused or ignored, and the next caller is not affected. */

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

const PATHS = [
  '/rest/v1/profiles',
  '/functions/v1/maestros',
  '/auth/v1/user',
  '/storage/v1/object/public/chat-media/x',
  '/',
]

const withKey = () =>
  `Host: localhost\r\nconnection: close\r\napikey: ${app.services.secrets.publishableKey}\r\nauthorization: Bearer ${fixture.people.maestro.token}\r\n`

type Bytes = (path: string) => (string | Buffer)[]
const get =
  (afterPath: string | Buffer = '', headers = ''): Bytes =>
  (path) => ['GET ', path, afterPath, ' HTTP/1.1\r\n', withKey(), headers, '\r\n']
/** The headers end with an empty line, and a body may follow. */
const post =
  (headersAndBody: string): Bytes =>
  (path) => ['POST ', path, ' HTTP/1.1\r\n', withKey(), headersAndBody]
const first =
  (line: (path: string) => string): Bytes =>
  (path) => [line(path), '\r\n', withKey(), '\r\n']

/**
 * The bytes for a path. The answer to all of them begins with a 4xx, or the connection is closed without an
 * answer.
 */
const BYTES: Record<string, Bytes> = {
  'invalid UTF-8 in the address': get(
    Buffer.concat([Buffer.from('?id=eq.'), Buffer.from([0xff, 0xfe, 0xc0, 0x80])]),
  ),
  'a NUL in the address': get('\0'),
  'an encoded NUL in the address': get('%00?id=eq.%00'),
  'an overlong encoding in the address': get('?x=%c0%ae%c0%ae'),
  'a NUL in a header': get('', 'prefer: a\0b\r\n'),
  'a header without a colon': get('', 'rubbish\r\n'),
  'a folded header': get('', 'x: a\r\n b\0\r\n'),
  'a header larger than any': get('', `x: ${'a'.repeat(70_000)}\r\n`),
  'two lengths': post('content-length: 2\r\ncontent-length: 5\r\n\r\n{}'),
  'a length and chunks': post('content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
  'a negative length': post('content-length: -1\r\n\r\n'),
  'chunks of no size': post(
    'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n',
  ),
  'no host': (path) => ['GET ', path, ' HTTP/1.1\r\n\r\n'],
  'an unknown version': first((path) => `GET ${path} HTTP/9.9`),
  'an unknown method': first((path) => `STEAL ${path} HTTP/1.1`),
  'a tunnel': first(() => 'CONNECT localhost:22 HTTP/1.1'),
  'no HTTP at all': () => [Buffer.from([0x16, 0x03, 0x01, 0x00, 0xff, 0x00]), '\r\n\r\n'],
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.\d (\d{3})/.exec(answer)?.[1] ?? 0)

test.each(Object.keys(BYTES))('%s is refused on every surface', async (name) => {
  const before = await snapshot(app)
  const answers = await Promise.all(
    PATHS.map(async (path) => {
      const parts = BYTES[name]?.(path) ?? []
      const answer = await raw.sendBytes(Buffer.concat(parts.map((one) => Buffer.from(one))))
      return { path, status: statusOf(answer), answer: answer.slice(0, 400) }
    }),
  )
  for (const { path, status, answer } of answers) {
    expect(status === 0 ? answer === '' : status >= 400 && status < 500, `${path}: ${answer}`).toBe(true)
  }
  expect(await snapshot(app)).toEqual(before)
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
})

test('a body that ends too early is never written partially', async () => {
  const before = await snapshot(app)
  const { id } = fixture.people.maestro
  const head = `PATCH /rest/v1/maestros?id=eq.${id} HTTP/1.1\r\n${withKey()}content-type: application/json\r\n`
  await raw.sendBytes(`${head}content-length: 500\r\n\r\n{"nombre":"Ladrón"}`, 300)
  await raw.sendBytes(`${head}transfer-encoding: chunked\r\n\r\n13\r\n{"nombre":"Ladron"}\r\n`, 300)
  expect(await snapshot(app)).toEqual(before)
})

test('a request that arrives one character at a time does not delay others', async () => {
  const slow = raw.sendBytes('GET /healthz HT', 1500)
  const start = performance.now()
  await Promise.all(Array.from({ length: 20 }, () => fetch(`${app.url}/healthz`)))
  expect(performance.now() - start).toBeLessThan(20_000)
  await slow
})
