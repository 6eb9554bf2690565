import { setTimeout as delay } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import { z } from 'zod'
import type { Database, Sql } from '../db/pool.ts'
import { defineJob, type JobContext } from './definition.ts'

/**
 * Which processes still run. The library marks a job with the id of the process that runs it. When the process is
 * killed, the mark stays, and the library itself would wait four hours before another process may run the job.
 *
 * Each process therefore holds a shared advisory lock, named after its id, on the connection that listens for new jobs.
 * PostgreSQL releases the lock when that connection ends. `releaseAbandonedJobs` frees the jobs whose process no longer
 * holds its lock.
 */
export function liveness(events: WorkerEvents, report: (error: unknown) => void) {
  const { promise: held, resolve } = Promise.withResolvers<void>()
  // Emitted again for the new connection when the old one was lost.
  events.on('pool:listen:success', ({ workerPool, client }) => {
    const lock = 'select pg_advisory_lock_shared(interno.cerrojo_de_trabajos(), hashtext($1))'
    // The library's own LISTEN comes first: `pg` takes one statement at a time.
    client.once('drain', () => client.query(lock, [workerPool.id]).then(() => resolve(), report))
  })
  // No job is taken before the lock is held; otherwise another process could free it while it runs.
  return { name: 'LivenessPlugin', version: '1.0.0', worker: { hooks: { startWorker: () => held } } }
}

/**
 * A process whose connection was lost, for example because PostgreSQL was restarted, needs some seconds to take its lock
 * again, or to write down which jobs it has done (`settle` in queue.ts).
 */
const ABSENT_MS = 15_000

/** Frees the jobs of processes that hold no lock now nor after `absentMs`; answers how many jobs. */
export async function releaseAbandonedJobs(sql: Sql, absentMs = ABSENT_MS): Promise<number> {
  const absent = await sql<{ process: string }[]>`select interno.procesos_ausentes() as process`
  if (absent.length === 0) return 0
  await delay(absentMs)
  const processes = absent.map((row) => row.process)
  const [row] = await sql<{ released: number }[]>`select interno.liberar_trabajos(${processes}) as released`
  return row?.released ?? 0
}

/** Frees the jobs of a process that was killed, for the processes that still run. */
export const releaseAbandoned = defineJob({
  name: 'release-abandoned-jobs',
  payload: z.object({}),
  attempts: 1,
  cron: '* * * * *',
  handle: async (_payload, { services, log }: JobContext<{ db: Database }>) => {
    const released = await releaseAbandonedJobs(services.db.maintenance)
    if (released > 0) log.warn({ released }, 'jobs of a process that has ended are run again')
  },
})
