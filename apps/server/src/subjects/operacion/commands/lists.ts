import { diaDe, horaDelMensaje } from '@maestros/dominio/fechas'
import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import type { Sql } from '../../../platform/db/pool.ts'
import { type AuditRow, auditRows } from '../audit.ts'
import type { Page } from '../present.ts'
import { personId, type Result } from './acts.ts'

/** What operators read. Nothing is changed. */

/** The rows as data and as lines, and how many were left out. `nothing` is the line of an empty list. */
export function listed<Row>(
  { rows, total }: Page<Row>,
  linesOf: (row: Row) => string[],
  nothing: string,
): Result {
  const more = total - rows.length
  const lines = [...rows.flatMap(linesOf), ...(more > 0 ? [textos.hayMas(more)] : [])]
  return {
    json: rows,
    lines: rows.length === 0 ? [nothing] : lines,
  }
}

/**
 * A text that a person wrote, each of its lines behind a bar. Without the bar a line of the text could look like one of ours, for
 * example like a message of another person.
 */
export const quoted = (text: string | null, indent = '    '): string[] =>
  text ? text.split(/\r?\n/).map((line) => `${indent}| ${line}`) : []

interface Searched {
  dia: string
  alcaldia: string
  oficio: string
  sin_resultado: number
  con_resultado: number
}

/** What was searched in vain, by day, borough and trade. The table keeps 30 days. */
export async function searches(sql: Sql, limit: number): Promise<Result> {
  const rows = await sql<Searched[]>`
    select dia::text, alcaldia, oficio, sin_resultado, total as con_resultado from interno.busquedas_diarias
    where sin_resultado > 0 and dia > interno.dia_de_la_ciudad(now()) - 30
    order by dia desc, sin_resultado desc, alcaldia, oficio limit ${limit}`
  return {
    json: rows,
    lines:
      rows.length === 0
        ? [textos.sinBusquedas]
        : rows.map((row) =>
            textos.busqueda(row.dia, row.sin_resultado, row.oficio, row.alcaldia, row.con_resultado),
          ),
  }
}

export async function audit(sql: Sql, about: string | undefined, limit: number): Promise<Result> {
  const person = about === undefined ? undefined : await personId(sql, about)
  const rows = await auditRows(sql, { person, limit })
  const nothing = about === undefined ? textos.sinAuditoria : textos.sinActos
  return { json: rows, lines: rows.length === 0 ? [nothing] : rows.map(auditLine) }
}

export function auditLine({
  ocurrido_en,
  operador_id,
  operador,
  acto,
  sobre,
  cuenta,
  detalle,
}: AuditRow): string {
  const details = Object.entries(detalle).map(([name, value]) => `${name}: ${String(value)}`)
  const about = sobre === null ? '' : ` ${cuenta ?? textos.cuentaBorrada} (${sobre})`
  const who = operador ?? `${textos.cuentaBorrada} (${operador_id})`
  return `${timeOf(ocurrido_en)}  ${who} ${textos.actos[acto]}${about}${details.length > 0 ? `  ${details.join('; ')}` : ''}`
}

/** '2025-08-04 22:30:05' in Mexico City, whose seconds are those of UTC. */
export const timeOf = (time: Date) =>
  `${diaDe(time)} ${horaDelMensaje(time)}:${time.toISOString().slice(17, 19)}`
