import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const FINISH_MS = 10_000
const LOOK_MS = 50

declare module 'fastify' {
  interface FastifyInstance {
    /** Set once the server is to stop. /readyz then answers 503, so that a balancer sends no new requests here. */
    draining: boolean
  }
}

/**
 * Stops the server. First /readyz answers 503 while requests are still served for `drainSeconds`; then nothing new is
 * accepted, the requests under way finish, and after a while they are cut off.
 */
export async function closeApp(app: FastifyInstance, drainSeconds = 0): Promise<void> {
  app.draining = true
  await delay(drainSeconds * 1000)
  // A connection is closed when idle; those busy now become so one by one.
  const idle = setInterval(() => app.server.closeIdleConnections(), LOOK_MS)
  const patience = setTimeout(() => {
    app.log.warn('requests under way were cut off')
    app.server.closeAllConnections()
  }, FINISH_MS)
  await app.close()
  clearInterval(idle)
  clearTimeout(patience)
}
