import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../settings/config.ts'

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

const UNNAMED =
  'X-Forwarded-For is ignored, because TRUSTED_PROXIES does not name the address that sent it. ' +
  'If it is the address of your proxy, name it there: until then all people behind it share the limits of one address'
const MISSING =
  'A request of an address in TRUSTED_PROXIES has no X-Forwarded-For. If the proxy does not add it (HAProxy: option forwardfor), ' +
  'all people behind it share the limits of one address'

/** Proxies request these themselves. */
const PROBES = ['/healthz', '/readyz', '/metrics']

/**
 * Logs once that X-Forwarded-For came from an address that TRUSTED_PROXIES does not name, and once that a named one did not send it. Without
 * the hints, a forgotten setting is noticed only when people are refused by limits.
 */
export function addProxyHint(app: FastifyInstance, config: Pick<Config, 'TRUSTED_PROXIES'>): void {
  const { isProxy } = clientAddresses(config)
  const logged = new Set<string>()
  const hint = (address: string, text: string) => {
    if (logged.has(text)) return
    logged.add(text)
    app.log.warn({ address }, text)
  }
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    const { remoteAddress: address = '' } = raw.socket
    const isForwarded = raw.headers['x-forwarded-for'] !== undefined
    const isProbe = PROBES.some((path) => path === routeOptions.url)
    if (address !== '' && isForwarded !== isProxy(address)) {
      if (isForwarded) hint(address, UNNAMED)
      else if (!isProbe) hint(address, MISSING)
    }
    done()
  })
}
