import { chat as textos } from '@maestros/dominio/chat/textos'
import type { CodigoDeAlmacenamiento } from '@maestros/dominio/textos-de-almacenamiento'
import { CallError, chatRefusal, isOutage, pauseOf, rateLimitSentence } from '#lib/client/call-error.ts'
import { UploadError } from '#lib/client/upload.ts'
import { isChatLive } from '#lib/live/live.ts'
import { getSession, sessionSide } from '#lib/session/session-state.ts'
import { toast } from '#ui/toasts/toast.ts'
import { addMensaje, isWritten, pollNewest, readNewest } from '../api/messages.ts'
import { filePath, uploadFile } from '../api/send-file.ts'
import { sendMensaje } from '../api/send-message.ts'
import type { Entry, FileEntry, TextEntry } from './entry.ts'
import { returnText } from './refused-text.ts'
import { changeEntry, fileOf, isOwn, readEntries, subscribe, tellProgress } from './store.ts'

/**
 * `done`: the entry is sent, refused or cancelled, and the next one follows. `later`: it stays the first and is retried. `limited`: the
 * server has refused it unread, because of too many messages.
 */
type Delivery = { state: 'done' } | { state: 'later'; limited?: boolean; retryAfterMs?: number | undefined }

/** The storage surface answers its daily limit of bytes with another status: waiting would not help. */
const TOO_MANY = 429

const DONE: Delivery = { state: 'done' }
const LATER: Delivery = { state: 'later' }

/** Sends an entry. It is not sent when it was cancelled meanwhile, in this tab or in another. */
export async function deliver(given: Entry, lost: AbortSignal): Promise<Delivery> {
  const startedOffline = !navigator.onLine
  const entry = await changeEntry(given, (one) => ({ ...one, attempted: true }), { quiet: true })
  if (!entry) return DONE
  try {
    if (entry.tipo === 'texto') await sendText(entry)
    else await sendFile(entry, lost)
    return DONE
  } catch (cause) {
    if (!isSignedIn(entry.userId) || lost.aborted) return LATER
    const later = outageOf(cause)
    if (!later) return given.attempted ? refuseUnlessSent(entry, cause) : refuse(entry, cause)
    // Without a network nothing has left this device. A network that was lost meanwhile may have carried it to the server. What a
    // limit refuses was not written.
    if (later.limited || (startedOffline && !navigator.onLine)) {
      const { attempted } = given
      await changeEntry(entry, (one) => ({ ...one, attempted }), { quiet: true })
    }
    return later
  }
}

export function isSignedIn(userId: string): boolean {
  const session = getSession()
  return session.status === 'signed-in' && session.userId === userId && !session.leaving
}

const removed = () => null

async function sendText(entry: TextEntry) {
  await sendAs(entry, entry.contenido)
  await changeEntry(entry, removed)
}

async function sendAs(entry: Entry, contenido: string) {
  const { chatId, clientId, tipo } = entry
  const respuesta_a = tipo === 'imagen' ? undefined : entry.respuestaA
  const mensaje = await sendMensaje({
    ...{ chat_id: chatId, tipo, contenido, client_id: clientId },
    ...(respuesta_a && { respuesta_a }),
    ...(tipo === 'audio' && { duracion_ms: entry.duracionMs, picos: entry.picos }),
  })
  if (mensaje) addMensaje(mensaje)
  else await readNewest(chatId)
  // The server answers: what the other person wrote meanwhile can be read now.
  if (mensaje && !isChatLive(chatId)) void pollNewest(chatId)
}

async function sendFile(entry: FileEntry, lost: AbortSignal) {
  const { clientId, userId, path } = entry
  if (!entry.uploaded) {
    const file = await fileOf(clientId)
    if (!file) {
      // The browser has removed it, or its author has cancelled it just now.
      if (await changeEntry(entry, (one) => one)) toast.error(textos.error[entry.tipo])
      return void (await changeEntry(entry, removed))
    }
    await uploadUnlessCancelled(entry, file, lost)
    const next = await changeEntry(entry, (one) => (one.tipo === 'texto' ? one : { ...one, uploaded: true }))
    if (!next) return
  }
  await sendAs(entry, path)
  await changeEntry({ clientId, userId }, removed)
}

/** The upload ends when the entry disappears: its author has cancelled it or signed out, maybe in another tab. */
async function uploadUnlessCancelled({ userId, clientId, path }: FileEntry, file: Blob, lost: AbortSignal) {
  const work = new AbortController()
  const stop = () => work.abort()
  const isThere = () => readEntries(userId).some((one) => one.clientId === clientId)
  const end = subscribe(() => {
    if (!isThere()) stop()
  })
  lost.addEventListener('abort', stop)
  const onProgress = (part: number) => tellProgress(clientId, part)
  try {
    onProgress(0)
    await uploadFile(path, file, { onProgress, signal: work.signal })
  } catch (cause) {
    if (isThere() || lost.aborted) throw cause
  } finally {
    end()
    lost.removeEventListener('abort', stop)
    tellProgress(clientId, null)
  }
}

/** Whether the same call may work later; null for a refusal. */
function outageOf(cause: unknown): Extract<Delivery, { state: 'later' }> | null {
  const answered = cause instanceof CallError || cause instanceof UploadError ? cause : undefined
  const limited = answered?.status === TOO_MANY || rateLimitSentence(cause) !== null
  const outage = cause instanceof UploadError ? cause.unavailable : isOutage(cause)
  if (!outage && !limited) return null
  return { state: 'later', limited, retryAfterMs: pauseOf(answered?.retryAfter) }
}

/**
 * For an entry with an earlier attempt that was not answered. It may have arrived before its repetition was refused: its text in the
 * field would become a second message.
 */
async function refuseUnlessSent(entry: Entry, cause: unknown): Promise<Delivery> {
  const { chatId, userId, clientId } = entry
  const sent = await isWritten({ chatId, userId, clientId }).catch((failure: unknown) =>
    isHidden(failure) ? false : undefined,
  )
  if (sent === undefined) return LATER
  if (!sent) return refuse(entry, cause)
  await changeEntry(entry, removed)
  return DONE
}

/** The conversation cannot be read any more: waiting would not help. */
const isHidden = (cause: unknown) =>
  cause instanceof CallError && (cause.code === 'FORBIDDEN' || cause.code === 'NOT_FOUND')

async function refuse(entry: Entry, cause: unknown): Promise<Delivery> {
  if (entry.tipo === 'texto') await refuseText(entry, cause)
  else await refuseFile(entry, cause)
  return DONE
}

/** The text returns to the field, unless it was cancelled or a live event told that it arrived. */
async function refuseText(entry: TextEntry, cause: unknown) {
  const own = isOwn(entry.clientId)
  let gone = true
  await changeEntry(entry, () => {
    gone = false
    return null
  })
  if (gone) return
  const description = chatRefusal(cause) ?? textos.error.mensaje[sessionSide() ?? 'buscador']
  returnText({ ...entry, description }, own)
}

/** The picture or voice note stays in the conversation, where it can be retried or cancelled. */
async function refuseFile(entry: FileEntry, cause: unknown) {
  const gone = cause instanceof CallError && cause.code === 'INVALID_INPUT'
  const next = await changeEntry(entry, (one) => {
    if (one.tipo === 'texto') return one
    // The server does not have the object, or it is of somebody else: the next try uploads it under another name.
    return gone ? { ...one, failed: true, uploaded: false, path: newPath(one) } : { ...one, failed: true }
  })
  if (!next) return
  toast.error(fileSentenceOf(cause, entry.tipo), { id: `archivo-rechazado-${entry.clientId}` })
}

/** The person has stored all the bytes of a day. The sentence is about files, not only about pictures. */
const DAILY_LIMIT: CodigoDeAlmacenamiento = 'TooManyBytes'

function fileSentenceOf(cause: unknown, tipo: FileEntry['tipo']): string {
  if (!(cause instanceof UploadError)) return chatRefusal(cause) ?? textos.error[tipo]
  const { code, serverMessage } = cause
  if (code === DAILY_LIMIT && serverMessage) return serverMessage
  // The other reasons of the storage speak of pictures.
  return tipo === 'imagen'
    ? textos.error.subida(serverMessage ?? textos.imagen.sinConexion)
    : textos.error[tipo]
}

const newPath = ({ chatId, path }: FileEntry) => filePath(chatId, Date.now(), path.split('.').at(-1) ?? 'jpg')
