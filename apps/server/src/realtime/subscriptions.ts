import { z } from 'zod'
import type { RowChange } from '../bus/bus.ts'
import { type Columns, TABLES, type Table } from './columns.ts'
import { compileFilter, type Filter, FilterError, parseFilters, type Test } from './filters.ts'
import { CHANGES_PER_CHANNEL } from './limits.ts'

/**
 * What a channel asks to be told of. Most sockets ask for the same (the navigation bar's), so an asking is read once
 * and shared by all who have it.
 */
export interface Asking {
  /** For the join's answer: what was asked, each with the number by which events refer to it. */
  readonly answer: Record<string, unknown>[]
  readonly wanted: readonly Wanted[]
  /** Why nothing is told, in the original's words. */
  readonly problem: string | undefined
  readonly key: string
  uses: number
}

interface Wanted {
  id: number
  /** `*` stands for INSERT and UPDATE: rows of these tables are never deleted while someone may read them. */
  event: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  tables: readonly Table[]
  tests: readonly Test[]
}

const Asked = z.array(z.looseObject({}).nullable()).catch([])
const One = z.object({
  event: z.string().optional().catch(undefined),
  schema: z.string().optional(),
  table: z.string().optional(),
  filter: z.string().optional(),
  select: z.unknown().optional(),
})

export interface Askings {
  take(asked: unknown): Asking
  release(asking: Asking): void
}

export function askings(columns: Columns): Askings {
  const shared = new Map<string, Asking>()
  return {
    take: (asked) => {
      const list = Asked.parse(asked ?? []).filter((one) => one !== null)
      const key = JSON.stringify(list)
      const known = shared.get(key) ?? read(columns, list, key)
      known.uses += 1
      shared.set(key, known)
      return known
    },
    release: (asking) => {
      asking.uses -= 1
      if (asking.uses === 0) shared.delete(asking.key)
    },
  }
}

function read(columns: Columns, list: Record<string, unknown>[], key: string): Asking {
  const answer = list.map((one, index) => ({ ...one, id: index + 1 }))
  try {
    if (list.length > CHANGES_PER_CHANNEL) {
      throw new FilterError(`Too many postgres_changes in one channel. Maximum ${CHANGES_PER_CHANNEL}`)
    }
    const wanted = list.map((one, index) => wantedOf(columns, one, index + 1))
    return { answer, wanted, problem: undefined, key, uses: 0 }
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    // As in the original, where they are written in one transaction: one that is wrong takes the others with it.
    return { answer, wanted: [], problem: error.message, key, uses: 0 }
  }
}

function wantedOf(columns: Columns, asked: Record<string, unknown>, id: number): Wanted {
  const parsed = One.safeParse(asked)
  const { event, schema, table, filter, select } = parsed.success ? parsed.data : {}
  if ((schema === undefined && table === undefined) || (filter !== undefined && table === undefined)) {
    throw new FilterError(
      'No subscription params provided. Please provide at least a `schema` or `table` to subscribe to: ' +
        JSON.stringify(asked),
    )
  }
  const told = { event: eventOf(event), schema: schema ?? 'public', table: table ?? '*' }
  const filters = filter === undefined ? [] : filtersOf(filter)
  const inSchema = told.schema === '*' || told.schema === 'public'
  const tables = TABLES.filter((name) => inSchema && (told.table === '*' || told.table === name))
  const params = paramsText(told, filters)
  if (select !== undefined && select !== null) {
    throw new FilterError(`Column selection is not supported for subscriptions: [${params}]`)
  }
  // Nothing tells of deleted rows, so a subscription to them would never fire.
  if (tables.length === 0 || told.event === 'DELETE') {
    throw new FilterError(
      'Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given ' +
        `connect parameters: [${params}]`,
    )
  }
  try {
    const tests = tables.flatMap((name) => filters.map((one) => compileFilter(columns[name], one)))
    // Two tables, one filter: they agree on the column's type, and one test serves both.
    return { id, event: told.event, tables, tests: tests.slice(0, filters.length) }
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    throw new FilterError(
      'Unable to subscribe to changes with given parameters. An exception happened so please check your ' +
        `connect parameters: [${params}]. Exception: ${error.message}`,
    )
  }
}

function filtersOf(filter: string): Filter[] {
  try {
    return parseFilters(filter)
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    throw new FilterError(`Error parsing \`filter\` params: ${error.message}`)
  }
}

function eventOf(event: string | undefined): Wanted['event'] {
  const upper = event?.toUpperCase()
  return upper === 'INSERT' || upper === 'UPDATE' || upper === 'DELETE' ? upper : '*'
}

function paramsText(told: { event: string; schema: string; table: string }, filters: Filter[]): string {
  const list = filters.map(
    ({ column, op, value, negate }) =>
      `{${JSON.stringify(column)}, ${JSON.stringify(op)}, ${JSON.stringify(value)}, ${negate}}`,
  )
  return `event: ${told.event}, schema: ${told.schema}, table: ${told.table}, filters: [${list.join(', ')}], select: nil`
}

/** The numbers of what wants this change, as JSON; empty when nothing does. */
export function idsFor({ wanted }: Asking, { table, type, record }: RowChange): string {
  let ids = ''
  for (const { id, event, tables, tests } of wanted) {
    if (event !== '*' && event !== type) continue
    if (!tables.includes(table) || !tests.every((test) => test(record))) continue
    ids += ids === '' ? id : `,${id}`
  }
  return ids
}
