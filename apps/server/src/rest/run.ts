import postgres from 'postgres'
import { asCaller } from '../db/session.ts'
import type { Caller } from '../http/caller.ts'
import type { Services } from '../services.ts'
import { type Answer, rowsRefused } from './compile/answer.ts'
import type { Statement } from './compile/statement.ts'

export type Run = (
  caller: Caller,
  access: 'read only' | 'read write',
  statement: Statement,
) => Promise<Answer>

/**
 * Statements asked for again are prepared, once a connection. PostgreSQL keeps each until the connection ends,
 * and callers choose their shape, so only so many are; rare shapes are forgotten and crowd out nobody.
 */
const PREPARED_SHAPES = 500
const COUNTED_SHAPES = 2000
const OFTEN = 3

export function runner(services: Services): Run {
  const prepared = new Set<string>()
  const counted = new Map<string, number>()
  const worthPreparing = (text: string): boolean => {
    if (prepared.has(text)) return true
    if (prepared.size >= PREPARED_SHAPES) return false
    const times = (counted.get(text) ?? 0) + 1
    if (times >= OFTEN) {
      counted.delete(text)
      prepared.add(text)
      return true
    }
    if (counted.size >= COUNTED_SHAPES) counted.clear()
    counted.set(text, times)
    return false
  }
  return async (caller, access, { text, values }) => {
    const prepare = worthPreparing(text)
    const [answer] = await asCaller(services.db, caller, access, (sql) =>
      sql.unsafe<Answer[]>(text, values, { prepare }),
    )
    if (!answer) throw new Error('a statement of the data surface answered no row')
    return answer
  }
}

/** How many rows a write would have touched, when it undid itself for that reason. */
export const refusedRows = (error: unknown): number | undefined =>
  error instanceof postgres.PostgresError && error.code === '22P02' ? rowsRefused(error.message) : undefined
