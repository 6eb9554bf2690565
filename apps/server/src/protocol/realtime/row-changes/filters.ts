import { FILTERS_PER_CHANGE, VALUES_PER_FILTER } from '../limits.ts'
import type { Column } from './columns.ts'

/**
 * Parses the filters of a subscription: `column=op.value`, separated by commas; `not.` before the operator
 * negates a filter.
 */

/** A filter that is not valid. The message is the same as in Supabase. */
export class FilterError extends Error {}

export interface Filter {
  column: string
  op: Op
  value: string
  negate: boolean
}
export type Test = (record: Record<string, unknown>) => boolean

const OPS = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'is'] as const
type Op = (typeof OPS)[number]
const isOp = (text: string): text is Op => OPS.some((op) => op === text)

export function parseFilters(text: string): Filter[] {
  if (text.trim() === '') return []
  const parts = splitTop(text)
  if (parts.length > FILTERS_PER_CHANGE)
    throw new FilterError(`too many filters. Maximum ${FILTERS_PER_CHANGE}`)
  return parts.map(parseFilter)
}

/** Splits at commas that are outside of parentheses and quotes. */
function splitTop(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let quoted = false
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (quoted) {
      if (char === '\\') at++
      else if (char === '"') quoted = false
    } else if (char === '"' && '.(,'.includes(text[at - 1] ?? ' ')) quoted = true
    else if (char === '(') depth++
    else if (char === ')') depth = Math.max(0, depth - 1)
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}

function parseFilter(part: string): Filter {
  const text = part.trim()
  if (text === '') throw new FilterError('filter must not contain empty segments (check for extra commas)')
  const equals = text.indexOf('=')
  if (equals < 0) throw new FilterError(inspect([text]))
  const negate = text.startsWith('not.', equals + 1)
  const rest = text.slice(equals + 1 + (negate ? 4 : 0))
  const dot = rest.indexOf('.')
  if (dot < 0) throw new FilterError(inspect([rest]))
  const op = rest.slice(0, dot)
  const value = rest.slice(dot + 1)
  if (!isOp(op)) throw new FilterError(inspect([op, value]))
  if (op === 'in' && !(value.length >= 2 && value.startsWith('(') && value.endsWith(')'))) {
    throw new FilterError('`in` filter value must be wrapped by parentheses')
  }
  return { column: text.slice(0, equals), op, value: op === 'in' ? value : unquoted(value), negate }
}

const inspect = (parts: string[]) => `[${parts.map((part) => JSON.stringify(part)).join(', ')}]`

function unquoted(value: string): string {
  const inner = /^"((?:[^"\\]|\\.)*)"$/s.exec(value)?.[1]
  return inner === undefined ? value : inner.replace(/\\(.)/gs, '$1')
}

/** Compares as PostgreSQL would for that column type. A null passes no filter except `is.null`. */
export function compileFilter(columns: readonly Column[], { column, op, value, negate }: Filter): Test {
  const found = columns.find(({ name }) => name === column)
  if (!found) throw raised(`invalid column for filter ${column}`)
  const { type } = found
  if (op === 'is') return isTest(column, type, value, negate)
  const read = reader(type)
  const passes = op === 'in' ? among(read, listOf(value)) : against(op, read.given(value))
  return (record) => {
    const cell = record[column]
    if (cell === null || cell === undefined) return false
    return passes(read.cell(cell)) !== negate
  }
}

function isTest(column: string, type: string, value: string, negate: boolean): Test {
  if (!['null', 'true', 'false', 'unknown'].includes(value)) {
    throw raised('invalid value for is filter: must be null, true, false, or unknown')
  }
  if (value !== 'null' && type !== 'bool')
    throw raised(`is ${value} filter requires a boolean column, got ${type}`)
  const expected = value === 'true' ? true : value === 'false' ? false : null
  return (record) => ((record[column] ?? null) === expected) !== negate
}

type Value = string | number | boolean
interface Reader {
  given(text: string): Value
  cell(value: unknown): Value
}

const NUMBERS: Record<string, string> = { int2: 'smallint', int4: 'integer', int8: 'bigint' }
const UUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i
const BOOLS: Record<string, boolean> = {
  ...Object.fromEntries(['t', 'true', 'y', 'yes', 'on', '1'].map((word) => [word, true])),
  ...Object.fromEntries(['f', 'false', 'n', 'no', 'off', '0'].map((word) => [word, false])),
}

function reader(type: string): Reader {
  const bad = (name: string, text: string) =>
    raised(
      `invalid input syntax for type ${name}: ${JSON.stringify(text)}`,
      '22P02 (invalid_text_representation)',
    )
  const number = NUMBERS[type]
  if (number) {
    const given = (text: string) => {
      if (!/^\s*[+-]?\d{1,19}\s*$/.test(text)) throw bad(number, text)
      return Number(text)
    }
    return { given, cell: Number }
  }
  if (type === 'uuid') {
    const plain = (text: string) => text.replaceAll('-', '').toLowerCase()
    const given = (text: string) => {
      if (!UUID.test(text)) throw bad('uuid', text)
      return plain(text)
    }
    return { given, cell: (value) => plain(String(value)) }
  }
  if (type === 'bool') {
    const given = (text: string) => {
      const value = BOOLS[text.trim().toLowerCase()]
      if (value === undefined) throw bad('boolean', text)
      return value
    }
    return { given, cell: (value) => value === true }
  }
  if (type === 'timestamptz') {
    const given = (text: string) => {
      const time = Date.parse(text)
      if (Number.isNaN(time)) throw bad('timestamp with time zone', text)
      return time
    }
    return { given, cell: (value) => Date.parse(String(value)) }
  }
  if (type === 'text') return { given: (text) => text, cell: String }
  throw raised(`a filter cannot compare a column of type ${type}`)
}

function among(read: Reader, texts: string[]): (cell: Value) => boolean {
  const values = new Set(texts.map(read.given))
  return (cell) => values.has(cell)
}

function against(op: Exclude<Op, 'in' | 'is'>, value: Value): (cell: Value) => boolean {
  switch (op) {
    case 'eq':
      return (cell) => cell === value
    case 'neq':
      return (cell) => cell !== value
    case 'lt':
      return (cell) => cell < value
    case 'lte':
      return (cell) => cell <= value
    case 'gt':
      return (cell) => cell > value
    case 'gte':
      return (cell) => cell >= value
  }
}

function listOf(value: string): string[] {
  const inner = value.slice(1, -1)
  const values = inner === '' ? [] : splitTop(inner).map((one) => unquoted(one.trim()))
  if (values.length > VALUES_PER_FILTER) {
    throw raised(`too many values for \`in\` filter. Maximum ${VALUES_PER_FILTER}`)
  }
  return values
}

/**
 * The error text that PostgreSQL raises in Supabase, where a subscription is a table row that a trigger
 * checks.
 */
const raised = (message: string, code = 'P0001 (raise_exception)') =>
  new FilterError(`ERROR ${code} ${message}`)
