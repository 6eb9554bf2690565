import { BlockList } from 'node:net'
import type { FastifyRequest } from 'fastify'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * Whether the request was made on this machine. A forwarded one was not, even when the proxy that passed
 * it on is here and nobody named it in TRUSTED_PROXIES.
 */
export function fromThisMachine(request: FastifyRequest): boolean {
  const { headers, raw } = request
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false
  const address = raw.socket.remoteAddress ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return loopback.check(mapped, 'ipv4')
  return loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
}
