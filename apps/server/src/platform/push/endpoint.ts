import { type LookupAddress, lookup as resolveName } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { ENDPOINT_MAX } from '@maestros/dominio/limites'
import ipaddr from 'ipaddr.js'

/**
 * The address of a browser's push service, as the browser sends it. The server later sends a request there, so an address
 * that could reach our own network is refused (server-side request forgery). What the name resolves to is checked at each
 * request (publicLookup).
 */
export interface Endpoint {
  url: URL
  /** Its origin is allowed by PUSH_EXTRA_ORIGINS: a push service on this machine, for tests. */
  extra: boolean
}

/** Names that are resolved inside a machine or a local network only (RFC 6761, 6762, 8375). */
const LOCAL_NAME =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|test|invalid|arpa)$/

/** Null for an address that must not be requested. */
export function parseEndpoint(text: string, extraOrigins: readonly string[]): Endpoint | null {
  if (text.length > ENDPOINT_MAX) return null
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return null
  if (extraOrigins.includes(url.origin)) return { url, extra: true }
  if (url.protocol !== 'https:' || url.port !== '') return null
  // The parser has already turned notations such as 0x7f.1 or 2130706433 into the usual form of an address.
  const name = url.hostname.replace(/\.$/, '')
  if (name.startsWith('[') || isIP(name) !== 0) return null
  if (!name.includes('.') || LOCAL_NAME.test(name)) return null
  return { url, extra: false }
}

/** A name of a push service resolves to an address of a private network or of this machine. */
export class PrivateAddress extends Error {}

type Resolve = (
  hostname: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * A lookup for outgoing requests that refuses names with any address outside the public internet. The connection is made
 * to exactly the addresses that were checked, so a name that resolves differently a moment later (DNS rebinding) gains
 * nothing.
 */
export const publicLookup =
  (resolve: Resolve = resolveName): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isPublic(address))) {
        return callback(new PrivateAddress(`${hostname} has no public address`), '', 0)
      }
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }

/** `unicast` excludes private, loopback, link-local, carrier-grade NAT, multicast, mapped and translated addresses. */
export function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}
