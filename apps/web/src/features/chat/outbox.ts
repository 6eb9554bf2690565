import { chat as textos } from '@maestros/dominio/textos/chat'
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { CallError, rateLimitSentence } from '#lib/call-error.ts'
import { newId } from '#lib/new-id.ts'
import { personalStore } from '#lib/personal-store.ts'
import { getSession } from '#lib/session.ts'
import { toast } from '#ui/toaster.tsx'
import { addMensaje } from './api/messages.ts'
import { sendMensaje } from './api/send-message.ts'
import { restoreToDraft } from './drafts.ts'

/**
 * Every text goes out through here: one at a time, in the order in which it was written, whatever tab it was written
 * in. What finds no network stays, also over a reload, until it does; its `clientId` sees to it that it is written once.
 */
const Entry = z.object({
  clientId: z.guid(),
  chatId: z.guid(),
  contenido: z.string(),
  creadoEn: z.string(),
  /** It was tried, and nothing answered. */
  waiting: z.boolean(),
})
export type Entry = z.infer<typeof Entry>

const store = personalStore('por-enviar', z.array(Entry), [])

/** The one whose answer is awaited in this tab. */
let underWay: string | null = null
const listeners = new Set<() => void>()

export const useOutbox = (userId: string): Entry[] =>
  useSyncExternalStore(store.subscribe, () => store.read(userId))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** While a first sending waits for its answer nothing else is sent; what has no network does not hold the writer up. */
export function useSending(userId: string): boolean {
  const entries = useOutbox(userId)
  const current = useSyncExternalStore(subscribe, () => underWay)
  return entries.some(({ clientId, waiting }) => clientId === current && !waiting)
}

export function enqueue(userId: string, chatId: string, contenido: string) {
  const entry = { clientId: newId(), chatId, contenido, creadoEn: new Date().toISOString(), waiting: false }
  const entries = store.read(userId)
  // Behind one that waits it waits too, and says so.
  const waiting = entries.some((other) => other.waiting)
  if (!waiting) setUnderWay(entry.clientId)
  store.write(userId, [...entries, { ...entry, waiting }])
  void sendAll(userId)
}

/** The message is on the server, however that came to be known. */
export function settle(userId: string, clientId: string) {
  const entries = store.read(userId)
  const others = entries.filter((entry) => entry.clientId !== clientId)
  if (others.length < entries.length) store.write(userId, others)
}

let running = false
let wanted = false
let retry: ReturnType<typeof setTimeout> | undefined
let failures = 0

/** Sends what there is. Harmless to call at any time: when the network may be back, when the page is shown. */
export async function sendAll(userId: string) {
  wanted = true
  if (running) return
  running = true
  clearTimeout(retry)
  try {
    while (wanted) {
      wanted = false
      await alone(userId, () => drain(userId))
    }
  } finally {
    running = false
    setUnderWay(null)
  }
}

const RETRY_MS = [1000, 2000, 4000, 8000, 15_000, 30_000] as const
/** However long the server asks to wait: whoever keeps the page open sees that it is tried. */
const RETRY_AFTER_MAX_MS = 60_000

async function drain(userId: string) {
  for (let entry = store.read(userId)[0]; entry && isHere(userId); entry = store.read(userId)[0]) {
    setUnderWay(entry.clientId)
    const { sent, retryAfterMs } = await deliver(userId, entry)
    setUnderWay(null)
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

/** Not sent when nothing answered or the server asks to wait: the entry stays the first. */
async function deliver(userId: string, entry: Entry): Promise<Delivery> {
  const { clientId, chatId, contenido } = entry
  try {
    const mensaje = await sendMensaje({ chat_id: chatId, tipo: 'texto', contenido, client_id: clientId })
    addMensaje(mensaje)
    settle(userId, clientId)
    return { sent: true }
  } catch (cause) {
    if (!isHere(userId)) return { sent: false }
    if (!isRefusal(cause)) {
      // Said once: the messages behind it wait for the same reason.
      const sentence = entry.waiting ? null : rateLimitSentence(cause)
      if (sentence) toast.info(sentence)
      noteWaiting(userId)
      return { sent: false, retryAfterMs: retryAfterOf(cause) }
    }
    settle(userId, clientId)
    restoreToDraft(userId, chatId, contenido)
    const session = getSession()
    const role = session.status === 'signed-in' ? session.role : null
    toast.error(textos.error.titulo, { description: textos.error.mensaje[role ?? 'buscador'] })
    return { sent: true }
  }
}

function retryAfterOf(cause: unknown): number | undefined {
  const seconds = cause instanceof CallError ? cause.retryAfter : undefined
  return seconds === undefined ? undefined : Math.min(seconds * 1000, RETRY_AFTER_MAX_MS)
}

function noteWaiting(userId: string) {
  const entries = store.read(userId)
  store.write(
    userId,
    entries.map((entry) => ({ ...entry, waiting: true })),
  )
}

/** A proxy that says its server is away, or a timeout, is no answer of the server's; 429 and 503 ask to come back later. */
const TRY_LATER: readonly number[] = [0, 408, 429, 502, 503, 504]

const isRefusal = (cause: unknown) => cause instanceof CallError && !TRY_LATER.includes(cause.status)

function isHere(userId: string): boolean {
  const session = getSession()
  return session.status === 'signed-in' && session.userId === userId && !session.leaving
}

function setUnderWay(clientId: string | null) {
  underWay = clientId
  for (const listener of listeners) listener()
}

/** Two tabs have one order between them. Without the browser's help, each message is still written once. */
function alone(userId: string, act: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return act()
  return navigator.locks.request(`maestros-por-enviar:${userId}`, act)
}
