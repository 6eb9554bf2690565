import { notImplemented } from '../errors.ts'
import { MAX_LIST_VALUES, MAX_LOGIC_DEPTH } from '../limits.ts'
import type { BinaryOperator, Condition, Operation } from '../tree.ts'
import { field } from './field.ts'
import {
  done,
  expect,
  peek,
  quoted,
  type Scanner,
  scan,
  separated,
  skipSpace,
  take,
  takeMatch,
  tooMuch,
  unexpected,
  word,
} from './scanner.ts'

const OPERATOR = 'operator (eq, gt, ...)'
const PLAIN: readonly BinaryOperator[] = ['neq', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj']
/** Operators that can be applied to any or all elements of a list: `eq(any).{1,2}`. */
const QUANTIFIED: readonly BinaryOperator[] = ['eq', 'gte', 'gt', 'lte', 'lt', 'like', 'ilike']
/**
 * PostgREST's regular-expression operators are refused, because one expression can cost PostgreSQL seconds
 * per row.
 */
const REGULAR_EXPRESSION = /i?match(?:\((?:any|all)\))?\./y
const FULL_TEXT = ['fts', 'plfts', 'phfts', 'wfts'] as const
const IS_VALUES = ['null', 'not_null', 'true', 'false', 'unknown'] as const
const LONGEST_IS_VALUE = Math.max(...IS_VALUES.map(({ length }) => length))

/** The right side of `column=eq.value`. */
export function parseFilter(text: string): { negated: boolean; operation: Operation } {
  const s = scan(text, `failed to parse filter (${text})`)
  const found = operatorExpression(s, restOf)
  if (!done(s)) throw unexpected(s, 'end of input')
  return found
}

/** The right side of `or=(…)`. The operator comes from the parameter's name. */
export function parseLogic(operator: 'and' | 'or', negated: boolean, text: string): Condition {
  const s = scan(text, `failed to parse logic tree (${text})`)
  const conditions = conditionList(s, 1)
  if (!done(s)) throw unexpected(s, 'end of input')
  return { kind: 'logic', negated, operator, conditions }
}

function conditionList(s: Scanner, depth: number): Condition[] {
  if (depth > MAX_LOGIC_DEPTH) throw tooMuch(`Conditions may be nested at most ${MAX_LOGIC_DEPTH} deep`)
  skipSpace(s)
  expect(s, '(')
  const conditions = separated(s, () => condition(s, depth))
  expect(s, ')')
  skipSpace(s)
  return conditions
}

const LOGIC = /(not\.)?(and|or)(?= *\()/y

function condition(s: Scanner, depth: number): Condition {
  const logic = takeMatch(s, LOGIC)
  if (logic !== '') {
    const operator = logic.endsWith('and') ? 'and' : 'or'
    const conditions = conditionList(s, depth + 1)
    return { kind: 'logic', negated: logic.startsWith('not.'), operator, conditions }
  }
  const subject = field(s)
  if (!take(s, '.')) throw unexpected(s, 'delimiter (.)')
  return { kind: 'filter', field: subject, ...operatorExpression(s, valueInList) }
}

function operatorExpression(
  s: Scanner,
  value: (s: Scanner) => string,
): { negated: boolean; operation: Operation } {
  const negated = take(s, 'not.')
  return { negated, operation: operation(s, value) }
}

function operation(s: Scanner, value: (s: Scanner) => string): Operation {
  const start = s.at
  if (take(s, 'in.')) return { kind: 'in', values: list(s) }
  if (take(s, 'isdistinct.')) return { kind: 'isdistinct', value: value(s) }
  if (take(s, 'is.')) return { kind: 'is', value: isValue(s) }
  for (const operator of FULL_TEXT) {
    if (take(s, `${operator}.`)) return { kind: 'fts', operator, language: undefined, value: value(s) }
    if (take(s, `${operator}(`)) {
      const language = word(s)
      expect(s, ')')
      expect(s, '.')
      return { kind: 'fts', operator, language, value: value(s) }
    }
  }
  for (const operator of PLAIN) {
    if (take(s, `${operator}.`)) return { kind: 'binary', operator, quantifier: undefined, value: value(s) }
  }
  for (const operator of QUANTIFIED) {
    for (const quantifier of [undefined, 'any', 'all'] as const) {
      const written = quantifier === undefined ? `${operator}.` : `${operator}(${quantifier}).`
      if (take(s, written)) return { kind: 'binary', operator, quantifier, value: value(s) }
    }
  }
  if (takeMatch(s, REGULAR_EXPRESSION) !== '') {
    throw notImplemented('Regular expressions (match, imatch) are not allowed. Use like or ilike.')
  }
  s.at = start
  throw unexpected(s, start === 0 ? `"not" or ${OPERATOR}` : OPERATOR)
}

function isValue(s: Scanner): (typeof IS_VALUES)[number] {
  const rest = s.text.slice(s.at, s.at + LONGEST_IS_VALUE).toLowerCase()
  const found = IS_VALUES.find((candidate) => rest.startsWith(candidate))
  if (found === undefined) throw unexpected(s, 'isVal: (null, not_null, true, false, unknown)')
  s.at += found.length
  return found
}

function list(s: Scanner): string[] {
  skipSpace(s)
  expect(s, '(')
  const values: string[] = []
  do {
    values.push(element(s))
    if (values.length > MAX_LIST_VALUES) throw tooMuch(`A list may have at most ${MAX_LIST_VALUES} values`)
  } while (take(s, ','))
  skipSpace(s)
  expect(s, ')')
  skipSpace(s)
  return values
}

const UNTIL_COMMA = /[^,)]*/y
const ARRAY = /\{[^{}]*\}/y

/** A quoted value counts as quoted only when the list continues or ends right after it. */
function element(s: Scanner): string {
  const start = s.at
  const inQuotes = quoted(s)
  if (inQuotes !== undefined && (done(s) || peek(s, ',') || peek(s, ')'))) return inQuotes
  s.at = start
  return takeMatch(s, UNTIL_COMMA)
}

function valueInList(s: Scanner): string {
  return peek(s, '{') ? takeMatch(s, ARRAY) || element(s) : element(s)
}

function restOf(s: Scanner): string {
  const rest = s.text.slice(s.at)
  s.at = s.text.length
  return rest
}
