import { BlockList } from 'node:net'
import type { FastifyRequest } from 'fastify'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * Whether the request comes from this machine and uses a loopback name. The name is checked too, because a
 * hostile page can point its own domain name at 127.0.0.1. A reverse proxy on this machine may still pass
 * this check, so anything that relies on it is disabled in production.
 */
export function isLocalRequest(request: FastifyRequest): boolean {
  return fromThisMachine(request) && isLoopbackName(request.headers.host)
}

function isLoopbackName(host: string | undefined): boolean {
  return host !== undefined && /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host)
}

/**
 * Whether the request was sent from this machine. A forwarded request was not, even when the proxy runs here
 * and is not listed in TRUSTED_PROXIES.
 */
function fromThisMachine(request: FastifyRequest): boolean {
  const { headers, raw } = request
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false
  const address = raw.socket.remoteAddress ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return loopback.check(mapped, 'ipv4')
  return loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
}
