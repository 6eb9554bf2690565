import type { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
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

interface Wanted {
  /** Acts about or by this person; without it, all. */
  person?: string | undefined
  limit: number
  /** The id of the last act of the page before. */
  before?: string | undefined
}

/** The newest acts first. */
export async function auditRows(sql: ISql, wanted: Wanted): Promise<AuditRow[]> {
  const rows = await auditStatement(sql, wanted)
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

/** Acts about a person and acts by a person have an index each, so both are read in the order of their index and then joined. */
export function auditStatement(sql: ISql, { person, limit, before }: Wanted) {
  const older = before === undefined ? sql`true` : sql`a.id < ${before}::bigint`
  const of = (column: 'sobre' | 'operador_id', id: string) => sql`
    (select a.id from interno.auditoria a where a.${sql(column)} = ${id} and ${older} order by a.id desc limit ${limit})`
  const wanted =
    person === undefined ? older : sql`a.id in (${of('sobre', person)} union ${of('operador_id', person)})`
  return sql<(Omit<AuditRow, 'id'> & { id: string })[]>`
    select a.id, a.ocurrido_en, a.operador_id, o.email as operador, a.acto, a.sobre, u.email as cuenta, a.detalle
    from interno.auditoria a
    left join auth.users o on o.id = a.operador_id
    left join auth.users u on u.id = a.sobre
    where ${wanted}
    order by a.id desc limit ${limit}`
}
