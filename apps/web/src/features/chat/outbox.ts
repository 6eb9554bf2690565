import { chat as textos } from '@maestros/dominio/textos/chat'
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { CallError, isOutage, rateLimitSentence } from '#lib/call-error.ts'
import { isChatLive } from '#lib/live.ts'
import { newId } from '#lib/new-id.ts'
import { personalStore } from '#lib/personal-store.ts'
import { getSession, sessionSide } from '#lib/session.ts'
import { toast } from '#ui/toaster.tsx'
import { addMensaje, pollNewest, readNewest } from './api/messages.ts'
import { sendMensaje } from './api/send-message.ts'
import { restoreToDraft } from './drafts.ts'

/**
 * The queue of text messages to send: one at a time, in the order of writing, across all tabs. A message that could not
 * be sent stays in localStorage and is retried. Its `clientId` makes the server write it once.
 */
const Entry = z.object({
  clientId: z.guid(),
  chatId: z.guid(),
  contenido: z.string(),
  creadoEn: z.string(),
  /** A try has failed because nothing answered or the server was not available. */
  waiting: z.boolean(),
})
export type Entry = z.infer<typeof Entry>

const store = personalStore('por-enviar', z.array(Entry), [])

export const useOutbox = (userId: string): Entry[] =>
  useSyncExternalStore(store.subscribe, () => store.read(userId))

/** How many messages of this person wait to be sent. */
export const countPending = (userId: string): number => store.read(userId).length

export function enqueue(userId: string, chatId: string, contenido: string) {
  const entry = { clientId: newId(), chatId, contenido, creadoEn: new Date().toISOString(), waiting: false }
  const entries = store.read(userId)
  // A message after a waiting one waits too.
  const waiting = entries.some((other) => other.waiting)
  store.write(userId, [...entries, { ...entry, waiting }])
  void sendAll(userId)
}

/** Removes a message that the server has, by its answer or by a live event. */
export function settle(userId: string, clientId: string) {
  const entries = store.read(userId)
  const others = entries.filter((entry) => entry.clientId !== clientId)
  if (others.length < entries.length) store.write(userId, others)
}

let running = false
let again = false
let retry: ReturnType<typeof setTimeout> | undefined
let failures = 0

/** Sends all pending messages. May be called at any time; a call while it runs makes it try once more. */
export async function sendAll(userId: string) {
  again = true
  if (running) return
  running = true
  clearTimeout(retry)
  try {
    while (again) {
      again = false
      await withLock(userId, () => drain(userId))
    }
  } finally {
    running = false
  }
}

const RETRY_MS = [1000, 2000, 4000, 8000, 15_000, 30_000] as const
/** The longest wait, whatever Retry-After says. */
const RETRY_AFTER_MAX_MS = 60_000

async function drain(userId: string) {
  for (let entry = store.read(userId)[0]; entry && isSignedIn(userId); entry = store.read(userId)[0]) {
    const { sent, retryAfterMs } = await deliver(userId, entry)
    if (!sent) {
      const pause = retryAfterMs ?? RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]
      failures += 1
      retry = setTimeout(() => void sendAll(userId), pause)
      return
    }
    failures = 0
  }
}

type Delivery = { sent: boolean; retryAfterMs?: number | undefined }

/**
 * A message counts as not sent when nothing answered or the server was not available; it then stays the first. Any other
 * failure is a refusal: the text returns to the field.
 */
async function deliver(userId: string, entry: Entry): Promise<Delivery> {
  const { clientId, chatId, contenido } = entry
  try {
    const mensaje = await sendMensaje({ chat_id: chatId, tipo: 'texto', contenido, client_id: clientId })
    if (mensaje) addMensaje(mensaje)
    else await readNewest(chatId)
    // The server answers: what the other person wrote meanwhile can be read now.
    if (mensaje && !isChatLive(chatId)) void pollNewest(chatId)
    settle(userId, clientId)
    return { sent: true }
  } catch (cause) {
    if (!isSignedIn(userId)) return { sent: false }
    if (isOutage(cause)) {
      markAllWaiting(userId)
      return { sent: false, retryAfterMs: retryAfterOf(cause) }
    }
    settle(userId, clientId)
    restoreToDraft(userId, chatId, contenido)
    const sentence = refusalOf(cause) ?? textos.error.mensaje[sessionSide() ?? 'buscador']
    // One toast for several refused messages.
    toast.error(textos.error.titulo, { id: 'mensaje-rechazado', description: sentence })
    return { sent: true }
  }
}

/** Sentences of the server: too many messages, or a conversation in which this person cannot write. */
function refusalOf(cause: unknown): string | null {
  if (cause instanceof CallError && cause.code === 'FORBIDDEN' && cause.status === 403) {
    return cause.message
  }
  return rateLimitSentence(cause)
}

function retryAfterOf(cause: unknown): number | undefined {
  const seconds = cause instanceof CallError ? cause.retryAfter : undefined
  return seconds === undefined ? undefined : Math.min(seconds * 1000, RETRY_AFTER_MAX_MS)
}

function markAllWaiting(userId: string) {
  const entries = store.read(userId)
  store.write(
    userId,
    entries.map((entry) => ({ ...entry, waiting: true })),
  )
}

function isSignedIn(userId: string): boolean {
  const session = getSession()
  return session.status === 'signed-in' && session.userId === userId && !session.leaving
}

/** Only one tab sends at a time, so that the order holds. Without the Web Locks API each message is still written once. */
function withLock(userId: string, act: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return act()
  return navigator.locks.request(`maestros-por-enviar:${userId}`, act)
}
