import type { FastifyInstance } from 'fastify'

const FINISH_MS = 10_000
const LOOK_MS = 50

/** Accepts nothing new, lets the requests under way finish, and after a while no longer waits for them. */
export async function closeApp(app: FastifyInstance): Promise<void> {
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
