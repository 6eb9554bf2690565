import type { Config } from '../config.ts'
import { expiredText } from './authority.ts'
import { type Hub, shutDown } from './hub.ts'
import { PROCESS_SECONDS, SILENCE_SECONDS } from './limits.ts'
import { SIGNED_OUT } from './listen.ts'
import type { Living } from './living.ts'
import type { Presence } from './presence.ts'
import type { Channel } from './socket.ts'

/** One tick a second for all sockets: silence, expired tokens, and now and then which sessions still live. */
export function startClock(
  hub: Hub,
  living: Living,
  presence: Presence,
  { SESSION_CHECK_SECONDS }: Pick<Config, 'SESSION_CHECK_SECONDS'>,
): () => void {
  let ticks = 0
  const timer = setInterval(() => {
    ticks += 1
    watch(hub)
    if (ticks % PROCESS_SECONDS === 0) {
      hub.bus.publish({ kind: 'process', process: hub.process, gone: false })
      presence.sweep()
    }
    if (ticks % SESSION_CHECK_SECONDS === 0) {
      endDead(hub, living).catch((error: unknown) =>
        hub.log.warn({ err: error }, 'living sessions were not asked for'),
      )
    }
  }, 1000)
  timer.unref()
  return () => clearInterval(timer)
}

function watch(hub: Hub): void {
  const now = Date.now() / 1000
  for (const socket of hub.sockets) {
    if (socket.seen < now - SILENCE_SECONDS) {
      socket.terminate()
      continue
    }
    for (const channel of socket.channels) {
      const { owner } = channel
      // Shutting one down changes the list: the rest have their turn in the next tick.
      if (owner && owner.expires <= now) {
        shutDown(hub, channel, expiredText(owner.expires))
        break
      }
    }
  }
}

/** Suspended and deleted accounts, and any end of a session that no event told. */
async function endDead(hub: Hub, living: Living): Promise<void> {
  const bySession = new Map<string, { userId: string; channels: Channel[] }>()
  for (const { id, channels } of hub.people.values()) {
    for (const channel of channels) {
      if (!channel.owner) continue
      const { sessionId } = channel.owner
      const known = bySession.get(sessionId)
      if (known) known.channels.push(channel)
      else bySession.set(sessionId, { userId: id, channels: [channel] })
    }
  }
  if (bySession.size === 0) return
  const lives = await living.askAll([...bySession].map(([sessionId, { userId }]) => ({ sessionId, userId })))
  for (const [sessionId, { channels }] of bySession) {
    if (lives.get(sessionId) === 'lives') continue
    for (const channel of channels) {
      if (channel.owner?.sessionId === sessionId) shutDown(hub, channel, SIGNED_OUT)
    }
  }
}
