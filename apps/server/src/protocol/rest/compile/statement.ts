import { undefinedColumn } from '../errors.ts'
import { type Column, quote, type Table } from '../table.ts'
import type { Field } from '../tree.ts'

/**
 * A statement that is being built. Values are stored apart from the text, so that they cannot change the SQL.
 */
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
 * Adds a value and returns its placeholder. Values are always sent as text; a cast to the column's type
 * follows, so that PostgreSQL itself reports an invalid value (22P02).
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

/** Rows under an alias. `touched` collects the used columns, where a write must know what to return. */
export interface Scope {
  alias: string
  table: Table
  touched: Set<string> | undefined
}

function columnOf(scope: Scope, name: string): Column {
  const column = scope.table.columns.get(name)
  if (!column) throw undefinedColumn(scope.table.name, name)
  return column
}

export function columnSql(scope: Scope, name: string): string {
  columnOf(scope, name)
  scope.touched?.add(name)
  return `${scope.alias}.${quote(name)}`
}

/** The SQL of a column, or of a path inside its JSON, and the type for values that are compared with it. */
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
