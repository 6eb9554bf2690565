import type { Piece } from './input.ts'
import { http, nested, type Regression, socket } from './regression-input.ts'
import { IDS } from './world.ts'

/** Frames of the realtime surface, and the HTTP broadcast. */

const chat = `realtime:chat:${IDS.chat}`
const join = `["1","1","${chat}","phx_join",{"config":{"presence":{"enabled":true},"broadcast":{"ack":true}},"access_token":"{token}"}]`

export const FRAMES: Regression[] = [
  {
    name: 'a join whose postgres_changes are nested 5,000 deep',
    input: socket('anon', '2.0.0', [
      '["1","1","realtime:x","phx_join",{"config":{"postgres_changes":[{"x":',
      ...nested(5000),
      '}]}}]',
    ]),
  },
  {
    name: 'the same join in protocol version 1.0.0',
    input: socket('anon', '1.0.0', [
      '{"ref":"1","topic":"realtime:x","event":"phx_join","payload":{"config":{"postgres_changes":[{"x":',
      ...nested(5000),
      '}]}}}',
    ]),
  },
  {
    name: 'a presence nested 20,000 deep',
    input: socket(
      'seeker',
      '2.0.0',
      [join],
      [`["1","2","${chat}","presence",{"event":"track","payload":{"a":`, ...nested(20_000), '}}]'],
    ),
  },
  {
    name: 'a broadcast nested 20,000 deep',
    input: socket(
      'seeker',
      '2.0.0',
      [join],
      [`["1","2","${chat}","broadcast",{"type":"broadcast","event":"a","payload":`, ...nested(20_000), '}]'],
    ),
  },
  {
    name: 'an HTTP broadcast nested 20,000 deep',
    input: http('seeker', 'POST', '/realtime/v1/api/broadcast', [
      `{"messages":[{"topic":"chat:${IDS.chat}","event":"a","payload":`,
      ...nested(20_000),
      '}]}',
    ]),
  },
  { name: 'a frame that is nested 60,000 deep', input: socket('anon', '2.0.0', nested(60_000)) },
  {
    name: 'frames of 126 kB',
    input: socket(
      'anon',
      '2.0.0',
      ...Array.from({ length: 8 }, (): Piece[] => [{ repeat: 'x', times: 126_000 }]),
    ),
  },
  {
    name: 'a frame larger than frames may be',
    input: socket('anon', '2.0.0', [{ repeat: 'x', times: 200_000 }]),
  },
  {
    name: '300 frames at once',
    input: socket('anon', '2.0.0', ...Array.from({ length: 300 }, (): Piece[] => ['{}'])),
  },
]
