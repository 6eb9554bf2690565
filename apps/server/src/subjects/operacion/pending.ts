import type { Pendiente } from '@maestros/dominio/avisos/textos-de-correos'
import type { FastifyBaseLogger } from 'fastify'
import type { ISql } from 'postgres'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../../platform/db/pool.ts'

/** What waits for operators, one row of interno.pendientes_de_operadores. */
export interface Pending {
  que: Pendiente
  cuantos: number
  /** Since when the oldest has waited; null when nothing waits. */
  desde: Date | null
}

export const readPending = (sql: ISql) =>
  sql<Pending[]>`select que, cuantos, desde from interno.pendientes_de_operadores()`

/** Names in English, like those of the other metrics. */
const WHAT: Record<Pendiente, string> = {
  reportes: 'reports',
  verificaciones: 'verifications',
  tickets: 'tickets',
  trabajos: 'failed_jobs',
}

/** How much waits for operators, and the age of the oldest, counted when /metrics is read. */
export function addPendingMetrics(
  registry: Registry,
  { db, log }: { db: Database; log: FastifyBaseLogger },
): void {
  // Both gauges are collected at the same time, and share one statement.
  let reading: Promise<readonly Pending[]> | undefined
  const read = () => {
    reading ??= readPending(db.maintenance)
      .catch((error: unknown) => {
        log.warn({ err: error }, 'what waits for operators could not be counted')
        return []
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  const addGauge = (name: string, help: string, measure: (pending: Pending) => number) => {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ['what'],
      registers: [registry],
      collect: async () => {
        const pending = await read()
        gauge.reset()
        for (const one of pending) gauge.set({ what: WHAT[one.que] }, measure(one))
      },
    })
  }
  addGauge('operator_pending', 'What waits for operators', ({ cuantos }) => cuantos)
  addGauge(
    'operator_pending_oldest_seconds',
    'Age of the oldest that waits for operators; 0 when nothing waits',
    ({ desde }) => (desde === null ? 0 : Math.max(0, (Date.now() - desde.getTime()) / 1000)),
  )
}
