import { expect, test } from 'vitest'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { eventually, rawSocket, VERSIONS } from '../../setup/live.ts'
import { makeMatrixPeople } from '../../setup/rows/people.ts'
import { broadcastRequest } from './requests.ts'

/** JSON that is nested deep enough to make JSON.stringify throw. */

const app = appForTests()
const fixture = beforeTests(() => makeMatrixPeople(app))
// Fails when the server logged an error.

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const topicOf = () => `realtime:chat:${fixture.chats.propio}`

function frame(vsn: string, topic: string, event: string, payload: string): string {
  const head = { join_ref: '1', ref: '2', topic, event }
  return vsn === '2.0.0'
    ? `["1","2",${JSON.stringify(topic)},"${event}",${payload}]`
    : `${JSON.stringify(head).slice(0, -1)},"payload":${payload}}`
}

/** A broadcast as the official client encodes it in version 2.0.0. */
function binary(topic: string, body: string, metadata = ''): Buffer {
  const parts = ['1', '2', topic, 'hola', metadata].map((text) => Buffer.from(text))
  return Buffer.concat([
    Buffer.from([3, ...parts.map((part) => part.length), 1]),
    ...parts,
    Buffer.from(body),
  ])
}

const FRAMES: [string, (vsn: string, topic: string) => string | Buffer][] = [
  [
    'a join',
    (vsn) => frame(vsn, 'realtime:x', 'phx_join', `{"config":{"postgres_changes":[{"a":${nested(5000)}}]}}`),
  ],
  [
    'a presence message',
    (vsn, topic) => frame(vsn, topic, 'presence', `{"event":"track","payload":{"a":${nested(20_000)}}}`),
  ],
  [
    'a broadcast',
    (vsn, topic) => frame(vsn, topic, 'broadcast', `{"event":"hola","payload":{"a":${nested(20_000)}}}`),
  ],
  ['a binary broadcast', (_vsn, topic) => binary(topic, nested(20_000))],
  [
    'the metadata of a binary broadcast',
    (_vsn, topic) => binary(topic, '{}', `{"persist":false,"a":${nested(100)}}`),
  ],
]

for (const vsn of VERSIONS) {
  // Version 1.0.0 has no binary frames.
  const frames = FRAMES.filter(([name]) => vsn === '2.0.0' || !name.includes('binary'))
  test.each(frames)(`with protocol ${vsn}, %s that is nested too deep is ignored`, async (_name, make) => {
    const raw = await rawSocket(app, vsn)
    const token = fixture.people.buscador.token
    // The client would receive its own broadcast, and the reply to it.
    const config = { broadcast: { self: true, ack: true } }
    raw.socket.send(frame(vsn, topicOf(), 'phx_join', JSON.stringify({ config, access_token: token })))
    await eventually(() => JSON.stringify(raw.frames)).toContain('"ok"')
    const before = raw.frames.length
    raw.socket.send(make(vsn, topicOf()))
    raw.socket.send(frame(vsn, 'phoenix', 'heartbeat', '{}'))
    await eventually(() => JSON.stringify(raw.frames)).toContain('"phoenix"')
    expect(raw.frames.length).toBe(before + 1)
    expect(raw.closes).toEqual([])
    raw.socket.close()
  })
}

test('JSON within the depth limit is delivered by a broadcast', async () => {
  const raws = await Promise.all([rawSocket(app), rawSocket(app)])
  for (const raw of raws) raw.join(`chat:${fixture.chats.propio}`, fixture.people.buscador)
  for (const raw of raws) await raw.answer('1')
  raws[0].socket.send(frame('2.0.0', topicOf(), 'broadcast', `{"event":"hola","payload":${nested(50)}}`))
  await eventually(() => raws[1].frames.length).toBe(2)
  for (const raw of raws) raw.socket.close()
})

test.each([20, 200, 20_000])(
  'the HTTP broadcast delivers JSON nested 20 levels deep and refuses more: %i',
  async (depth) => {
    const { token } = fixture.people.buscador
    const topic = `chat:${fixture.chats.propio}`
    const batch = `{"messages":[{"topic":"${topic}","event":"hola","payload":{"a":${nested(depth)}}}]}`
    const answers = await Promise.all([
      broadcastRequest(app, batch, { token }),
      broadcastRequest(app, `{"a":${nested(depth)}}`, {
        token,
        path: `/${encodeURIComponent(topic)}/events/hola`,
      }),
    ])
    for (const { status } of answers) {
      if (depth === 20) expect(status).toBe(202)
      else expect([400, 422]).toContain(status)
    }
  },
)
