import { z } from 'zod'
import type { Broadcast } from '../../platform/bus/bus.ts'
import { type BroadcastContent, encodeBroadcast, type Message } from './frames.ts'
import { forEachChannel } from './guard.ts'
import { type Hub, pushSystem, reply, send } from './hub.ts'
import { BROADCAST_BYTES } from './limits.ts'
import type { Channel } from './socket.ts'

/**
 * Broadcasts in a conversation: a message goes to all channels of the topic. Only the two people of the chat
 * can join it.
 */

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
    // Without `ack` the client does not wait for the reply, so the error is also sent to its `system`
    // listener.
    if (!ack) pushSystem(hub, channel, 'system', 'error', reason)
    return
  }
  const content = message.content ?? contentIn(message.payload)
  if (!content) return
  if (isTooLong(content)) {
    if (ack) reply(hub, socket, message, 'error', { reason: 'payload_size_exceeded' })
    return
  }
  // The sender is told nothing: only a refused message says that the conversation is blocked.
  if (!room.blocked) {
    hub.bus.publish(broadcastOf(room.topic, content, self ? undefined : addressOf(hub, channel)))
  }
  if (ack) reply(hub, socket, message, 'ok')
}

function contentIn(payload: unknown): BroadcastContent | undefined {
  const pushed = Pushed.safeParse(payload)
  if (!pushed.success) return undefined
  return { event: pushed.data.event, encoding: 'json', text: JSON.stringify(pushed.data.payload ?? {}) }
}

export const sizeOf = (content: BroadcastContent) =>
  content.encoding === 'json' ? Buffer.byteLength(content.text) : content.bytes.length

export const isTooLong = (content: BroadcastContent) =>
  Buffer.byteLength(content.event) > EVENT_BYTES || sizeOf(content) > BROADCAST_BYTES

export function broadcastOf(topic: string, content: BroadcastContent, from?: string): Broadcast {
  const { event, encoding } = content
  const payload = content.encoding === 'json' ? content.text : content.bytes.toString('base64')
  return { kind: 'broadcast', topic, event, encoding, payload, ...(from === undefined ? {} : { from }) }
}

export function deliverBroadcast(hub: Hub, { topic, event, encoding, payload, from }: Broadcast): void {
  const room = hub.rooms.get(topic)
  if (!room) return
  const content: BroadcastContent =
    encoding === 'json'
      ? { event, encoding, text: payload }
      : { event, encoding, bytes: Buffer.from(payload, 'base64') }
  const now = Date.now() / 1000
  const frames = new Map<number, string | Buffer | undefined>()
  forEachChannel(hub, room.channels, 'broadcast delivery', (channel) => {
    if ((channel.owner?.expires ?? 0) <= now || (from !== undefined && addressOf(hub, channel) === from))
      return
    const { socket } = channel
    if (!frames.has(socket.version))
      frames.set(socket.version, encodeBroadcast(socket.version, topic, content))
    const frame = frames.get(socket.version)
    if (frame !== undefined) send(hub, socket, frame)
  })
}
