import type { Config } from '../../platform/settings/config.ts'
import { expiredText } from './authorizer.ts'
import { cutOff, endFailed, forEachChannel } from './guard.ts'
import { type Hub, shutDown } from './hub.ts'
import type { lastSeen } from './last-seen.ts'
import { PROCESS_SECONDS, SILENCE_SECONDS, WITHOUT_CHANNEL_SECONDS } from './limits.ts'
import { BANNED, SIGNED_OUT } from './listen.ts'
import type { Presence } from './presence.ts'
import type { SessionChecker } from './session-checker.ts'
import type { Channel, LiveSocket } from './socket.ts'
import { endCrowded, isCrowded, noteUnsent } from './unsent.ts'

const NO_CHANNEL = 'No channel was joined'

/**
 * One timer tick each second for all sockets: closes silent sockets and channels with expired tokens, records who is
 * online, and checks every SESSION_CHECK_SECONDS which sessions are still active.
 */
export function startClock(
  hub: Hub,
  sessions: SessionChecker,
  presence: Presence,
  seen: ReturnType<typeof lastSeen>,
  { SESSION_CHECK_SECONDS }: Pick<Config, 'SESSION_CHECK_SECONDS'>,
): () => void {
  let ticks = 0
  const tick = () => {
    ticks += 1
    watch(hub)
    seen.tick()
    if (ticks % PROCESS_SECONDS === 0) {
      hub.quotas.sweep()
      hub.bus.publish({ kind: 'process', process: hub.process, gone: false })
      presence.sweep()
    }
    if (ticks % SESSION_CHECK_SECONDS === 0) {
      endInactive(hub, sessions).catch((error: unknown) =>
        hub.log.warn({ err: error }, 'the active sessions could not be checked'),
      )
    }
  }
  const timer = setInterval(() => {
    try {
      tick()
    } catch (error) {
      hub.log.error({ err: error }, 'a tick of the live clock failed')
    }
  }, 1000)
  timer.unref()
  return () => clearInterval(timer)
}

function watch(hub: Hub): void {
  const now = Date.now() / 1000
  for (const socket of hub.sockets) {
    try {
      watchOne(hub, socket, now)
    } catch (error) {
      endFailed(hub, socket, 'clock', error)
    }
  }
}

function watchOne(hub: Hub, socket: LiveSocket, now: number): void {
  noteUnsent(hub, socket)
  // Also sockets that are closing and whose client does not read the rest.
  if (isCrowded(hub, socket)) {
    if (socket.readyState === socket.OPEN) hub.count.slow += 1
    endCrowded(hub, socket)
    return
  }
  const isEmpty = socket.channels.length === 0
  if (socket.seen < now - SILENCE_SECONDS) socket.terminate()
  else if (isEmpty && socket.emptySince < now - WITHOUT_CHANNEL_SECONDS) cutOff(hub, socket, NO_CHANNEL)
  // At most one channel per tick, because closing a channel changes the list.
  const expired = socket.channels.find(({ owner }) => owner && owner.expires <= now)
  if (expired?.owner) shutDown(hub, expired, expiredText(expired.owner.expires))
}

/**
 * Closes the channels of suspended and deleted accounts, and of sessions whose end was not published on the
 * bus.
 */
async function endInactive(hub: Hub, sessions: SessionChecker): Promise<void> {
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
  const statuses = await sessions.checkAll(
    [...bySession].map(([sessionId, { userId }]) => ({ sessionId, userId })),
  )
  for (const [sessionId, { channels }] of bySession) {
    const status = statuses.get(sessionId)
    if (status === 'active') continue
    const reason = status === 'suspended' ? BANNED : SIGNED_OUT
    forEachChannel(hub, channels, 'end of a session', (channel) => {
      if (channel.owner?.sessionId === sessionId) shutDown(hub, channel, reason)
    })
  }
}
