import type { AvisoPush } from '@maestros/contrato/avisos/aviso-push'
import { push as textos } from '@maestros/dominio/avisos/textos-de-push'
import { vistaPrevia } from '@maestros/dominio/chat/conversacion'
import type { Lado } from '@maestros/dominio/chat/lado'
import { nombreConInicial, tituloDeChat } from '@maestros/dominio/nombres'
import { comun } from '@maestros/dominio/textos'
import type { Sql } from '../../platform/db/pool.ts'

/** What the person of a subscription has not read yet, and the notification about it. */

interface PendingChat {
  chat: string
  side: Lado
  nombre: string | null
  apellido: string | null
  mensajes: number
  tipo: 'texto' | 'imagen' | 'audio' | 'video' | 'contacto'
  contenido: string | null
  con_texto: boolean
  creado_en: Date
}

/** More conversations make no difference to a summary. */
const CHATS_MAX = 50

/**
 * The chats of the subscription's person with unread messages that they want to be told about: all, or only `chat`. None
 * of a suspended person, and none that is blocked, paused or closed.
 */
export function readPending(sql: Sql, subscription: string, chat: string | null): Promise<PendingChat[]> {
  return sql<PendingChat[]>`
    with persona as (
      select s.user_id as persona,
        interno.quiere_aviso(s.user_id, 'push_mensajes') as quiere_mensajes,
        interno.quiere_aviso(s.user_id, 'push_contacto') as quiere_contacto,
        interno.quiere_aviso(s.user_id, 'push_con_texto') as con_texto
      from interno.suscripciones_push s
      join public.profiles p on p.id = s.user_id and p.suspendido_en is null
      where s.id = ${subscription}
    ), pendiente as (
      select c.id, c.buscador_id, c.maestro_id, 'buscador' as side, c.leido_buscador_hasta as hasta,
        c.ultimo_mensaje_en, y.*
      from persona y join public.chats c on c.buscador_id = y.persona
      where c.no_leidos_buscador > 0 and num_nonnulls(c.cerrado_en, c.pausado_en, c.bloqueado_en) = 0
      union all
      select c.id, c.buscador_id, c.maestro_id, 'maestro', c.leido_maestro_hasta, c.ultimo_mensaje_en, y.*
      from persona y join public.chats c on c.maestro_id = y.persona
      where c.no_leidos_maestro > 0 and num_nonnulls(c.cerrado_en, c.pausado_en, c.bloqueado_en) = 0
    )
    select c.id as chat, c.side, c.con_texto, u.mensajes, u.tipo, u.contenido, u.creado_en,
      case c.side when 'buscador' then m.nombre else p.display_name end as nombre,
      case c.side when 'buscador' then m.apellido end as apellido
    from (
      select * from pendiente where ${chat}::uuid is null or id = ${chat}::uuid
      order by ultimo_mensaje_en desc limit ${CHATS_MAX}
    ) c
    join public.profiles p on p.id = c.buscador_id
    join public.maestros m on m.id = c.maestro_id
    join lateral (
      select n.tipo, n.contenido, n.creado_en, count(*) over ()::int as mensajes
      from public.mensajes n
      where n.chat_id = c.id and not n.bloqueado and n.eliminado_en is null and n.secuencia > c.hasta
        and n.autor_id <> c.persona
        and case n.tipo when 'contacto' then c.quiere_contacto else c.quiere_mensajes end
      order by n.secuencia desc limit 1
    ) u on true
    order by c.ultimo_mensaje_en desc`
}

const PATHS = { buscador: '/chats', maestro: '/chat-maestro' } as const satisfies Record<Lado, string>

/** The notification about what is pending; null when everything was read. */
export function avisoOf(pending: readonly PendingChat[]): AvisoPush | null {
  const [first] = pending
  if (!first) return null
  if (pending.length === 1) return avisoOfChat(first)
  return {
    titulo: comun.producto,
    cuerpo: textos.notificacion.resumen(pending.length),
    grupo: 'resumen',
    ruta: PATHS[first.side],
    en: first.creado_en.getTime(),
  }
}

function avisoOfChat({ chat, side, nombre, apellido, ...last }: PendingChat): AvisoPush {
  const name = side === 'buscador' ? nombreConInicial(nombre, apellido) : tituloDeChat(nombre)
  const to = { grupo: `chat:${chat}`, ruta: `${PATHS[side]}/${chat}`, en: last.creado_en.getTime() }
  const { notificacion } = textos
  if (last.tipo === 'contacto') {
    return { titulo: notificacion.contacto(name), cuerpo: notificacion.contactoTexto, ...to }
  }
  return { titulo: name, cuerpo: bodyOf(last), ...to }
}

function bodyOf({
  mensajes,
  tipo,
  contenido,
  con_texto,
}: Omit<PendingChat, 'chat' | 'side' | 'nombre' | 'apellido' | 'creado_en'>) {
  if (con_texto && tipo === 'texto') return vistaPrevia({ tipo, contenido: contenido ?? '' })
  if (mensajes === 1 && (tipo === 'imagen' || tipo === 'audio')) return textos.notificacion[tipo]
  return textos.notificacion.mensajes(mensajes)
}
