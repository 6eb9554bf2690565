import { ChatEnLista, type GetChatsInput, getChats } from '@maestros/contrato/chat/get-chats'
import { getMaestroChats } from '@maestros/contrato/chat/get-maestro-chats'
import { lugarDelChat, vistaPrevia } from '@maestros/dominio/chat/conversacion'
import type { Lado } from '@maestros/dominio/chat/lado'
import {
  conPaginaSiguiente,
  conPrimeraPagina,
  type ListaDeChats,
} from '@maestros/dominio/chat/lista-de-chats'
import { SONDEO_MS } from '@maestros/dominio/limites'
import { iniciales, nombreDeMaestro, nombreVisible } from '@maestros/dominio/nombres'
import { queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useMutation } from '#lib/client/use-mutation.ts'
import { useLive } from '#lib/live/live.ts'
import { callFunction } from '#lib/session/call-function.ts'
import { nextPageRetry, queryClient } from '#lib/session/query-client.ts'
import { expectedWithRole, isLeaving } from '#lib/session/session-state.ts'
import { chatsKey } from './keys.ts'
import { inboxCopy } from './offline.ts'
import { noteServerTime } from './server-time.ts'

/** A row of the inbox, the same for both sides. */
export type InboxChat = {
  id: string
  nombre: string
  iniciales: string
  foto: string | null
  lugar: string
  vistaPrevia: string
  /** Whether the row says that its reader wrote the last message. Not for a contact request: its sentence names nobody. */
  propio: boolean
  /** The time of the last message; null when there is none. */
  creadoEn: string | null
  sinLeer: number
  /** The key by which the list is sorted. */
  orden: string
}

export type ChatList = ListaDeChats<InboxChat>

const text = z.catch(z.nullable(z.string()), null)

/** What a row of the list needs. The fields that only our server sends may be missing. */
const Row = z.extend(ChatEnLista, {
  id: z.string(),
  buscador_id: z.optional(z.string()),
  maestro_id: z.optional(z.string()),
  contexto: z.catch(ChatEnLista.shape.contexto, {}),
  last_message: z.catch(ChatEnLista.shape.last_message, null),
  unread_count: z.catch(z.int().check(z.gte(0)), 0),
  ultimo_mensaje_en: text,
  cerrado_en: text,
})
const NO_MAESTRO = { nombre: null, apellido: null, foto_perfil_url: null }
const RowOfBuscador = z.extend(Row, {
  maestros: z.catch(z.object({ nombre: text, apellido: text, foto_perfil_url: text }), NO_MAESTRO),
})
const RowOfMaestro = z.extend(Row, {
  profiles: z.catch(z.object({ display_name: text }), { display_name: null }),
})

// The specification allows an object or a plain array. A plain array is the whole list.
const answerOf = <C extends z.ZodMiniType>(chat: C) =>
  z.union([
    z.object({ chats: z.array(chat), cursor: z.optional(z.nullable(z.string())) }),
    z.pipe(
      z.array(chat),
      z.transform((chats: z.output<C>[]) => ({ chats, cursor: null })),
    ),
  ])

const READ = {
  buscador: async (input: GetChatsInput, signal?: AbortSignal): Promise<ChatList> => {
    const asked = { ...getChats, output: answerOf(RowOfBuscador) }
    const { data, headers } = await callFunction(asked, input, { signal })
    noteServerTime(headers)
    return { chats: data.chats.map(withMaestro), cursor: data.cursor ?? null }
  },
  maestro: async (input: GetChatsInput, signal?: AbortSignal): Promise<ChatList> => {
    const asked = { ...getMaestroChats, output: answerOf(RowOfMaestro) }
    const { data, headers } = await callFunction(asked, input, { signal })
    noteServerTime(headers)
    return { chats: data.chats.map(withBuscador), cursor: data.cursor ?? null }
  },
} as const satisfies Record<Lado, unknown>

function withMaestro({
  maestros: { nombre, apellido, foto_perfil_url: foto },
  ...chat
}: z.output<typeof RowOfBuscador>): InboxChat {
  return {
    ...shared(chat),
    nombre: nombreVisible(chat.cerrado_en !== null, nombreDeMaestro(nombre, apellido)),
    iniciales: iniciales(nombre, apellido),
    foto,
  }
}

function withBuscador({
  profiles: { display_name: nombre },
  ...chat
}: z.output<typeof RowOfMaestro>): InboxChat {
  return {
    ...shared(chat),
    nombre: nombreVisible(chat.cerrado_en !== null, nombre ?? ''),
    iniciales: iniciales(nombre, null),
    foto: null,
  }
}

function shared(chat: z.output<typeof Row>) {
  return {
    id: chat.id,
    lugar: lugarDelChat(chat.contexto),
    vistaPrevia: vistaPrevia(chat.last_message),
    propio: chat.last_message?.propio === true && chat.last_message.tipo !== 'contacto',
    creadoEn: chat.last_message?.creado_en ?? null,
    sinLeer: chat.unread_count,
    orden: chat.ultimo_mensaje_en ?? chat.last_message?.creado_en ?? '',
  }
}

/** Longer than the time from the prefetch to the first render, so that both use one request. */
const FRESH_MS = 1000
const KEPT_MS = 30 * 60_000

/**
 * The loaded part of the list. A refetch reads only the first page, which contains every change, and puts it before
 * the later pages that are already loaded. Going back from a conversation therefore shows the whole list at once.
 */
export const chatsQuery = (side: Lado) =>
  queryOptions({
    queryKey: chatsKey(side),
    // Live changes invalidate the query. A short staleTime also refetches when the list is opened or focused.
    staleTime: FRESH_MS,
    gcTime: KEPT_MS,
    ...inboxCopy,
    meta: { registro: 'chats', ...inboxCopy.meta },
    queryFn: async ({ signal }): Promise<ChatList> => {
      const known = queryClient.getQueryData<ChatList>(chatsKey(side))
      if (known && isLeaving()) return known
      const first = await READ[side]({}, signal)
      return conPrimeraPagina(first, queryClient.getQueryData<ChatList>(chatsKey(side)))
    },
  })

/** Loads the list while the code of the screen loads. Only for a person of this side: the list belongs to one person. */
export function prefetchChats(side: Lado) {
  if (expectedWithRole(side)) void queryClient.prefetchQuery(chatsQuery(side))
}

export function useChats(side: Lado) {
  const live = useLive()
  const query = useQuery({
    ...chatsQuery(side),
    // Without a list, each of these reads would replace the failure by skeletons.
    refetchInterval: ({ state }) => live === 'down' && state.data !== undefined && SONDEO_MS,
  })
  const next = useMutation({
    ...nextPageRetry,
    mutationFn: async (cursor: string) => ({ cursor, page: await READ[side]({ cursor }) }),
    onSuccess: ({ cursor, page }) =>
      queryClient.setQueryData<ChatList>(
        chatsKey(side),
        (list) => list && conPaginaSiguiente(list, cursor, page),
      ),
  })
  const cursor = query.data?.cursor ?? null
  return {
    chats: query.data?.chats,
    failed: query.isError && !query.data,
    retry: () => void query.refetch(),
    more: cursor !== null,
    moreFailed: next.isError,
    busy: next.isPending,
    loadMore: () => {
      if (cursor !== null && !next.isPending) next.mutate(cursor)
    },
  }
}
