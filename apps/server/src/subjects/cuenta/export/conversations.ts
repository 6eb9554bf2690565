import type { Sql } from '../../../platform/db/pool.ts'

/** The conversations of an export: those of the person, with the messages that the person sees in them. */

export interface ExportedChat {
  id: string
  con: string | null
  telefono: string | null
  servicio: string | null
  alcaldia: string | null
  creado_en: Date
  cerrado_en: Date | null
}

export interface ExportedMessage {
  id: string
  propio: boolean
  tipo: string
  /** The text; of an own picture or voice note, the file in the ZIP; null for a file of the other person. */
  contenido: string | null
  creado_en: Date
  bloqueado: boolean
  /** When its author deleted it: there is no content. */
  eliminado_en: Date | null
  /** Of a voice note. */
  duracion_ms: number | null
}

const BATCH = 500

export const chatsOf = (sql: Sql, me: string) => sql<ExportedChat[]>`
  select c.id, c.creado_en, c.cerrado_en, c.contexto ->> 'servicio' as servicio,
    coalesce(c.contexto ->> 'alcaldia', c.contexto ->> 'nombre') as alcaldia,
    case
      when c.maestro_id = ${me} then p.display_name
      -- concat_ws without any value is '', but an erased maestro has no name.
      when interno.contacto_visible(m.id, ${me}) then nullif(concat_ws(' ', m.nombre, m.apellido), '')
      else nullif(concat_ws(' ', m.nombre, left(btrim(m.apellido), 1) || '.'), '')
    end as con,
    case when c.buscador_id = ${me} and interno.contacto_visible(m.id, ${me}) and q.suspendido_en is null
      then m.telefono
    end as telefono
  from public.chats c
  join public.maestros m on m.id = c.maestro_id
  join public.profiles q on q.id = c.maestro_id
  join public.profiles p on p.id = c.buscador_id
  where ${me} in (c.buscador_id, c.maestro_id)
  order by c.creado_en, c.id`

/** In parts, so that a conversation of any length needs the same memory. */
export const messagesOf = (sql: Sql, me: string, chat: string): AsyncIterable<ExportedMessage[]> =>
  sql<ExportedMessage[]>`
    select id, autor_id = ${me} as propio, tipo, creado_en, bloqueado, eliminado_en, duracion_ms,
      case when tipo in ('texto', 'contacto') or autor_id = ${me} then contenido end as contenido
    from public.mensajes
    where chat_id = ${chat} and (not bloqueado or autor_id = ${me})
    order by secuencia`.cursor(BATCH)
