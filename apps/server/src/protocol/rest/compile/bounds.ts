import { randomUUID } from 'node:crypto'
import { MAX_ANSWER_BYTES } from '../limits.ts'
import { bind, type Draft, newAlias } from './statement.ts'

/**
 * Conditions that make a statement fail while it runs. When its result is known here, `commit` has already
 * been sent and the whole answer has been built, so the statement itself must fail. The error contains a
 * random mark of this process, which no value of a caller can imitate.
 */
const MARK = randomUUID()
const REFUSED = new RegExp(`${MARK}:(rows|bytes):(\\d+)`)

/** Fails unless `condition` is true; `rows` is the number of rows that the error reports. */
export const failUnless = (draft: Draft, condition: string, rows: string) =>
  fail(draft, 'rows', `not (${condition})`, rows)

/**
 * Returns the rows, each as one `value`. Fails as soon as the values have more than MAX_ANSWER_BYTES
 * together, so that PostgreSQL never builds a longer answer.
 */
export function boundedSql(draft: Draft, rows: string, value: (row: string) => string): string {
  const row = newAlias(draft, 'r')
  const bounded = newAlias(draft, 'b')
  const within = fail(draft, 'bytes', `${bounded}.bytes > ${MAX_ANSWER_BYTES}`, `${bounded}.bytes`)
  return (
    `(select ${bounded}.value from (select v.value, ` +
    `sum(octet_length(v.value::text)) over (rows unbounded preceding) as bytes ` +
    `from (select ${value(row)} as value from (${rows}) ${row}) v) ${bounded} where ${within}) b`
  )
}

const fail = (draft: Draft, what: 'rows' | 'bytes', when: string, number: string) =>
  `case when ${when} then (${bind(draft, `${MARK}:${what}:`)} || (${number}))::int end is null`

/** Which limit was exceeded, if the error is one of these failures. */
export function parseRefusal(message: string): { what: string; number: number } | undefined {
  const found = REFUSED.exec(message)
  return found?.[1] === undefined ? undefined : { what: found[1], number: Number(found[2]) }
}
