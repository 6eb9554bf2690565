import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import type { Sql } from '../../../platform/db/pool.ts'
import type { Config } from '../../../platform/settings/config.ts'
import { signedAddresses } from '../addresses.ts'
import {
  answerTicket,
  seeTicket,
  setTicketState,
  type Ticket,
  type TicketChange,
  ticketsOf,
} from '../tickets.ts'
import { type Of, operatorId, type Result } from './acts.ts'
import { OperatorError } from './connect.ts'
import { listed, quoted, timeOf } from './lists.ts'

/** Help requests: showing, answering and resolving them. */

const { ticket: palabras } = textos

type Shown = ReturnType<typeof shown>
const shown = ({ usuario_id: _account, micros: _time, ...ticket }: Ticket) => ticket

export async function listTickets(sql: Sql, { open, limit }: Of<'tickets'>): Promise<Result> {
  const { rows, total } = await ticketsOf(sql, { open, limit })
  return listed({ rows: rows.map(shown), total }, ticketLines, textos.sinTickets)
}

export async function showTicket(sql: Sql, config: Config, { id, as }: Of<'ticket-show'>): Promise<Result> {
  const seen = await seeTicket(sql, await operatorId(sql, as), id)
  if (!seen) throw new OperatorError(textos.errores.ticket)
  const ticket = shown(seen)
  const addresses = await signedAddresses(config, 'support-tickets', ticket.imagenes)
  return {
    json: { ...ticket, direcciones: addresses ?? [] },
    lines: [
      ...ticketLines(ticket),
      ...accountLines(ticket),
      ...pictureLines(addresses),
      ...answerLines(ticket),
    ],
  }
}

export async function answer(sql: Sql, { id, text, state, as }: Of<'ticket-answer'>): Promise<Result> {
  const operator = await operatorId(sql, as)
  return resultOf(
    id,
    await answerTicket(sql, operator, { id, texto: text, estado: state }),
    palabras.respondido,
  )
}

export async function changeState(sql: Sql, { id, state, as }: Of<'ticket-state'>): Promise<Result> {
  const operator = await operatorId(sql, as)
  return resultOf(id, await setTicketState(sql, operator, { id, estado: state }), palabras.cambiado)
}

function resultOf(
  ticket: string,
  { estado, cambio }: TicketChange,
  sentence: (state: string) => string,
): Result {
  const line = (cambio ? sentence : palabras.cambiado)(palabras.estados[estado])
  return {
    json: { ticket, estado, cambio },
    lines: cambio ? [line] : [line, textos.sinCambio],
  }
}

function ticketLines({ id, estado, nombre, correo, mensaje, creado_en }: Shown): string[] {
  const who = `${nombre ?? textos.cuentaBorrada}${correo ? ` <${correo}>` : ''}`
  return [`${timeOf(creado_en)}  ${id}  ${palabras.estados[estado]}  ${who}`, ...quoted(mensaje)]
}

/** The address in the form may be another one than that of the account. */
const accountLines = ({ cuenta, rol }: Shown): string[] =>
  cuenta === null ? [] : [`    ${palabras.cuenta(cuenta, rol ?? '')}`]

function pictureLines(addresses: readonly string[] | undefined): string[] {
  if (addresses === undefined) return [`    ${textos.sinClave}`]
  return addresses.length === 0 ? [] : [`    ${palabras.imagenes}`, ...addresses.map((one) => `    ${one}`)]
}

const answerLines = ({ respuestas }: Shown): string[] =>
  respuestas.flatMap(({ operador, texto, creado_en }) => [
    `    ${palabras.respuesta(timeOf(new Date(creado_en)), operador ?? textos.cuentaBorrada)}`,
    ...quoted(texto, '      '),
  ])
