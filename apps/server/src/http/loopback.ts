import { BlockList } from 'node:net'
import type { FastifyRequest } from 'fastify'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * Whether a program or browser of this machine asks for this machine by a loopback name. The name counts as well as
 * the address: a hostile page can point a name of its own at 127.0.0.1. A reverse proxy on this machine may still
 * look like this, so whatever is opened by it stays closed in production.
 */
export function asksLocally(request: FastifyRequest): boolean {
  return fromThisMachine(request) && isLoopbackName(request.headers.host)
}

function isLoopbackName(host: string | undefined): boolean {
  return host !== undefined && /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host)
}

/**
 * Whether the request was made on this machine. A forwarded one was not, even when the proxy that passed
 * it on is here and nobody named it in TRUSTED_PROXIES.
 */
function fromThisMachine(request: FastifyRequest): boolean {
  const { headers, raw } = request
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false
  const address = raw.socket.remoteAddress ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return loopback.check(mapped, 'ipv4')
  return loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
}
