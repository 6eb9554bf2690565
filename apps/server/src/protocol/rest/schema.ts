import type { Sql } from '../../platform/db/pool.ts'
import { type Catalog, readCatalog } from './catalog.ts'
import { SCHEMA } from './errors.ts'
import { type Relation, relationsOf } from './relations.ts'
import { type Column, quote, type Table } from './table.ts'

/**
 * The names that a request may use. They are read once from the database, so that no unchecked name reaches
 * SQL.
 */
export interface Schema {
  tables: Map<string, Table>
  routines: Map<string, Routine[]>
  /** From the name of a table to all relations that can be embedded in its rows. */
  relations: Map<string, Relation[]>
}

export interface Argument {
  name: string
  type: string
  optional: boolean
}

export interface Routine {
  name: string
  sql: string
  arguments: Argument[]
  returns:
    | { kind: 'void' }
    | { kind: 'scalar'; type: string; set: boolean }
    | { kind: 'rows'; table: Table; set: boolean }
}

export async function loadSchema(sql: Sql): Promise<Schema> {
  const catalog = await readCatalog(sql)
  const tables = new Map<string, Table>()
  const results = new Map<number, Table>()
  for (const { oid, name, kind, writers } of catalog.relations) {
    const table: Table = {
      name,
      sql: `${quote(SCHEMA)}.${quote(name)}`,
      kind,
      columns: columnsOf(catalog, oid),
      primaryKey: catalog.keys.find((key) => key.relation === oid && key.primary)?.columns ?? [],
      writers,
    }
    results.set(oid, table)
    if (kind !== 'result') tables.set(name, table)
  }
  const routines = new Map<string, Routine[]>()
  for (const row of catalog.routines) {
    // A function with a table's row as its argument is a computed relation, not a remote procedure.
    if (row.of_relation !== null || row.arguments.some(({ name }) => name === '')) continue
    const returns = returnsOf(row, results)
    if (returns === undefined) continue
    const routine = {
      name: row.name,
      sql: `${quote(SCHEMA)}.${quote(row.name)}`,
      arguments: row.arguments,
      returns,
    }
    routines.set(row.name, [...(routines.get(row.name) ?? []), routine])
  }
  return { tables, routines, relations: relationsOf(catalog, results) }
}

function columnsOf(catalog: Catalog, oid: number): Map<string, Column> {
  const columns = new Map<string, Column>()
  for (const row of catalog.columns) {
    if (row.relation !== oid) continue
    columns.set(row.name, {
      name: row.name,
      type: row.type,
      writeType: row.write_type,
      nullable: row.nullable,
      default: row.default ?? undefined,
      derived: row.derived,
      enumValues: row.enum_values ?? undefined,
    })
  }
  return columns
}

function returnsOf(
  row: Catalog['routines'][number],
  results: Map<number, Table>,
): Routine['returns'] | undefined {
  if (row.return_type === 'void') return { kind: 'void' }
  if (row.outputs.length > 0) {
    // RETURNS TABLE with one column still returns rows.
    return { kind: 'rows', table: resultTable(row.name, row.outputs), set: row.set }
  }
  if (row.return_relation !== null) {
    const table = results.get(row.return_relation)
    return table && { kind: 'rows', table, set: row.set }
  }
  if (row.pseudo) return undefined
  return { kind: 'scalar', type: row.return_type, set: row.set }
}

/** A table description of a function's result, from its output columns. */
export function resultTable(name: string, outputs: { name: string; type: string }[]): Table {
  const columns = new Map<string, Column>()
  for (const output of outputs) {
    columns.set(output.name, {
      name: output.name,
      type: output.type,
      writeType: output.type,
      nullable: true,
      default: undefined,
      derived: false,
      enumValues: undefined,
    })
  }
  return { name, sql: quote(name), kind: 'result', columns, primaryKey: [], writers: [] }
}
