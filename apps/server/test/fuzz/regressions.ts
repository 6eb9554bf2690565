import { bomb } from '../setup/rows/pictures.ts'
import type { Piece } from './input.ts'
import { FRAMES } from './regression-frames.ts'
import { http, nested, type Regression } from './regression-input.ts'
import { IDS } from './world.ts'

/** The inputs of regressions.test.ts, in the format of regression-input.ts. */

const listed = (count: number, item: (i: number) => string, separator = ',') =>
  Array.from({ length: count }, (_, i) => item(i)).join(separator)
const encoded = encodeURIComponent
const PATTERN = encoded('((.{1,150}){1,140})')
const longEmail = (fields: string): Piece[] => [
  '{"email":"',
  { repeat: 'a', times: 1_000_000 },
  `@fuzz.example",${fields}}`,
]
const opposite = (keys: number): Piece[] => [
  '[{',
  { count: keys, template: '"k#":1' },
  '},{',
  { count: keys, template: '"k#":1', reverse: true },
  '}]',
]

const ROWS: Regression[] = [
  {
    name: 'two rows of 20,000 keys in opposite order for a table that does not exist',
    input: http('anon', 'POST', '/rest/v1/x', opposite(20_000)),
  },
  {
    name: 'two rows of 20,000 keys in opposite order',
    input: http('anon', 'POST', '/rest/v1/maestros', opposite(20_000)),
  },
  {
    name: 'a row of 60,000 keys',
    input: http('seeker', 'POST', '/rest/v1/maestros', ['{', { count: 60_000, template: '"k#":1' }, '}']),
  },
  {
    name: 'a row nested 20,000 deep',
    input: http('maestro', 'PATCH', `/rest/v1/maestros?id=eq.${IDS.maestro}`, [
      '{"nombre":',
      ...nested(20_000),
      '}',
    ]),
  },
  {
    name: 'arguments of a function nested 20,000 deep',
    input: http('seeker', 'POST', '/rest/v1/rpc/mark_messages_as_read', [
      '{"p_chat_id":',
      ...nested(20_000),
      '}',
    ]),
  },
]

const READS: Regression[] = [
  {
    name: '60 regular expressions that take exponential time',
    input: http(
      'anon',
      'GET',
      `/rest/v1/alcaldias_disponibles?${listed(60, () => `nombre=match.${PATTERN}`, '&')}`,
    ),
  },
  {
    name: 'a regular expression without regard to case',
    input: http('anon', 'GET', `/rest/v1/oficios_disponibles?nombre=imatch.${PATTERN}`),
  },
  {
    name: 'a regular expression inside a logic tree',
    input: http(
      'anon',
      'GET',
      `/rest/v1/oficios_disponibles?or=${encoded('(nombre.not.match.a,nombre.match(any).{a})')}`,
    ),
  },
  {
    name: 'one column selected 60 times',
    input: http('seeker', 'GET', `/rest/v1/mensajes?select=${listed(60, (i) => `a${i}:contenido`)}`),
  },
  {
    name: 'an embed that returns to a table of its path',
    input: http(
      'seeker',
      'GET',
      `/rest/v1/mensajes?select=${encoded('id,chats(id,mensajes(id,chats(id,mensajes(id))))')}`,
    ),
  },
  {
    name: 'conditions nested 500 deep',
    input: http('anon', 'GET', `/rest/v1/chats?or=${'('.repeat(500)}id.eq.1${')'.repeat(500)}`),
  },
  {
    name: 'embeds nested 300 deep',
    input: http('seeker', 'GET', `/rest/v1/chats?select=${'mensajes('.repeat(300)}id${')'.repeat(300)}`),
  },
  {
    name: 'a list of 1,100 values',
    input: http('anon', 'GET', `/rest/v1/chats?id=in.(${listed(1100, String)})`),
  },
]

const ACCOUNTS: Regression[] = [
  {
    name: 'a sign-in with an e-mail of 1 MB',
    input: http('anon', 'POST', '/auth/v1/token?grant_type=password', longEmail('"password":"secreta1"')),
  },
  {
    name: 'a sign-up with an e-mail of 1 MB',
    input: http('anon', 'POST', '/auth/v1/signup', longEmail('"password":"secreta1"')),
  },
  {
    name: 'a recovery with an e-mail of 1 MB',
    input: http('anon', 'POST', '/auth/v1/recover', longEmail('"a":1')),
  },
  {
    name: 'a code with an e-mail of 1 MB',
    input: http('anon', 'POST', '/auth/v1/verify', longEmail('"type":"email","token":"123456"')),
  },
  {
    name: 'a refresh token of 1 MB',
    input: http('anon', 'POST', '/auth/v1/token?grant_type=refresh_token', [
      '{"refresh_token":"',
      { repeat: 'a', times: 1_000_000 },
      '"}',
    ]),
  },
  {
    name: 'metadata nested 20,000 deep',
    input: http('seeker', 'PUT', '/auth/v1/user', ['{"data":{"a":', ...nested(20_000), '}}']),
  },
]

const CHAT_PICTURE = `/storage/v1/object/chat-media/${IDS.chat}/1.png`
const UPLOADS: Regression[] = [
  {
    name: 'a picture of 1 × 40,000,000 pixels',
    input: http(
      'seeker',
      'POST',
      CHAT_PICTURE,
      [{ base64: bomb(1, 40_000_000).toString('base64') }],
      'image/png',
    ),
  },
  {
    name: 'a picture of 40,000,000 × 1 pixels',
    input: http(
      'seeker',
      'POST',
      CHAT_PICTURE,
      [{ base64: bomb(40_000_000, 1).toString('base64') }],
      'image/png',
    ),
  },
  {
    name: 'a picture of 2,147,483,647 × 2,147,483,647 pixels',
    input: http(
      'seeker',
      'POST',
      CHAT_PICTURE,
      [{ base64: bomb(2 ** 31 - 1, 2 ** 31 - 1).toString('base64') }],
      'image/png',
    ),
  },
  {
    name: 'a form with an empty boundary',
    input: http('seeker', 'POST', CHAT_PICTURE, ['----b\r\n--b\r\n'], 'multipart/form-data; boundary='),
  },
  {
    name: 'a form of 90,000 tiny parts',
    input: http(
      'seeker',
      'POST',
      CHAT_PICTURE,
      [{ repeat: '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n', times: 90_000 }, '--b--\r\n'],
      'multipart/form-data; boundary=b',
    ),
  },
  {
    name: 'a path that climbs out of the bucket',
    input: http('seeker', 'GET', '/storage/v1/object/chat-media/..%2f..%2fetc%2fpasswd'),
  },
  {
    name: 'a path of 500 folders',
    input: http('seeker', 'GET', `/storage/v1/object/chat-media/${'a/'.repeat(500)}1.jpg`),
  },
  {
    name: 'a name of the folder of temporary files',
    input: http('secret', 'GET', '/storage/v1/object/chat-media/.drafts/1.jpg'),
  },
]

/** NUL in an address, escaped in JSON, and as a byte. */
const NUL: Regression[] = [
  ...[
    '/rest/v1/chats?id=eq.%00',
    '/rest/v1/%00',
    '/functions/v1/maestros?alcaldia=%00&oficio=a',
    '/auth/v1/verify?token=%00&type=email',
    '/storage/v1/object/chat-media/%00',
    '/%00',
  ].map((path): Regression => ({ name: `a NUL in ${path.split('?')[0]}`, input: http('anon', 'GET', path) })),
  ...(
    [
      ['/auth/v1/signup', '{"email":"a\\u0000@fuzz.example","password":"secreta1"}'],
      ['/functions/v1/send-message', `{"chat_id":"${IDS.chat}","tipo":"texto","contenido":"a\\u0000b"}`],
      ['/rest/v1/rpc/mark_messages_as_read', '{"p_chat_id":"\\u0000","p_user_role":"a"}'],
      ['/storage/v1/object/list/chat-media', '{"prefix":"\\u0000"}'],
      [
        '/realtime/v1/api/broadcast',
        `{"messages":[{"topic":"chat:${IDS.chat}","event":"a\\u0000","payload":1}]}`,
      ],
    ] as const
  ).map(
    ([path, body]): Regression => ({
      name: `an escaped NUL sent to ${path}`,
      input: http('seeker', 'POST', path, [body]),
    }),
  ),
  {
    name: 'a body of NUL bytes',
    input: http('anon', 'POST', '/rest/v1/chats', [{ repeat: '\0', times: 100 }]),
  },
]

export const REGRESSIONS: readonly Regression[] = [
  ...FRAMES,
  ...ROWS,
  ...READS,
  ...ACCOUNTS,
  ...UPLOADS,
  ...NUL,
]
