import { WebSocket } from 'ws'
import type { PresenceEntry } from '../bus/bus.ts'
import type { Version } from './frames.ts'
import { FRAME_BYTES_PER_CREDIT, MESSAGES_BURST, MESSAGES_PER_SECOND } from './limits.ts'
import { type Share, spend } from './shares.ts'
import type { Asking } from './subscriptions.ts'

/**
 * An open socket. What we need of each is kept on itself, and little of it: ten thousand of them wait in one process,
 * without a timer, a closure or a map of their own.
 */
export class LiveSocket extends WebSocket {
  version: Version = 2
  channels: Channel[] = []
  /** When it last said something, in seconds. */
  seen = 0
  /** Since when it has no channel, in seconds. Meaningful only while it has none. */
  emptySince = 0
  credit = MESSAGES_BURST
  creditAt = 0
  /** What its address uses. Undefined before it is open and after it was closed. */
  address: Share | undefined
  /** Who pays for what it sends: the person who is signed in on it, or else its address. */
  payer: Share | undefined
}

export interface Channel {
  /** Its number in this process. */
  no: number
  socket: LiveSocket
  topic: string
  joinRef: string | null
  state: 'joining' | 'joined' | 'closed'
  /** Who joined it; without one it is told of no rows. */
  owner: Owner | undefined
  asking: Asking
  self: boolean
  ack: boolean
  /** Of a conversation's channel alone. */
  room: Room | undefined
  presenceKey: string | undefined
  tracked: string | undefined
}

/** A person who has channels in this process. */
export interface PersonHere {
  id: string
  channels: Channel[]
}

/** By which session a channel is its person's, and until when. */
export interface Owner {
  person: PersonHere
  sessionId: string
  /** In seconds. */
  expires: number
}

/** A conversation's channel in this process: who is in it, and who is present, here or through another process. */
export interface Room {
  topic: string
  channels: Channel[]
  present: Map<string, PresenceEntry & { process: string }>
}

const GROWTH = { perSecond: MESSAGES_PER_SECOND, burst: MESSAGES_BURST }

/** Takes the credit for a frame. False when the socket, or who pays for it, has not enough. */
export function payFrame(socket: LiveSocket, bytes: number, now: number): boolean {
  const { payer } = socket
  const cost = 1 + Math.floor(bytes / FRAME_BYTES_PER_CREDIT)
  return spend(socket, cost, GROWTH, now) && payer !== undefined && spend(payer, cost, payer, now)
}

/** The order of these lists means nothing: the last takes the place of the one that goes. */
export function drop<T>(list: T[], one: T): void {
  const at = list.indexOf(one)
  if (at < 0) return
  const last = list.pop()
  if (last !== undefined && at < list.length) list[at] = last
}
