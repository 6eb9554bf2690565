import type { Media } from '../parse/headers.ts'
import type { ReadPlan } from '../plan.ts'
import { boundedSql } from './bounds.ts'
import { countSql, limitOf, rowsSql, type Source, tableSource } from './read.ts'
import { bindAs, type Draft, newDraft, type Statement } from './statement.ts'

/** The columns of the single row that every statement returns. */
export interface Answer {
  body: string | null
  /** Rows in the body, or rows that the write changed. */
  rows: number
  /**
   * The total number of rows, when the caller requested it. It is text, because a bigint may exceed a number.
   */
  total: string | null
  /** For an upsert that merges: how many rows were new. */
  inserted: string | null
  /** The key of the written row, as a JSON object. */
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

/** The SQL of one row's value in the body. */
export function valueSql(media: Media): (row: string) => string {
  if (media.kind === 'csv') return (row) => `substring((${row}.*)::text, 2, length((${row}.*)::text) - 2)`
  return (row) => (media.stripped ? `json_strip_nulls(row_to_json(${row}.*))` : `row_to_json(${row}.*)`)
}

/** The SQL of the body, made of the values of all rows. */
export function bodySql({ kind }: Media): string {
  if (kind === 'csv') return `string_agg(value, E'\\n')`
  return kind === 'object' ? `(json_agg(value)->0)::text` : `coalesce(json_agg(value)::text, '[]')`
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
  {
    count,
    head,
    value = valueSql(media),
  }: { count: boolean; head: boolean; value?: (row: string) => string },
): string {
  const rows = rowsSql(draft, plan, source)
  const body = head ? 'null::text' : bodySql(media)
  const total = count ? totalSql(draft, plan, source) : ANSWER_DEFAULTS.total
  const from = head ? `(${rows}) r` : boundedSql(draft, rows, value)
  return `${answerSql({ body, rows: 'count(*)', total })} from ${from}`
}

/** A page that is not full is the last one and gives the total; all rows are counted only otherwise. */
function totalSql(draft: Draft, plan: ReadPlan, source: Source): string {
  const limit = bindAs(draft, String(limitOf(plan)), 'bigint')
  const offset = bindAs(draft, String(plan.offset), 'bigint')
  const some = plan.offset === 0n ? 'true' : 'count(*) > 0'
  return `case when ${some} and count(*) < ${limit} then ${offset} + count(*) else (${countSql(draft, plan, source)}) end`
}
