import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const FINISH_MS = 10_000
const CHECK_MS = 50

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * True when the server is about to stop. /readyz then answers 503, so that a load balancer sends no new
     * requests here.
     */
    draining: boolean
  }
}

/** While the server drains, each answer tells its client to open the next connection elsewhere. */
export function addDraining(app: FastifyInstance): void {
  app.decorate('draining', false)
  app.addHook('onRequest', (_request, reply, done) => {
    if (app.draining) reply.header('connection', 'close')
    done()
  })
}

/**
 * Stops the server. First /readyz answers 503 while requests are still served for `drainSeconds`. Then
 * nothing new is accepted, running requests finish, and those that take longer than FINISH_MS are aborted.
 */
export async function closeApp(app: FastifyInstance, drainSeconds = 0): Promise<void> {
  app.draining = true
  await delay(drainSeconds * 1000)
  // Idle connections are closed; busy ones become idle one by one.
  const idle = setInterval(() => app.server.closeIdleConnections(), CHECK_MS)
  const timeout = setTimeout(() => {
    app.log.warn('running requests were aborted')
    app.server.closeAllConnections()
  }, FINISH_MS)
  await app.close()
  clearInterval(idle)
  clearTimeout(timeout)
}
