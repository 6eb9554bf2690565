import { z } from 'zod'
import type { PresenceDiff, PresenceEntry } from '../../platform/bus/bus.ts'
import type { Message } from './frames.ts'
import { forEachChannel } from './guard.ts'
import { type Hub, push, reply, shutDown } from './hub.ts'
import { PROCESS_SILENCE_SECONDS, TRACK_BYTES } from './limits.ts'
import type { Channel, Room } from './socket.ts'

/** Presence in a conversation: the state that people publish about themselves, across all processes. */

type Present = PresenceEntry & { process: string }

const PresencePush = z.looseObject({ event: z.string(), payload: z.unknown().optional() })
const Meta = z.record(z.string(), z.unknown())

export interface Presence {
  handle(channel: Channel, message: Message): void
  pushState(channel: Channel): void
  /**
   * Requests the entries of the other processes. Called when a room gets its first channel in this process.
   */
  requestState(room: Room): void
  onLeft(channel: Channel, room: Room): void
  /** Stores whether one of the two people of a conversation blocks the other, and hides or shows who is there. */
  noteBlock(topic: string, blocked: boolean): void
  onDiff(diff: PresenceDiff): void
  onStateRequest(topic: string): void
  onProcess(process: string, gone: boolean): void
  /** Removes the entries of processes that have sent nothing for PROCESS_SILENCE_SECONDS. */
  sweep(): void
}

export function presence(hub: Hub): Presence {
  const processes = new Map<string, number>()
  let lastRef = 0

  const change = (room: Room, joins: Present[], leaves: Present[]) => {
    for (const { ref } of leaves) room.present.delete(ref)
    for (const entry of joins) room.present.set(entry.ref, entry)
    pushDiff(room, joins, leaves)
  }
  const pushDiff = (room: Room, joins: Present[], leaves: Present[]) => {
    if (room.blocked || (joins.length === 0 && leaves.length === 0)) return
    const diff = { joins: grouped(joins), leaves: grouped(leaves) }
    forEachChannel(hub, room.channels, 'presence delivery', (channel) => {
      if (channel.presenceKey !== undefined) push(hub, channel, 'presence_diff', diff)
    })
  }
  const publish = (room: Room, joins: Present[], leaves: Present[]) => {
    change(room, joins, leaves)
    hub.bus.publish({
      kind: 'presence',
      process: hub.process,
      topic: room.topic,
      joins: joins.map(({ key, ref, meta }) => ({ key, ref, meta })),
      leaves: leaves.map(({ ref }) => ref),
    })
  }
  const track = (channel: Channel, room: Room, meta: Record<string, unknown>) => {
    const before = channel.tracked === undefined ? undefined : room.present.get(channel.tracked)
    const key = channel.presenceKey ?? crypto.randomUUID()
    channel.presenceKey = key
    const ref = `${hub.process}.${(++lastRef).toString(36)}`
    channel.tracked = ref
    publish(room, [{ key, ref, meta, process: hub.process }], before ? [before] : [])
  }
  const untrack = (channel: Channel, room: Room) => {
    const before = channel.tracked === undefined ? undefined : room.present.get(channel.tracked)
    channel.tracked = undefined
    if (before) publish(room, [], [before])
  }
  const removeProcess = (process: string) => {
    processes.delete(process)
    for (const room of hub.rooms.values()) {
      const gone = [...room.present.values()].filter((entry) => entry.process === process)
      change(room, [], gone)
    }
  }

  return {
    handle: (channel, message) => {
      const { socket, room } = channel
      if (!room)
        return reply(hub, socket, message, 'error', { reason: 'Presence is not offered in this Channel' })
      const pushed = PresencePush.safeParse(message.payload)
      if (!pushed.success) return reply(hub, socket, message, 'ok')
      const event = pushed.data.event.toLowerCase()
      if (event === 'untrack') untrack(channel, room)
      else if (event === 'track') {
        const meta = Meta.safeParse(pushed.data.payload ?? {})
        if (!meta.success) {
          return reply(hub, socket, message, 'error', { reason: 'Presence track payload must be a map' })
        }
        if (JSON.stringify(meta.data).length > TRACK_BYTES) {
          return shutDown(hub, channel, 'Track message size exceeded')
        }
        track(channel, room, meta.data)
      } else return reply(hub, socket, message, 'error')
      reply(hub, socket, message, 'ok')
    },
    pushState: (channel) => {
      const { room } = channel
      const present = room && !room.blocked ? [...room.present.values()] : []
      push(hub, channel, 'presence_state', grouped(present))
    },
    requestState: (room) =>
      hub.bus.publish({ kind: 'presence-request', process: hub.process, topic: room.topic }),
    onLeft: untrack,
    noteBlock: (topic, blocked) => {
      const room = hub.rooms.get(topic)
      if (!room || room.blocked === blocked) return
      // The entries stay in the room, so that presence comes back after the block.
      if (blocked) pushDiff(room, [], [...room.present.values()])
      room.blocked = blocked
      if (!blocked) pushDiff(room, [...room.present.values()], [])
    },
    onDiff: ({ process, topic, joins, leaves }) => {
      processes.set(process, Date.now())
      const room = hub.rooms.get(topic)
      if (!room) return
      change(
        room,
        joins.filter(({ ref }) => !room.present.has(ref)).map((entry) => ({ ...entry, process })),
        leaves.flatMap((ref) => room.present.get(ref) ?? []),
      )
    },
    onStateRequest: (topic) => {
      const room = hub.rooms.get(topic)
      const here = room ? [...room.present.values()].filter((entry) => entry.process === hub.process) : []
      if (here.length === 0) return
      const joins = here.map(({ key, ref, meta }) => ({ key, ref, meta }))
      hub.bus.publish({ kind: 'presence', process: hub.process, topic, joins, leaves: [] })
    },
    onProcess: (process, gone) => {
      if (gone) removeProcess(process)
      else processes.set(process, Date.now())
    },
    sweep: () => {
      const silent = Date.now() - PROCESS_SILENCE_SECONDS * 1000
      for (const [process, lastSeen] of processes) if (lastSeen < silent) removeProcess(process)
    },
  }
}

/**
 * Groups entries by key, as the client stores them. The object has no prototype, because a key may be any
 * string.
 */
function grouped(entries: Present[]): Record<string, { metas: Record<string, unknown>[] }> {
  const groups: Record<string, { metas: Record<string, unknown>[] }> = Object.create(null)
  for (const { key, ref, meta } of entries) {
    const group = groups[key] ?? { metas: [] }
    group.metas.push({ ...meta, phx_ref: ref })
    groups[key] = group
  }
  return groups
}
