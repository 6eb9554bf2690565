import { noAggregates } from '../errors.ts'
import { MAX_EMBED_DEPTH, MAX_EMBEDS, MAX_SELECT_ITEMS } from '../limits.ts'
import type { SelectItem } from '../tree.ts'
import { jsonPath } from './field.ts'
import {
  done,
  expect,
  name,
  peek,
  type Scanner,
  scan,
  skipSpace,
  take,
  tooMuch,
  unexpected,
  word,
} from './scanner.ts'

const AGGREGATES = ['sum', 'avg', 'count', 'max', 'min']
const AFTER_FIELD = 'letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input'

export function parseSelect(text: string): SelectItem[] {
  const s = scan(text, `failed to parse select parameter (${text})`)
  const budget: Budget = { items: MAX_SELECT_ITEMS, embeds: MAX_EMBEDS }
  const items = itemList(s, 0, budget)
  if (!done(s)) throw unexpected(s, AFTER_FIELD)
  return items
}

/** The number of items and embedded resources that the parameter may still name. */
interface Budget {
  items: number
  embeds: number
}

function itemList(s: Scanner, depth: number, budget: Budget): SelectItem[] {
  if (depth > MAX_EMBED_DEPTH) throw tooMuch(`Resources may be embedded at most ${MAX_EMBED_DEPTH} deep`)
  const items: SelectItem[] = []
  skipSpace(s)
  if (done(s) || peek(s, ')')) return items
  do {
    skipSpace(s)
    items.push(item(s, depth, budget))
    budget.items -= 1
    if (budget.items < 0) throw tooMuch(`At most ${MAX_SELECT_ITEMS} columns and resources may be selected`)
    skipSpace(s)
  } while (take(s, ','))
  return items
}

function item(s: Scanner, depth: number, budget: Budget): SelectItem {
  if (take(s, '*')) {
    skipSpace(s)
    if (!done(s) && !peek(s, ',') && !peek(s, ')')) throw unexpected(s, '")", "," or end of input')
    return { kind: 'star' }
  }
  const spread = take(s, '...')
  let first = name(s)
  let alias: string | undefined
  if (!spread && peek(s, ':') && !peek(s, '::')) {
    s.at += 1
    alias = first
    skipSpace(s)
    first = name(s)
  }
  if (peek(s, '(') && first === 'count') throw noAggregates()
  if (spread || peek(s, '(') || peek(s, '!')) {
    const { hint, inner } = embedParameters(s)
    expect(s, '(')
    budget.embeds -= 1
    if (budget.embeds < 0) throw tooMuch(`At most ${MAX_EMBEDS} resources may be embedded`)
    const select = itemList(s, depth + 1, budget)
    expect(s, ')')
    return { kind: 'embed', relation: first, alias, hint, inner, spread, select }
  }
  const path = jsonPath(s)
  const cast = take(s, '::') ? word(s) : undefined
  if (peek(s, '.') && AGGREGATES.some((aggregate) => peek(s, `.${aggregate}()`))) throw noAggregates()
  skipSpace(s)
  if (!done(s) && !peek(s, ',') && !peek(s, ')')) throw unexpected(s, AFTER_FIELD)
  return { kind: 'field', field: { name: first, path }, alias, cast }
}

function embedParameters(s: Scanner): { hint: string | undefined; inner: boolean } {
  let hint: string | undefined
  let inner = false
  for (let i = 0; i < 2 && take(s, '!'); i += 1) {
    const parameter = name(s)
    if (parameter === 'inner') inner = true
    else if (parameter !== 'left') hint ??= parameter
  }
  return { hint, inner }
}
