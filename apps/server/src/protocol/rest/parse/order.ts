import type { Field, OrderTerm } from '../tree.ts'
import { jsonPath } from './field.ts'
import {
  done,
  expect,
  name,
  peek,
  type Scanner,
  scan,
  separated,
  skipSpace,
  take,
  unexpected,
} from './scanner.ts'

export function parseOrder(text: string): OrderTerm[] {
  const s = scan(text, `failed to parse order (${text})`)
  const terms = separated(s, term)
  if (!done(s)) throw unexpected(s, 'delimiter (.), "," or end of input')
  return terms
}

function term(s: Scanner): OrderTerm {
  const first = name(s)
  const relation = take(s, '(') ? first : undefined
  const field: Field = { name: relation === undefined ? first : name(s), path: jsonPath(s) }
  if (relation !== undefined) expect(s, ')')
  skipSpace(s)
  const direction = take(s, '.asc') ? 'asc' : take(s, '.desc') ? 'desc' : undefined
  const nulls = take(s, '.nullsfirst') ? 'first' : take(s, '.nullslast') ? 'last' : undefined
  skipSpace(s)
  if (peek(s, '.')) {
    s.at += 1
    throw unexpected(
      s,
      direction === undefined ? '"asc", "desc", "nullsfirst" or "nullslast"' : '"nullsfirst" or "nullslast"',
    )
  }
  return { relation, field, direction, nulls }
}
