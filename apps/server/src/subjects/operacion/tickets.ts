import type { EstadoDeTicket } from '@maestros/dominio/ayuda/estados-de-ticket'
import type { ISql } from 'postgres'
import type { Page } from './present.ts'

/** Help requests: what operators read, answer and resolve. */

export interface Ticket {
  id: string
  estado: EstadoDeTicket
  nombre: string | null
  correo: string | null
  mensaje: string | null
  /** The account of the author, which is null after it was erased, with its e-mail and role. */
  usuario_id: string | null
  cuenta: string | null
  rol: string | null
  imagenes: string[]
  creado_en: Date
  /** The time of creation in microseconds. */
  micros: string
  respuestas: { operador: string | null; texto: string; creado_en: string }[]
}

const ticketColumns = (sql: ISql) => sql`
  t.id, t.estado, t.nombre, t.correo, t.mensaje, t.usuario_id, u.email as cuenta, p.role as rol, t.creado_en,
  (extract(epoch from t.creado_en) * 1000000)::bigint::text as micros,
  interno.imagenes_de_ticket(t) as imagenes,
  (
    select coalesce(jsonb_agg(jsonb_build_object(
      'operador', o.email, 'texto', r.texto, 'creado_en', r.creado_en) order by r.id), '[]')
    from interno.ticket_respuestas r left join auth.users o on o.id = r.operador_id where r.ticket_id = t.id
  ) as respuestas
  from public.tickets t
  left join auth.users u on u.id = t.usuario_id
  left join public.profiles p on p.id = t.usuario_id`

/** The end of a page: the time of a ticket in microseconds, because two may have the same millisecond, and its id. */
interface Position {
  micros: string
  id: string
}

interface Wanted {
  open: boolean
  limit: number
  /** The last ticket of the page before. */
  after?: Position | undefined
}

/** The newest first; of the open ones the oldest, which has waited longest. */
export async function ticketsOf(sql: ISql, wanted: Wanted): Promise<Page<Ticket>> {
  const rows = await ticketRows(sql, wanted)
  const [counted] = await sql<{ total: number }[]>`
    select count(*)::int as total from public.tickets t where ${isWanted(sql, wanted)}`
  return { rows, total: counted?.total ?? 0 }
}

export const ticketRows = (sql: ISql, wanted: Wanted) =>
  sql<Ticket[]>`
    select ${ticketColumns(sql)} where ${isWanted(sql, wanted)} and ${isAfter(sql, wanted)}
    order by t.creado_en ${wanted.open ? sql`` : sql`desc`}, t.id limit ${wanted.limit}`

const isWanted = (sql: ISql, { open }: Wanted) => (open ? sql`t.estado <> 'resuelto'` : sql`true`)

/** The first condition follows from the second one. An index serves only the first. */
function isAfter(sql: ISql, { open, after }: Wanted) {
  if (after === undefined) return sql`true`
  const time = sql`'epoch'::timestamptz + ${after.micros}::bigint * interval '1 microsecond'`
  return open
    ? sql`t.creado_en >= ${time} and (t.creado_en > ${time} or t.id > ${after.id}::uuid)`
    : sql`t.creado_en <= ${time} and (t.creado_en < ${time} or t.id > ${after.id}::uuid)`
}

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
