import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Config } from './config.ts'
import type { DatabaseTarget } from './db/pool.ts'

/** The processes of one machine: the first holds the port and the database, the others serve. */

const Orders = z.object({
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

/** What the first process found out and a worker must not find out for itself. */
export interface Orders {
  target: DatabaseTarget
  port: number
  siteUrl: string
}

/** Beyond the time to drain: longer than a worker gives the requests and the jobs that are running. */
const STOP_MS = 25_000
const RESTART_MS = 1000

export async function ordersOfPrimary(): Promise<Orders> {
  const [message] = await once(process, 'message')
  return Orders.parse(message)
}

export function startWorkers(
  { WORKERS: count, drainSeconds }: Pick<Config, 'WORKERS' | 'drainSeconds'>,
  orders: Orders,
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
    // Through the channel, not the environment: it has the database's password.
    worker.send(orders)
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
    /** Fails when one of them ends before all serve. */
    listening: ready,
    stop: async (): Promise<void> => {
      stopping = true
      const ended = [...workers].map((worker) => once(worker, 'exit'))
      for (const worker of workers) worker.process.kill('SIGTERM')
      const patience = setTimeout(
        () => {
          for (const worker of workers) worker.process.kill('SIGKILL')
        },
        STOP_MS + drainSeconds * 1000,
      )
      await Promise.all(ended)
      clearTimeout(patience)
    },
  }
}
