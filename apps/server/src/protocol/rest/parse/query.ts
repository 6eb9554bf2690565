import { invalidRange, RestError } from '../errors.ts'
import { MAX_CONDITIONS, MAX_ORDER_TERMS, MAX_QUERY_LENGTH } from '../limits.ts'
import type { At, Condition, Query } from '../tree.ts'
import { treePath } from './field.ts'
import { parseFilter, parseLogic } from './filter.ts'
import { parseOrder } from './order.ts'
import { done, name, scan, separated, take, tooMuch, unexpected } from './scanner.ts'
import { parseSelect } from './select.ts'

/** The largest offset that PostgreSQL accepts. */
const MAX_BIGINT = 9_223_372_036_854_775_807n

/**
 * Parses a query string. `isArgument` tells which parameters are arguments of a function and not filters:
 * only a remote procedure called with GET has arguments.
 */
export function parseQuery(text: string, isArgument: (name: string) => boolean = () => false): Query {
  const query: Query = {
    select: [{ kind: 'star' }],
    conditions: [],
    orders: [],
    limits: [],
    offsets: [],
    columns: undefined,
    onConflict: undefined,
    arguments: new Map(),
  }
  let conditions = 0
  let orderTerms = 0
  for (const [key, value] of decodeQuery(text)) {
    const last = key.slice(key.lastIndexOf('.') + 1)
    if (isArgument(key)) query.arguments.set(key, value)
    else if (key === 'select') query.select = parseSelect(value)
    else if (key === 'columns') query.columns = parseNames(value, 'columns')
    else if (key === 'on_conflict') query.onConflict = parseNames(value, 'on_conflict')
    else if (last === 'order') {
      const terms = parseOrder(value)
      orderTerms += terms.length
      if (orderTerms > MAX_ORDER_TERMS) throw tooMuch(`At most ${MAX_ORDER_TERMS} columns may give the order`)
      query.orders.push({ path: resourceOf(key), value: terms })
    } else if (last === 'limit') addNumber(query.limits, key, value)
    else if (last === 'offset') addNumber(query.offsets, key, value)
    else {
      const condition = last === 'and' || last === 'or' ? logic(key, last, value) : filter(key, value)
      conditions += countOf(condition.value)
      if (conditions > MAX_CONDITIONS) throw tooMuch(`At most ${MAX_CONDITIONS} conditions are allowed`)
      query.conditions.push(condition)
    }
  }
  if (query.limits.some(({ value }) => value < 0n)) {
    throw invalidRange('Limit should be greater than or equal to zero.')
  }
  return query
}

/** The pairs of a query string, in order. A parameter without `=` is ignored. */
export function decodeQuery(text: string): [string, string][] {
  if (text.length > MAX_QUERY_LENGTH) {
    throw new RestError(414, 'PGRST100', `A query string may have at most ${MAX_QUERY_LENGTH} characters`)
  }
  const pairs: [string, string][] = []
  for (const part of text.split('&')) {
    const equals = part.indexOf('=')
    if (equals <= 0) continue
    pairs.push([decode(part.slice(0, equals)), decode(part.slice(equals + 1))])
  }
  return pairs
}

function decode(text: string): string {
  let decoded: string
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new RestError(400, 'PGRST100', 'The query string is not valid percent-encoded UTF-8')
  }
  // PostgreSQL cannot store NUL, and inside a name it would truncate the statement.
  if (decoded.includes('\0')) {
    throw new RestError(400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00')
  }
  return decoded
}

function parseNames(text: string, parameter: string): string[] {
  const s = scan(text, `failed to parse ${parameter} parameter (${text})`)
  const names = separated(s, name)
  if (!done(s)) throw unexpected(s, 'letter, digit, "-", "," or end of input')
  return [...new Set(names)]
}

/** The resource of a parameter: `rel.order` belongs to `rel`. */
function resourceOf(key: string): string[] {
  return treePath(scan(key, `failed to parse tree path (${key})`)).path
}

/** A limit that is not a number is ignored, as in PostgREST. */
function addNumber(to: At<bigint>[], key: string, value: string): void {
  if (!/^-?\d{1,30}$/.test(value)) return
  const number = BigInt(value)
  if (number > MAX_BIGINT) {
    throw new RestError(400, '22003', `value "${value}" is out of range for type bigint`)
  }
  to.push({ path: resourceOf(key), value: number })
}

function filter(key: string, value: string): At<Condition> {
  const { path, field } = treePath(scan(key, `failed to parse tree path (${key})`))
  return { path, value: { kind: 'filter', field, ...parseFilter(value) } }
}

function logic(key: string, operator: 'and' | 'or', value: string): At<Condition> {
  const s = scan(key, `failed to parse logic path (${key})`)
  const names = [name(s)]
  while (take(s, '.')) names.push(name(s))
  if (!done(s)) throw unexpected(s, 'letter, digit, "-", delimiter (.) or end of input')
  const path = names.slice(0, -1).filter((part) => part !== 'not')
  return { path, value: parseLogic(operator, names.includes('not'), value) }
}

const countOf = (condition: Condition): number =>
  condition.kind === 'filter' ? 1 : condition.conditions.reduce((sum, inner) => sum + countOf(inner), 0)
