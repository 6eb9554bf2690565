import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import type { Sql } from '../../../platform/db/pool.ts'
import { type Account, accountIds, type Reports, type SeenAccount, seeAccount, UUID } from '../accounts.ts'
import { type Of, operatorId, type Result } from './acts.ts'
import { OperatorError } from './connect.ts'
import { auditLine, timeOf } from './lists.ts'

/** Shows one account to an operator who answers a person or reads a report. */

const { cuenta: palabras } = textos

/** All accounts with a telephone number are shown. The audit records each of them. */
export async function showAccounts(sql: Sql, { account, as }: Of<'account'>): Promise<Result> {
  const operator = await operatorId(sql, as)
  const ids = await accountIds(sql, account)
  if (ids.length === 0) {
    const { cuenta, telefono } = textos.errores
    throw new OperatorError(account.includes('@') || UUID.test(account) ? cuenta : telefono)
  }
  const found: SeenAccount[] = []
  for (const id of ids) found.push(await seeAccount(sql, operator, id))
  return { json: found, lines: found.flatMap(accountLines) }
}

const timeIn = (time: string) => timeOf(new Date(time))

function accountLines(seen: SeenAccount): string[] {
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
