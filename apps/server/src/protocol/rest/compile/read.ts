import { MAX_ROWS } from '../limits.ts'
import { type EmbedPlan, nameOf, orderedEmbed, type ReadPlan } from '../plan.ts'
import { quote } from '../table.ts'
import type { Field, OrderTerm, SelectField } from '../tree.ts'
import { boundedSql } from './bounds.ts'
import { conditionSql, type Rows } from './condition.ts'
import { bindAs, columnSql, type Draft, fieldSql, newAlias, type Scope } from './statement.ts'
import { castType } from './types.ts'

/** The rows to read: a table, or the result of a write or a function under the name `src`. */
export interface Source {
  from: string
  touched: Set<string> | undefined
}

export const tableSource = (plan: ReadPlan): Source => ({ from: plan.table.sql, touched: undefined })

/** The rows of a plan, with each embedded resource as one JSON column. */
export function rowsSql(draft: Draft, plan: ReadPlan, source: Source): string {
  const scope: Scope = { alias: newAlias(draft, 't'), table: plan.table, touched: source.touched }
  return selectSql(draft, plan, scope, `${source.from} ${scope.alias}`, [])
}

/** The number of rows of the plan, without limit or offset. */
export function countSql(draft: Draft, plan: ReadPlan, source: Source): string {
  const scope: Scope = { alias: newAlias(draft, 't'), table: plan.table, touched: source.touched }
  const where = whereSql(existenceConditions(draft, plan, scope))
  return `select count(*) from ${source.from} ${scope.alias}${where}`
}

/** The largest number of rows that one read returns. */
export function limitOf(plan: ReadPlan): bigint {
  const cap = BigInt(MAX_ROWS)
  return plan.limit === undefined || plan.limit > cap ? cap : plan.limit
}

function selectSql(draft: Draft, plan: ReadPlan, scope: Scope, from: string, joined: string[]): string {
  const joins: string[] = []
  const laterals = new Map<EmbedPlan, string>()
  for (const embed of plan.embeds) {
    const alias = newAlias(draft, 'e')
    laterals.set(embed, alias)
    joins.push(lateralSql(draft, embed, scope, alias))
  }
  const items = plan.items.flatMap((item) => {
    if (item.kind === 'star') return [...scope.table.columns.keys()].map((name) => columnSql(scope, name))
    if (item.kind === 'field') return [itemSql(draft, scope, item)]
    const alias = laterals.get(item.embed)
    if (item.embed.read.items.length === 0) return []
    if (item.embed.spread) return [`${alias}.*`]
    const found = item.embed.relation.toOne ? `${alias}.found` : `coalesce(${alias}.found, '[]')`
    return [`${found} as ${quote(item.embed.name)}`]
  })
  const rows: Rows = {
    scope,
    embeds: plan.embeds,
    exists: (embed) => `(${laterals.get(embed)}.is_there is not null)`,
  }
  const where = whereSql([...joined, ...plan.conditions.map((one) => conditionSql(draft, rows, one))])
  const order = orderSql(draft, plan, scope)
  const limit = ` limit ${bindAs(draft, String(limitOf(plan)), 'bigint')}`
  const offset = plan.offset === 0n ? '' : ` offset ${bindAs(draft, String(plan.offset), 'bigint')}`
  return `select ${items.join(', ')} from ${[from, ...joins].join(' ')}${where}${order}${limit}${offset}`
}

function itemSql(draft: Draft, scope: Scope, { field, alias, cast }: SelectField): string {
  // `rel(count)` is an old syntax for the number of rows, which is still documented.
  if (field.name === 'count' && !scope.table.columns.has('count') && field.path.length === 0) {
    return `count(*) as ${quote(alias ?? 'count')}`
  }
  const { sql } = fieldSql(draft, scope, field)
  const value = cast === undefined ? sql : `cast(${sql} as ${castType(cast)})`
  return `${value} as ${quote(alias ?? nameOf(field))}`
}

function lateralSql(draft: Draft, embed: EmbedPlan, parent: Scope, alias: string): string {
  const scope: Scope = { alias: newAlias(draft, 't'), table: embed.relation.target, touched: undefined }
  const { from, joined } = embedSource(draft, embed, parent, scope)
  const rows = selectSql(draft, embed.read, scope, from, joined)
  const inner = newAlias(draft, 'r')
  const join = embed.inner ? 'join' : 'left join'
  if (embed.spread) return `${join} lateral (${rows}) ${alias} on true`
  const found = embed.relation.toOne
    ? `select row_to_json(${inner}.*) as found, true as is_there from (${rows}) ${inner} limit 1`
    : `select json_agg(value) as found, bool_or(true) as is_there from ${boundedSql(draft, rows, (row) => `row_to_json(${row}.*)`)}`
  return `${join} lateral (${found}) ${alias} on ${embed.inner ? `${alias}.is_there` : 'true'}`
}

/** The FROM clause of an embedded resource, and the conditions that join it to its parent row. */
function embedSource(
  draft: Draft,
  embed: EmbedPlan,
  parent: Scope,
  scope: Scope,
): { from: string; joined: string[] } {
  const { link, target } = embed.relation
  if (link.kind === 'computed') {
    for (const name of link.of.columns.keys()) parent.touched?.add(name)
    return { from: `${link.function}(${parent.alias}::${link.of.sql}) ${scope.alias}`, joined: [] }
  }
  if (link.kind === 'columns') {
    const joined = link.local.map(
      (name, i) => `${columnSql(scope, link.foreign[i] ?? '')} = ${columnSql(parent, name)}`,
    )
    return { from: `${target.sql} ${scope.alias}`, joined }
  }
  const junction: Scope = { alias: newAlias(draft, 'j'), table: link.junction, touched: undefined }
  const joinColumns = (side: { columns: string[]; others: string[] }, other: Scope) =>
    side.columns.map((name, i) => `${columnSql(junction, name)} = ${columnSql(other, side.others[i] ?? '')}`)
  return {
    from: `${target.sql} ${scope.alias} cross join ${link.junction.sql} ${junction.alias}`,
    joined: [...joinColumns(link.near, parent), ...joinColumns(link.far, scope)],
  }
}

/** Conditions that select the rows without building their embedded resources. */
function existenceConditions(draft: Draft, plan: ReadPlan, scope: Scope): string[] {
  const rows: Rows = { scope, embeds: plan.embeds, exists: (embed) => existsSql(draft, embed, scope) }
  return [
    ...plan.conditions.map((one) => conditionSql(draft, rows, one)),
    ...plan.embeds.filter(({ inner }) => inner).map((embed) => existsSql(draft, embed, scope)),
  ]
}

function existsSql(draft: Draft, embed: EmbedPlan, parent: Scope): string {
  const scope: Scope = { alias: newAlias(draft, 't'), table: embed.relation.target, touched: undefined }
  const { from, joined } = embedSource(draft, embed, parent, scope)
  return `exists (select from ${from}${whereSql([...joined, ...existenceConditions(draft, embed.read, scope)])})`
}

function orderSql(draft: Draft, plan: ReadPlan, scope: Scope): string {
  if (plan.order.length === 0) return ''
  return ` order by ${plan.order.map((term) => termSql(draft, plan, scope, term)).join(', ')}`
}

function termSql(draft: Draft, plan: ReadPlan, scope: Scope, term: OrderTerm): string {
  const value =
    term.relation === undefined
      ? fieldSql(draft, scope, term.field).sql
      : relatedSql(draft, orderedEmbed(plan, term.relation), scope, term.field)
  const direction = term.direction === undefined ? '' : ` ${term.direction}`
  const nulls = term.nulls === undefined ? '' : ` nulls ${term.nulls}`
  return `${value}${direction}${nulls}`
}

function relatedSql(draft: Draft, embed: EmbedPlan, parent: Scope, field: Field): string {
  const scope: Scope = { alias: newAlias(draft, 't'), table: embed.relation.target, touched: undefined }
  const { from, joined } = embedSource(draft, embed, parent, scope)
  const { sql } = fieldSql(draft, scope, field)
  return `(select ${sql} from ${from}${whereSql([...joined, ...existenceConditions(draft, embed.read, scope)])} limit 1)`
}

export const whereSql = (conditions: string[]) =>
  conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
