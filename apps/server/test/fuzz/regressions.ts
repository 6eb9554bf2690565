import { bomb } from '../setup/rows/pictures.ts'
import type { Piece } from './input.ts'
import { FRAMES } from './regression-frames.ts'
import { get, nested, post, type Regression } from './regression-input.ts'
import { IDS } from './world.ts'

/** The inputs of regressions.test.ts, in the format of regression-input.ts. */

const listed = (count: number, item: (i: number) => string, separator = ',') =>
  Array.from({ length: count }, (_, i) => item(i)).join(separator)
const encoded = encodeURIComponent
const PATTERN = encoded('((.{1,150}){1,140})')
const oneMegabyte: Piece = { repeat: 'a', times: 1_000_000 }
const longEmail = (path: string, fields: string) =>
  post('anon', `/auth/v1/${path}`, ['{"email":"', oneMegabyte, `@fuzz.example",${fields}}`])
const opposite = (keys: number): Piece[] => [
  '[{',
  { count: keys, template: '"k#":1' },
  '},{',
  { count: keys, template: '"k#":1', reverse: true },
  '}]',
]
const deep = (start: string, end = '}'): Piece[] => [start, ...nested(20_000), end]

const ROWS: Regression[] = [
  [
    'two rows of 20,000 keys in opposite order for a table that does not exist',
    post('anon', '/rest/v1/x', opposite(20_000)),
  ],
  ['two rows of 20,000 keys in opposite order', post('anon', '/rest/v1/maestros', opposite(20_000))],
  [
    'a row of 60,000 keys',
    post('seeker', '/rest/v1/maestros', ['{', { count: 60_000, template: '"k#":1' }, '}']),
  ],
  [
    'a row nested 20,000 deep',
    post('maestro', `/rest/v1/maestros?id=eq.${IDS.maestro}`, deep('{"nombre":'), { method: 'PATCH' }),
  ],
  [
    'arguments of a function nested 20,000 deep',
    post('seeker', '/rest/v1/rpc/mark_messages_as_read', deep('{"p_chat_id":')),
  ],
]

const READS: Regression[] = [
  [
    '60 regular expressions that take exponential time',
    get('anon', `/rest/v1/alcaldias_disponibles?${listed(60, () => `nombre=match.${PATTERN}`, '&')}`),
  ],
  [
    'a regular expression without regard to case',
    get('anon', `/rest/v1/oficios_disponibles?nombre=imatch.${PATTERN}`),
  ],
  [
    'a regular expression inside a logic tree',
    get('anon', `/rest/v1/oficios_disponibles?or=${encoded('(nombre.not.match.a,nombre.match(any).{a})')}`),
  ],
  [
    'one column selected 60 times',
    get('seeker', `/rest/v1/mensajes?select=${listed(60, (i) => `a${i}:contenido`)}`),
  ],
  [
    'an embed that returns to a table of its path',
    get('seeker', `/rest/v1/mensajes?select=${encoded('id,chats(id,mensajes(id,chats(id,mensajes(id))))')}`),
  ],
  [
    'conditions nested 500 deep',
    get('anon', `/rest/v1/chats?or=${'('.repeat(500)}id.eq.1${')'.repeat(500)}`),
  ],
  [
    'embeds nested 300 deep',
    get('seeker', `/rest/v1/chats?select=${'mensajes('.repeat(300)}id${')'.repeat(300)}`),
  ],
  ['a list of 1,100 values', get('anon', `/rest/v1/chats?id=in.(${listed(1100, String)})`)],
]

const ACCOUNTS: Regression[] = [
  ['a sign-in with an e-mail of 1 MB', longEmail('token?grant_type=password', '"password":"secreta1"')],
  ['a sign-up with an e-mail of 1 MB', longEmail('signup', '"password":"secreta1"')],
  ['a recovery with an e-mail of 1 MB', longEmail('recover', '"a":1')],
  ['a code with an e-mail of 1 MB', longEmail('verify', '"type":"email","token":"123456"')],
  [
    'a refresh token of 1 MB',
    post('anon', '/auth/v1/token?grant_type=refresh_token', ['{"refresh_token":"', oneMegabyte, '"}']),
  ],
  [
    'metadata nested 20,000 deep',
    post('seeker', '/auth/v1/user', deep('{"data":{"a":', '}}'), { method: 'PUT' }),
  ],
]

const CHAT_PICTURE = `/storage/v1/object/chat-media/${IDS.chat}/1.png`
const upload = (body: Piece, type: string) => post('seeker', CHAT_PICTURE, [body], { type })
const bombed = (width: number, height: number) =>
  upload({ base64: bomb(width, height).toString('base64') }, 'image/png')
const PART = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
const UPLOADS: Regression[] = [
  ['a picture of 1 × 40,000,000 pixels', bombed(1, 40_000_000)],
  ['a picture of 40,000,000 × 1 pixels', bombed(40_000_000, 1)],
  ['a picture of 2,147,483,647 × 2,147,483,647 pixels', bombed(2 ** 31 - 1, 2 ** 31 - 1)],
  ['a form with an empty boundary', upload('----b\r\n--b\r\n', 'multipart/form-data; boundary=')],
  [
    'a form of 90,000 tiny parts',
    post('seeker', CHAT_PICTURE, [{ repeat: PART, times: 90_000 }, '--b--\r\n'], {
      type: 'multipart/form-data; boundary=b',
    }),
  ],
  [
    'a path that climbs out of the bucket',
    get('seeker', '/storage/v1/object/chat-media/..%2f..%2fetc%2fpasswd'),
  ],
  ['a path of 500 folders', get('seeker', `/storage/v1/object/chat-media/${'a/'.repeat(500)}1.jpg`)],
  ['a name of the folder of temporary files', get('secret', '/storage/v1/object/chat-media/.drafts/1.jpg')],
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
  ].map((path): Regression => [`a NUL in ${path.split('?')[0]}`, get('anon', path)]),
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
  ).map(([path, body]): Regression => [`an escaped NUL sent to ${path}`, post('seeker', path, [body])]),
  ['a body of NUL bytes', post('anon', '/rest/v1/chats', [{ repeat: '\0', times: 100 }])],
]

export const REGRESSIONS: readonly Regression[] = [
  ...FRAMES,
  ...ROWS,
  ...READS,
  ...ACCOUNTS,
  ...UPLOADS,
  ...NUL,
]
