import type { LiveEvent } from '../bus/bus.ts'
import { spread } from './broadcast.ts'
import type { Columns } from './columns.ts'
import { deliver } from './deliver.ts'
import { forEachChannel } from './guard.ts'
import { end, type Hub, shutDown } from './hub.ts'
import { isEnded, type Living } from './living.ts'
import type { Presence } from './presence.ts'

export const SIGNED_OUT = 'Session from session_id claim in JWT does not exist'

/** What is heard on the bus, to the sockets of this process. */
export function listenToBus(hub: Hub, columns: Columns, living: Living, presence: Presence): () => void {
  const heard = (event: LiveEvent) => {
    switch (event.kind) {
      case 'change':
        return deliver(hub, columns, event)
      case 'broadcast':
        return spread(hub, event)
      case 'sessions-ended': {
        living.note(event)
        const channels = hub.people.get(event.userId)?.channels ?? []
        return forEachChannel(hub, channels, 'end of a session', (channel) => {
          const { owner } = channel
          if (owner && isEnded(event, { sessionId: owner.sessionId, userId: owner.person.id })) {
            shutDown(hub, channel, SIGNED_OUT)
          }
        })
      }
      case 'presence':
        return event.process === hub.process ? undefined : presence.heard(event)
      case 'presence-ask':
        return event.process === hub.process ? undefined : presence.asked(event.topic)
      case 'process':
        return event.process === hub.process ? undefined : presence.processHeard(event.process, event.gone)
    }
  }
  const stopListening = hub.bus.listen((event) => {
    try {
      heard(event)
    } catch (error) {
      // Whoever wrote has written: that someone could not be told is no failure of theirs.
      hub.log.error({ err: error, kind: event.kind }, 'a live event could not be delivered')
    }
  })
  const stopWatching = hub.bus.onWhole((whole) => {
    if (whole) return
    // They would miss what other processes tell: the client shows an error, polls, and joins again by itself.
    for (const { channels } of hub.sockets) {
      forEachChannel(hub, channels, 'loss of the bus', (channel) => end(hub, channel, 'phx_error'))
    }
  })
  return () => {
    stopListening()
    stopWatching()
  }
}
