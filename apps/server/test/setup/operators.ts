import { randomUUID } from 'node:crypto'
import type { ISql } from 'postgres'
import { runOperator } from '../../src/operator/run.ts'
import type { TestApp } from './app.ts'

export interface TestOperator {
  id: string
  email: string
}

/** An operator account, created by the operator that exists or as the first one. */
export async function makeOperator(app: TestApp): Promise<TestOperator> {
  const email = `operador-${randomUUID()}@example.com`
  const [row] = await app.sql<{ id: string }[]>`
    select interno.crear_operador(${email}, 'Olga', 'Ortega', (
      select id from public.profiles where role = 'operador' and suspendido_en is null limit 1)) as id`
  return { id: row!.id, email }
}

export interface OperatorRun {
  code: number
  out: string
  err: string
}

/** Runs a command of the operator's command line on the database of the test. */
export async function operate(app: TestApp, ...argv: string[]): Promise<OperatorRun> {
  const out: string[] = []
  const err: string[] = []
  const code = await runOperator(
    argv,
    { DATA_DIR: app.services.config.DATA_DIR, SITE_URL: app.url },
    { out: (line) => out.push(line), error: (line) => err.push(line) },
    async () => ({ sql: app.sql, close: async () => {} }),
  )
  return { code, out: out.join('\n'), err: err.join('\n') }
}

/** The operator looks at the data of a maestro. Later decisions are about what was seen. */
export const look = (sql: ISql, operator: TestOperator, maestro: string) =>
  sql`select interno.consultar_verificacion(${operator.id}, ${maestro})`

export const decide = (
  { sql }: { sql: ISql },
  operator: TestOperator,
  maestro: string,
  tipo: string,
  estado: string,
  motivo: string | null = null,
) => sql`select interno.decidir_verificacion(${operator.id}, ${maestro}, ${tipo}, ${estado}, ${motivo})`
