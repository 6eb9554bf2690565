import fc from 'fast-check'
import { bomb } from '../../setup/rows/pictures.ts'
import type { HttpInput, Piece } from '../input.ts'
import { IDS } from '../world.ts'
import { anyJson, objectOf } from './json.ts'
import { encoded, methodLike, queryOf, route, type Scale, times, weigh, word } from './words.ts'

/** The storage surface: paths of every form, signatures, lists, and uploads of pictures and other data. */

const PREFIXES = [
  ...['object', 'object/public', 'object/authenticated', 'object/sign', 'object/info', 'object/upload/sign'],
  ...['render/image/public', 'render/image/authenticated', 'render/image/sign', 'object/list', 'object/copy'],
]
const BUCKETS = [
  'chat-media',
  'chat-media',
  'chat-media',
  'support-tickets',
  'none',
  '',
  '..',
  'chat-media%2f',
]
const segment = (scale: Scale): fc.Arbitrary<string> =>
  fc.oneof(
    weigh(4, fc.constantFrom(IDS.chat, IDS.maestro, IDS.seeker, IDS.absent, 'profile-photos')),
    weigh(3, fc.constantFrom('1.jpg', '2.webp', `ine_${IDS.maestro}_1.jpg`, '1', '1.jpg.mini')),
    weigh(3, encoded(word)),
    weigh(2, fc.constantFrom('..', '.', '%2e%2e', '%2f', '%5c', '.drafts', '%00', '%c0%af', '')),
    weigh(
      1,
      times(scale, 2000).map((n) => 'a'.repeat(n)),
    ),
  )
const objectPath = (scale: Scale): fc.Arbitrary<string> =>
  fc.oneof(
    weigh(
      5,
      fc.array(segment(scale), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')),
    ),
    weigh(
      1,
      fc.tuple(segment(scale), times(scale, 500)).map(([part, n]) => `${part}/`.repeat(n)),
    ),
    weigh(
      2,
      fc.integer({ min: 1, max: 10_000_000 }).map((n) => `${IDS.chat}/${n}.jpg`),
    ),
  )
const parameter = fc
  .tuple(fc.constantFrom('token', 'width', 'height', 'download', 'quality', 'resize'), encoded(word))
  .map((parts) => parts.join('='))

const pngSide = ({ extremes }: Scale) =>
  fc.constantFrom(0, 1, 2, 100, ...(extremes ? [12_000, 12_001, 40_000_000, 2 ** 31 - 1] : []))
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const file = (scale: Scale): fc.Arbitrary<Piece[]> =>
  fc.oneof(
    weigh(1, fc.constant<Piece[]>([{ base64: PIXEL }])),
    weigh(
      3,
      fc
        .tuple(pngSide(scale), pngSide(scale))
        .map(([w, h]): Piece[] => [{ base64: bomb(w, h).toString('base64') }]),
    ),
    weigh(
      2,
      fc
        .uint8Array({ maxLength: 60 })
        .map((bytes): Piece[] => [
          { base64: 'iVBORw0KGgo=' },
          { base64: Buffer.from(bytes).toString('base64') },
        ]),
    ),
    weigh(
      1,
      fc.constantFrom<Piece[]>(['RIFF\0\0\0\0WEBP'], [{ base64: '/9j/' }], ['<svg/>'], ['GIF89a'], []),
    ),
  )

const HEAD = 'Content-Disposition: form-data; name='
const form = (scale: Scale): fc.Arbitrary<Piece[]> =>
  fc.oneof(
    file(scale).map((bytes): Piece[] => [
      `--b\r\n${HEAD}""; filename="a.png"\r\n\r\n`,
      ...bytes,
      '\r\n--b--\r\n',
    ]),
    times(scale).map((n): Piece[] => [{ repeat: `--b\r\n${HEAD}"a"\r\n\r\n\r\n`, times: n }, '--b--\r\n']),
    times(scale).map((n): Piece[] => ['--b\r\n', { repeat: 'X-A: b\r\n', times: n }, '\r\n\r\n--b--\r\n']),
    fc.constantFrom<Piece[]>(
      ['--b'],
      ['--b--'],
      ['--b\r\n\r\n'],
      ['----b\r\n--b\r\n'],
      [{ repeat: '--b\r\n', times: 50 }],
    ),
  )

export const storage = (scale: Scale): fc.Arbitrary<HttpInput> => {
  const path = fc
    .tuple(
      fc.constantFrom(...PREFIXES),
      fc.constantFrom(...BUCKETS),
      objectPath(scale),
      queryOf(parameter, 3),
    )
    .map(([prefix, bucket, name, query]) => `/storage/v1/${prefix}/${bucket}/${name}${query}`)
  const inBucket = (route: string) =>
    fc.constantFrom(...BUCKETS).map((bucket) => `/storage/v1/${route}/${bucket}`)
  const names = fc.array(word, { maxLength: 3 })
  return fc.oneof(
    route(8, { method: methodLike('GET'), path, body: anyJson(scale) }),
    route(2, {
      method: fc.constantFrom('POST', 'PUT'),
      path,
      body: objectOf(scale, {
        expiresIn: fc.constantFrom(1, 60, 0, -1, 1e12),
        transform: fc.constant({ width: 10 }),
      }),
    }),
    route(1, {
      method: fc.constant('POST'),
      path: fc
        .tuple(fc.constantFrom('object/chat-media', 'object/support-tickets'), objectPath(scale))
        .map((parts) => `/storage/v1/${parts.join('/')}`),
      body: file(scale),
      type: fc.constantFrom('image/png', 'image/jpeg', 'text/html', ''),
    }),
    route(1, {
      method: fc.constant('POST'),
      path: objectPath(scale).map((name) => `/storage/v1/object/chat-media/${name}`),
      body: form(scale),
      type: fc.constantFrom(
        'multipart/form-data; boundary=b',
        'multipart/form-data',
        'multipart/form-data; boundary=',
      ),
    }),
    route(2, {
      method: fc.constant('POST'),
      path: inBucket('object/list'),
      body: objectOf(scale, {
        prefix: word,
        limit: fc.integer({ min: -1, max: 1001 }),
        offset: fc.integer({ min: -1, max: 10 }),
        search: word,
        sortBy: fc.record({
          column: fc.constantFrom('name', 'created_at', 'x'),
          order: fc.constantFrom('asc', 'x'),
        }),
      }),
    }),
    route(1, {
      method: fc.constant('POST'),
      path: inBucket('object/list-v2'),
      body: objectOf(scale, { prefix: word, cursor: word, limit: fc.nat(1001) }),
    }),
    route(1, {
      method: fc.constant('DELETE'),
      path: inBucket('object'),
      body: objectOf(scale, { prefixes: names }),
    }),
    route(1, {
      method: fc.constant('POST'),
      path: inBucket('object/sign'),
      body: objectOf(scale, { expiresIn: fc.constant(60), paths: names }),
    }),
    route(1, {
      method: methodLike('GET'),
      path: fc.oneof(fc.constant('/storage/v1/bucket'), inBucket('bucket')),
      body: anyJson(scale),
    }),
  )
}
