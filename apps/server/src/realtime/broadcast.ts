import { z } from 'zod'
import type { Broadcast } from '../bus/bus.ts'
import { encodeSaid, type Message, type Said } from './frames.ts'
import { forEachChannel } from './guard.ts'
import { type Hub, pushSystem, reply, send } from './hub.ts'
import { BROADCAST_BYTES } from './limits.ts'
import type { Channel } from './socket.ts'

/** What someone says in a conversation, to all who are in it: only its two people can be. */

const Pushed = z.looseObject({ event: z.string(), payload: z.unknown().optional() })
const EVENT_BYTES = 255

const addressOf = (hub: Hub, { no }: Channel) => `${hub.process}.${no}`

export const cannotWrite = (name: string) =>
  `You do not have permissions to write to this Channel topic: ${name}`

const CANNOT_STORE = 'Broadcasts are not stored'

export function handleBroadcast(hub: Hub, channel: Channel, message: Message, name: string) {
  const { socket, room, ack, self } = channel
  if (!room || message.persist) {
    const reason = room ? CANNOT_STORE : cannotWrite(name)
    reply(hub, socket, message, 'error', { reason, error: reason })
    // Without `ack` the client does not wait for the reply: it hears of the error through its `system` listener.
    if (!ack) pushSystem(hub, channel, 'system', 'error', reason)
    return
  }
  const said = message.said ?? saidIn(message.payload)
  if (!said) return
  if (isTooLong(said)) {
    if (ack) reply(hub, socket, message, 'error', { reason: 'payload_size_exceeded' })
    return
  }
  hub.bus.publish(broadcastOf(room.topic, said, self ? undefined : addressOf(hub, channel)))
  if (ack) reply(hub, socket, message, 'ok')
}

function saidIn(payload: unknown): Said | undefined {
  const pushed = Pushed.safeParse(payload)
  if (!pushed.success) return undefined
  return { event: pushed.data.event, encoding: 'json', text: JSON.stringify(pushed.data.payload ?? {}) }
}

export const sizeOf = (said: Said) =>
  said.encoding === 'json' ? Buffer.byteLength(said.text) : said.bytes.length

export const isTooLong = (said: Said) =>
  Buffer.byteLength(said.event) > EVENT_BYTES || sizeOf(said) > BROADCAST_BYTES

export function broadcastOf(topic: string, said: Said, from?: string): Broadcast {
  const { event, encoding } = said
  const payload = said.encoding === 'json' ? said.text : said.bytes.toString('base64')
  return { kind: 'broadcast', topic, event, encoding, payload, ...(from === undefined ? {} : { from }) }
}

export function spread(hub: Hub, { topic, event, encoding, payload, from }: Broadcast): void {
  const room = hub.rooms.get(topic)
  if (!room) return
  const said: Said =
    encoding === 'json'
      ? { event, encoding, text: payload }
      : { event, encoding, bytes: Buffer.from(payload, 'base64') }
  const now = Date.now() / 1000
  const made = new Map<number, string | Buffer | undefined>()
  forEachChannel(hub, room.channels, 'broadcast delivery', (channel) => {
    if ((channel.owner?.expires ?? 0) <= now || (from !== undefined && addressOf(hub, channel) === from))
      return
    const { socket } = channel
    if (!made.has(socket.version)) made.set(socket.version, encodeSaid(socket.version, topic, said))
    const frame = made.get(socket.version)
    if (frame !== undefined) send(hub, socket, frame)
  })
}
