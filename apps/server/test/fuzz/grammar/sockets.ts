import fc from 'fast-check'
import type { Frame, HttpInput, Piece, SocketInput } from '../input.ts'
import { IDS } from '../world.ts'
import { anyJson, objectOf } from './json.ts'
import { each, encoded, ids, request, type Scale, times, weigh, who, word } from './words.ts'

/** The realtime surface: sequences of frames on one socket, and the HTTP broadcast. */

const topic = fc.oneof(
  weigh(6, fc.constantFrom(`realtime:chat:${IDS.chat}`, `realtime:chat:${IDS.otherChat}`, 'realtime:x')),
  weigh(
    2,
    word.map((name) => `realtime:${name}`),
  ),
  weigh(1, fc.constantFrom('phoenix', 'realtime:', '', 'x', `realtime:${'a'.repeat(300)}`)),
)
const CHANGES = [
  ...['*', 'INSERT', 'UPDATE', 'DELETE', 'x'].map((event) => ({
    event,
    schema: 'public',
    table: 'mensajes',
  })),
  { event: '*', schema: 'public', table: 'chats', filter: `id=eq.${IDS.chat}` },
  { event: '*', schema: 'public', table: 'mensajes', filter: 'contenido=in.(a,b,c)' },
  { event: '*', schema: '*', filter: 'x' },
  { table: 'profiles' },
]

/** Text with `@` where a value of any shape is inserted. */
const around = (before: string, value: Piece[], after: string): Piece[] => [before, ...value, after]

const joinPayload = (scale: Scale): fc.Arbitrary<Piece[]> =>
  fc
    .tuple(
      fc.oneof(
        weigh(
          4,
          fc
            .array(fc.constantFrom(...CHANGES), { maxLength: 25 })
            .map((list): Piece[] => [JSON.stringify(list)]),
        ),
        weigh(1, anyJson(scale)),
        weigh(
          1,
          anyJson(scale).map((json) => around('[{"event":"*","schema":"public","x":', json, '}]')),
        ),
      ),
      fc.oneof(
        weigh(3, fc.constantFrom<Piece[]>(['{"self":true,"ack":true}'], ['{}'])),
        weigh(1, anyJson(scale)),
      ),
      fc.oneof(
        weigh(3, fc.constantFrom<Piece[]>(['{"key":"a","enabled":true}'], ['{"enabled":true}'])),
        weigh(1, anyJson(scale)),
      ),
      fc.constantFrom('{token}', '{token}', '{token}', 'x', ''),
    )
    .map(([changes, broadcast, presence, token]) => [
      '{"config":{"postgres_changes":',
      ...changes,
      ',"broadcast":',
      ...broadcast,
      ',"presence":',
      ...presence,
      `},"access_token":"${token}"}`,
    ])

const payload = (scale: Scale, event: string): fc.Arbitrary<Piece[]> => {
  const json = anyJson(scale)
  if (event === 'phx_join') return fc.oneof(weigh(5, joinPayload(scale)), weigh(1, json))
  if (event === 'presence') {
    return fc
      .tuple(fc.constantFrom('track', 'untrack', 'x'), json)
      .map(([name, value]) => around(`{"type":"presence","event":"${name}","payload":{"a":`, value, '}}'))
  }
  if (event === 'broadcast') {
    return json.map((value) => around('{"type":"broadcast","event":"escribiendo","payload":', value, '}'))
  }
  if (event === 'access_token')
    return fc.constantFrom<Piece[]>(['{"access_token":"{token}"}'], ['{"access_token":"x"}'], ['{}'])
  return json
}

const EVENTS = [
  'phx_join',
  'phx_join',
  'phx_leave',
  'broadcast',
  'broadcast',
  'presence',
  'presence',
  'access_token',
]
const messageOf = (scale: Scale, vsn: string, where: fc.Arbitrary<string>): fc.Arbitrary<Piece[]> =>
  each([...EVENTS, 'heartbeat', 'x'], (event) =>
    fc
      .tuple(where, fc.constantFrom('1', '2', '"3"', 'null'), payload(scale, event))
      .map(([topic, ref, pieces]) =>
        vsn.startsWith('2')
          ? around(`[${ref},${ref},${JSON.stringify(topic)},"${event}",`, pieces, ']')
          : around(
              `{"join_ref":${ref},"ref":${ref},"topic":${JSON.stringify(topic)},"event":"${event}","payload":`,
              pieces,
              '}',
            ),
      ),
  )

/**
 * A binary broadcast: kind, five lengths, encoding, and then names and a body that may not match the lengths.
 */
const binary: fc.Arbitrary<Frame> = fc
  .tuple(
    fc.constantFrom(3, 3, 3, 4, 0, 255),
    fc.uint8Array({ minLength: 5, maxLength: 5 }),
    fc.constantFrom(0, 1, 2),
    word,
  )
  .map(([kind, lengths, encoding, text]) => {
    const head = Buffer.from([kind, ...lengths.map((n) => n % 40), encoding])
    const bytes = Buffer.concat([head, Buffer.from(`11realtime:chat:${IDS.chat}evento${text}`)])
    return { binary: true, pieces: [{ base64: bytes.toString('base64') }] }
  })

export const sockets = (scale: Scale): fc.Arbitrary<SocketInput> =>
  each(['2.0.0', '2.0.0', '1.0.0', '9.9.9'], (vsn) => {
    const text = (where: fc.Arbitrary<string>) =>
      messageOf(scale, vsn, where).map((pieces): Frame => ({ binary: false, pieces }))
    const opening: Frame = {
      binary: false,
      pieces: vsn.startsWith('2')
        ? [
            `["1","1","realtime:chat:${IDS.chat}","phx_join",{"config":{"presence":{"enabled":true},"broadcast":{"ack":true}},"access_token":"{token}"}]`,
          ]
        : [
            `{"ref":"1","topic":"realtime:chat:${IDS.chat}","event":"phx_join","payload":{"config":{"presence":{"enabled":true}},"access_token":"{token}"}}`,
          ],
    }
    const frame = fc.oneof(
      weigh(8, text(topic)),
      weigh(4, text(fc.constant(`realtime:chat:${IDS.chat}`))),
      weigh(1, binary),
      weigh(
        1,
        anyJson(scale).map((pieces): Frame => ({ binary: false, pieces })),
      ),
      weigh(
        1,
        times(scale, 130_000).map((n): Frame => ({ binary: false, pieces: [{ repeat: 'x', times: n }] })),
      ),
    )
    return fc
      .record({ who, joins: fc.boolean(), frames: fc.array(frame, { minLength: 1, maxLength: 20 }) })
      .map(({ who, joins, frames }) => ({
        kind: 'socket' as const,
        who,
        vsn,
        frames: joins ? [opening, ...frames] : frames,
      }))
  })

export const broadcasts = (scale: Scale): fc.Arbitrary<HttpInput> => {
  const message = objectOf(scale, {
    topic: ids.map((id) => `chat:${id}`),
    event: word,
    payload: fc.jsonValue({ maxDepth: 2 }),
  })
  return fc.oneof(
    request({
      method: fc.constant('POST'),
      path: fc.constant('/realtime/v1/api/broadcast'),
      body: fc.oneof(
        fc
          .array(message, { maxLength: 22 })
          .map((list): Piece[] => [
            '{"messages":[',
            ...list.flatMap((one, i) => (i > 0 ? [',', ...one] : one)),
            ']}',
          ]),
        anyJson(scale).map((json) =>
          around(`{"messages":[{"topic":"chat:${IDS.chat}","event":"a","payload":`, json, '}]}'),
        ),
        anyJson(scale),
      ),
    }),
    request({
      method: fc.constantFrom('POST', 'GET'),
      path: fc
        .tuple(encoded(topic), encoded(word))
        .map(([name, event]) => `/realtime/v1/api/broadcast/${name}/events/${event}`),
      body: anyJson(scale),
      type: fc.constantFrom('application/json', 'application/octet-stream', 'text/plain'),
    }),
  )
}
