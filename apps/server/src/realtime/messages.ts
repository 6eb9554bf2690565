import { handleBroadcast } from './broadcast.ts'
import { decode } from './frames.ts'
import { cutOff } from './guard.ts'
import { end, type Hub, nameOf, remove, reply } from './hub.ts'
import type { Doorman } from './join.ts'
import type { Presence } from './presence.ts'
import { chargeCutOff } from './shares.ts'
import { type LiveSocket, payFrame } from './socket.ts'

const TOO_MANY = 'Too many messages per second'

/** Whether the socket has the credit for a frame. Ends the socket when it has not. */
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

/** What a client says, to whoever handles it. What is no message is passed over, as in the original. */
export function messageHandler(hub: Hub, door: Doorman, presence: Presence) {
  return (socket: LiveSocket, data: Buffer, isBinary: boolean) => {
    // Credit is checked before decoding, so that a flood of large frames costs no time.
    if (!mayContinue(hub, socket, data.length)) return
    const message = decode(socket.version, data, isBinary)
    if (!message) return
    const { topic, event } = message
    const channel = socket.channels.find((one) => one.topic === topic)
    if (topic === 'phoenix' && event === 'heartbeat') return reply(hub, socket, message, 'ok')
    if (event === 'phx_join') return door.join(socket, message, data.length)
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
    if (event === 'access_token') door.token(channel, message.payload)
  }
}
