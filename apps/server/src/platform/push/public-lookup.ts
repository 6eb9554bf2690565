import { type LookupAddress, lookup as resolveName } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

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
