import { randomUUID } from 'node:crypto'
import type { Media } from '../parse/headers.ts'
import type { ReadPlan } from '../plan.ts'
import { countSql, limitOf, rowsSql, type Source, tableSource } from './read.ts'
import { bind, bindAs, type Draft, newDraft, type Statement } from './statement.ts'

/** What every statement answers, in one row. */
export interface Answer {
  body: string | null
  /** Rows in the body, or touched by the write. */
  rows: number
  /** All the rows there are, when the caller asked. Text, as PostgreSQL counts further than a number. */
  total: string | null
  /** Of an upsert that merges: how many rows were new. */
  inserted: string | null
  /** The key of the row written, as a JSON object. */
  location: string | null
}

export const ANSWER_DEFAULTS = {
  total: 'null::text',
  inserted: 'null::text',
  location: 'null::text',
}

export function answerSql(parts: { body: string; rows: string } & Partial<typeof ANSWER_DEFAULTS>): string {
  const { body, rows, total, inserted, location } = { ...ANSWER_DEFAULTS, ...parts }
  return (
    `select ${body} as body, (${rows})::int as rows, (${total})::text as total, ` +
    `(${inserted})::text as inserted, (${location})::text as location`
  )
}

/** The body, made of the rows `r`. */
export function bodySql(media: Media): string {
  if (media.kind === 'csv') return `string_agg(substring(r::text, 2, length(r::text) - 2), E'\\n')`
  const all = media.stripped ? 'json_strip_nulls(json_agg(r))' : 'json_agg(r)'
  return media.kind === 'object' ? `(${all}->0)::text` : `coalesce(${all}::text, '[]')`
}

export function readStatement(
  plan: ReadPlan,
  media: Media,
  options: { count: boolean; head: boolean },
): Statement {
  const draft = newDraft()
  return { text: readSql(draft, plan, tableSource(plan), media, options), values: draft.values }
}

export function readSql(
  draft: Draft,
  plan: ReadPlan,
  source: Source,
  media: Media,
  { count, head }: { count: boolean; head: boolean },
): string {
  const rows = rowsSql(draft, plan, source)
  const body = head ? 'null::text' : bodySql(media)
  const total = count ? totalSql(draft, plan, source) : ANSWER_DEFAULTS.total
  return `${answerSql({ body, rows: 'count(*)', total })} from (${rows}) r`
}

/** A page that is not full is the last one, and tells the total by itself; only else are all rows counted. */
function totalSql(draft: Draft, plan: ReadPlan, source: Source): string {
  const limit = bindAs(draft, String(limitOf(plan)), 'bigint')
  const offset = bindAs(draft, String(plan.offset), 'bigint')
  const some = plan.offset === 0n ? 'true' : 'count(*) > 0'
  return `case when ${some} and count(*) < ${limit} then ${offset} + count(*) else (${countSql(draft, plan, source)}) end`
}

/**
 * A write that touched another number of rows than the caller allows must leave no trace, and by the time its
 * rows are counted the commit is already on its way. So the statement itself fails, with a mark of this
 * process that no value of a caller can imitate.
 */
const MARK = randomUUID()
const BROKEN = new RegExp(`"${MARK}:(\\d+)"$`)

export const failUnless = (draft: Draft, condition: string, rows: string) =>
  `case when not (${condition}) then (${bind(draft, `${MARK}:`)} || (${rows}))::int end is null`

/** The number of rows, if the error is that of `failUnless`. */
export function rowsRefused(message: string): number | undefined {
  const found = BROKEN.exec(message)?.[1]
  return found === undefined ? undefined : Number(found)
}
