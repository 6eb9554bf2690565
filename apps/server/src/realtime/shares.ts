import type { Capacity } from '../http/connections.ts'
import {
  ADDRESS_CREDIT_PER_SOCKET,
  ANONYMOUS_PART,
  CHANNELS_PER_ANONYMOUS_SOCKET,
  CHANNELS_PER_PERSON,
  CUT_OFF_SECONDS,
  OPENING_COST,
  PERSON_CREDIT_BURST,
  PERSON_CREDIT_PER_SECOND,
} from './limits.ts'

/**
 * How much of the live surface one address and one person use, so that none of them can take all of it.
 *
 * What a client sends costs credit, which grows back with time. Each socket has its own credit (socket.ts). All sockets
 * of one person also share the person's credit. Sockets on which nobody is signed in share the credit of their
 * address, and opening a socket costs some of it, so that new sockets do not bring new credit.
 */
export interface Credit {
  credit: number
  /** When `credit` was computed, in milliseconds. */
  creditAt: number
}

export interface Share extends Credit {
  /** Open sockets, and those of them on which nobody is signed in. For an address only. */
  sockets: number
  anonymous: number
  /** Channels: of an address those without a person, of a person all. */
  channels: number
  readonly maxChannels: number
  readonly perSecond: number
  readonly burst: number
}

export interface Shares {
  address(group: string): Share
  person(id: string): Share
  /** Whether one more socket may be opened from the address. Takes the credit for it. */
  mayOpen(address: Share): boolean
  /** Removes the shares that are not in use and have all their credit. */
  sweep(): void
}

export function shares({ socketsPerAddress }: Pick<Capacity, 'socketsPerAddress'>): Shares {
  const anonymousPerAddress = Math.ceil(socketsPerAddress * ANONYMOUS_PART)
  const kept = new Map<string, Share>()
  const get = (key: string, limits: Pick<Share, 'maxChannels' | 'perSecond' | 'burst'>): Share => {
    const known = kept.get(key)
    if (known) return known
    const now = Date.now()
    const made = { sockets: 0, anonymous: 0, channels: 0, credit: limits.burst, creditAt: now, ...limits }
    kept.set(key, made)
    return made
  }
  const addressLimits = {
    maxChannels: anonymousPerAddress * CHANNELS_PER_ANONYMOUS_SOCKET,
    perSecond: socketsPerAddress,
    burst: socketsPerAddress * ADDRESS_CREDIT_PER_SOCKET,
  }
  const personLimits = {
    maxChannels: CHANNELS_PER_PERSON,
    perSecond: PERSON_CREDIT_PER_SECOND,
    burst: PERSON_CREDIT_BURST,
  }
  return {
    address: (group) => get(`address:${group}`, addressLimits),
    person: (id) => get(`person:${id}`, personLimits),
    mayOpen: (address) =>
      address.sockets < socketsPerAddress &&
      address.anonymous < anonymousPerAddress &&
      spend(address, OPENING_COST, address, Date.now()),
    sweep: () => {
      const now = Date.now()
      for (const [key, share] of kept) {
        const inUse = share.sockets > 0 || share.channels > 0
        if (!inUse && grown(share, share, now) >= share.burst) kept.delete(key)
      }
    },
  }
}

/** Takes the cost of a broken limit, also when that leaves a debt. The debt grows back like any credit. */
export function chargeCutOff(share: Share): void {
  share.credit = Math.max(-share.burst, share.credit - share.perSecond * CUT_OFF_SECONDS)
}

interface Growth {
  perSecond: number
  burst: number
}

/** Takes the cost when there is enough credit. Otherwise takes nothing and returns false. */
export function spend(from: Credit, cost: number, growth: Growth, now: number): boolean {
  from.credit = grown(from, growth, now)
  from.creditAt = now
  if (from.credit < cost) return false
  from.credit -= cost
  return true
}

const grown = ({ credit, creditAt }: Credit, { perSecond, burst }: Growth, now: number) =>
  Math.min(burst, credit + (Math.max(0, now - creditAt) / 1000) * perSecond)
