import { TABLAS_VIVAS, type TablaViva } from '@maestros/contrato'
import { z } from 'zod'
import type { Sql } from '../../../platform/db/pool.ts'

export interface Column {
  name: string
  type: string
}
export type Columns = Record<TablaViva, Column[]>

const Rows = z.array(z.object({ table: z.enum(TABLAS_VIVAS), name: z.string(), type: z.string() }))

/** Column names and types as an event contains them. The client converts the values by these types. */
export async function loadColumns(sql: Sql): Promise<Columns> {
  const rows = Rows.parse(
    await sql`
      select c.relname as table, a.attname as name, t.typname as type
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relname in ${sql(TABLAS_VIVAS)}
        and a.attnum > 0 and not a.attisdropped
      order by a.attnum`,
  )
  const columns: Columns = { chats: [], mensajes: [], resenas: [] }
  for (const { table, name, type } of rows) columns[table].push({ name, type })
  return columns
}
