import { handleBroadcast } from './broadcast.ts'
import { decode } from './frames.ts'
import { cutOff } from './guard.ts'
import { end, type Hub, nameOf, remove, reply } from './hub.ts'
import type { JoinHandler } from './join.ts'
import type { Presence } from './presence.ts'
import { chargeCutOff } from './quotas.ts'
import { type LiveSocket, payFrame } from './socket.ts'

const TOO_MANY = 'Too many messages per second'

/** Returns whether the socket has the credit for a frame. Closes the socket when it has not. */
function mayContinue(hub: Hub, socket: LiveSocket, bytes: number): boolean {
  const now = Date.now()
  socket.seen = now / 1000
  if (payFrame(socket, bytes, now)) return true
  if (socket.payer) chargeCutOff(socket.payer)
  cutOff(hub, socket, TOO_MANY)
  return false
}

/** Pings and pongs cost credit like messages. A client that does not read gets no more pongs. */
export const controlHandler = (hub: Hub) => (socket: LiveSocket, data: Buffer, isPing: boolean) => {
  if (mayContinue(hub, socket, data.length) && isPing && socket.bufferedAmount === 0) socket.pong(data)
}

/**
 * Passes each message of a client to its handler. Data that is not a valid message is ignored, as in
 * Supabase.
 */
export function messageHandler(hub: Hub, joins: JoinHandler, presence: Presence) {
  return (socket: LiveSocket, data: Buffer, isBinary: boolean) => {
    // The credit is checked before decoding, so that a flood of large frames costs little time.
    if (!mayContinue(hub, socket, data.length)) return
    const message = decode(socket.version, data, isBinary)
    if (!message) return
    const { topic, event } = message
    const channel = socket.channels.find((one) => one.topic === topic)
    if (topic === 'phoenix' && event === 'heartbeat') return reply(hub, socket, message, 'ok')
    if (event === 'phx_join') return joins.join(socket, message, data.length)
    if (event === 'phx_leave') {
      reply(hub, socket, message, 'ok')
      if (!channel) return
      if (channel.state === 'joined') end(hub, channel, 'phx_close')
      else remove(hub, channel)
      return
    }
    if (channel?.state !== 'joined')
      return reply(hub, socket, message, 'error', { reason: 'unmatched topic' })
    if (event === 'broadcast') return handleBroadcast(hub, channel, message, nameOf(topic))
    if (event === 'presence') return presence.handle(channel, message)
    if (event === 'access_token') joins.token(channel, message.payload)
  }
}
