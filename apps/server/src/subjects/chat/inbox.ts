import { CHATS_POR_PAGINA, type ChatEnLista } from '@maestros/contrato/chat/get-chats'
import type { Lado } from '@maestros/dominio/chat/lado'
import { conversaciones } from '@maestros/dominio/chat/textos-de-bandeja'
import type { PendingQuery, ReservedSql } from 'postgres'
import { type Position, writeCursor } from '../../protocol/functions/cursor.ts'

/** The inbox of both sides. A page is a range scan of the index that begins with the reader. */

export type Found = Omit<ChatEnLista, 'last_message'> & {
  tipo: NonNullable<ChatEnLista['last_message']>['tipo'] | null
  contenido: string | null
  propio: boolean
  micros: string
}

/** The other person in a row of the inbox. */
interface OtherSide {
  nombre: string | null
  apellido: string | null
  foto_perfil_url: string | null
  display_name: string | null
}

/** Reads one chat more than a page has, to know whether there is another page. */
export function inboxOf(
  sql: ReservedSql,
  side: Lado,
  reader: string,
  after: Position,
): PendingQuery<(Found & OtherSide)[]> {
  const mine = sql(`${side}_id`)
  const other =
    side === 'buscador'
      ? sql`m.nombre,
              case when v.id is null then left(btrim(m.apellido), 1) else m.apellido end as apellido,
              interno.foto_publica(m.foto_perfil_url) as foto_perfil_url
            from pagina c join public.maestros m on m.id = c.maestro_id
              left join interno.contactos_visibles(${reader}) v(id) on v.id = m.id`
      : sql`p.display_name from pagina c join public.profiles p on p.id = c.buscador_id`
  return sql`
    with pagina as materialized (
      select c.* from public.chats c
      where c.${mine} = ${reader} and c.ultimo_mensaje_en <= ${momentOf(sql, after)}
        and (c.ultimo_mensaje_en < ${momentOf(sql, after)} or c.id > ${after.id}::uuid)
      order by c.ultimo_mensaje_en desc, c.id
      limit ${CHATS_POR_PAGINA + 1}
    )
    select c.id, c.buscador_id, c.maestro_id, c.contexto, c.${sql(`no_leidos_${side}`)} as unread_count,
      to_json(c.ultimo_mensaje_en) as ultimo_mensaje_en, to_json(c.cerrado_en) as cerrado_en, c.ultimo_mensaje_tipo as tipo,
      case when c.ultimo_mensaje_tipo in ('texto', 'contacto') then c.ultimo_mensaje_contenido end as contenido,
      exists (select from public.mensajes u where u.id = c.ultimo_mensaje_id and u.autor_id = ${reader}) as propio,
      (extract(epoch from c.ultimo_mensaje_en) * 1000000)::bigint::text as micros,
      ${other}
    order by c.ultimo_mensaje_en desc, c.id`
}

const momentOf = (sql: ReservedSql, { micros }: Position) =>
  sql`('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond')`

/** The page without the additional chat, and its end. */
export function pageOf<T extends Found>(found: readonly T[]): { page: T[]; cursor: string | null } {
  const page = found.slice(0, CHATS_POR_PAGINA)
  const last = page.at(-1)
  return { page, cursor: found.length > page.length && last ? writeCursor([last.micros, last.id]) : null }
}

/** A text without content was deleted. */
const previewOf = ({ tipo, contenido }: Found): string =>
  contenido ?? (tipo === 'texto' ? conversaciones.fila.eliminado : '')

export const presentChat = (chat: Found): ChatEnLista => ({
  id: chat.id,
  buscador_id: chat.buscador_id,
  maestro_id: chat.maestro_id,
  contexto: {
    alcaldia: chat.contexto.alcaldia,
    nombre: chat.contexto.nombre,
    servicio: chat.contexto.servicio,
  },
  last_message:
    chat.tipo === null
      ? null
      : {
          creado_en: chat.ultimo_mensaje_en,
          tipo: chat.tipo,
          contenido: previewOf(chat),
          propio: chat.propio,
        },
  unread_count: chat.unread_count,
  ultimo_mensaje_en: chat.ultimo_mensaje_en,
  cerrado_en: chat.cerrado_en,
})
