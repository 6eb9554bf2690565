import { RealtimeClient } from '@supabase/realtime-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openChannel } from '#lib/live/live-channel.ts'
import { keepConnected } from '#lib/live/live-reconnect.ts'

type Frame = [joinRef: string | null, ref: string | null, topic: string, event: string]

/** A socket whose other side answers everything, until it is dead. Then it also sends no close event, as in a browser at first. */
class FakeSocket {
  static opened: FakeSocket[] = []
  readyState = 1
  bufferedAmount = 0
  isDead = false
  joins: string[] = []
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: (event: object) => void
  constructor() {
    FakeSocket.opened.push(this)
    setTimeout(() => this.onopen?.())
  }
  send(text: string) {
    if (this.isDead) return
    const [joinRef, ref, topic, event] = JSON.parse(text) as Frame
    if (event === 'phx_join') this.joins.push(topic)
    const answer = [joinRef, ref, topic, 'phx_reply', { status: 'ok', response: {} }]
    setTimeout(() => this.onmessage?.({ data: JSON.stringify(answer) }))
  }
  close() {
    this.readyState = 2
    if (!this.isDead) this.onclose?.({ code: 1000 })
  }
}

const client = new RealtimeClient('ws://localhost/realtime/v1', {
  params: { apikey: 'key' },
  transport: FakeSocket as unknown as typeof WebSocket,
})
const auth = { onAuthStateChange: () => ({ data: { subscription: { unsubscribe: () => undefined } } }) }
vi.mock('#lib/client/client.ts', () => ({ getClient: async () => ({ auth, realtime: async () => client }) }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a channel is joined again after its socket has died without a close event', async () => {
  const joined = vi.fn()
  const channel = openChannel({ topic: 'persona:1', bind: () => undefined, onJoined: joined })
  const stop = keepConnected(client)
  await vi.advanceTimersByTimeAsync(5000)
  expect(joined.mock.calls).toEqual([[true]])
  const [first] = FakeSocket.opened
  if (first) first.isDead = true
  await vi.advanceTimersByTimeAsync(20_000)
  expect(joined.mock.calls).toEqual([[true], [false], [true]])
  expect(FakeSocket.opened.at(-1)?.joins).toEqual(['realtime:persona:1'])
  channel.end()
  stop()
})
