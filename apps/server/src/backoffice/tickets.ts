import type { EstadoDeTicket } from '@maestros/dominio/tickets'
import type { ISql } from 'postgres'

/** Help requests: what operators read, answer and resolve. */

export interface Ticket {
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

const ticketColumns = (sql: ISql) => sql`
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
export const ticketsOf = (sql: ISql, { open, limit }: { open: boolean; limit: number }) =>
  sql<(Ticket & { total: number })[]>`
    select count(*) over ()::int as total, ${ticketColumns(sql)} where not ${open}::boolean or t.estado <> 'resuelto'
    order by case when ${open}::boolean then t.creado_en end, t.creado_en desc, t.id limit ${limit}`

/** Undefined when there is no such ticket. The database records in the audit that the operator has read it. */
export async function seeTicket(sql: ISql, operator: string, id: string): Promise<Ticket | undefined> {
  await sql`select interno.consultar_ticket(${operator}, ${id})`
  const [ticket] = await sql<Ticket[]>`select ${ticketColumns(sql)} where t.id = ${id}`
  return ticket
}

/** `cambio` is false when nothing was changed. */
export interface TicketChange {
  estado: EstadoDeTicket
  cambio: boolean
}

export async function answerTicket(
  sql: ISql,
  operator: string,
  { id, texto, estado }: { id: string; texto: string; estado: EstadoDeTicket | undefined },
): Promise<TicketChange> {
  const [answered] = await sql<{ changed: boolean }[]>`
    select interno.responder_ticket(${operator}, ${id}, ${texto}, ${estado ?? null}) as changed`
  const [now] = await sql<{ estado: EstadoDeTicket }[]>`select estado from public.tickets where id = ${id}`
  return { estado: now?.estado ?? 'en_proceso', cambio: answered?.changed ?? false }
}

export async function setTicketState(
  sql: ISql,
  operator: string,
  { id, estado }: { id: string; estado: EstadoDeTicket },
): Promise<TicketChange> {
  const [row] = await sql<{ changed: boolean }[]>`
    select interno.cambiar_estado_de_ticket(${operator}, ${id}, ${estado}) as changed`
  return { estado, cambio: row?.changed ?? false }
}
