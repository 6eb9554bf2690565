import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { JobHelpers, LogFunctionFactory, RunnerOptions, TaskList } from 'graphile-worker'
import { Pool, type PoolClient } from 'pg'
import { pgOptions } from '../db/pg-options.ts'
import type { Database } from '../db/pool.ts'
import { errorText } from '../error-code.ts'
import { type Job, type JobContext, PermanentFailure } from './definition.ts'

export interface QueueServices {
  db: Database
  log: FastifyBaseLogger
}

const CONCURRENCY = 4
/** How long the connections of the queue may take to close in order. */
const CLOSE_MS = 3000

/** What the library needs to run jobs: its connections, the handler of each job, and its log. */
export async function runnerOptions<Services extends QueueServices>(
  services: Services,
  jobs: readonly Job<Services>[],
) {
  const { Logger } = await import('graphile-worker')
  const { db, log } = services
  // One connection listens, the others take and finish jobs.
  const pgPool = new Pool({ ...pgOptions(db.maintenance), max: CONCURRENCY + 1 })
  const report = (error: Error) => log.warn({ err: error }, 'the job queue lost a connection')
  pgPool.on('error', report)
  const clients = new Set<PoolClient>()
  pgPool.on('connect', (client) => {
    client.on('error', report)
    clients.add(client)
  })
  pgPool.on('remove', (client) => void clients.delete(client))
  const options: RunnerOptions & { pgPool: Pool } = {
    pgPool,
    taskList: taskList(services, jobs),
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger: new Logger(libraryLog(log)),
  }
  const closeAll = async () => {
    const inOrder = pgPool.end().then(() => true)
    if (await Promise.race([inOrder, delay(CLOSE_MS, false, { ref: false })])) return
    // The pool waits for connections that a job of the library still uses. Ending them releases the lock of this queue.
    for (const client of clients) void client.end().catch(() => {})
  }
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= closeAll()
    return closed
  }
  return { options, close }
}

const taskList = <Services extends QueueServices>(
  services: Services,
  jobs: readonly Job<Services>[],
): TaskList =>
  Object.fromEntries(
    jobs.map((job) => [
      job.name,
      (payload: unknown, helpers: JobHelpers) => attempt(services, job, payload, helpers),
    ]),
  )

async function attempt<Services extends QueueServices>(
  services: Services,
  job: Job<Services>,
  payload: unknown,
  { job: row, abortSignal }: JobHelpers,
): Promise<void> {
  const { db, log } = services
  const about = { job: job.name, id: row.id, attempt: row.attempts, of: row.max_attempts }
  const context: JobContext<Services> = {
    services,
    id: row.id,
    createdAt: row.created_at,
    signal: abortSignal ?? new AbortController().signal,
    log,
  }
  try {
    await job.run(payload, context)
    log.debug(about, 'a job is done')
  } catch (error) {
    const permanent = error instanceof PermanentFailure
    if (permanent) await db.maintenance`select interno.agotar_trabajo(${row.id}, ${errorText(error)})`
    const last = permanent || row.attempts >= row.max_attempts
    if (last) log.error({ ...about, err: error }, 'a job has failed for good; see interno.trabajos_fallidos')
    else log.warn({ ...about, err: error }, 'a job failed and is tried again later')
    throw error
  }
}

/**
 * Writes the log of graphile-worker to the server's log. Its messages about jobs stay at the level debug, because the queue logs
 * each failed attempt itself. The library's details are left out: they contain payloads.
 */
const libraryLog = (log: FastifyBaseLogger): LogFunctionFactory => {
  return () => (level, message, meta) => {
    const ofJob = meta?.failure === true || meta?.success === true
    if (ofJob || level === 'debug' || level === 'info') log.debug(`job queue: ${message}`)
    else log.warn(`job queue: ${message}`)
  }
}
