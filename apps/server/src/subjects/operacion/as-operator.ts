import { operacionServidor as textos } from '@maestros/dominio/operacion/textos-de-servidor'
import postgres, { type TransactionSql } from 'postgres'
import type { Person } from '../../platform/caller.ts'
import type { Services } from '../../platform/services.ts'
import { FunctionError } from '../../protocol/functions/errors.ts'
import { requirePerson } from '../../protocol/functions/person.ts'

interface OperatorContext {
  caller: Person
  services: Pick<Services, 'db'>
  withConnection<T>(work: () => Promise<T>): Promise<T>
}

type Refusal = keyof typeof textos.rechazos

/**
 * Runs the work of an operator in one transaction, after the database has checked the operator's session. A refusal of the database
 * undoes all of it and is answered with the sentence of its name; `sentences` replaces some of them.
 */
export async function asOperator<T>(
  { caller, services, withConnection }: OperatorContext,
  work: (sql: TransactionSql) => Promise<T>,
  sentences: { [name in Refusal]?: string } = {},
): Promise<T> {
  const { value } = await withConnection(() =>
    services.db.sql.begin(async (sql) => {
      await requirePerson(sql, caller, 'operador')
      return { value: await work(sql) }
    }),
  ).catch((error: unknown) => {
    throw refusalOf(error, { ...textos.rechazos, ...sentences }) ?? error
  })
  return value
}

/** The code of each SQLSTATE with which functions of the database refuse an act of an operator. */
const CODES = {
  PT403: 'FORBIDDEN',
  PT404: 'NOT_FOUND',
  PT409: 'CONFLICT',
  PT422: 'INVALID_INPUT',
} as const

function refusalOf(error: unknown, sentences: Record<string, string>): FunctionError | undefined {
  if (!(error instanceof postgres.PostgresError)) return undefined
  const { code: state, detail = '' } = error
  const sentence = Object.hasOwn(sentences, detail) ? sentences[detail] : undefined
  const known = Object.entries(CODES).find(([name]) => name === state)
  if (sentence === undefined || known === undefined) return undefined
  // The help request exists, but nobody can be answered any more.
  const code = detail === 'ticket_sin_cuenta' ? 'CONFLICT' : known[1]
  return new FunctionError(code, sentence, { cause: error })
}
