import { handleBroadcast } from './broadcast.ts'
import { decode } from './frames.ts'
import { end, type Hub, nameOf, remove, reply, shutDown } from './hub.ts'
import type { Doorman } from './join.ts'
import type { Presence } from './presence.ts'
import { type LiveSocket, maySpeak } from './socket.ts'

const TOO_MANY = 'Too many messages per second'
const POLICY_CODE = 1008

/** What a client says, to whoever handles it. What is no message is passed over, as in the original. */
export function messageHandler(hub: Hub, door: Doorman, presence: Presence) {
  return (socket: LiveSocket, data: Buffer, isBinary: boolean) => {
    const now = Date.now()
    socket.seen = now / 1000
    const allowed = maySpeak(socket, now)
    const message = decode(socket.version, data, isBinary)
    const channel = message && socket.channels.find(({ topic }) => topic === message.topic)
    if (!allowed) {
      // Whoever goes on after their channel was closed for it is shown out.
      if (channel) return shutDown(hub, channel, TOO_MANY)
      return socket.close(POLICY_CODE, TOO_MANY)
    }
    if (!message) return
    const { topic, event } = message
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
