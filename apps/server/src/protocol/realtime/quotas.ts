import type { Capacity } from '../../platform/http/connections.ts'
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
 * Usage and credit of each address and each person, so that none of them can use the whole realtime surface.
 * Each frame costs credit, which grows back with time. Each socket has its own credit (socket.ts). All
 * sockets of one person also use the person's credit. Sockets without a signed-in person use the credit of
 * their address, and opening a socket costs some of it, so that new sockets do not bring new credit.
 */
export interface Credit {
  credit: number
  /** When `credit` was computed, in milliseconds. */
  creditAt: number
}

export interface Quota extends Credit {
  /** Open sockets, and those of them without a signed-in person. Used for addresses only. */
  sockets: number
  anonymous: number
  /** Memory of the send buffers of its sockets (unsent.ts). Used for addresses only. */
  unsent: number
  /** Number of channels. For an address only those without a person count, for a person all. */
  channels: number
  readonly maxChannels: number
  readonly perSecond: number
  readonly burst: number
}

export interface Quotas {
  address(group: string): Quota
  person(id: string): Quota
  /** Whether one more socket may be opened from the address. Takes the credit for it. */
  mayOpen(address: Quota): boolean
  /** Removes the entries that are not in use and have all their credit. */
  sweep(): void
}

export function quotas({ socketsPerAddress }: Pick<Capacity, 'socketsPerAddress'>): Quotas {
  const anonymousPerAddress = Math.ceil(socketsPerAddress * ANONYMOUS_PART)
  const byKey = new Map<string, Quota>()
  const get = (key: string, limits: Pick<Quota, 'maxChannels' | 'perSecond' | 'burst'>): Quota => {
    const known = byKey.get(key)
    if (known) return known
    const now = Date.now()
    const counts = { sockets: 0, anonymous: 0, unsent: 0, channels: 0 }
    const quota = { ...counts, credit: limits.burst, creditAt: now, ...limits }
    byKey.set(key, quota)
    return quota
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
      for (const [key, quota] of byKey) {
        const inUse = quota.sockets > 0 || quota.channels > 0
        if (!inUse && grown(quota, quota, now) >= quota.burst) byKey.delete(key)
      }
    },
  }
}

/**
 * Takes the cost of a broken limit, also when the credit becomes negative. A negative credit grows back like
 * any other.
 */
export function chargeCutOff(quota: Quota): void {
  quota.credit = Math.max(-quota.burst, quota.credit - quota.perSecond * CUT_OFF_SECONDS)
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
