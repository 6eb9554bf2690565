import type { operador as textos } from '@maestros/dominio/textos/operador'
import type { ISql } from 'postgres'

/** The acts of operators. Reading them changes nothing and is not recorded. */

export interface AuditRow {
  id: number
  ocurrido_en: Date
  operador_id: string
  operador: string | null
  acto: keyof typeof textos.actos
  /** Null for an act about the job queue. */
  sobre: string | null
  cuenta: string | null
  detalle: { [name: string]: unknown }
}

/** The newest acts, of all or of those about or by a person. */
export async function auditRows(sql: ISql, person: string | null, limit: number): Promise<AuditRow[]> {
  const rows = await sql<(Omit<AuditRow, 'id'> & { id: string })[]>`
    select a.id, a.ocurrido_en, a.operador_id, o.email as operador, a.acto, a.sobre, u.email as cuenta, a.detalle
    from interno.auditoria a
    left join auth.users o on o.id = a.operador_id
    left join auth.users u on u.id = a.sobre
    where ${person}::uuid is null or ${person}::uuid in (a.sobre, a.operador_id)
    order by a.id desc limit ${limit}`
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}
