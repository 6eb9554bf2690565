import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { DatabaseTarget } from './platform/db/pool.ts'
import type { Config } from './platform/settings/config.ts'

/** The processes of one machine: the first owns the port and the database, the workers serve requests. */

const WorkerSettings = z.object({
  target: z.union([
    z.object({ url: z.string() }),
    z.object({
      host: z.string(),
      port: z.number(),
      database: z.string(),
      username: z.string(),
      password: z.string(),
    }),
  ]),
  port: z.number(),
  siteUrl: z.string(),
})

/** What the first process has determined for all workers. */
export interface WorkerSettings {
  target: DatabaseTarget
  port: number
  siteUrl: string
}

/** In addition to the time to drain. It is longer than a worker waits for running requests and jobs. */
const STOP_MS = 25_000
const RESTART_MS = 1000

export async function settingsFromPrimary(): Promise<WorkerSettings> {
  const [message] = await once(process, 'message')
  return WorkerSettings.parse(message)
}

export function startWorkers(
  { WORKERS: count, drainSeconds }: Pick<Config, 'WORKERS' | 'drainSeconds'>,
  settings: WorkerSettings,
  log: FastifyBaseLogger,
) {
  const workers = new Set<Worker>()
  let stopping = false
  let listening = 0
  let allListen = () => {}
  let fail = (_error: Error) => {}
  const ready = new Promise<void>((resolve, reject) => {
    allListen = resolve
    fail = reject
  })

  const add = () => {
    const worker = cluster.fork()
    workers.add(worker)
    // Sent over the channel and not in the environment, because it contains the database's password.
    worker.send(settings)
    worker.once('listening', () => {
      listening += 1
      if (listening === count) allListen()
    })
    worker.once('exit', (code, signal) => {
      workers.delete(worker)
      if (stopping) return
      if (listening < count) return fail(new Error(`un proceso de WORKERS terminó con ${signal ?? code}`))
      log.error({ pid: worker.process.pid, code, signal }, 'a worker ended and is started again')
      setTimeout(() => {
        if (!stopping) add()
      }, RESTART_MS).unref()
    })
  }
  for (let no = 0; no < count; no++) add()

  return {
    /** Rejects when a worker ends before all of them listen. */
    listening: ready,
    stop: async (): Promise<void> => {
      stopping = true
      const ended = [...workers].map((worker) => once(worker, 'exit'))
      for (const worker of workers) worker.process.kill('SIGTERM')
      const killTimer = setTimeout(
        () => {
          for (const worker of workers) worker.process.kill('SIGKILL')
        },
        STOP_MS + drainSeconds * 1000,
      )
      await Promise.all(ended)
      clearTimeout(killTimer)
    },
  }
}
