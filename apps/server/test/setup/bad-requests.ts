import fc from 'fast-check'
import type { Sent } from './services/raw-http.ts'

/** Invalid requests that are similar to valid ones, with errors in every part. */

const WORDS = [
  '',
  '\0',
  '\ud800',
  'null',
  'true',
  '-1',
  '1e999',
  'NaN',
  '9'.repeat(60),
  'not-a-uuid',
  '00000000-0000-0000-0000-000000000000',
  '00000000-0000-4000-8000-00000000000G',
  "'; drop table public.maestros; --",
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '%ff%fe',
  '%',
  '%E0%A4%A',
  '\u202eñandú🧱\u{10ffff}',
  'a'.repeat(5000),
  '(((((((((((',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '*',
  '2026-02-30T25:61:61Z',
  'infinity',
]
const word = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const percent = (byte: number) => `%${byte.toString(16).padStart(2, '0')}`
/** A word inside an address: encoded, not encoded, or encoded incorrectly. */
const inAddress = fc.oneof(
  word.map((text) => encodeURIComponent(text.toWellFormed())),
  word.map((text) => text.replace(/[^!-~]|["<>#]/g, '')),
  fc.uint8Array({ minLength: 1, maxLength: 6 }).map((bytes) => [...bytes].map(percent).join('')),
)

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const BODIES: (string | Buffer)[] = [
  ...['', '{', 'null', '[]', '[null]', '[[]]', '""', '0', 'undefined', '{"a":1,"a":2}'],
  '{"__proto__":{"role":"maestro"}}',
  '{"constructor":{"prototype":{"role":"maestro"}}}',
  '{"email":"\\u0000@example.com","password":"\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000"}',
  '{"email":"\\ud800@example.com","password":"secreta"}',
  `{"email":"${'a'.repeat(100_000)}@example.com","password":"secreta"}`,
  deep(100),
  deep(20_000),
  `{"data":${deep(5000)}}`,
  'x'.repeat(1_048_577),
  `["${'x'.repeat(1_100_000)}"]`,
  Buffer.from([0xff, 0xfe, 0x00]),
  Buffer.from('{"email":"\xff@example.com"}', 'latin1'),
  Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
  Buffer.alloc(64),
]
const FIELDS =
  'email password data gotrue_meta_security refresh_token token token_hash type code redirect_to maestro_id ' +
  'buscador_id p_chat_id p_user_role id nombre oficio alcaldia descripcion curp perfil_completo ' +
  'visitas_ultimos_30_dias fecha_aceptacion __proto__ toString ñ'
const value = fc.oneof(
  word,
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(1e21, -0, [], {}, [[]], { a: { b: null } }),
)
/** Written by hand, so that any name may occur, also twice. */
const object = fc
  .array(fc.tuple(fc.constantFrom(...FIELDS.split(' '), ''), value), { maxLength: 6 })
  .map(
    (pairs) => `{${pairs.map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)}`).join(',')}}`,
  )
const body = fc.oneof({ weight: 1, arbitrary: fc.constantFrom(...BODIES) }, { weight: 4, arbitrary: object })

const METHODS =
  'GET POST PATCH PUT DELETE HEAD OPTIONS PURGE PROPFIND TRACE M-SEARCH QUERY GET POST POST PATCH'
const TYPES = [
  ...[
    '',
    ';',
    'text/plain',
    'multipart/form-data',
    'application/octet-stream',
    'application/json, text/html',
  ],
  ...['application/json; charset=utf-16', 'application/x-www-form-urlencoded', 'application/json'],
]
const HEADERS: [string, (string | string[])[]][] = [
  ['prefer', ['return=representation', 'count=exact', 'handling=strict,foo=bar', 'max-affected=-1', ',,,=']],
  ['prefer', ['resolution=merge-duplicates', 'tx=rollback', ['return=minimal', 'return=representation']]],
  ['range', ['0-0', '5-1', 'bytes=0-', '99999999999999999999-', '-', 'items', ['0-1', '2-3']]],
  ['accept', ['application/vnd.pgrst.object+json', 'text/csv', 'text/html', '*/*', 'a/b;q=x', ',']],
  ['accept-profile', ['auth', 'interno', 'public', '', 'public,auth']],
  ['content-profile', ['auth', 'storage', '*']],
  ['x-forwarded-for', ['1.2.3.4', 'x'.repeat(500), ',,,', '::1, ::1']],
  ['x-http-method-override', ['DELETE']],
  ['if-none-match', ['*', '""', 'W/"x"', '"'.repeat(50)]],
  ['origin', ['null', 'https://evil.example', 'x']],
  ['host', ['evil.example', '', 'localhost:1', '[::1]']],
  ['content-encoding', ['gzip', 'br', 'x']],
  ['x-client-info', ['\xff\xfe', 'supabase-js/x']],
  ['cookie', ['a=b; '.repeat(100)]],
  ['upgrade', ['websocket', 'h2c']],
]
const header = fc.oneof(
  ...HEADERS.map(([name, values]) => fc.constantFrom(...values).map((one) => [name, one] as const)),
)

export interface Surface {
  paths: string[]
  query: string
  requests: number
}

/** A request without credentials: `who` chooses one of the credentials of the test. */
export interface BadRequest {
  sent: Sent
  who: number
}

export const badRequest = ({ paths, query }: Surface, people: number): fc.Arbitrary<BadRequest> =>
  fc
    .record({
      method: fc.constantFrom(...METHODS.split(' ')),
      path: fc.constantFrom(...paths),
      more: fc.option(inAddress, { nil: '' }),
      query: fc.array(
        fc.tuple(
          fc.oneof(
            { weight: 5, arbitrary: fc.constantFrom(...query.split(' ')) },
            { weight: 1, arbitrary: inAddress },
          ),
          inAddress,
        ),
        { maxLength: 4 },
      ),
      headers: fc.array(header, { maxLength: 3 }),
      type: fc.constantFrom('application/json', 'application/json', ...TYPES),
      who: fc.nat(people - 1),
      body: fc.option(body, { nil: undefined, freq: 3 }),
    })
    .map(({ method, path, more, query, headers, type, who, body }) => {
      const extra = query.map(([name, one]) => `${name}=${one}`).join('&')
      const reads = method === 'GET' || method === 'HEAD'
      return {
        who,
        sent: {
          method,
          path: [path.endsWith('/') ? path + more : path, extra]
            .filter(Boolean)
            .join(path.includes('?') ? '&' : '?'),
          headers: {
            ...Object.fromEntries(headers),
            ...(body !== undefined && { 'content-type': type }),
          },
          body: reads ? undefined : body,
        },
      }
    })

export const describeBad = ({ sent, who }: BadRequest): string =>
  JSON.stringify({ ...sent, who, path: sent.path.slice(0, 300), body: String(sent.body).slice(0, 300) })
