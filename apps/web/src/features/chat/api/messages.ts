import { getMessages, type MessagesPage } from '@maestros/contrato/funciones/chat/get-messages'
import type { Mensaje } from '@maestros/contrato/mensaje'
import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '#lib/functions.ts'
import { queryClient } from '#lib/query-client.ts'

/**
 * The messages of a chat as far as they have been read, in the order of their `secuencia`. Pages, live inserts and
 * answers are all put together here, synchronously, so that none can undo another.
 */
export type Mensajes = {
  messages: Mensaje[]
  /** Where the older ones are; null when the first message is here. */
  cursor: string | null
  /** Up to this one none is missing. What one sends oneself may be known long before what was said meanwhile. */
  unbrokenTo: number
  /** Live events have come again after a gap, and the newest page has not been read since. */
  interrupted: boolean
}

const key = (chatId: string) => ['mensajes', chatId] as const

/** Reading means the newest page; what else is known stays, if it joins up with it. */
export const mensajesQuery = (chatId: string) =>
  queryOptions({
    queryKey: key(chatId),
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<Mensajes> => {
      const page = await readPage(chatId, undefined, signal)
      return withNewestPage(knownMensajes(chatId), page)
    },
  })

/**
 * What is known at this moment. The cache tells its observers a little later, and a message that has already left
 * the outbox would be nowhere meanwhile.
 */
export const knownMensajes = (chatId: string) => queryClient.getQueryData<Mensajes>(key(chatId))

async function readPage(chatId: string, cursor?: string, signal?: AbortSignal): Promise<MessagesPage> {
  return (await callFunction(getMessages, { chat_id: chatId, cursor }, { signal })).data
}

function change(chatId: string, how: (known: Mensajes) => Mensajes) {
  queryClient.setQueryData<Mensajes>(key(chatId), (known) => known && how(known))
}

/** A message that the server answered with. Before the first page is here it is left to that page. */
export function addMensaje(mensaje: Mensaje) {
  change(mensaje.chat_id, (known) => ({ ...known, messages: joined(known.messages, [mensaje]) }))
}

/** A message that arrived by itself: all before it have arrived too, unless the events were interrupted. */
export function addLiveMensaje(mensaje: Mensaje) {
  addMensaje(mensaje)
  change(mensaje.chat_id, (known) => ({
    ...known,
    unbrokenTo: known.interrupted ? known.unbrokenTo : Math.max(known.unbrokenTo, mensaje.secuencia),
  }))
}

export async function readOlder(chatId: string) {
  const cursor = knownMensajes(chatId)?.cursor
  if (!cursor) return
  const page = await readPage(chatId, cursor)
  change(chatId, (known) => {
    // The newest page did not join up meanwhile, and what this page belongs to was dropped.
    if (known.cursor !== cursor) return known
    return { ...known, messages: joined(page.messages, known.messages), cursor: page.cursor }
  })
}

/** The live events come again after an interruption: what was sent meanwhile must be read. */
export async function readAfterInterruption(chatId: string) {
  change(chatId, (known) => ({ ...known, interrupted: true }))
  // A first reading under way may have begun before the events came: it does not count as the one after.
  await queryClient.ensureQueryData(mensajesQuery(chatId)).catch(() => undefined)
  await queryClient.refetchQueries({ queryKey: key(chatId) })
}

/** The addresses of pictures expire. New ones for every message from the newest to this one. */
export async function renewAddresses(chatId: string, secuencia: number) {
  let cursor: string | undefined
  do {
    const page = await readPage(chatId, cursor)
    change(chatId, (known) => ({ ...known, messages: renewed(known.messages, page.messages) }))
    if ((page.messages[0]?.secuencia ?? 0) <= secuencia) return
    cursor = page.cursor ?? undefined
  } while (cursor)
}

function withNewestPage(known: Mensajes | undefined, page: MessagesPage): Mensajes {
  const { messages, cursor } = page
  const first = messages[0]?.secuencia ?? 0
  const last = messages.at(-1)?.secuencia ?? 0
  const joinsUp = known !== undefined && (cursor === null || first <= known.unbrokenTo)
  const kept = joinsUp ? known.messages : (known?.messages.filter(({ secuencia }) => secuencia > last) ?? [])
  return {
    messages: joined(kept, messages),
    cursor: joinsUp && cursor !== null ? known.cursor : cursor,
    unbrokenTo: joinsUp ? Math.max(known.unbrokenTo, last) : last,
    interrupted: false,
  }
}

/** Once each, in order. Of two alike the first stays: its picture's address is already on the screen. */
function joined(first: Mensaje[], second: Mensaje[]): Mensaje[] {
  const ids = new Set(first.map(({ id }) => id))
  const added = second.filter(({ id }) => !ids.has(id))
  if (added.length === 0) return first
  return [...first, ...added].sort((a, b) => a.secuencia - b.secuencia)
}

function renewed(known: Mensaje[], fresh: Mensaje[]): Mensaje[] {
  const byId = new Map(fresh.map((mensaje) => [mensaje.id, mensaje]))
  return known.map((mensaje) => byId.get(mensaje.id) ?? mensaje)
}
