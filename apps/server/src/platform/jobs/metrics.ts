import type { FastifyBaseLogger } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import type { Database, Sql } from '../db/pool.ts'

/** The state of the queue, counted when /metrics is read. */
export function addJobMetrics(
  registry: Registry,
  { db, log }: { db: Database; log: FastifyBaseLogger },
): void {
  const jobs = new Gauge({
    name: 'jobs',
    help: 'Jobs in the queue: waiting (also for their next attempt), running, and failed for good',
    labelNames: ['state'],
    registers: [registry],
    collect: async () => {
      jobs.reset()
      const counts = await countJobs(db.maintenance).catch((error: unknown) => {
        log.warn({ err: error }, 'the jobs of the queue could not be counted')
        return {}
      })
      for (const [state, count] of Object.entries(counts)) jobs.set({ state }, count)
    },
  })
}

export interface JobCounts {
  waiting: number
  running: number
  failed: number
}

export async function countJobs(sql: Sql): Promise<JobCounts> {
  const [row] = await sql<JobCounts[]>`
    select
      count(*) filter (where locked_at is null and attempts < max_attempts)::int as waiting,
      count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed
    from graphile_worker.jobs`
  return row ?? { waiting: 0, running: 0, failed: 0 }
}
