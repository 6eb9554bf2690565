import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { bearerOf } from '../caller.ts'
import type { Services } from '../services.ts'
import { isLocalRequest } from './loopback.ts'

/**
 * /metrics, for callers with METRICS_TOKEN; outside production also for this machine. A local proxy that adds
 * no header cannot be distinguished from this machine, so in production only the token counts. Requests are
 * counted by route pattern, never by address.
 */
export function addMetrics(app: FastifyInstance, services: Services): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'database_pool_size',
    help: 'Connections that each of the two pools may open',
    registers: [registry],
  }).set(services.config.DATABASE_POOL)
  const sessions = new Gauge({
    name: 'database_connections',
    help: 'Connections of this product that PostgreSQL sees, by state',
    labelNames: ['state'],
    registers: [registry],
    collect: async () => {
      sessions.reset()
      // While the database is away, the figures of the process are needed most.
      const states = await connectionStates(services).catch((error: unknown) => {
        services.log.warn({ err: error }, 'the connections of the database could not be counted')
        return []
      })
      for (const { state, count } of states) sessions.set({ state }, count)
    },
  })

  // Looking up the counter of a label set costs more than counting, so the counters are cached.
  const counters = new Map<string, ReturnType<typeof durations.labels>>()
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const key = `${request.method} ${route} ${reply.statusCode}`
    let counter = counters.get(key)
    if (!counter) {
      counter = durations.labels(request.method, route, String(reply.statusCode))
      counters.set(key, counter)
    }
    counter.observe(reply.elapsedTime / 1000)
    done()
  })

  const { METRICS_TOKEN: token, production } = services.config
  app.get('/metrics', async (request, reply) => {
    const bearer = bearerOf(request)
    const holdsToken = token !== undefined && bearer !== undefined && same(bearer, token)
    const isLocal = !production && isLocalRequest(request)
    if (!holdsToken && !isLocal) return reply.callNotFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  return registry
}

const connectionStates = ({ db }: Pick<Services, 'db'>) => db.sql<{ state: string; count: number }[]>`
  select coalesce(state, 'unknown') as state, count(*)::int as count
  from pg_stat_activity
  where application_name = 'maestros' and datname = current_database()
  group by 1`

function same(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
