import { TABLAS_VIVAS, type TablaViva } from '@maestros/contrato'
import { z } from 'zod'
import type { RowChange } from '../../../platform/bus/bus.ts'
import { CHANGES_PER_CHANNEL } from '../limits.ts'
import type { Columns } from './columns.ts'
import { compileFilter, type Filter, FilterError, parseFilters, type Test } from './filters.ts'

/**
 * The subscriptions of a channel. Most sockets have the same ones (those of the navigation bar), so equal
 * lists are parsed once and shared.
 */
export interface SubscriptionSet {
  /** For the join's reply: the requested subscriptions, each with the number that events refer to. */
  readonly answer: Record<string, unknown>[]
  readonly subscriptions: readonly Subscription[]
  /** Why the channel gets no changes, with the text of Supabase. */
  readonly problem: string | undefined
  readonly key: string
  uses: number
}

interface Subscription {
  id: number
  /** `*` stands for INSERT and UPDATE, because deletions are not published (docs/decisions/realtime.md). */
  event: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  tables: readonly TablaViva[]
  tests: readonly Test[]
}

const RequestedList = z.array(z.looseObject({}).nullable()).catch([])
const Requested = z.object({
  event: z.string().optional().catch(undefined),
  schema: z.string().optional(),
  table: z.string().optional(),
  filter: z.string().optional(),
  select: z.unknown().optional(),
})

export interface SubscriptionRegistry {
  take(requested: unknown): SubscriptionSet
  release(subscriptions: SubscriptionSet): void
}

export function subscriptionRegistry(columns: Columns): SubscriptionRegistry {
  const byKey = new Map<string, SubscriptionSet>()
  return {
    take: (requested) => {
      const list = RequestedList.parse(requested ?? []).filter((one) => one !== null)
      const key = JSON.stringify(list)
      const known = byKey.get(key) ?? read(columns, list, key)
      known.uses += 1
      byKey.set(key, known)
      return known
    },
    release: (subscriptions) => {
      subscriptions.uses -= 1
      if (subscriptions.uses === 0) byKey.delete(subscriptions.key)
    },
  }
}

function read(columns: Columns, list: Record<string, unknown>[], key: string): SubscriptionSet {
  const answer = list.map((one, index) => ({ ...one, id: index + 1 }))
  try {
    if (list.length > CHANGES_PER_CHANNEL) {
      throw new FilterError(`Too many postgres_changes in one channel. Maximum ${CHANGES_PER_CHANNEL}`)
    }
    const subscriptions = list.map((one, index) => parseSubscription(columns, one, index + 1))
    return { answer, subscriptions, problem: undefined, key, uses: 0 }
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    // In Supabase all are written in one transaction, so one invalid subscription makes the others fail too.
    return { answer, subscriptions: [], problem: error.message, key, uses: 0 }
  }
}

function parseSubscription(columns: Columns, requested: Record<string, unknown>, id: number): Subscription {
  const parsed = Requested.safeParse(requested)
  const { event, schema, table, filter, select } = parsed.success ? parsed.data : {}
  if ((schema === undefined && table === undefined) || (filter !== undefined && table === undefined)) {
    throw new FilterError(
      'No subscription params provided. Please provide at least a `schema` or `table` to subscribe to: ' +
        JSON.stringify(requested),
    )
  }
  const target = { event: eventOf(event), schema: schema ?? 'public', table: table ?? '*' }
  const filters = filter === undefined ? [] : filtersOf(filter)
  const inSchema = target.schema === '*' || target.schema === 'public'
  const tables = TABLAS_VIVAS.filter((name) => inSchema && (target.table === '*' || target.table === name))
  const params = paramsText(target, filters)
  if (select !== undefined && select !== null) {
    throw new FilterError(`Column selection is not supported for subscriptions: [${params}]`)
  }
  // No deletions are published, so a subscription to them would never fire.
  if (tables.length === 0 || target.event === 'DELETE') {
    throw new FilterError(
      'Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given ' +
        `connect parameters: [${params}]`,
    )
  }
  try {
    const tests = tables.flatMap((name) => filters.map((one) => compileFilter(columns[name], one)))
    // A filter on all tables names a column that each of them has, with the same type, so one test serves all.
    return { id, event: target.event, tables, tests: tests.slice(0, filters.length) }
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

function eventOf(event: string | undefined): Subscription['event'] {
  const upper = event?.toUpperCase()
  return upper === 'INSERT' || upper === 'UPDATE' || upper === 'DELETE' ? upper : '*'
}

function paramsText(target: { event: string; schema: string; table: string }, filters: Filter[]): string {
  const list = filters.map(
    ({ column, op, value, negate }) =>
      `{${JSON.stringify(column)}, ${JSON.stringify(op)}, ${JSON.stringify(value)}, ${negate}}`,
  )
  return `event: ${target.event}, schema: ${target.schema}, table: ${target.table}, filters: [${list.join(', ')}], select: nil`
}

/**
 * Returns the numbers of the subscriptions that match the change, as JSON; an empty string when none does.
 */
export function idsFor({ subscriptions }: SubscriptionSet, { table, type, record }: RowChange): string {
  let ids = ''
  for (const { id, event, tables, tests } of subscriptions) {
    if (event !== '*' && event !== type) continue
    if (!tables.includes(table) || !tests.every((test) => test(record))) continue
    ids += ids === '' ? id : `,${id}`
  }
  return ids
}
