import type { MotivoDeReporte } from '@maestros/dominio/seguridad/reportes'
import type { ISql } from 'postgres'
import type { Page } from './present.ts'

/** Reports of people: what operators read, and closing one. */

export interface Report {
  id: string
  reportante_id: string
  reportante: string | null
  reportado_id: string
  reportado: string | null
  chat_id: string | null
  motivo: MotivoDeReporte
  texto: string | null
  mensajes: number
  creado_en: Date
  cerrado_en: Date | null
  nota: string | null
}

/** `objeto` is the stored file of a picture or voice note, in bucket chat-media; null when it is gone. */
export interface Evidence {
  autor_id: string
  tipo: string
  contenido: string | null
  creado_en: string
  objeto: string | null
}

const reportColumns = (sql: ISql) => sql`
  r.id, r.reportante_id, a.email as reportante, r.reportado_id, b.email as reportado, r.chat_id, r.motivo, r.texto,
  r.creado_en, r.cerrado_en, r.nota,
  (select count(*)::int from interno.reporte_mensajes m where m.reporte_id = r.id) as mensajes
  from interno.reportes r
  left join auth.users a on a.id = r.reportante_id
  left join auth.users b on b.id = r.reportado_id`

interface Wanted {
  open: boolean
  /** The person who was reported. */
  about?: string | undefined
  limit: number
  /** The id of the last report of the page before. */
  after?: string | undefined
}

/**
 * The newest first; of the open ones the oldest, which has waited longest. Without the messages, which only seeReport reads, because
 * they are private and reading them is recorded in the audit.
 */
export async function reportsOf(sql: ISql, wanted: Wanted): Promise<Page<Report>> {
  const rows = await reportRows(sql, wanted)
  const [counted] = await sql<{ total: number }[]>`
    select count(*)::int as total from interno.reportes r where ${isWanted(sql, wanted)}`
  return { rows, total: counted?.total ?? 0 }
}

export const reportRows = (sql: ISql, wanted: Wanted) =>
  sql<Report[]>`
    select ${reportColumns(sql)} where ${isWanted(sql, wanted)} and ${isAfter(sql, wanted)}
    order by r.id ${wanted.open ? sql`` : sql`desc`} limit ${wanted.limit}`

const isWanted = (sql: ISql, { open, about }: Wanted) => sql`
  ${open ? sql`r.cerrado_en is null` : sql`true`} and ${about === undefined ? sql`true` : sql`r.reportado_id = ${about}`}`

function isAfter(sql: ISql, { open, after }: Wanted) {
  if (after === undefined) return sql`true`
  return open ? sql`r.id > ${after}::bigint` : sql`r.id < ${after}::bigint`
}

/** Undefined when there is no such report. The database records in the audit that the operator has read messages. */
export async function seeReport(
  sql: ISql,
  operator: string,
  id: string,
): Promise<{ report: Report; evidence: Evidence[] } | undefined> {
  const [row] = await sql<{ evidence: Evidence[] }[]>`
    select interno.consultar_reporte(${operator}, ${id}) as evidence`
  const [report] = await sql<Report[]>`select ${reportColumns(sql)} where r.id = ${id}`
  return row && report && { report, evidence: row.evidence }
}

/** False when the report was closed before. */
export async function closeReport(
  sql: ISql,
  operator: string,
  { id, nota }: { id: string; nota: string },
): Promise<boolean> {
  const [row] = await sql<{ changed: boolean }[]>`
    select interno.cerrar_reporte(${operator}, ${id}, ${nota}) as changed`
  return row?.changed ?? false
}
