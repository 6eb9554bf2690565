import type { FastifyPluginAsync } from 'fastify'
import type { Services } from '../services.ts'

const READY_MS = 2000

/**
 * /healthz: the process answers. /readyz: the database answers too, and the server is not about to stop.
 * /config.json: the settings that the web app needs at start.
 */
export const healthRoutes: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  const { config, db, secrets } = services

  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async (request, reply) => {
    if (app.draining) return reply.code(503).send({ status: 'draining' })
    let timer: NodeJS.Timeout | undefined
    const timedOut = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the database did not answer in time')), READY_MS)
    })
    try {
      await Promise.race([db.sql`select 1`, timedOut])
      return { status: 'ok' }
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply.code(503).send({ status: 'unavailable' })
    } finally {
      clearTimeout(timer)
    }
  })

  const { desde, hasta } = config.PUSH_QUIET_HOURS
  const quietHours = desde === hasta ? undefined : { desde, hasta }
  app.get('/config.json', async (request) => ({
    // Without SITE_URL the address that the browser used is correct.
    url: config.SITE_URL ? config.siteUrl : `${request.protocol}://${request.host}`,
    publishableKey: secrets.publishableKey,
    production: config.production,
    ...(quietHours && { quietHours }),
    ...(config.SUPPORT_EMAIL !== undefined && { supportEmail: config.SUPPORT_EMAIL }),
  }))
}
