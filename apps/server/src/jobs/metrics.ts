import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../db/pool.ts'

/** The state of the queue, counted when /metrics is read. */
export function addJobMetrics(registry: Registry, { maintenance: sql }: Database): void {
  const jobs = new Gauge({
    name: 'jobs',
    help: 'Jobs in the queue: waiting (also for their next attempt), running, and failed for good',
    labelNames: ['state'],
    registers: [registry],
    collect: async () => {
      const [row] = await sql<{ waiting: number; running: number; failed: number }[]>`
        select
          count(*) filter (where locked_at is null and attempts < max_attempts)::int as waiting,
          count(*) filter (where locked_at is not null)::int as running,
          count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed
        from graphile_worker.jobs`
      for (const [state, count] of Object.entries(row ?? {})) jobs.set({ state }, count)
    },
  })
}
