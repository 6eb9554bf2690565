import fc from 'fast-check'
import { type HttpInput, type Piece, WHO, type Who } from '../input.ts'
import { IDS } from '../world.ts'

/** A part of `fc.oneof` that is chosen as often as its weight says. */
export const weigh = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })

/**
 * The common parts of all grammars. `extremes` adds sizes far beyond the limits (nesting of 20,000, 40,000
 * keys, bodies of 1 MB); without it everything stays near what a client sends.
 */
export interface Scale {
  extremes: boolean
}

/** A number of repetitions: mostly small, sometimes near a limit, and with `extremes` rarely very large. */
export const times = ({ extremes }: Scale, most = 40_000): fc.Arbitrary<number> =>
  fc
    .oneof(
      weigh(12, fc.integer({ min: 0, max: 5 })),
      weigh(4, fc.integer({ min: 6, max: 70 })),
      ...(extremes
        ? [
            weigh(2, fc.constantFrom(100, 101, 200, 201, 1000, 1001)),
            weigh(1, fc.integer({ min: Math.min(1000, most), max: most })),
          ]
        : []),
    )
    .map((count) => Math.min(count, most))

/**
 * One of the arbitraries that `make` gives for the values. Unlike with `chain`, each is created only once,
 * which is many times faster.
 */
export const each = <T, U>(values: readonly T[], make: (value: T) => fc.Arbitrary<U>): fc.Arbitrary<U> =>
  fc.oneof(...values.map(make))

const NASTY = [
  ...['', '\0', 'null', 'true', '-1', '-0', '1e999', 'NaN', '9'.repeat(60), 'not-a-uuid', '*', '%', '%%'],
  ...['00000000-0000-0000-0000-000000000000', '00000000-0000-4000-8000-00000000000G'],
  ...["'; drop table public.maestros; --", '"', '\\', '\\\\', '{}', '{{{', '()', '((((', '[', '","'],
  ...['../../../../etc/passwd', '..', '.', '/', '//', '.hidden', 'a/../b', 'a//b', 'con', 'a\\b'],
  ...[
    '\u202eñandú🧱\u{10ffff}',
    'a\u0301',
    '\u2028',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
  ],
  ...['2026-02-30T25:61:61Z', 'infinity', '-infinity', 'epoch', '0x10', '1_000', '١٢٣', 'a'.repeat(300)],
]
export const ids = fc.constantFrom(...Object.values(IDS))
export const word: fc.Arbitrary<string> = fc.oneof(
  weigh(3, fc.constantFrom(...NASTY)),
  weigh(2, ids),
  weigh(2, fc.string({ maxLength: 12 })),
  weigh(
    1,
    fc.string({ unit: 'binary', maxLength: 8 }).map((text) => text.toWellFormed()),
  ),
  weigh(1, fc.integer().map(String)),
)

export const who: fc.Arbitrary<Who> = fc.constantFrom(
  ...WHO,
  ...(['anon', 'anon', 'seeker', 'seeker', 'seeker', 'maestro', 'maestro'] as const),
)

/** A word in an address: encoded, not encoded, or encoded incorrectly. */
export const encoded = (given: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    weigh(
      12,
      given.map((text) => encodeURIComponent(text)),
    ),
    weigh(
      2,
      given.map((text) => text.replace(/[^!-~]|["<>#&]/g, '')),
    ),
    weigh(
      1,
      given.map((text) => `${encodeURIComponent(text)}%${text.length % 2 ? 'ff' : ''}`),
    ),
  )

/** Parameters in any order, some of them more than once. */
export const queryOf = (parameters: fc.Arbitrary<string>, maxLength = 6): fc.Arbitrary<string> =>
  fc.tuple(fc.array(parameters, { maxLength }), fc.integer({ min: 0, max: 30 })).map(([list, copies]) => {
    const all = copies > 26 && list[0] ? [...list, ...Array<string>(copies).fill(list[0])] : list
    return all.length > 0 ? `?${all.join('&')}` : ''
  })

/** The longest address that Node accepts, with space for the other headers. */
const ADDRESS_CHARS = 15_000
const address = (text: string): string => text.slice(0, ADDRESS_CHARS).replace(/[^!-~]/g, '')

export const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'] as const

/** Mostly the method that the address expects. */
export const methodLike = (expected: string): fc.Arbitrary<string> =>
  fc.oneof(
    weigh(12, fc.constant(expected)),
    weigh(1, fc.constantFrom(...METHODS, 'TRACE', 'QUERY', 'PROPFIND', 'PURGE')),
  )

const HEADERS: [string, string[]][] = [
  ['content-type', ['text/plain', 'application/json; charset=utf-16', 'application/octet-stream', ';', '']],
  ['accept', ['application/vnd.pgrst.object+json', 'text/csv', 'text/html', '*/*', ',', 'a/b;q=x']],
  ['accept-encoding', ['gzip', 'br', 'identity;q=0', '*']],
  ['content-encoding', ['gzip', 'br', 'x']],
  ['x-forwarded-for', ['1.2.3.4', ',,,', '::1, ::1', 'x'.repeat(500)]],
  ['origin', ['null', 'https://evil.example', 'http://127.0.0.1']],
  ['access-control-request-method', ['POST', 'x']],
  ['if-none-match', ['*', '""', '"'.repeat(50)]],
  ['range', ['0-0', '5-1', 'bytes=0-', '99999999999999999999-', '-', 'items']],
  ['x-supabase-api-version', ['2024-01-01', '9999-99-99', 'x']],
  ['x-client-info', ['supabase-js/x', 'ÿþ']],
  ['cookie', ['a=b; '.repeat(100)]],
]
const extraHeaders: fc.Arbitrary<Record<string, string>> = fc
  .array(
    each(HEADERS, ([name, values]) => fc.constantFrom(...values).map((value) => [name, value] as const)),
    { maxLength: 2 },
  )
  .map((pairs) => Object.fromEntries(pairs))

/** Sometimes `given`, otherwise `usual`. */
export const rarely = <T, U>(given: fc.Arbitrary<T>, usual: U): fc.Arbitrary<T | U> =>
  fc.oneof(weigh(12, fc.constant(usual)), weigh(1, given))

interface Parts {
  method: fc.Arbitrary<string>
  path: fc.Arbitrary<string>
  body?: fc.Arbitrary<Piece[] | undefined>
  headers?: fc.Arbitrary<Record<string, string>>
  type?: fc.Arbitrary<string>
}

/** A request that `fc.oneof` chooses as often as its weight says. */
export const route = (weight: number, parts: Parts) => weigh(weight, request(parts))

/** A JSON request. Callers name only what differs from it. */
export function request(parts: Parts): fc.Arbitrary<HttpInput> {
  return fc
    .record({
      who,
      method: parts.method,
      path: parts.path,
      body: parts.body ?? fc.constant(undefined),
      more: parts.headers ?? fc.constant({}),
      extra: rarely(extraHeaders, {}),
      type: parts.type ?? fc.constant('application/json'),
    })
    .map(({ who, method, path, body, more, extra, type }) => {
      const bodyless = method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || method === 'TRACE'
      const sent = bodyless ? undefined : body
      return {
        kind: 'http' as const,
        who,
        method,
        path: address(path),
        headers: { ...(sent && { 'content-type': type }), ...more, ...extra },
        ...(sent && { body: sent }),
      }
    })
}
