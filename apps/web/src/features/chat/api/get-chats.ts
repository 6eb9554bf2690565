import { ChatDeBuscador, type GetChatsInput, getChats } from '@maestros/contrato/funciones/chat/get-chats'
import { ChatDeMaestro, getMaestroChats } from '@maestros/contrato/funciones/chat/get-maestro-chats'
import type { Role } from '@maestros/dominio/acceso'
import { lugarDelChat, vistaPrevia } from '@maestros/dominio/chat'
import { SONDEO_MS } from '@maestros/dominio/limites'
import { conPaginaSiguiente, conPrimeraPagina, type ListaDeChats } from '@maestros/dominio/lista-de-chats'
import { iniciales, nombreConInicial } from '@maestros/dominio/nombres'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { callFunction } from '#lib/functions.ts'
import { useLive } from '#lib/live.ts'
import { queryClient } from '#lib/query-client.ts'
import { getSession, isLeaving } from '#lib/session.ts'
import { chatsKey } from './keys.ts'

/** A conversation as its row shows it, whichever side looks. */
export type ChatRow = {
  id: string
  nombre: string
  iniciales: string
  foto: string | null
  lugar: string
  vistaPrevia: string
  /** Of the last message; null when nobody has written yet. */
  creadoEn: string | null
  sinLeer: number
  /** What the list is ordered by. */
  orden: string
}

export type ChatList = ListaDeChats<ChatRow>

// The specification lets the answer be an object or a plain list, which then is all there is.
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
    const asked = { ...getChats, output: answerOf(ChatDeBuscador) }
    const { data } = await callFunction(asked, input, { signal })
    return { chats: data.chats.map(withMaestro), cursor: data.cursor ?? null }
  },
  maestro: async (input: GetChatsInput, signal?: AbortSignal): Promise<ChatList> => {
    const asked = { ...getMaestroChats, output: answerOf(ChatDeMaestro) }
    const { data } = await callFunction(asked, input, { signal })
    return { chats: data.chats.map(withBuscador), cursor: data.cursor ?? null }
  },
} as const satisfies Record<Role, unknown>

function withMaestro({
  maestros: { nombre, apellido, foto_perfil_url: foto },
  ...chat
}: ChatDeBuscador): ChatRow {
  return {
    ...shared(chat),
    nombre: nombreConInicial(nombre, apellido),
    iniciales: iniciales(nombre, apellido),
    foto,
  }
}

function withBuscador({ profiles: { display_name: nombre }, ...chat }: ChatDeMaestro): ChatRow {
  return { ...shared(chat), nombre, iniciales: iniciales(nombre, null), foto: null }
}

function shared(chat: Omit<ChatDeBuscador, 'maestros'>) {
  return {
    id: chat.id,
    lugar: lugarDelChat(chat.contexto),
    vistaPrevia: vistaPrevia(chat.last_message),
    creadoEn: chat.last_message?.creado_en ?? null,
    sinLeer: chat.unread_count,
    orden: chat.ultimo_mensaje_en,
  }
}

/** From the click that opens the list to its first drawing: one request serves both. */
const FRESH_MS = 1000
const KEPT_MS = 30 * 60_000

/**
 * As much of the list as has been read. Asking again reads its first page, where every change is, and puts it
 * before what was read of the others: going back from a conversation finds the whole list at once.
 */
const chatsQuery = (role: Role) =>
  queryOptions({
    queryKey: chatsKey(role),
    // Live changes mark it as old; whatever they missed shows when the list is opened or looked at again.
    staleTime: FRESH_MS,
    gcTime: KEPT_MS,
    meta: { registro: 'chats' },
    queryFn: async ({ signal }): Promise<ChatList> => {
      const known = queryClient.getQueryData<ChatList>(chatsKey(role))
      if (known && isLeaving()) return known
      const first = await READ[role]({}, signal)
      return conPrimeraPagina(first, queryClient.getQueryData<ChatList>(chatsKey(role)))
    },
  })

/** While the screen's code travels. Not before we know who is here: the answer would be about someone else. */
export function prefetchChats(role: Role) {
  const session = getSession()
  if (session.status === 'signed-in' && session.role === role)
    void queryClient.prefetchQuery(chatsQuery(role))
}

export function useChats(role: Role) {
  const live = useLive()
  const query = useQuery({ ...chatsQuery(role), refetchInterval: live === 'down' && SONDEO_MS })
  const next = useMutation({
    mutationFn: async (cursor: string) => ({ cursor, page: await READ[role]({ cursor }) }),
    onSuccess: ({ cursor, page }) =>
      queryClient.setQueryData<ChatList>(
        chatsKey(role),
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
    readOn: () => {
      if (cursor !== null && !next.isPending) next.mutate(cursor)
    },
  }
}
