import type { MotivoDeReporte } from '@maestros/dominio/seguridad'
import { operador as textos } from '@maestros/dominio/textos/operador'
import type { Verificacion } from '@maestros/dominio/verificacion'
import type { Sql } from '../db/pool.ts'
import { type Of, operatorId, personId, type Result } from './acts.ts'
import { OperatorError } from './connect.ts'
import { type AuditRow, auditLine, auditRows, timeOf } from './lists.ts'
import { UUID } from './values.ts'

/** One account, as an operator who answers a person or reads a report needs it. */

const { cuenta: palabras } = textos

interface Reports {
  total: number
  abiertos: number
  ultimos: { id: number; motivo: MotivoDeReporte; creado_en: string; cerrado_en: string | null }[]
}

interface Account {
  id: string
  correo: string | null
  nombre: string | null
  rol: string | null
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

const AUDIT_ROWS = 10

/** Several maestros may have the same telephone number: all of them are shown. The audit records each of them. */
export async function showAccounts(sql: Sql, { account, as }: Of<'account'>): Promise<Result> {
  const operator = await operatorId(sql, as)
  const found: (Account & { auditoria: AuditRow[] })[] = []
  for (const id of await idsOf(sql, account)) {
    // Read before this look is recorded too.
    const auditoria = await auditRows(sql, id, AUDIT_ROWS)
    const [row] = await sql<{ seen: Account }[]>`select interno.consultar_cuenta(${operator}, ${id}) as seen`
    if (row) found.push({ ...row.seen, auditoria })
  }
  return { json: found, lines: found.flatMap(accountLines) }
}

async function idsOf(sql: Sql, given: string): Promise<string[]> {
  if (given.includes('@') || UUID.test(given)) return [await personId(sql, given)]
  const rows = await sql<{ id: string }[]>`select interno.cuentas_con_telefono(${given}) as id`
  if (rows.length === 0) throw new OperatorError(textos.errores.telefono)
  return rows.map(({ id }) => id)
}

const timeIn = (time: string) => timeOf(new Date(time))

function accountLines(seen: Account & { auditoria: AuditRow[] }): string[] {
  const { id, correo, nombre, rol, telefono, sesiones, tickets, resenas, auditoria } = seen
  return [
    correo === null ? `${textos.cuentaBorrada}  ${id}` : `${nombre ?? ''} <${correo}>  ${id}`,
    ...stateLines(seen),
    palabras.rol(rol ?? palabras.sinRol),
    ...(telefono === null ? [] : [palabras.telefono(telefono)]),
    palabras.sesiones(sesiones),
    ...maestroLines(seen),
    ...reportLines(palabras.reportesEnviados, seen.reportes_enviados),
    ...reportLines(palabras.reportesRecibidos, seen.reportes_recibidos),
    palabras.tickets(tickets.total, tickets.abiertos.length),
    ...tickets.abiertos.map((ticket) => `  ${ticket}`),
    palabras.resenas(resenas.escritas, resenas.recibidas),
    ...(auditoria.length === 0 ? [] : [palabras.auditoria, ...auditoria.map((row) => `  ${auditLine(row)}`)]),
  ].map((line, index) => (index === 0 ? line : `    ${line}`))
}

function stateLines({ creada_en, confirmada_en, suspendida_en, eliminada_en, cierre }: Account): string[] {
  return [
    palabras.creada(timeIn(creada_en)),
    ...(eliminada_en !== null
      ? [palabras.eliminada(timeIn(eliminada_en))]
      : [confirmada_en === null ? palabras.sinConfirmar : palabras.confirmada(timeIn(confirmada_en))]),
    ...(suspendida_en === null ? [] : [palabras.suspendida(timeIn(suspendida_en))]),
    ...(cierre === null ? [] : [palabras.seCierra(timeIn(cierre.pedido_en), timeIn(cierre.borrar_en))]),
  ]
}

function maestroLines({ maestro }: Account): string[] {
  if (maestro === null) return []
  const states = maestro.estados.map(({ tipo, estado }) => `${textos.datos[tipo]} ${textos.decidido[estado]}`)
  return [
    maestro.completo ? palabras.completo : palabras.incompleto,
    palabras.verificacion(states.join(', ')),
  ]
}

const reportLines = (title: string, { total, abiertos, ultimos }: Reports): string[] => [
  palabras.cuantos(title, total, abiertos),
  ...ultimos.map(({ id, motivo, creado_en, cerrado_en }) => {
    const { abierto, cerrado, motivos } = textos.reporte
    return `  ${timeIn(creado_en)}  ${id}  ${cerrado_en === null ? abierto : cerrado}  ${motivos[motivo]}`
  }),
]
