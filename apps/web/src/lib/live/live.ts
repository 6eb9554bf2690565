import { type Mensaje, MensajeRecibido } from '@maestros/contrato/chat/mensaje'
import {
  ChatCambiado,
  canalDeChat,
  ESCRIBIENDO,
  Escribiendo,
  ResenaCambiada,
  TABLAS_VIVAS,
  type TablaViva,
} from '@maestros/contrato/vivo'
import { ESCRIBIENDO_CADA_MS } from '@maestros/dominio/chat/conversacion'
import { useSyncExternalStore } from 'react'
import { logFailure } from '../device/log.ts'
import { checkSuspension } from '../session/session.ts'
import { getSession, subscribe } from '../session/session-state.ts'
import { type OpenChannel, openChannel } from './live-channel.ts'
import { keepConnected } from './live-reconnect.ts'

/**
 * The only place that opens realtime channels. A signed-in person has one channel with every change of their chats and
 * messages, and one for each open conversation, all on one socket. The channels begin and end with the session. An event
 * is a hint to read again, or a row to show early; the answers of the server decide.
 */

export type Live = 'live' | 'down'

/** `record` is null when the row does not have the expected shape: something has changed and must be read again. */
type Change = { type: 'INSERT' | 'UPDATE' | 'DELETE' } & (
  | { table: 'mensajes'; record: Mensaje | null }
  | { table: 'chats'; record: ChatCambiado | null }
  | { table: 'resenas'; record: ResenaCambiada | null }
)

type ChatHandlers = {
  /** A message of this chat, also an own one. */
  onMensaje: (mensaje: Mensaje) => void
  /** The other person is typing. */
  onEscribiendo: (autorId: string) => void
  /** The channel was joined, for the first time or after an interruption. Messages before this may have been missed. */
  onJoined: () => void
  /** The channel was lost: until the next join, messages must be polled. */
  onLost: () => void
}

export type JoinedChat = {
  /** To be called at every key press. It sends a typing event at most every ESCRIBIENDO_CADA_MS. */
  typing: () => void
  leave: () => void
}

let live: Live = 'down'
const stateListeners = new Set<() => void>()
const changeListeners = new Set<(change: Change) => void>()
const joinListeners = new Set<(again: boolean) => void>()
/** Whether live events have arrived for the signed-in person before. */
let joinedBefore = false

/** Whether live events arrive. While `down`, data must be polled. */
const getLive = (): Live => live

function onLive(listener: () => void): () => void {
  stateListeners.add(listener)
  return () => stateListeners.delete(listener)
}

export const useLive = (): Live => useSyncExternalStore(onLive, getLive, () => 'down')

/** Calls the listener for every change of the person's chats and messages. */
export function onChange(listener: (change: Change) => void): () => void {
  changeListeners.add(listener)
  return () => changeListeners.delete(listener)
}

/** Calls the listener when live events begin, for the first time or after an interruption. Earlier changes must be read. */
export function onJoined(listener: (again: boolean) => void): () => void {
  joinListeners.add(listener)
  return () => joinListeners.delete(listener)
}

/** Calls the listener when live events begin again after an interruption: for data that was read just before the first join. */
export const onRejoined = (listener: () => void): (() => void) =>
  onJoined((again) => {
    if (again) listener()
  })

function setLive(next: Live) {
  if (live === next) return
  live = next
  for (const listener of stateListeners) listener()
}

type Person = { userId: string; end: () => void }
let person: Person | undefined

function followSession() {
  const session = getSession()
  // While the session is being read again, it is still the same person.
  if (session.status === 'loading' || session.status === 'unreachable') return
  const userId = session.status === 'signed-in' && !session.leaving ? session.userId : undefined
  if (userId === person?.userId) return
  person?.end()
  person = userId === undefined ? undefined : { userId, end: openPersonChannel(userId) }
}

function openPersonChannel(userId: string): () => void {
  let channel: OpenChannel | undefined
  let stopReconnecting: (() => void) | undefined
  const cancel = whenIdle(() => {
    channel = openChannel({
      topic: `persona:${userId}`,
      bind: (opened) => {
        stopReconnecting ??= keepConnected(opened.socket)
        for (const table of TABLAS_VIVAS) {
          opened.on('postgres_changes', { event: '*', schema: 'public', table }, ({ eventType, new: row }) =>
            notify(changeOf(table, eventType, row)),
          )
        }
      },
      onJoined: (joined) => {
        // The client may report a join more than once.
        const began = joined && live === 'down'
        setLive(joined ? 'live' : 'down')
        if (!began) return
        for (const listener of joinListeners) listener(joinedBefore)
        joinedBefore = true
      },
      onClosed: () => void checkSuspension(),
    })
  })
  return () => {
    cancel()
    channel?.end()
    for (const room of rooms.values()) room.channel.end()
    rooms.clear()
    stopReconnecting?.()
    setLive('down')
    joinedBefore = false
  }
}

function notify(change: Change) {
  for (const listener of changeListeners) listener(change)
}

function changeOf(table: TablaViva, type: Change['type'], row: unknown): Change {
  switch (table) {
    case 'mensajes':
      return { table, type, record: MensajeRecibido.safeParse(row).data ?? null }
    case 'chats':
      return { table, type, record: ChatCambiado.safeParse(row).data ?? null }
    case 'resenas':
      return { table, type, record: ResenaCambiada.safeParse(row).data ?? null }
  }
}

type Room = {
  channel: OpenChannel
  handlers: Set<ChatHandlers>
  joined: boolean
  empty?: ReturnType<typeof setTimeout>
}
const rooms = new Map<string, Room>()

/** How long an unused channel stays open, for people who go back and forth between inbox and conversation. */
const CLOSE_DELAY_MS = 2000

/** Whether the messages of this chat arrive live. */
export const isChatLive = (chatId: string): boolean => rooms.get(chatId)?.joined ?? false

/** Joins the channel of a conversation: its new messages, and whether the other person is typing. */
export function joinChat(chatId: string, handlers: ChatHandlers): JoinedChat {
  const room = rooms.get(chatId) ?? openRoom(chatId)
  clearTimeout(room.empty)
  room.handlers.add(handlers)
  if (room.joined) queueMicrotask(() => room.handlers.has(handlers) && handlers.onJoined())
  let lastSent = 0
  return {
    typing: () => {
      const autor = person?.userId
      if (!autor || Date.now() - lastSent < ESCRIBIENDO_CADA_MS) return
      lastSent = Date.now()
      room.channel.send(ESCRIBIENDO, { autor_id: autor })
    },
    leave: () => {
      room.handlers.delete(handlers)
      if (room.handlers.size > 0) return
      room.empty = setTimeout(() => {
        room.channel.end()
        if (rooms.get(chatId) === room) rooms.delete(chatId)
      }, CLOSE_DELAY_MS)
    },
  }
}

function openRoom(chatId: string): Room {
  const handlers = new Set<ChatHandlers>()
  const filter = `chat_id=eq.${chatId}`
  const channel = openChannel({
    topic: canalDeChat(chatId),
    isPrivate: true,
    bind: (opened) => {
      opened.on(
        'postgres_changes',
        { event: 'INSERT', schema: 'public', table: 'mensajes', filter },
        (change) => {
          const mensaje = MensajeRecibido.safeParse(change.new)
          if (!mensaje.success) {
            logFailure('live message', mensaje.error)
            for (const { onJoined } of handlers) onJoined()
          } else for (const { onMensaje } of handlers) onMensaje(mensaje.data)
        },
      )
      opened.on('broadcast', { event: ESCRIBIENDO }, ({ payload }) => {
        const typing = Escribiendo.safeParse(payload)
        if (!typing.success || typing.data.autor_id === person?.userId) return
        for (const { onEscribiendo } of handlers) onEscribiendo(typing.data.autor_id)
      })
    },
    onJoined: (joined) => {
      room.joined = joined
      for (const { onJoined, onLost } of handlers) {
        if (joined) onJoined()
        else onLost()
      }
    },
  })
  const room: Room = { channel, handlers, joined: false }
  rooms.set(chatId, room)
  return room
}

/** Loads the code of the socket when the page is idle, because no screen waits for it. */
function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(act, 500)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(act, { timeout: 2000 })
  return () => cancelIdleCallback(idle)
}

subscribe(followSession)
followSession()
