import type { Piece } from './input.ts'
import { nested, post, type Regression, socket } from './regression-input.ts'
import { IDS } from './world.ts'

/** Frames of the realtime surface, and the HTTP broadcast. */

const chat = `realtime:chat:${IDS.chat}`
const join = `["1","1","${chat}","phx_join",{"config":{"presence":{"enabled":true},"broadcast":{"ack":true}},"access_token":"{token}"}]`
/** A join of the chat, and then a message of which the end is nested. */
const joined = (type: string, payload: string, end: string) =>
  socket('seeker', '2.0.0', [join], [`["1","2","${chat}","${type}",${payload}`, ...nested(20_000), end])
const times = (count: number, frame: Piece[]) =>
  socket('anon', '2.0.0', ...Array.from({ length: count }, () => frame))

export const FRAMES: Regression[] = [
  [
    'a join whose postgres_changes are nested 5,000 deep',
    socket('anon', '2.0.0', [
      '["1","1","realtime:x","phx_join",{"config":{"postgres_changes":[{"x":',
      ...nested(5000),
      '}]}}]',
    ]),
  ],
  [
    'the same join in protocol version 1.0.0',
    socket('anon', '1.0.0', [
      '{"ref":"1","topic":"realtime:x","event":"phx_join","payload":{"config":{"postgres_changes":[{"x":',
      ...nested(5000),
      '}]}}}',
    ]),
  ],
  ['a presence nested 20,000 deep', joined('presence', '{"event":"track","payload":{"a":', '}}]')],
  ['a broadcast nested 20,000 deep', joined('broadcast', '{"type":"broadcast","event":"a","payload":', '}]')],
  [
    'an HTTP broadcast nested 20,000 deep',
    post('seeker', '/realtime/v1/api/broadcast', [
      `{"messages":[{"topic":"chat:${IDS.chat}","event":"a","payload":`,
      ...nested(20_000),
      '}]}',
    ]),
  ],
  ['a frame that is nested 60,000 deep', times(1, nested(60_000))],
  ['frames of 126 kB', times(8, [{ repeat: 'x', times: 126_000 }])],
  ['a frame larger than frames may be', times(1, [{ repeat: 'x', times: 200_000 }])],
  ['300 frames at once', times(300, ['{}'])],
]
