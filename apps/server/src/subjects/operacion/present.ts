import type { Acto } from '@maestros/contrato/operacion/cuenta-y-acto'
import type { AuditRow } from './audit.ts'

/** Some rows of a list, and how many the whole list has. */
export interface Page<Row> {
  rows: Row[]
  total: number
}

/** Rows of one page. */
export const PAGE_ROWS = 50

/** The rows of a page, of which one more was read, and the last of them when there is another page. */
export function pageOf<Row>(read: readonly Row[]): { rows: readonly Row[]; last: Row | undefined } {
  const rows = read.slice(0, PAGE_ROWS)
  return { rows, last: read.length > rows.length ? rows.at(-1) : undefined }
}

export const actOf = ({
  id,
  ocurrido_en,
  operador_id,
  operador,
  acto,
  sobre,
  cuenta,
  detalle,
}: AuditRow): Acto => ({
  id,
  ocurrido_en: ocurrido_en.toISOString(),
  operador: { id: operador_id, correo: operador },
  acto,
  sobre: sobre === null ? null : { id: sobre, correo: cuenta },
  detalle,
})
