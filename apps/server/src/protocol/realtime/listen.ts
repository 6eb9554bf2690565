import { LRUCache } from 'lru-cache'
import type { LiveEvent, RowChange, SessionsEnded } from '../../platform/bus/bus.ts'
import { chatTopic } from './authorizer.ts'
import { deliverBroadcast } from './broadcast.ts'
import { forEachChannel } from './guard.ts'
import { end, type Hub, shutDown } from './hub.ts'
import type { Presence } from './presence.ts'
import type { Columns } from './row-changes/columns.ts'
import { deliver } from './row-changes/deliver.ts'
import { isEndedBy, type SessionChecker } from './session-checker.ts'

export const SIGNED_OUT = 'Session from session_id claim in JWT does not exist'
export const BANNED = 'User is banned'
/** The close code of RFC 6455 for a client that may not use the server. */
const POLICY_CODE = 1008

/** Applies the events of the bus to the sockets of this process. */
export function listenToBus(
  hub: Hub,
  columns: Columns,
  sessions: SessionChecker,
  presence: Presence,
): () => void {
  const isRepeated = repetitions()
  const handle = (event: LiveEvent) => {
    switch (event.kind) {
      case 'change': {
        if (isRepeated(event)) return
        noteBlock(presence, event)
        return deliver(hub, columns, event)
      }
      case 'broadcast':
        return deliverBroadcast(hub, event)
      case 'sessions-ended': {
        sessions.noteEnded(event)
        return endChannels(hub, event)
      }
      case 'presence':
        return event.process === hub.process ? undefined : presence.onDiff(event)
      case 'presence-request':
        return event.process === hub.process ? undefined : presence.onStateRequest(event.topic)
      case 'process':
        return event.process === hub.process ? undefined : presence.onProcess(event.process, event.gone)
    }
  }
  const stopListening = hub.bus.listen((event) => {
    try {
      handle(event)
    } catch (error) {
      // The writer's request has succeeded: a failed delivery must not fail it.
      hub.log.error({ err: error, kind: event.kind }, 'a live event could not be delivered')
    }
  })
  const stopWatching = hub.bus.onLoss(() => {
    // The channels have missed events, or would. The client shows an error, polls, and joins again by itself.
    for (const { channels } of hub.sockets) {
      forEachChannel(hub, channels, 'loss of the bus', (channel) => end(hub, channel, 'phx_error'))
    }
  })
  return () => {
    stopListening()
    stopWatching()
  }
}

function noteBlock(presence: Presence, { table, record }: RowChange): void {
  if (table !== 'chats') return
  presence.noteBlock(
    chatTopic(String(record.id)),
    record.bloqueado_en !== null && record.bloqueado_en !== undefined,
  )
}

/** Closes the channels of ended sessions. The sockets of a suspended account are closed too, unless others use them. */
function endChannels(hub: Hub, event: SessionsEnded): void {
  const channels = [...(hub.people.get(event.userId)?.channels ?? [])]
  forEachChannel(hub, channels, 'end of a session', (channel) => {
    const { owner, socket } = channel
    if (!owner || !isEndedBy(event, { sessionId: owner.sessionId, userId: owner.person.id })) return
    shutDown(hub, channel, event.banned ? BANNED : SIGNED_OUT)
    if (event.banned && socket.channels.length === 0) socket.close(POLICY_CODE, BANNED)
  })
}

/** Inserted rows that a process remembers. */
const ROWS_MAX = 5000

/**
 * Tells whether a process has had the event of an inserted row before. A call whose answer was lost is repeated, maybe by another server,
 * and each of the two publishes the row: a server that hung publishes late. An update is always delivered, because it can tell of what
 * its row does not contain, such as a block by the other person.
 */
function repetitions(): (change: RowChange) => boolean {
  const known = new LRUCache<string, true>({ max: ROWS_MAX })
  return ({ table, type, record }) => {
    if (type !== 'INSERT') return false
    const row = `${table}:${String(record.id)}`
    const isKnown = known.has(row)
    known.set(row, true)
    return isKnown
  }
}
