import { WebSocket } from 'ws'
import type { PresenceEntry } from '../../platform/bus/bus.ts'
import type { Version } from './frames.ts'
import { FRAME_BYTES_PER_CREDIT, MESSAGES_BURST, MESSAGES_PER_SECOND } from './limits.ts'
import { type Quota, spend } from './quotas.ts'
import type { SubscriptionSet } from './row-changes/subscriptions.ts'

/**
 * An open socket. Its state is stored on the socket object and is small, without a timer, closure or map for
 * each socket, because one process holds ten thousand sockets.
 */
export class LiveSocket extends WebSocket {
  version: Version = 2
  channels: Channel[] = []
  /** When it last sent something, in seconds. */
  seen = 0
  /** Since when it has no channel, in seconds. Meaningful only while it has none. */
  emptySince = 0
  /** The memory of its send buffer, and the frames in it, as last noted (unsent.ts). */
  unsent = 0
  unsentFrames = 0
  credit = MESSAGES_BURST
  creditAt = 0
  /** The quota of its address. Undefined before it is open and after it was closed. */
  address: Quota | undefined
  /** The quota that pays for its frames: that of the signed-in person, or else that of its address. */
  payer: Quota | undefined
}

export interface Channel {
  /** Its number in this process. */
  no: number
  socket: LiveSocket
  topic: string
  joinRef: string | null
  state: 'joining' | 'joined' | 'closed'
  /** The person who joined it. A channel without an owner gets no row changes. */
  owner: Owner | undefined
  subscriptions: SubscriptionSet
  self: boolean
  ack: boolean
  /** Set for channels of a conversation only. */
  room: Room | undefined
  presenceKey: string | undefined
  tracked: string | undefined
}

/** A person who has channels in this process. */
export interface ConnectedPerson {
  id: string
  channels: Channel[]
}

/** The session through which a person owns a channel, and until when. */
export interface Owner {
  person: ConnectedPerson
  sessionId: string
  /** In seconds. */
  expires: number
}

/** A conversation's topic in this process: its channels here, and the presence entries of all processes. */
export interface Room {
  topic: string
  channels: Channel[]
  present: Map<string, PresenceEntry & { process: string }>
  /** One of the two people blocks the other: what they send to each other is dropped, and neither sees that the other is there. */
  blocked: boolean
}

const GROWTH = { perSecond: MESSAGES_PER_SECOND, burst: MESSAGES_BURST }

/**
 * Takes the credit for a frame. Returns false when the socket, or the quota that pays for it, has not enough.
 */
export function payFrame(socket: LiveSocket, bytes: number, now: number): boolean {
  const { payer } = socket
  const cost = 1 + Math.floor(bytes / FRAME_BYTES_PER_CREDIT)
  return spend(socket, cost, GROWTH, now) && payer !== undefined && spend(payer, cost, payer, now)
}

/** Removes an element from a list whose order has no meaning: the last element moves to the free place. */
export function removeUnordered<T>(list: T[], one: T): void {
  const at = list.indexOf(one)
  if (at < 0) return
  const last = list.pop()
  if (last !== undefined && at < list.length) list[at] = last
}
