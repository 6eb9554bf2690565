import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Config } from '../config.ts'

/**
 * The client's address of a request that Fastify does not handle (an upgrade to a WebSocket), by the same rule as
 * Fastify's `request.ip`: the X-Forwarded-For header counts only as far as TRUSTED_PROXIES wrote it.
 */
export function clientAddresses({ TRUSTED_PROXIES }: Pick<Config, 'TRUSTED_PROXIES'>) {
  const isTrusted =
    TRUSTED_PROXIES.length > 0
      ? proxyAddr.compile(TRUSTED_PROXIES)
      : (_address: string, _hop: number) => false
  return {
    isProxy: (address: string) => isTrusted(address, 0),
    of: (request: IncomingMessage): string => proxyAddr(request, isTrusted),
  }
}
