import { noColumn, undefinedColumn } from '../errors.ts'
import type { Payload } from '../parse/body.ts'
import type { Media, Preferences } from '../parse/headers.ts'
import { planRead, type ReadPlan, splitConditions } from '../plan.ts'
import type { Schema } from '../schema.ts'
import { type Column, quote, type Table } from '../table.ts'
import type { Condition, Query } from '../tree.ts'
import { ANSWER_DEFAULTS, answerSql, bodySql, valueSql } from './answer.ts'
import { boundedSql, failUnless } from './bounds.ts'
import { conditionSql, type Rows } from './condition.ts'
import { rowsSql, whereSql } from './read.ts'
import { bind, type Draft, newDraft, type Scope, type Statement } from './statement.ts'

export interface Write {
  kind: 'insert' | 'update' | 'delete'
  table: Table
  query: Query
  payload: Payload | undefined
  preferences: Preferences
  media: Media
}

/** Builds one statement that writes, counts the written rows and returns those that the caller wants. */
export function writeStatement(schema: Schema, write: Write): Statement {
  const { table, query, preferences, media } = write
  const draft = newDraft()
  const { own, embedded } = splitConditions(query.conditions)
  const returned = new Set<string>()
  const wanted = preferences.return === 'representation'
  const plan: ReadPlan = planRead(schema, table, { ...query, conditions: wanted ? embedded : [] })
  const scope: Scope = { alias: 'w', table, touched: undefined }

  const act = actSql(draft, write, scope, own)
  const rows = wanted ? rowsSql(draft, plan, { from: 'src', touched: returned }) : undefined
  const location = write.kind === 'insert' && preferences.return === 'headers-only' ? table.primaryKey : []
  for (const name of location) returned.add(name)

  const affected = 'select count(*) from src'
  const answer = answerSql({
    body: rows === undefined ? 'null::text' : bodySql(media),
    rows: affected,
    inserted: merges(write) ? insertedSql : ANSWER_DEFAULTS.inserted,
    location:
      location.length === 0
        ? ANSWER_DEFAULTS.location
        : `select row_to_json(k) from (select ${location.map(quote).join(', ')} from src limit 1) k`,
  })
  const guards = [
    ...(media.kind === 'object' ? [failUnless(draft, `(${affected}) = 1`, affected)] : []),
    ...(preferences.maxAffected === undefined || write.kind === 'insert'
      ? []
      : [
          failUnless(
            draft,
            `(${affected}) <= ${bind(draft, String(preferences.maxAffected))}::bigint`,
            affected,
          ),
        ]),
  ]
  const returning = returned.size === 0 ? '1' : [...returned].map((name) => `w.${quote(name)}`).join(', ')
  const from = rows === undefined ? '' : ` from ${boundedSql(draft, rows, valueSql(media))}`
  // HAVING is evaluated after the aggregate, even when there are no rows.
  const having = guards.length === 0 ? '' : ` having ${guards.join(' and ')}`
  return { text: `with src as (${act(returning)}) ${answer}${from}${having}`, values: draft.values }
}

const merges = ({ kind, preferences }: Write) =>
  kind === 'insert' && preferences.resolution === 'merge-duplicates'

/** Builds the write; the caller adds the columns to return. */
function actSql(
  draft: Draft,
  write: Write,
  scope: Scope,
  conditions: Condition[],
): (returning: string) => string {
  if (write.kind === 'insert') {
    const insert = insertSql(draft, write)
    return (returning) => `${insert} returning ${returning}`
  }
  const rows: Rows = { scope, embeds: [], exists: () => 'true' }
  const { table } = write
  const columns = write.kind === 'update' ? writtenColumns(write) : []
  const body = columns.length === 0 ? '' : bodyRows(draft, write, columns)
  const conditionTexts = conditions.map((one) => conditionSql(draft, rows, one))
  if (write.kind === 'delete') {
    return (returning) => `delete from ${table.sql} as w${whereSql(conditionTexts)} returning ${returning}`
  }
  // Nothing to set: no row is changed, but every name was checked.
  if (columns.length === 0)
    return (returning) =>
      `select ${returning} from ${table.sql} as w${whereSql(['false', ...conditionTexts])}`
  const sets = columns.map(({ name }) => `${quote(name)} = b.${quote(name)}`).join(', ')
  return (returning) =>
    `update ${table.sql} as w set ${sets} from ${body}${whereSql(conditionTexts)} returning ${returning}`
}

function insertSql(draft: Draft, write: Write): string {
  const columns = writtenColumns(write)
  const names = columns.map(({ name }) => quote(name))
  const into = names.length === 0 ? '' : ` (${names.join(', ')})`
  const marked = merges(write) ? ` where ${countInserted('+')}` : ''
  return (
    `insert into ${write.table.sql} as w${into} select ${names.map((name) => `b.${name}`).join(', ')} ` +
    `from ${bodyRows(draft, write, columns)}${marked}${onConflictSql(write, names)}`
  )
}

function onConflictSql(write: Write, names: string[]): string {
  const { table, query, preferences } = write
  if (preferences.resolution === undefined) return ''
  const target = query.onConflict ?? table.primaryKey
  for (const name of target) if (!table.columns.has(name)) throw undefinedColumn(table.name, name)
  if (target.length === 0) return ''
  const conflict = ` on conflict (${target.map(quote).join(', ')})`
  if (preferences.resolution === 'ignore-duplicates' || names.length === 0) return `${conflict} do nothing`
  // The conflict columns are equal already. Leaving them out avoids the need for a right to change the key.
  const others = names.filter((name) => !target.some((key) => quote(key) === name))
  const set = (others.length === 0 ? names : others).map((name) => `${name} = excluded.${name}`).join(', ')
  return `${conflict} do update set ${set} where ${countInserted('-')}`
}

/** A row is counted as new when its insert is tried, and subtracted again when it becomes an update. */
const SETTING = `nullif(current_setting('rest.inserted', true), '')`
const insertedSql = SETTING
const countInserted = (sign: '+' | '-') =>
  `set_config('rest.inserted', (coalesce(${SETTING}::int, 0) ${sign} 1)::text, true) is not null`

function writtenColumns({ table, query, payload }: Write): Column[] {
  const names = query.columns ?? payload?.keys ?? []
  return names.map((name) => {
    const column = table.columns.get(name)
    if (!column) throw noColumn(table.name, name)
    return column
  })
}

/** The body as rows `b`, each value converted to its column's type. */
function bodyRows(draft: Draft, { payload, preferences }: Write, columns: Column[]): string {
  const value = bind(draft, payload?.json ?? '[]')
  if (columns.length === 0) return `json_array_elements(${value}::json) b`
  const typed = columns.map(({ name, writeType }) => `${quote(name)} ${writeType}`).join(', ')
  const defaults = columns.filter((column) => column.default !== undefined)
  if (preferences.missing !== 'default' || defaults.length === 0) {
    return `json_to_recordset(${value}::json) as b(${typed})`
  }
  const filled = defaults
    .map(({ name, default: expression }) => `${bind(draft, name)}, ${expression}`)
    .join(', ')
  return (
    `jsonb_to_recordset((select coalesce(jsonb_agg(jsonb_build_object(${filled}) || e), '[]') ` +
    `from jsonb_array_elements(${value}::jsonb) e)) as b(${typed})`
  )
}
