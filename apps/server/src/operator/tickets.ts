import { operador as textos } from '@maestros/dominio/textos/operador'
import type { EstadoDeTicket } from '@maestros/dominio/tickets'
import type { Config } from '../config.ts'
import type { Sql } from '../db/pool.ts'
import { type Of, operatorId, type Result } from './acts.ts'
import { signedAddresses } from './addresses.ts'
import { OperatorError } from './connect.ts'
import { type Counted, listed, quoted, timeOf } from './lists.ts'

/** Help requests: what operators read, answer and resolve. */

const { ticket: palabras } = textos

interface Ticket {
  id: string
  estado: EstadoDeTicket
  nombre: string | null
  correo: string | null
  mensaje: string | null
  cuenta: string | null
  rol: string | null
  imagenes: string[]
  creado_en: Date
  respuestas: { operador: string | null; texto: string; creado_en: string }[]
}

const ticketColumns = (sql: Sql) => sql`
  t.id, t.estado, t.nombre, t.correo, t.mensaje, u.email as cuenta, p.role as rol, t.creado_en,
  interno.imagenes_de_ticket(t) as imagenes,
  (
    select coalesce(jsonb_agg(jsonb_build_object(
      'operador', o.email, 'texto', r.texto, 'creado_en', r.creado_en) order by r.id), '[]')
    from interno.ticket_respuestas r left join auth.users o on o.id = r.operador_id where r.ticket_id = t.id
  ) as respuestas
  from public.tickets t
  left join auth.users u on u.id = t.usuario_id
  left join public.profiles p on p.id = t.usuario_id`

/** The newest first; of the open ones the oldest, which has waited longest. */
export async function listTickets(sql: Sql, { open, limit }: Of<'tickets'>): Promise<Result> {
  const rows = await sql<Counted<Ticket>[]>`
    select count(*) over ()::int as total, ${ticketColumns(sql)} where not ${open}::boolean or t.estado <> 'resuelto'
    order by case when ${open}::boolean then t.creado_en end, t.creado_en desc, t.id limit ${limit}`
  return listed(rows, ticketLines, textos.sinTickets)
}

/** The database records in the audit that the operator has read it. */
export async function showTicket(sql: Sql, config: Config, { id, as }: Of<'ticket-show'>): Promise<Result> {
  const operator = await operatorId(sql, as)
  await sql`select interno.consultar_ticket(${operator}, ${id})`
  const [ticket] = await sql<Ticket[]>`select ${ticketColumns(sql)} where t.id = ${id}`
  if (!ticket) throw new OperatorError(textos.errores.ticket)
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

export async function answerTicket(sql: Sql, { id, text, state, as }: Of<'ticket-answer'>): Promise<Result> {
  const operator = await operatorId(sql, as)
  const [answered] = await sql<{ changed: boolean }[]>`
    select interno.responder_ticket(${operator}, ${id}, ${text}, ${state ?? null}) as changed`
  const [now] = await sql<{ estado: EstadoDeTicket }[]>`select estado from public.tickets where id = ${id}`
  return resultOf(id, answered?.changed ?? false, now?.estado ?? 'en_proceso', palabras.respondido)
}

export async function setTicketState(sql: Sql, { id, state, as }: Of<'ticket-state'>): Promise<Result> {
  const operator = await operatorId(sql, as)
  const [row] = await sql<{ changed: boolean }[]>`
    select interno.cambiar_estado_de_ticket(${operator}, ${id}, ${state}) as changed`
  return resultOf(id, row?.changed ?? false, state, palabras.cambiado)
}

function resultOf(
  ticket: string,
  changed: boolean,
  state: EstadoDeTicket,
  sentence: (state: string) => string,
): Result {
  const line = (changed ? sentence : palabras.cambiado)(palabras.estados[state])
  return {
    json: { ticket, estado: state, cambio: changed },
    lines: changed ? [line] : [line, textos.sinCambio],
  }
}

function ticketLines({ id, estado, nombre, correo, mensaje, creado_en }: Ticket): string[] {
  const who = `${nombre ?? textos.cuentaBorrada}${correo ? ` <${correo}>` : ''}`
  return [`${timeOf(creado_en)}  ${id}  ${palabras.estados[estado]}  ${who}`, ...quoted(mensaje)]
}

/** The address in the form may be another one than that of the account. */
const accountLines = ({ cuenta, rol }: Ticket): string[] =>
  cuenta === null ? [] : [`    ${palabras.cuenta(cuenta, rol ?? '')}`]

function pictureLines(addresses: readonly string[] | undefined): string[] {
  if (addresses === undefined) return [`    ${textos.sinClave}`]
  return addresses.length === 0 ? [] : [`    ${palabras.imagenes}`, ...addresses.map((one) => `    ${one}`)]
}

const answerLines = ({ respuestas }: Ticket): string[] =>
  respuestas.flatMap(({ operador, texto, creado_en }) => [
    `    ${palabras.respuesta(timeOf(new Date(creado_en)), operador ?? textos.cuentaBorrada)}`,
    ...quoted(texto, '      '),
  ])
