import { Mensaje } from '@maestros/contrato/mensaje'
import { ChatCambiado, canalDeChat, ESCRIBIENDO, Escribiendo } from '@maestros/contrato/vivo'
import { ESCRIBIENDO_CADA_MS } from '@maestros/dominio/chat'
import { useSyncExternalStore } from 'react'
import { type Held, holdChannel } from './live-channel.ts'
import { keepAwake } from './live-wake.ts'
import { logFailure } from './log.ts'
import { getSession, subscribe } from './session.ts'

/**
 * The one place that listens to the server. Whoever is signed in has one channel with every change of their chats
 * and messages, and one more for each open conversation, all on one socket. It begins and ends with the session.
 * What it says is a hint to read again, or a row to show early: the server's answers remain the truth.
 */

export type Live = 'live' | 'down'

/** `record` is null when the row cannot be read: then something has changed, and only the server knows what. */
export type Change = { type: 'INSERT' | 'UPDATE' | 'DELETE' } & (
  | { table: 'mensajes'; record: Mensaje | null }
  | { table: 'chats'; record: ChatCambiado | null }
)

export type ChatHandlers = {
  /** A message that was written in this chat, the own ones too. */
  onMensaje: (mensaje: Mensaje) => void
  /** Whoever is not the reader writes at this moment. */
  onEscribiendo: (autorId: string) => void
  /** The channel is joined, for the first time or after a gap: what was written before it must be read. */
  onBack: () => void
}

export type JoinedChat = {
  /** To be called at every key: it tells the other side now and then. */
  typing: () => void
  leave: () => void
}

let live: Live = 'down'
const stateListeners = new Set<() => void>()
const changeListeners = new Set<(change: Change) => void>()
const backListeners = new Set<() => void>()

/** Whether changes are being told. While `down`, whoever needs them must ask. */
const getLive = (): Live => live

function onLive(listener: () => void): () => void {
  stateListeners.add(listener)
  return () => stateListeners.delete(listener)
}

export const useLive = (): Live => useSyncExternalStore(onLive, getLive, () => 'down')

/** Every change of the person's chats and messages. */
export function onChange(listener: (change: Change) => void): () => void {
  changeListeners.add(listener)
  return () => changeListeners.delete(listener)
}

/** Changes are told from now on, for the first time or after a gap: what happened before must be read. */
export function onBack(listener: () => void): () => void {
  backListeners.add(listener)
  return () => backListeners.delete(listener)
}

function setLive(next: Live) {
  if (live === next) return
  live = next
  for (const listener of stateListeners) listener()
}

type Person = { userId: string; end: () => void }
let person: Person | undefined

function followSession() {
  const session = getSession()
  // While it is being looked up again, it is still the same person.
  if (session.status === 'loading' || session.status === 'unreachable') return
  const userId = session.status === 'signed-in' && !session.leaving ? session.userId : undefined
  if (userId === person?.userId) return
  person?.end()
  person = userId === undefined ? undefined : { userId, end: listenTo(userId) }
}

function listenTo(userId: string): () => void {
  let held: Held | undefined
  let sleep: (() => void) | undefined
  const cancel = whenIdle(() => {
    held = holdChannel({
      topic: `persona:${userId}`,
      bind: (channel) => {
        sleep ??= keepAwake(channel.socket)
        for (const table of ['chats', 'mensajes'] as const) {
          channel.on('postgres_changes', { event: '*', schema: 'public', table }, ({ eventType, new: row }) =>
            tell(changeOf(table, eventType, row)),
          )
        }
      },
      onJoined: (joined) => {
        setLive(joined ? 'live' : 'down')
        if (joined) for (const listener of backListeners) listener()
      },
    })
  })
  return () => {
    cancel()
    held?.end()
    for (const room of rooms.values()) room.held.end()
    rooms.clear()
    sleep?.()
    setLive('down')
  }
}

function tell(change: Change) {
  for (const listener of changeListeners) listener(change)
}

function changeOf(table: 'chats' | 'mensajes', type: Change['type'], row: unknown): Change {
  return table === 'mensajes'
    ? { table, type, record: Mensaje.safeParse(row).data ?? null }
    : { table, type, record: ChatCambiado.safeParse(row).data ?? null }
}

type Room = {
  held: Held
  handlers: Set<ChatHandlers>
  joined: boolean
  empty?: ReturnType<typeof setTimeout>
}
const rooms = new Map<string, Room>()

/** Whoever goes back and forth between list and conversation finds the channel still open. */
const LINGER_MS = 2000

/** The open conversation: its messages as they are written, and whether the other side is writing. */
export function joinChat(chatId: string, handlers: ChatHandlers): JoinedChat {
  const room = rooms.get(chatId) ?? openRoom(chatId)
  clearTimeout(room.empty)
  room.handlers.add(handlers)
  if (room.joined) queueMicrotask(() => room.handlers.has(handlers) && handlers.onBack())
  let told = 0
  return {
    typing: () => {
      const autor = person?.userId
      if (!autor || Date.now() - told < ESCRIBIENDO_CADA_MS) return
      told = Date.now()
      room.held.send(ESCRIBIENDO, { autor_id: autor })
    },
    leave: () => {
      room.handlers.delete(handlers)
      if (room.handlers.size > 0) return
      room.empty = setTimeout(() => {
        room.held.end()
        if (rooms.get(chatId) === room) rooms.delete(chatId)
      }, LINGER_MS)
    },
  }
}

function openRoom(chatId: string): Room {
  const handlers = new Set<ChatHandlers>()
  const filter = `chat_id=eq.${chatId}`
  const held = holdChannel({
    topic: canalDeChat(chatId),
    restricted: true,
    bind: (channel) => {
      channel.on(
        'postgres_changes',
        { event: 'INSERT', schema: 'public', table: 'mensajes', filter },
        (change) => {
          const mensaje = Mensaje.safeParse(change.new)
          if (!mensaje.success) {
            logFailure('live message', mensaje.error)
            for (const { onBack } of handlers) onBack()
          } else for (const { onMensaje } of handlers) onMensaje(mensaje.data)
        },
      )
      channel.on('broadcast', { event: ESCRIBIENDO }, ({ payload }) => {
        const said = Escribiendo.safeParse(payload)
        if (!said.success || said.data.autor_id === person?.userId) return
        for (const { onEscribiendo } of handlers) onEscribiendo(said.data.autor_id)
      })
    },
    onJoined: (joined) => {
      room.joined = joined
      if (joined) for (const { onBack } of handlers) onBack()
    },
  })
  const room: Room = { held, handlers, joined: false }
  rooms.set(chatId, room)
  return room
}

/** The socket's code is not what a screen waits for: it comes when the page has nothing else to do. */
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
