import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadSchema, type Routine, type Schema } from '../apps/server/src/protocol/rest/schema.ts'
import type { Column, Table } from '../apps/server/src/protocol/rest/table.ts'
import { withNewDatabase } from './lib/new-database.ts'

/**
 * `npm run types` writes packages/contrato/src/tablas.ts, the database type for the official client, from a
 * new database. A test fails when the committed file differs.
 */
export const TYPES_FILE = join(import.meta.dirname, '../packages/contrato/src/tablas.ts')

/** The PostgREST version whose query language is supported: the client's types offer its methods by this. */
const POSTGREST_VERSION = '13'

const HEAD = `// Written by \`npm run types\` from db/. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]
`

export function renderTypes(schema: Schema): string {
  const of = (kind: Table['kind']) =>
    byName([...schema.tables.values()].filter((table) => table.kind === kind))
  const functions = [...schema.routines.values()].flat()
  return `${HEAD}
export type Database = {
  __InternalSupabase: { PostgrestVersion: '${POSTGREST_VERSION}' }
  public: {
    Tables: ${group(of('table').map((table) => [table.name, renderTable(schema, table)]))}
    Views: ${group(of('view').map((table) => [table.name, renderTable(schema, table)]))}
    Functions: ${group(byName(functions).map((routine) => [routine.name, renderRoutine(routine)]))}
    Enums: { [_ in never]: never }
    CompositeTypes: { [_ in never]: never }
  }
}
`
}

const group = (entries: [string, string][]) =>
  entries.length === 0
    ? '{ [_ in never]: never }'
    : `{\n${entries.map(([name, body]) => `      ${key(name)}: ${body}`).join('\n')}\n    }`

function renderTable(schema: Schema, table: Table): string {
  const columns = byName([...table.columns.values()])
  const lines = (line: (column: Column) => string) =>
    columns.map((column) => `          ${line(column)}`).join('\n')
  const row = lines((column) => `${key(column.name)}: ${columnType(column)}`)
  const update = lines((column) => `${key(column.name)}?: ${column.derived ? 'never' : columnType(column)}`)
  const insert = lines((column) => {
    const optional = column.nullable || column.default !== undefined || column.derived
    return `${key(column.name)}${optional ? '?' : ''}: ${column.derived ? 'never' : columnType(column)}`
  })
  const relations = relationships(schema, table)
    .map((relation) => `          ${relation}`)
    .join('\n')
  return `{
        Row: {
${row}
        }
        Insert: {
${insert}
        }
        Update: {
${update}
        }
        Relationships: [${relations === '' ? '' : `\n${relations}\n        `}]
      }`
}

function relationships(schema: Schema, table: Table): string[] {
  return (schema.relations.get(table.name) ?? []).flatMap(({ target, link }) => {
    if (link.kind !== 'columns' || !link.holdsKey) return []
    const { constraint, local, foreign } = link
    const back = (schema.relations.get(target.name) ?? []).find(
      (relation) =>
        relation.link.kind === 'columns' &&
        !relation.link.holdsKey &&
        relation.link.constraint === constraint,
    )
    const list = (names: string[]) => `[${names.map((name) => `'${name}'`).join(', ')}]`
    return [
      `{ foreignKeyName: '${constraint}'; columns: ${list(local)}; isOneToOne: ${back?.toOne ?? false}; ` +
        `referencedRelation: '${target.name}'; referencedColumns: ${list(foreign)} },`,
    ]
  })
}

function renderRoutine({ arguments: given, returns }: Routine): string {
  const args = given.map(
    ({ name, type, optional }) => `${key(name)}${optional ? '?' : ''}: ${valueType(type)}`,
  )
  return `{ Args: ${args.length === 0 ? 'never' : `{ ${args.join('; ')} }`}; Returns: ${returnType(returns)} }`
}

function returnType(returns: Routine['returns']): string {
  if (returns.kind === 'void') return 'undefined'
  const one =
    returns.kind === 'scalar'
      ? valueType(returns.type)
      : `{ ${[...returns.table.columns.values()].map((column) => `${key(column.name)}: ${columnType(column)}`).join('; ')} }`
  return returns.set ? `(${one})[]` : one
}

const columnType = (column: Column) =>
  (column.enumValues?.map((value) => `'${value}'`).join(' | ') ?? valueType(column.type)) +
  (column.nullable ? ' | null' : '')

function valueType(type: string): string {
  if (type.endsWith('[]')) return `${valueType(type.slice(0, -2))}[]`
  if (/^(smallint|integer|bigint|numeric|real|double precision)$/.test(type)) return 'number'
  if (type === 'boolean') return 'boolean'
  return type === 'json' || type === 'jsonb' ? 'Json' : 'string'
}

const key = (name: string) => (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? name : `'${name}'`)

const byName = <T extends { name: string }>(things: T[]) =>
  [...things].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))

if (import.meta.main) {
  await withNewDatabase(async (sql) => writeFile(TYPES_FILE, renderTypes(await loadSchema(sql))))
}
