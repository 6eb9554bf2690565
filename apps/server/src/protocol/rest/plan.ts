import { notEmbedded, notImplemented, orderNotToOne, RestError } from './errors.ts'
import { MAX_SAME_COLUMN } from './limits.ts'
import type { Relation } from './relations.ts'
import { findRelation } from './resolve.ts'
import type { Schema } from './schema.ts'
import type { Table } from './table.ts'
import type { At, Condition, Field, OrderTerm, Query, SelectField, SelectItem } from './tree.ts'

/** What to read from one table, with the resources embedded in its rows. */
export interface ReadPlan {
  table: Table
  items: ({ kind: 'star' } | SelectField | { kind: 'embed'; embed: EmbedPlan })[]
  embeds: EmbedPlan[]
  conditions: Condition[]
  order: OrderTerm[]
  limit: bigint | undefined
  offset: bigint
}

export interface EmbedPlan {
  /** Its key in the answer, and its name in filters. */
  name: string
  relation: Relation
  inner: boolean
  spread: boolean
  read: ReadPlan
}

export function planRead(schema: Schema, table: Table, query: Query): ReadPlan {
  const root = planNode(schema, table, query.select, [])
  for (const { path, value } of query.conditions) nodeAt(root, path).conditions.push(value)
  for (const { path, value } of query.orders) nodeAt(root, path).order.push(...value)
  for (const { path, value } of query.limits) nodeAt(root, path).limit = value
  for (const { path, value } of query.offsets) nodeAt(root, path).offset = value < 0n ? 0n : value
  return root
}

/** Filters on the table itself decide which rows a write changes; the others apply to the rows it returns. */
export function splitConditions(conditions: At<Condition>[]): {
  own: Condition[]
  embedded: At<Condition>[]
} {
  return {
    own: conditions.filter(({ path }) => path.length === 0).map(({ value }) => value),
    embedded: conditions.filter(({ path }) => path.length > 0),
  }
}

/** `above` contains the names of the tables that this one is embedded in. */
function planNode(schema: Schema, table: Table, select: SelectItem[], above: string[]): ReadPlan {
  refuseRepeatedColumns(table, select)
  const path = [...above, table.name]
  const embeds: EmbedPlan[] = []
  const items = select.map((item): ReadPlan['items'][number] => {
    if (item.kind !== 'embed') return item
    // Before the relation is looked for: the hints of an ambiguous one would lead to this refusal.
    if (path.includes(item.relation)) throw repeatedEmbed(path, item.relation)
    const relation = findRelation(schema, table, item.relation, item.hint)
    const name = item.alias ?? item.relation
    if (item.spread && !relation.toOne) {
      throw new RestError(400, 'PGRST119', `A spread operation on '${name}' is not possible`, {
        details: `'${table.name}' and '${name}' do not form a many-to-one or one-to-one relationship`,
      })
    }
    if (path.includes(relation.target.name)) throw repeatedEmbed(path, relation.target.name)
    const read = planNode(schema, relation.target, item.select, path)
    const embed = { name, relation, inner: item.inner, spread: item.spread, read }
    embeds.push(embed)
    return { kind: 'embed', embed }
  })
  return { table, items, embeds, conditions: [], order: [], limit: undefined, offset: 0n }
}

/** Embedding a table that is already on the path is refused: it multiplies the rows of the answer. */
const repeatedEmbed = (path: string[], target: string) =>
  notImplemented(
    `'${target}' cannot be embedded in '${path.join("' in '")}': it is already on the path. Read its rows with a second request.`,
  )

/**
 * Repeating a column makes the answer longer without new information. Each path inside JSON counts
 * separately.
 */
function refuseRepeatedColumns(table: Table, select: SelectItem[]): void {
  const times = new Map<string, number>()
  const count = (key: string, column: string) => {
    const next = (times.get(key) ?? 0) + 1
    if (next > MAX_SAME_COLUMN) {
      throw notImplemented(`The column '${column}' is selected more than ${MAX_SAME_COLUMN} times`)
    }
    times.set(key, next)
  }
  for (const item of select) {
    if (item.kind === 'star') for (const name of table.columns.keys()) count(JSON.stringify([name]), name)
    else if (item.kind === 'field')
      count(JSON.stringify([item.field.name, ...item.field.path]), item.field.name)
  }
}

function nodeAt(root: ReadPlan, path: string[]): ReadPlan {
  return path.reduce((node, name) => {
    const found = node.embeds.find((embed) => embed.name === name)
    if (!found) throw notEmbedded(name)
    return found.read
  }, root)
}

/** The resource that a related order names. It must be a to-one relation. */
export function orderedEmbed(plan: ReadPlan, name: string): EmbedPlan {
  const embed = plan.embeds.find((candidate) => candidate.name === name)
  if (!embed) throw notEmbedded(name)
  if (!embed.relation.toOne) throw orderNotToOne(plan.table.name, name)
  return embed
}

/** The keys of one row of the answer, in order. */
export function namesIn(plan: ReadPlan): string[] {
  return plan.items.flatMap((item) => {
    if (item.kind === 'star') return [...plan.table.columns.keys()]
    if (item.kind === 'field') return [item.alias ?? nameOf(item.field)]
    if (item.embed.read.items.length === 0) return []
    return item.embed.spread ? namesIn(item.embed.read) : [item.embed.name]
  })
}

/** The key in the answer: for a path inside JSON it is the last key. */
export function nameOf(field: Field): string {
  const key = field.path.findLast((step) => 'key' in step)
  return key !== undefined && 'key' in key ? key.key : field.name
}
