import { undefinedColumn } from '../errors.ts'
import { type Column, quote, type Table } from '../table.ts'
import type { Field } from '../tree.ts'

/** One statement under way: its values stand apart from its text from the first moment. */
export interface Draft {
  values: string[]
  aliases: number
}

export interface Statement {
  text: string
  values: string[]
}

export const newDraft = (): Draft => ({ values: [], aliases: 0 })

/**
 * A value's place in the text. Always text to the driver and to PostgreSQL; a cast to the column's type
 * follows, so a value that does not fit is PostgreSQL's own 22P02.
 */
export function bind(draft: Draft, value: string): string {
  draft.values.push(value)
  return `$${draft.values.length}::text`
}

export const bindAs = (draft: Draft, value: string, type: string) =>
  type === 'text' ? bind(draft, value) : `${bind(draft, value)}::${type}`

export function newAlias(draft: Draft, letter: string): string {
  draft.aliases += 1
  return `${letter}${draft.aliases}`
}

/** Rows under an alias. `touched` notes the columns used, where a write must know what to return. */
export interface Scope {
  alias: string
  table: Table
  touched: Set<string> | undefined
}

export function columnOf(scope: Scope, name: string): Column {
  const column = scope.table.columns.get(name)
  if (!column) throw undefinedColumn(scope.table.name, name)
  return column
}

export function columnSql(scope: Scope, name: string): string {
  columnOf(scope, name)
  scope.touched?.add(name)
  return `${scope.alias}.${quote(name)}`
}

/** A column, or a place inside its JSON, with the type that a value compared to it must have. */
export function fieldSql(draft: Draft, scope: Scope, field: Field): { sql: string; type: string } {
  const { type } = columnOf(scope, field.name)
  const column = columnSql(scope, field.name)
  if (field.path.length === 0) return { sql: column, type }
  const isJson = type === 'json' || type === 'jsonb'
  const steps = field.path.map((step) =>
    'index' in step
      ? `${step.arrow}${bind(draft, String(step.index))}::int`
      : `${step.arrow}${bind(draft, step.key)}`,
  )
  const last = field.path.at(-1)
  const base = isJson ? column : `to_jsonb(${column})`
  return { sql: `(${base}${steps.join('')})`, type: last?.arrow === '->>' ? 'text' : isJson ? type : 'jsonb' }
}
