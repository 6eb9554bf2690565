import type { FastifyBaseLogger } from 'fastify'
import type { Bus } from '../bus/bus.ts'
import { encode, encodeReply, type Message } from './frames.ts'
import { BUFFERED_BYTES } from './limits.ts'
import type { Shares } from './shares.ts'
import { type Channel, drop, type LiveSocket, type Owner, type PersonHere, type Room } from './socket.ts'
import type { Askings } from './subscriptions.ts'

/** What this process knows of its sockets: by person, to tell of rows; by conversation, for what is said in it. */
export interface Hub {
  bus: Bus
  log: FastifyBaseLogger
  askings: Askings
  shares: Shares
  sockets: Set<LiveSocket>
  people: Map<string, PersonHere>
  rooms: Map<string, Room>
  /** This process, among those on the bus. */
  process: string
  count: Record<'channels' | 'delivered' | 'slow' | 'refused' | 'cutOff' | 'failed', number>
  /** Called when a channel has left its room. */
  onLeft(channel: Channel, room: Room): void
}

const SLOW_CODE = 1013
const SLOW_REASON = 'The client reads too slowly: connect again and read what was missed'

/** Sends, or drops the socket of someone who does not read: nothing is kept for them without end. */
export function send(hub: Hub, socket: LiveSocket, data: string | Buffer): void {
  if (socket.readyState !== socket.OPEN) return
  // A string goes as text; bytes that are text say so.
  socket.send(data)
  if (socket.bufferedAmount <= BUFFERED_BYTES) return
  hub.count.slow += 1
  hub.log.warn(
    { bytes: socket.bufferedAmount, channels: socket.channels.length },
    'a slow reader was dropped',
  )
  forget(hub, socket)
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

/** The original's word on what became of a channel; `channel` is the topic as the client named it. */
export function pushSystem(
  hub: Hub,
  channel: Channel,
  extension: 'system' | 'postgres_changes',
  status: 'ok' | 'error',
  message: string,
): void {
  push(hub, channel, 'system', { extension, status, message, channel: nameOf(channel.topic) })
}

/** Ended by us for a reason: the client takes it for closed and does not come back by itself. */
export function shutDown(hub: Hub, channel: Channel, message: string): void {
  if (channel.state === 'closed') return
  pushSystem(hub, channel, 'system', 'error', message)
  end(hub, channel, 'phx_close')
}

/** `phx_error` is for what will pass: the client joins again by itself. */
export function end(hub: Hub, channel: Channel, event: 'phx_close' | 'phx_error'): void {
  const { socket, joinRef, topic } = channel
  remove(hub, channel)
  send(hub, socket, encode(socket.version, { joinRef, ref: joinRef, topic }, event, {}))
}

export function remove(hub: Hub, channel: Channel): void {
  if (channel.state === 'closed') return
  channel.state = 'closed'
  const { socket } = channel
  drop(socket.channels, channel)
  if (socket.channels.length === 0) socket.emptySince = Date.now() / 1000
  setOwner(hub, channel, undefined)
  if (socket.address) socket.address.channels -= 1
  hub.askings.release(channel.asking)
  hub.count.channels -= 1
  // Last, because it tells others: when it fails, the channel is removed all the same.
  leaveRoom(hub, channel)
}

/** Removes the channels of a socket that is closed or will be. An error in one does not keep the others. */
export function forget(hub: Hub, socket: LiveSocket): void {
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
    drop(before.channels, channel)
    if (before.channels.length === 0) hub.people.delete(before.id)
  }
  if (owner) {
    const person = hub.people.get(owner.userId) ?? { id: owner.userId, channels: [] }
    hub.people.set(owner.userId, person)
    if (before !== person) person.channels.push(channel)
    channel.owner = { person, sessionId: owner.sessionId, expires: owner.expires }
  } else channel.owner = undefined
  if (before?.id !== owner?.userId) moveShares(hub, channel.socket, before?.id, owner?.userId)
}

/** A channel counts for its owner, or else for the address. A socket with an owned channel is not anonymous. */
function moveShares(hub: Hub, socket: LiveSocket, before: string | undefined, now: string | undefined): void {
  const { address } = socket
  if (!address) return
  const shareOf = (id: string | undefined) => (id === undefined ? address : hub.shares.person(id))
  shareOf(before).channels -= 1
  shareOf(now).channels += 1
  const owner = socket.channels.find((channel) => channel.owner)?.owner
  const wasAnonymous = socket.payer === address
  socket.payer = shareOf(owner?.person.id)
  if (wasAnonymous !== (owner === undefined)) address.anonymous += owner ? -1 : 1
}

export function enterRoom(hub: Hub, channel: Channel): { room: Room; isNew: boolean } {
  const known = hub.rooms.get(channel.topic)
  const room: Room = known ?? { topic: channel.topic, channels: [], present: new Map() }
  if (!known) hub.rooms.set(channel.topic, room)
  room.channels.push(channel)
  channel.room = room
  return { room, isNew: !known }
}

function leaveRoom(hub: Hub, channel: Channel): void {
  const { room } = channel
  if (!room) return
  channel.room = undefined
  drop(room.channels, channel)
  if (room.channels.length === 0) hub.rooms.delete(room.topic)
  hub.onLeft(channel, room)
}

export const PREFIX = 'realtime:'
export const nameOf = (topic: string) => topic.slice(PREFIX.length)
