import { chat as textos } from '@maestros/dominio/textos/chat'
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { CallError, isOutage, rateLimitSentence } from '#lib/call-error.ts'
import { newId } from '#lib/new-id.ts'
import { personalStore } from '#lib/personal-store.ts'
import { getSession, sessionSide } from '#lib/session.ts'
import { toast } from '#ui/toaster.tsx'
import { addMensaje, readNewest } from './api/messages.ts'
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

/** The `clientId` of the message that this tab is sending. */
let sendingId: string | null = null
const listeners = new Set<() => void>()

export const useOutbox = (userId: string): Entry[] =>
  useSyncExternalStore(store.subscribe, () => store.read(userId))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True while the first try of a message waits for its answer. Waiting messages do not disable the send button. */
export function useSending(userId: string): boolean {
  const entries = useOutbox(userId)
  const current = useSyncExternalStore(subscribe, () => sendingId)
  return entries.some(({ clientId, waiting }) => clientId === current && !waiting)
}

export function enqueue(userId: string, chatId: string, contenido: string) {
  const entry = { clientId: newId(), chatId, contenido, creadoEn: new Date().toISOString(), waiting: false }
  const entries = store.read(userId)
  // A message after a waiting one waits too.
  const waiting = entries.some((other) => other.waiting)
  if (!waiting) setSendingId(entry.clientId)
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
    setSendingId(null)
  }
}

const RETRY_MS = [1000, 2000, 4000, 8000, 15_000, 30_000] as const
/** The longest wait, whatever Retry-After says. */
const RETRY_AFTER_MAX_MS = 60_000

async function drain(userId: string) {
  for (let entry = store.read(userId)[0]; entry && isSignedIn(userId); entry = store.read(userId)[0]) {
    setSendingId(entry.clientId)
    const { sent, retryAfterMs } = await deliver(userId, entry)
    setSendingId(null)
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
    const sentence = rateLimitSentence(cause) ?? textos.error.mensaje[sessionSide() ?? 'buscador']
    toast.error(textos.error.titulo, { description: sentence })
    return { sent: true }
  }
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

function setSendingId(clientId: string | null) {
  sendingId = clientId
  for (const listener of listeners) listener()
}

/** Only one tab sends at a time, so that the order holds. Without the Web Locks API each message is still written once. */
function withLock(userId: string, act: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return act()
  return navigator.locks.request(`maestros-por-enviar:${userId}`, act)
}
