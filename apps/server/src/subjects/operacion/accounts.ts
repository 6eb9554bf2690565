import type { Cuenta } from '@maestros/contrato/operacion/cuenta-y-acto'
import type { MotivoDeReporte } from '@maestros/dominio/seguridad/reportes'
import type { Verificacion } from '@maestros/dominio/verificacion/estados'
import type { ISql } from 'postgres'
import { type AuditRow, auditRows } from './audit.ts'

/** One account, as an operator who answers a person or reads a report needs it, and suspending it. */

export interface Reports {
  total: number
  abiertos: number
  ultimos: { id: number; motivo: MotivoDeReporte; creado_en: string; cerrado_en: string | null }[]
}

export interface Account {
  id: string
  correo: string | null
  nombre: string | null
  rol: Cuenta['rol']
  telefono: string | null
  creada_en: string
  confirmada_en: string | null
  suspendida_en: string | null
  eliminada_en: string | null
  cierre: { pedido_en: string; borrar_en: string } | null
  sesiones: number
  maestro: { completo: boolean; estados: Verificacion[] } | null
  reportes_enviados: Reports
  reportes_recibidos: Reports
  /** `abiertos` are the ids of the open ones. */
  tickets: { total: number; abiertos: string[] }
  resenas: { escritas: number; recibidas: number }
}

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export type SeenAccount = Account & { auditoria: AuditRow[] }

/** However it is written, with at least the digits that the number of a maestro has. */
const PHONE = /^\+?[\d ().-]+$/
const PHONE_DIGITS = 8

export const isPhone = (text: string) => PHONE.test(text) && text.replace(/\D/g, '').length >= PHONE_DIGITS

/** The accounts of an e-mail address, an id or a telephone number, which several maestros may have. */
export async function accountIds(sql: ISql, given: string): Promise<string[]> {
  const rows = UUID.test(given)
    ? await sql<{ id: string }[]>`select id from public.profiles where id = ${given}`
    : isPhone(given)
      ? await sql<{ id: string }[]>`select interno.cuentas_con_telefono(${given}) as id`
      : await sql<{ id: string }[]>`select id from auth.users where email = lower(btrim(${given}))`
  return rows.map(({ id }) => id)
}

const AUDIT_ROWS = 10

/** The database records in the audit that the operator has looked. */
export async function seeAccount(sql: ISql, operator: string, id: string): Promise<SeenAccount> {
  // Read before this look is recorded too.
  const auditoria = await auditRows(sql, { person: id, limit: AUDIT_ROWS })
  const [row] = await sql<{ seen: Account }[]>`select interno.consultar_cuenta(${operator}, ${id}) as seen`
  if (!row) throw new Error('the database answered nothing')
  return { ...row.seen, auditoria }
}

/** False when the account was suspended, or restored, before. `motivo` is for the audit, `mensaje` for the person. */
export async function setSuspended(
  sql: ISql,
  operator: string,
  given: { account: string; suspends: boolean; motivo: string; mensaje: string | undefined },
): Promise<boolean> {
  const { account, suspends, motivo, mensaje } = given
  const [row] = await sql<{ changed: boolean }[]>`
    select interno.cambiar_suspension(
      ${operator}, ${account}, ${suspends}, ${motivo}, ${mensaje ?? null}) as changed`
  return row?.changed ?? false
}
