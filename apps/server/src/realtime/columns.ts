import { z } from 'zod'
import type { RowChange } from '../bus/bus.ts'
import type { Sql } from '../db/pool.ts'

/** The tables whose changes are published to subscribers. */
export const TABLES = ['chats', 'mensajes'] as const satisfies readonly RowChange['table'][]
export type Table = RowChange['table']

export interface Column {
  name: string
  type: string
}
export type Columns = Record<Table, Column[]>

const Rows = z.array(z.object({ table: z.enum(TABLES), name: z.string(), type: z.string() }))

/** Column names and types as an event contains them. The client converts the values by these types. */
export async function loadColumns(sql: Sql): Promise<Columns> {
  const rows = Rows.parse(
    await sql`
      select c.relname as table, a.attname as name, t.typname as type
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relname in ${sql(TABLES)}
        and a.attnum > 0 and not a.attisdropped
      order by a.attnum`,
  )
  const of = (table: Table) =>
    rows.filter((row) => row.table === table).map(({ name, type }) => ({ name, type }))
  return { chats: of('chats'), mensajes: of('mensajes') }
}
