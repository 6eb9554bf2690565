import type { FastifyBaseLogger } from 'fastify'
import type { Bus } from '../../platform/bus/bus.ts'
import type { FileAddresses } from '../../platform/objects/message-files.ts'
import { encode, encodeReply, type Message } from './frames.ts'
import { BUFFERED_BYTES } from './limits.ts'
import type { Quotas } from './quotas.ts'
import type { SubscriptionRegistry } from './row-changes/subscriptions.ts'
import {
  type Channel,
  type ConnectedPerson,
  type LiveSocket,
  type Owner,
  type Room,
  removeUnordered,
} from './socket.ts'
import { endCrowded, isCrowded, noteUnsent } from './unsent.ts'

/**
 * The state of this process: its sockets, its channels by person (for row changes) and by conversation (for
 * broadcasts).
 */
export interface Hub {
  bus: Bus
  log: FastifyBaseLogger
  subscriptions: SubscriptionRegistry
  quotas: Quotas
  sockets: Set<LiveSocket>
  people: Map<string, ConnectedPerson>
  rooms: Map<string, Room>
  /** The id of this process among those on the bus. */
  process: string
  count: Record<'channels' | 'delivered' | 'slow' | 'refused' | 'cutOff' | 'failed', number>
  /** Memory of the send buffers of all sockets (unsent.ts). */
  unsent: number
  fileAddresses: FileAddresses
  /** Called when a channel has left its room. */
  onLeft(channel: Channel, room: Room): void
}

const SLOW_CODE = 1013
const SLOW_REASON = 'The client reads too slowly: connect again and read what was missed'

/**
 * Sends a frame. Closes the socket when its buffer exceeds BUFFERED_BYTES, so that a slow client cannot use
 * unbounded memory, and ends it when all buffers together hold too much.
 */
export function send(hub: Hub, socket: LiveSocket, data: string | Buffer): void {
  if (socket.readyState !== socket.OPEN) return
  socket.send(data)
  const bytes = noteUnsent(hub, socket, socket.bufferedAmount, 1)
  const crowded = isCrowded(hub, socket)
  if (bytes <= BUFFERED_BYTES && !crowded) return
  hub.count.slow += 1
  hub.log.warn({ bytes, channels: socket.channels.length }, 'a slow reader was disconnected')
  // The channels of an ended socket are removed when it has closed. Here their removal would send presence to sockets that are
  // crowded too, and hundreds of nested calls would exceed the stack.
  if (crowded) {
    endCrowded(hub, socket)
    return
  }
  removeChannels(hub, socket)
  socket.close(SLOW_CODE, SLOW_REASON)
}

export function push(hub: Hub, channel: Channel, event: string, payload: unknown): void {
  const to = { joinRef: channel.joinRef, ref: null, topic: channel.topic }
  send(hub, channel.socket, encode(channel.socket.version, to, event, payload))
}

export function reply(
  hub: Hub,
  socket: LiveSocket,
  message: Message,
  status: 'ok' | 'error',
  response: Record<string, unknown> = {},
): void {
  send(hub, socket, encodeReply(socket.version, message, status, response))
}

/**
 * Sends a `system` event about the state of a channel. Its `channel` field is the topic without the prefix.
 */
export function pushSystem(
  hub: Hub,
  channel: Channel,
  extension: 'system' | 'postgres_changes',
  status: 'ok' | 'error',
  message: string,
): void {
  push(hub, channel, 'system', { extension, status, message, channel: nameOf(channel.topic) })
}

/** Closes a channel for good and sends the reason: the client does not join again by itself. */
export function shutDown(hub: Hub, channel: Channel, message: string): void {
  if (channel.state === 'closed') return
  pushSystem(hub, channel, 'system', 'error', message)
  end(hub, channel, 'phx_close')
}

/** `phx_error` is for temporary failures: the client joins again by itself. */
export function end(hub: Hub, channel: Channel, event: 'phx_close' | 'phx_error'): void {
  const { socket, joinRef, topic } = channel
  remove(hub, channel)
  send(hub, socket, encode(socket.version, { joinRef, ref: joinRef, topic }, event, {}))
}

export function remove(hub: Hub, channel: Channel): void {
  if (channel.state === 'closed') return
  channel.state = 'closed'
  const { socket } = channel
  removeUnordered(socket.channels, channel)
  if (socket.channels.length === 0) socket.emptySince = Date.now() / 1000
  setOwner(hub, channel, undefined)
  if (socket.address) socket.address.channels -= 1
  hub.subscriptions.release(channel.subscriptions)
  hub.count.channels -= 1
  // Last, because it notifies others: if that fails, the channel is removed all the same.
  leaveRoom(hub, channel)
}

/**
 * Removes the channels of a socket that is closed or will be. An error in one channel does not prevent the
 * removal of the others.
 */
export function removeChannels(hub: Hub, socket: LiveSocket): void {
  const failures: unknown[] = []
  for (const channel of [...socket.channels]) {
    try {
      remove(hub, channel)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'channels were removed with errors')
}

/** Adds a channel that has no owner yet. */
export function add(hub: Hub, channel: Channel): void {
  const { socket } = channel
  socket.channels.push(channel)
  if (socket.address) socket.address.channels += 1
  hub.count.channels += 1
}

export function setOwner(
  hub: Hub,
  channel: Channel,
  owner: (Omit<Owner, 'person'> & { userId: string }) | undefined,
) {
  const before = channel.owner?.person
  if (before && before.id !== owner?.userId) {
    removeUnordered(before.channels, channel)
    if (before.channels.length === 0) hub.people.delete(before.id)
  }
  if (owner) {
    const person = hub.people.get(owner.userId) ?? { id: owner.userId, channels: [] }
    hub.people.set(owner.userId, person)
    if (before !== person) person.channels.push(channel)
    channel.owner = { person, sessionId: owner.sessionId, expires: owner.expires }
  } else channel.owner = undefined
  if (before?.id !== owner?.userId) moveUsage(hub, channel.socket, before?.id, owner?.userId)
}

/**
 * A channel counts for its owner, or for the address when it has none. A socket with an owned channel is not
 * anonymous.
 */
function moveUsage(hub: Hub, socket: LiveSocket, before: string | undefined, now: string | undefined): void {
  const { address } = socket
  if (!address) return
  const quotaOf = (id: string | undefined) => (id === undefined ? address : hub.quotas.person(id))
  quotaOf(before).channels -= 1
  quotaOf(now).channels += 1
  const owner = socket.channels.find((channel) => channel.owner)?.owner
  const wasAnonymous = socket.payer === address
  socket.payer = quotaOf(owner?.person.id)
  if (wasAnonymous !== (owner === undefined)) address.anonymous += owner ? -1 : 1
}

export function enterRoom(hub: Hub, channel: Channel, blocked: boolean): { room: Room; isNew: boolean } {
  const known = hub.rooms.get(channel.topic)
  const room: Room = known ?? { topic: channel.topic, channels: [], present: new Map(), blocked }
  if (!known) hub.rooms.set(channel.topic, room)
  room.channels.push(channel)
  channel.room = room
  return { room, isNew: !known }
}

function leaveRoom(hub: Hub, channel: Channel): void {
  const { room } = channel
  if (!room) return
  channel.room = undefined
  removeUnordered(room.channels, channel)
  if (room.channels.length === 0) hub.rooms.delete(room.topic)
  hub.onLeft(channel, room)
}

export const PREFIX = 'realtime:'
export const nameOf = (topic: string) => topic.slice(PREFIX.length)
