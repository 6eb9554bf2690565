import { chat as textos } from '@maestros/dominio/chat/textos'
import { ARCHIVOS_EN_ESPERA_MAX_BYTES } from '@maestros/dominio/limites'
import { useSyncExternalStore } from 'react'
import { newId } from '#lib/device/new-id.ts'
import { withTabLock } from '#lib/device/tab-lock.ts'
import { isLeaving } from '#lib/session/session-state.ts'
import { toast } from '#ui/toasts/toast.ts'
import { filePath } from '../api/send-file.ts'
import { serverDate } from '../api/server-time.ts'
import { editDraft } from '../drafts.ts'
import { deliver, isSignedIn } from './delivery.ts'
import { type Entry, isFailed, type TextEntry } from './entry.ts'
import {
  addEntry,
  changeEntry,
  fileOf,
  hasUnsaved,
  loadEntries,
  readEntries,
  readProgress,
  subscribe,
} from './store.ts'

/**
 * The queue of messages to send, one for all tabs (docs/decisions/chat.md). The messages of a chat are sent one at a time, in the
 * order of writing, by the tab that holds the lock. What could not be sent stays and is retried. Its `clientId` makes the
 * server write it once.
 */
export type { Entry }

export const useOutbox = (userId: string): readonly Entry[] =>
  useSyncExternalStore(subscribe, () => readEntries(userId))

/** How far the upload of a picture or a voice note is, from 0 to 1; undefined while it is not being uploaded. */
export const useProgress = (clientId: string): number | undefined =>
  useSyncExternalStore(subscribe, () => readProgress(clientId))

export { onChangedElsewhere } from './store.ts'
export const waitingFile = fileOf

function newEntry(userId: string, chatId: string) {
  const entries = readEntries(userId)
  const last = entries.at(-1)?.order ?? 0
  return {
    clientId: newId(),
    userId,
    chatId,
    order: Math.max(Date.now(), last + 1),
    creadoEn: serverDate().toISOString(),
    // A message after a waiting one waits too.
    ...waitingLike(entries.find((other) => other.waiting && !isFailed(other))),
    attempted: false,
  }
}

const waitingLike = (other: Entry | undefined) => ({ waiting: other !== undefined, limited: other?.limited })

/** `respuestaA` is the id of the message that it answers to. */
export async function enqueue(userId: string, chatId: string, contenido: string, respuestaA?: string) {
  if (isLeaving()) return
  await add({ ...newEntry(userId, chatId), tipo: 'texto', contenido, respuestaA })
}

export type NewPicture = { file: Blob; extension: string; size: { width: number; height: number } | null }

/** Returns the id of the new entry; null when too many pictures wait already. */
export async function enqueuePicture(
  userId: string,
  chatId: string,
  { file, extension, size }: NewPicture,
): Promise<string | null> {
  if (!(await hasRoom(userId, file))) return null
  const entry = newFileEntry(userId, chatId, { file, extension })
  void add({ ...entry, tipo: 'imagen', size }, file)
  return entry.clientId
}

export type NewVoiceNote = { file: Blob; extension: string; duracionMs: number; picos: number[] }

/**
 * Whether a voice note may be recorded. It is not checked again when the note is sent: what was spoken cannot be chosen once
 * more, as a picture can, and a note is small.
 */
export const mayRecord = (userId: string): boolean =>
  bytesIn(readEntries(userId)) < ARCHIVOS_EN_ESPERA_MAX_BYTES

/** Resolves when the note is in the queue. */
export async function enqueueVoiceNote(
  userId: string,
  chatId: string,
  { file, extension, duracionMs, picos }: NewVoiceNote,
  respuestaA?: string,
) {
  await loadEntries(userId)
  if (isLeaving()) return
  const entry = newFileEntry(userId, chatId, { file, extension })
  void add({ ...entry, tipo: 'audio', duracionMs, picos, respuestaA }, file)
}

async function hasRoom(userId: string, file: Blob): Promise<boolean> {
  const waiting = bytesIn(await loadEntries(userId))
  return !isLeaving() && waiting + file.size <= ARCHIVOS_EN_ESPERA_MAX_BYTES
}

const bytesIn = (entries: readonly Entry[]): number =>
  entries.reduce((sum, entry) => sum + (entry.tipo === 'texto' ? 0 : entry.bytes), 0)

function newFileEntry(
  userId: string,
  chatId: string,
  { file, extension }: Pick<NewPicture, 'file' | 'extension'>,
) {
  const entry = newEntry(userId, chatId)
  const path = filePath(chatId, entry.order, extension)
  return { ...entry, path, bytes: file.size, uploaded: false, failed: false }
}

async function add(entry: Entry, file?: Blob) {
  const added = addEntry(entry, file)
  // The other tabs must be able to see an entry before it is sent, so that none of them sends it again later.
  await added
  if (entry.waiting) warnOfUnsaved()
  await sendAll(entry.userId)
}

/** Removes a message that the server has, as a live event told. */
export function settle(userId: string, clientId: string) {
  const known = readEntries(userId).some((entry) => entry.clientId === clientId)
  if (known) void changeEntry({ userId, clientId }, () => null)
}

type Waiting = Pick<Entry, 'userId' | 'clientId'>

/** Removes a message that waits. One that has left this device without an answer may have arrived; it is then shown as sent. */
export async function cancel(entry: Waiting) {
  await changeEntry(entry, () => null)
}

/** Puts a waiting text back into the field. Does nothing when it may have left this device meanwhile. */
export async function edit(entry: Waiting) {
  const taken: TextEntry[] = []
  await changeEntry(entry, (one) => {
    if (one.tipo !== 'texto' || one.attempted) return one
    taken.push(one)
    return null
  })
  const text = taken.at(-1)
  if (text) editDraft(text)
}

/** Sends a refused picture or voice note again, after what was written since. */
export async function retry(entry: Waiting) {
  const { order } = newEntry(entry.userId, '')
  await changeEntry(entry, (one) =>
    one.tipo !== 'texto' && one.failed ? { ...one, order, failed: false, waiting: false } : one,
  )
  await sendAll(entry.userId)
}

type Runner = {
  running: boolean
  again: boolean
  timer: ReturnType<typeof setTimeout> | undefined
  /** Until the timer ends, because the server refuses further messages until then. */
  limited: boolean
  failures: number
}

/** By person: the request of one account, which may take long, must not delay the next account that signs in here. */
const runners = new Map<string, Runner>()

function runnerOf(userId: string): Runner {
  const runner = runners.get(userId) ?? {
    ...{ running: false, again: false, limited: false },
    ...{ timer: undefined, failures: 0 },
  }
  runners.set(userId, runner)
  return runner
}

/** Sends all pending messages. May be called at any time; a call while it runs makes it try once more. */
export async function sendAll(userId: string) {
  const runner = runnerOf(userId)
  if (runner.limited) return
  runner.again = true
  if (runner.running) return
  runner.running = true
  clearTimeout(runner.timer)
  try {
    while (runner.again) {
      runner.again = false
      // Most screens have nothing to send: they need no lock.
      if ((await loadEntries(userId)).length === 0) continue
      await withTabLock(`maestros-por-enviar:${userId}`, (lost) => drain(userId, lost))
    }
  } finally {
    runner.running = false
  }
}

/** The growing pauses after attempts that nothing answered. */
export const RETRY_MS = [1000, 2000, 4000, 8000, 15_000, 30_000] as const
/** A long upload in one chat does not delay the messages of others. */
const CHATS_AT_ONCE = 3

/** Sends until nothing is left or nothing answers. Each chat has its own queue. */
async function drain(userId: string, lost: AbortSignal) {
  const chats = new Map<string, Promise<void>>()
  const stop = new AbortController()
  await loadEntries(userId)
  for (;;) {
    for (const chatId of sendableChats(userId)) {
      if (stop.signal.aborted || lost.aborted || !isSignedIn(userId)) break
      if (chats.has(chatId) || chats.size >= CHATS_AT_ONCE) continue
      chats.set(
        chatId,
        drainChat(userId, chatId, { lost, stop }).finally(() => chats.delete(chatId)),
      )
    }
    if (chats.size === 0) return
    await Promise.race([...chats.values(), nextChange()])
  }
}

type Signals = { lost: AbortSignal; stop: AbortController }

async function drainChat(userId: string, chatId: string, { lost, stop }: Signals) {
  for (
    let entry = firstOf(userId, chatId);
    entry && isSignedIn(userId) && !lost.aborted && !stop.signal.aborted;
    entry = firstOf(userId, chatId)
  ) {
    const delivery = await deliver(entry, lost)
    if (delivery.state === 'done') {
      runnerOf(userId).failures = 0
      continue
    }
    if (!stop.signal.aborted) await waitForRetry(userId, delivery)
    stop.abort()
  }
}

type Pause = { limited?: boolean; retryAfterMs?: number | undefined }

async function waitForRetry(userId: string, { limited = false, retryAfterMs }: Pause) {
  const runner = runnerOf(userId)
  const pause = retryAfterMs ?? RETRY_MS[Math.min(runner.failures, RETRY_MS.length - 1)]
  runner.failures += 1
  clearTimeout(runner.timer)
  runner.limited = limited
  runner.again &&= !limited
  runner.timer = setTimeout(() => {
    runner.limited = false
    void sendAll(userId)
  }, pause)
  if (!isSignedIn(userId)) return
  for (const entry of readEntries(userId)) {
    if (isFailed(entry) || (entry.waiting && (entry.limited ?? false) === limited)) continue
    await changeEntry(entry, (one) => ({ ...one, waiting: true, limited }))
  }
  warnOfUnsaved()
}

const sendable = (userId: string) => readEntries(userId).filter((entry) => !isFailed(entry))
const sendableChats = (userId: string) => new Set(sendable(userId).map(({ chatId }) => chatId))
const firstOf = (userId: string, chatId: string) => sendable(userId).find((one) => one.chatId === chatId)

function nextChange(): Promise<void> {
  return new Promise((resolve) => {
    const end = subscribe(() => {
      end()
      resolve()
    })
  })
}

/** Before the person leaves: the browser could not store what waits. */
function warnOfUnsaved() {
  if (hasUnsaved()) toast.warning(textos.mensajes.sinGuardar, { id: 'sin-guardar' })
}
