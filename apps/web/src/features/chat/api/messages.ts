import { getMessages } from '@maestros/contrato/chat/get-messages'
import { type Mensaje, MensajeRecibido } from '@maestros/contrato/chat/mensaje'
import { queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { callFunction } from '#lib/session/call-function.ts'
import { afterFirstRead, queryClient } from '#lib/session/query-client.ts'
import { mensajesCopy } from './offline.ts'
import { noteServerTime } from './server-time.ts'

/**
 * The loaded messages of a chat, sorted by `secuencia`. Pages, live inserts and answers to own messages are merged
 * here, synchronously, so that none of them overwrites another.
 */
export type Mensajes = {
  messages: Mensaje[]
  /** The cursor of the older messages; null when the first message is loaded. */
  cursor: string | null
  /**
   * No message up to this `secuencia` is missing. An own message can be known before earlier ones of the other person.
   * 0 when the next page that is read must replace what is known.
   */
  unbrokenTo: number
  /** The live channel was joined again, or the chat closed, and the newest page has not been read since. */
  interrupted: boolean
  /** While `interrupted`: the last message of the live channel since it was joined. */
  liveTo?: number
}

const key = (chatId: string) => ['mensajes', chatId] as const

/** Reads the newest page. Messages that are already loaded stay when the page overlaps with them. */
export const mensajesQuery = (chatId: string) =>
  queryOptions({
    queryKey: key(chatId),
    structuralSharing: false,
    ...mensajesCopy,
    queryFn: async ({ signal }): Promise<Mensajes> => {
      const page = await readPage(chatId, undefined, signal)
      return withNewestPage(knownMensajes(chatId), page)
    },
  })

/**
 * The current content of the cache. TanStack Query notifies its observers later, and between the two a message that
 * has left the outbox would not be shown.
 */
export const knownMensajes = (chatId: string) => queryClient.getQueryData<Mensajes>(key(chatId))

/**
 * The `secuencia` of the other person's last message up to which nothing is missing: what may be marked as read when the
 * end of the conversation is on the screen, or up to `seen` otherwise. 0 when there is none.
 */
export function shownTo({ messages, unbrokenTo }: Mensajes, userId: string, seen = Infinity): number {
  const last = Math.min(unbrokenTo, seen)
  return (
    messages.findLast(({ autor_id, secuencia }) => autor_id !== userId && secuencia <= last)?.secuencia ?? 0
  )
}

/** How many loaded messages of the other person come after this `secuencia`. */
export const countAfter = ({ messages }: Mensajes, userId: string, secuencia: number): number =>
  messages.filter((one) => one.autor_id !== userId && one.secuencia > secuencia).length

type Page = { messages: Mensaje[]; cursor: string | null }

// As for the list of chats, a plain array is accepted. It is the whole conversation.
const called = {
  ...getMessages,
  output: z.union([
    z.object({
      messages: z.array(MensajeRecibido),
      cursor: z._default(z.nullable(z.string()), null),
    }),
    z.pipe(
      z.array(MensajeRecibido),
      z.transform((messages): Page => ({ messages, cursor: null })),
    ),
  ]),
}

async function readPage(chatId: string, cursor?: string, signal?: AbortSignal): Promise<Page> {
  const { data: page, headers } = await callFunction(called, { chat_id: chatId, cursor }, { signal })
  noteServerTime(headers)
  noteStart(chatId, page)
  return page
}

/** By chat: the `secuencia` of the first message of each page that was read, and the cursor of the messages before it. */
const starts = new Map<string, Map<number, string>>()

function noteStart(chatId: string, { messages: [first], cursor }: Page) {
  if (!first || cursor === null) return
  const ofChat = starts.get(chatId) ?? new Map<number, string>()
  starts.set(chatId, ofChat.set(first.secuencia, cursor))
}

/** At least this many messages stay when a conversation is left: it opens at its end, and older pages can be read again. */
const KEPT_ON_LEAVING = 120

/** Drops the oldest messages of a conversation that is left, from the start of a page on, so that memory is bounded. */
export function trimMensajes(chatId: string) {
  change(chatId, (known) => {
    const oldestKept = known.messages.at(-KEPT_ON_LEAVING)?.secuencia ?? 0
    const start = [...(starts.get(chatId) ?? [])]
      .filter(([secuencia]) => secuencia <= oldestKept)
      .reduce<[number, string] | null>((last, one) => (last && last[0] > one[0] ? last : one), null)
    starts.delete(chatId)
    if (!start) return known
    const [secuencia, cursor] = start
    starts.set(chatId, new Map([start]))
    return { ...known, messages: known.messages.filter((one) => one.secuencia >= secuencia), cursor }
  })
}

/** Reads the newest page, for a message that was written and is not known yet. */
export async function readNewest(chatId: string) {
  await queryClient.refetchQueries({ queryKey: key(chatId) })
}

type Written = { chatId: string; userId: string; clientId: string }

/** Reads the newest page and returns whether it contains this message. */
export async function isWritten({ chatId, userId, clientId }: Written): Promise<boolean> {
  // A reading that is under way may have begun before the message was written.
  await queryClient.cancelQueries({ queryKey: key(chatId) })
  // The copy for reading without a network is no answer of the server.
  const { persister: _, ...query } = mensajesQuery(chatId)
  const { messages } = await queryClient.fetchQuery({ ...query, staleTime: 0, retry: false })
  return messages.some(({ autor_id, client_id }) => autor_id === userId && client_id === clientId)
}

/** Reads the newest page unless it is being read: on a slow network a poll must not cancel the one before it. */
export async function pollNewest(chatId: string) {
  await queryClient.refetchQueries({ queryKey: key(chatId) }, { cancelRefetch: false })
}

function change(chatId: string, how: (known: Mensajes) => Mensajes) {
  queryClient.setQueryData<Mensajes>(key(chatId), (known) => known && how(known))
}

/** Adds the message of a server's answer. Before the first page is loaded it does nothing: the page will contain it. */
export function addMensaje(mensaje: Mensaje) {
  change(mensaje.chat_id, (known) => ({ ...known, messages: joined(known.messages, [mensaje]) }))
}

/** Shows a message as it is after a change, as when it was deleted. */
export function replaceMensaje(mensaje: Mensaje) {
  change(mensaje.chat_id, (known) => ({ ...known, messages: renewed(known.messages, [mensaje]) }))
}

/** Adds a message of the live channel. All earlier ones have arrived too, unless the channel was interrupted. */
export function addLiveMensaje(mensaje: Mensaje) {
  addMensaje(mensaje)
  change(mensaje.chat_id, (known) => ({
    ...known,
    [known.interrupted ? 'liveTo' : 'unbrokenTo']: Math.max(
      (known.interrupted ? known.liveTo : known.unbrokenTo) ?? 0,
      mensaje.secuencia,
    ),
  }))
}

export async function readOlder(chatId: string) {
  const cursor = knownMensajes(chatId)?.cursor
  if (!cursor) return
  const page = await readPage(chatId, cursor)
  change(chatId, (known) => {
    // Meanwhile the newest page did not overlap, and the list that this page continues was dropped.
    if (known.cursor !== cursor) return known
    return { ...known, messages: joined(page.messages, known.messages), cursor: page.cursor }
  })
}

/** Reads the newest page after the live channel was joined again, because messages may have been missed. */
export const readAfterInterruption = (chatId: string) => readMarked(chatId, { interrupted: true })

/**
 * Reads a chat that was closed. The texts of the erased account were masked on all pages: the newest page replaces what is
 * known, and older messages are read again by scrolling.
 */
export const readClosed = (chatId: string) => readMarked(chatId, { interrupted: true, unbrokenTo: 0 })

/** Reads the newest page, which is merged with what is known as these marks say. They stay when it cannot be read. */
async function readMarked(chatId: string, marks: Partial<Mensajes>) {
  const mark = () => change(chatId, (known) => ({ ...known, ...marks }))
  change(chatId, (known) => ({ ...known, liveTo: 0 }))
  mark()
  await afterFirstRead({ queryKey: key(chatId) })
  // A first read that was under way may have begun before what it missed, or may be the copy for reading without a network.
  mark()
  await queryClient.refetchQueries({ queryKey: key(chatId) })
}

/** The URLs of pictures expire. Loads new ones for every message from the newest down to this one. */
export async function renewAddresses(chatId: string, secuencia: number) {
  let cursor: string | undefined
  do {
    const page = await readPage(chatId, cursor)
    change(chatId, (known) => ({ ...known, messages: renewed(known.messages, page.messages) }))
    if ((page.messages[0]?.secuencia ?? 0) <= secuencia) return
    cursor = page.cursor ?? undefined
  } while (cursor)
}

function withNewestPage(known: Mensajes | undefined, page: Page): Mensajes {
  const { messages, cursor } = page
  const first = messages[0]?.secuencia ?? 0
  const last = messages.at(-1)?.secuencia ?? 0
  const joinsUp = known !== undefined && (cursor === null || first <= known.unbrokenTo)
  const kept = joinsUp
    ? known.messages
    : (known?.messages.filter(({ secuencia }) => secuencia >= first) ?? [])
  return {
    messages: withChanges(joined(kept, messages), messages),
    cursor: joinsUp && cursor !== null ? known.cursor : cursor,
    // The page may be older than what has arrived by the channel, which was joined before the page was requested.
    unbrokenTo: Math.max(last, joinsUp ? known.unbrokenTo : 0, known?.liveTo ?? 0),
    interrupted: false,
  }
}

/**
 * Merges two sorted lists without duplicates. The message of `first` wins: its picture URL is already on the screen. Only
 * the part of `first` that overlaps is compared, so that one more message in a list of thousands costs little.
 */
function joined(first: Mensaje[], second: Mensaje[]): Mensaje[] {
  const [earliest] = second
  if (!earliest) return first
  const from = first.findLastIndex(({ secuencia }) => secuencia < earliest.secuencia) + 1
  const overlap = first.slice(from)
  const ids = new Set(overlap.map(({ id }) => id))
  const added = second.filter(({ id }) => !ids.has(id))
  if (added.length === 0) return first
  const merged = [...overlap, ...added].sort((a, b) => a.secuencia - b.secuencia)
  return [...first.slice(0, from), ...merged]
}

/** The known message wins in `joined`, except one that was changed meanwhile. */
function withChanges(known: Mensaje[], page: Mensaje[]): Mensaje[] {
  const byId = new Map(page.map((mensaje) => [mensaje.id, mensaje]))
  return known.map((mensaje) => {
    const fresh = byId.get(mensaje.id)
    return fresh && isChanged(mensaje, fresh) ? fresh : mensaje
  })
}

/**
 * Whether a message was deleted, or masked because its author's account was erased. A content that is gone does not come
 * back: a page that has it is older.
 */
function isChanged(known: Mensaje, { tipo, contenido, eliminado_en }: Mensaje): boolean {
  if (known.contenido === '') return known.eliminado_en === null && eliminado_en !== null
  const isText = tipo === 'texto' || tipo === 'contacto'
  // The address of a file is another one in each answer.
  return contenido === '' || (isText && contenido !== known.contenido)
}

function renewed(known: Mensaje[], fresh: Mensaje[]): Mensaje[] {
  const byId = new Map(fresh.map((mensaje) => [mensaje.id, mensaje]))
  return known.map((mensaje) => byId.get(mensaje.id) ?? mensaje)
}

/** Whether this person has a delivered message among the loaded ones of a chat. Sends no request of its own. */
export function useHasWritten(chatId: string, userId: string): boolean {
  const { data } = useQuery({ ...mensajesQuery(chatId), enabled: false })
  return (
    data?.messages.some(
      ({ autor_id, tipo, bloqueado }) => autor_id === userId && tipo !== 'contacto' && !bloqueado,
    ) ?? false
  )
}
