import { MAX_JSON_STEPS } from '../limits.ts'
import type { Field, JsonStep } from '../tree.ts'
import { name, quoted, type Scanner, skipSpace, take, takeMatch, tooMuch, unexpected } from './scanner.ts'

const INDEX = /-?\d{1,9}(?=->|::|\.|,|\)|$)/y
const KEY = /(?:[^(\-:.,>)]|-(?!>))+/y

export function field(s: Scanner): Field {
  skipSpace(s)
  const found = { name: name(s), path: jsonPath(s) }
  skipSpace(s)
  return found
}

export function jsonPath(s: Scanner): JsonStep[] {
  const path: JsonStep[] = []
  for (;;) {
    const arrow = take(s, '->>') ? '->>' : take(s, '->') ? '->' : undefined
    if (arrow === undefined) return path
    path.push({ arrow, ...operand(s) })
    if (path.length > MAX_JSON_STEPS) throw tooMuch(`A path may have at most ${MAX_JSON_STEPS} steps`)
  }
}

function operand(s: Scanner): { key: string } | { index: number } {
  const index = takeMatch(s, INDEX)
  if (index !== '') return { index: Number(index) }
  const inQuotes = quoted(s)
  if (inQuotes !== undefined) return { key: inQuotes }
  const key = takeMatch(s, KEY).trim()
  if (key === '') throw unexpected(s, 'any non reserved character different from: .,>()')
  return { key }
}

/** Parses `rel.other.column->>key`: the path of the resource from the root, and its field. */
export function treePath(s: Scanner): { path: string[]; field: Field } {
  const names = [name(s)]
  while (take(s, '.')) names.push(name(s))
  const last = names.pop() ?? ''
  const found = { path: names, field: { name: last, path: jsonPath(s) } }
  if (s.at < s.text.length)
    throw unexpected(s, 'letter, digit, "-", "->>", "->", delimiter (.) or end of input')
  return found
}
