import { isIP, SocketAddress } from 'node:net'
import type { Caller } from '../caller.ts'

/**
 * An address that PostgreSQL can store as inet. A trusted proxy may forward a value that is not an address,
 * and a request whose client has disconnected has none.
 */
export function inetOf(ip: string | undefined): string | null {
  if (ip === undefined) return null
  const bare = ip.replace(/%.*$/, '')
  return isIP(bare) === 0 ? null : bare
}

/**
 * The group of addresses that a limit counts together. A home connection has a whole /64 of IPv6 addresses,
 * so these count as one. An IPv4 address and its IPv6-mapped form are the same.
 */
export function addressGroup(ip: string | undefined): string {
  if (ip === undefined) return UNKNOWN
  const known = groups.get(ip)
  if (known !== undefined) return known
  const group = computeGroup(ip)
  if (groups.size >= MEMOIZED) groups.clear()
  if (ip.length <= ADDRESS_CHARS) groups.set(ip, group)
  return group
}

const UNKNOWN = 'unknown'

// The group is computed for every request and takes microseconds, so it is memoized.
const groups = new Map<string, string>()
const MEMOIZED = 10_000
/** The longest notation of an IPv6 address. A proxy may forward any text. */
const ADDRESS_CHARS = 45

function computeGroup(ip: string): string {
  const bare = inetOf(ip)
  if (bare === null) return UNKNOWN
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)
  if (mapped?.[1]) return mapped[1]
  if (isIP(bare) === 4) return bare
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' })
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail.split(':').filter(Boolean)
  const missing = address.includes('::') ? 8 - groups.length - rest.length : 0
  const whole = [...groups, ...Array.from({ length: missing }, () => '0'), ...rest]
  return `${whole.slice(0, 4).join(':')}::/64`
}

/** The key under which a limited resource is counted: the person, or the address when nobody is signed in. */
export function callerKey(caller: Caller, ip: string): string {
  return caller.role === 'authenticated' ? `person:${caller.userId}` : `address:${addressGroup(ip)}`
}
