import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { WorkerEvents, WorkerPool } from 'graphile-worker'
import { LRUCache } from 'lru-cache'
import type { Pool, PoolClient } from 'pg'
import type { Database } from '../db/pool.ts'
import type { Job } from './definition.ts'
import { liveness } from './liveness.ts'
import { type QueueServices, runnerOptions } from './runner-options.ts'

/** Runs the jobs of the queue in this process. See docs/decisions/queue.md. */

export interface Queue {
  /** Takes no further job. Waits for the running ones, and after a while gives them back to the queue. */
  stop(): Promise<void>
}

/** One queue for all of these schedules: while the store of files hangs, they hold one of the few places and e-mails use the others. */
const ONE_AT_A_TIME = 'one-at-a-time'
/**
 * With a delay of 0 the library handles the failure of the statement that ends a job, and stops in order. Without it
 * nothing awaits that statement, and the rejection would end the process.
 */
const BATCHES = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }
/**
 * After the order to stop: when the signal of a running job aborts, and when the job is given back. And the wait before a
 * queue that has stopped by itself is started again. `answerMs` is how long the library may use a connection for its own statements,
 * which are short: a connection that the network has lost may give no answer for 15 minutes. `pollMs` is how much later than it is due
 * the next attempt of a failed job may begin. New jobs arrive by NOTIFY.
 */
const TIMES = { abortMs: 5000, giveBackMs: 8000, restartMs: 5000, answerMs: 30_000, pollMs: 5000 }
/** How long the library may take to stop by itself after its running jobs were aborted. */
const LIBRARY_STOP_MS = 3000
/** How long giving back the running jobs may take. */
const CLOSE_MS = 3000
/** Far more than the jobs that have succeeded and are not recorded as done yet. */
const ENDED_MAX = 5000

export async function startQueue<Services extends QueueServices>(
  services: Services,
  jobs: readonly Job<Services>[],
  { giveBackMs, restartMs, ...times }: typeof TIMES = TIMES,
): Promise<Queue> {
  const { log } = services
  const stopping = new AbortController()
  const { signal } = stopping
  let current = await startRunner(services, jobs, times)

  /** Tries until it succeeds, because the database may be away for longer. */
  const startAgain = async () => {
    while (!signal.aborted) {
      try {
        await delay(restartMs, undefined, { signal })
        await current.settle()
        current = await startRunner(services, jobs, times)
        // `stop` was called meanwhile and has stopped the one before.
        if (signal.aborted) await current.stop()
        return
      } catch (error) {
        if (!signal.aborted) log.error({ err: error }, 'the job queue cannot be started and is tried again')
      }
    }
  }
  // The library survives some lost connections. It stops by itself when it cannot write down the end of a job.
  const supervise = async () => {
    for (;;) {
      const error = await current.ended
      if (signal.aborted) return
      log.error({ err: error }, 'the job queue has stopped by itself and is started again')
      // Ends the schedules too, if the library has not done it. It may never answer, so it is not awaited.
      void current.stop()
      await current.close()
      await startAgain()
    }
  }
  const supervised = supervise()
  return {
    stop: async () => {
      stopping.abort()
      const stopped = Promise.all([current.stop(), supervised]).then(() => true)
      const finished = await Promise.race([stopped, delay(giveBackMs, false, { ref: false })])
      if (!finished) {
        log.warn('running jobs are given back to the queue')
        // Without an answer, the jobs are freed when PostgreSQL notices that the connection with the lock is gone.
        const given = current
          .settle()
          .catch((error: unknown) => log.warn({ err: error }, 'running jobs could not be given back'))
        await Promise.race([given, delay(CLOSE_MS, undefined, { ref: false })])
      }
      await current.close()
    },
  }
}

async function startRunner<Services extends QueueServices>(
  services: Services,
  jobs: readonly Job<Services>[],
  { abortMs, answerMs, pollMs }: Pick<typeof TIMES, 'abortMs' | 'answerMs' | 'pollMs'>,
) {
  const { parseCronItems, run } = await import('graphile-worker')
  const { db, log } = services
  const events: WorkerEvents = new EventEmitter()
  let pool: WorkerPool | undefined
  events.on('pool:create', ({ workerPool }) => {
    pool = workerPool
  })
  // The last jobs that succeeded. The end of some of them may not be written down when the database goes away.
  const succeeded = new LRUCache<string, true>({ max: ENDED_MAX })
  events.on('job:success', ({ job }) => void succeeded.set(job.id, true))
  const plugin = liveness(events, (error) =>
    log.error({ err: error }, 'the lock that shows that this job queue is running could not be taken'),
  )
  // After a second end of a job that it cannot write down, the library begins to stop and never settles its promise.
  const { promise: late, resolve: giveUp } = Promise.withResolvers<unknown>()
  events.once('pool:gracefulShutdown', ({ message }) => {
    setTimeout(giveUp, abortMs + LIBRARY_STOP_MS, new Error(message)).unref()
  })
  await forgetFutureTimes(db)
  const { options, close } = await runnerOptions(services, jobs)
  endStalled(options.pgPool, events, answerMs)
  const cron = jobs.flatMap(({ name, attempts: maxAttempts, cron, catchUpMinutes, oneAtATime }) => {
    if (cron === undefined) return []
    // The key replaces a job that waits, and the queue makes it wait for the one that runs.
    const alone = oneAtATime ? { jobKey: name, jobKeyMode: 'replace' as const, queueName: ONE_AT_A_TIME } : {}
    const options = { maxAttempts, backfillPeriod: catchUpMinutes * 60_000, ...alone }
    return [{ task: name, match: cron, options }]
  })
  const runner = await run({
    ...options,
    events,
    pollInterval: pollMs,
    parsedCronItems: parseCronItems(cron),
    preset: { plugins: [plugin], worker: { gracefulShutdownAbortTimeout: abortMs, ...BATCHES } },
  }).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const stopped = runner.promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  const ended = Promise.race([stopped, late])
  return {
    ended,
    /** After the end: writes down which jobs have succeeded, and gives the others back. */
    settle: () => db.maintenance`select interno.cerrar_trabajos(${pool?.id ?? ''}, ${[...succeeded.keys()]})`,
    // Rejects when the library has stopped by itself before.
    stop: () => runner.stop().catch(() => {}),
    close,
  }
}

/**
 * The library runs a schedule only at times after its last one. A clock that was ahead, by days for example, has left a time in
 * the future, until which nothing would run. Clocks of several machines may differ by less than an hour.
 */
const forgetFutureTimes = ({ maintenance: sql }: Database) => sql`
  update graphile_worker._private_known_crontabs set last_execution = null
  where last_execution > now() + interval '1 hour'`

/** Ends connections that the library has used for `answerMs`, except the one that listens. Their statements are then rejected. */
function endStalled(pgPool: Pool, events: WorkerEvents, answerMs: number): void {
  const timers = new Map<PoolClient, NodeJS.Timeout>()
  const free = (client: PoolClient) => {
    clearTimeout(timers.get(client))
    timers.delete(client)
  }
  pgPool.on('acquire', (client) => {
    timers.set(client, setTimeout(() => void client.end().catch(() => {}), answerMs).unref())
  })
  pgPool.on('release', (_error, client) => free(client))
  events.on('pool:listen:success', ({ client }) => free(client))
}
