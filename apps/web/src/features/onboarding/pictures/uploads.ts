import { IMAGEN_CACHE_S, IMAGEN_MAX_BYTES } from '@maestros/dominio/limites'
import { nombreDeObjeto, type PasoConImagen } from '@maestros/dominio/onboarding/pasos'
import { onboarding as textos } from '@maestros/dominio/onboarding/textos'
import { useSyncExternalStore } from 'react'
import { mayBePicture } from '#entities/picture/kinds.ts'
import { preparePicture } from '#entities/picture/prepare.ts'
import { makePreviews } from '#entities/picture/previews.ts'
import { pauseOf } from '#lib/client/call-error.ts'
import { UploadError, uploadOnce } from '#lib/client/upload.ts'
import { expectedPerson, getSession, subscribe as onSession } from '#lib/session/session-state.ts'
import { pauseUntilOnline } from '#ui/timing/pause.ts'
import { toast } from '#ui/toasts/toast.ts'
import { setStep, syncDraft } from '../draft/store.ts'
import {
  forgetAllPending,
  forgetPending,
  keepPending,
  type PendingPicture,
  pendingOf,
} from './pending-store.ts'

/**
 * Pictures on their way to the server. They go on while the person fills other steps. A cut connection or a busy server is
 * tried again with the same object name; when the server then says that the object exists, the cut upload had arrived.
 */
export type Upload = {
  /** `esperando`: nothing answered. `ocupado`: the server cannot take it now. Both are tried again. */
  state: 'preparando' | 'subiendo' | 'esperando' | 'ocupado' | 'fallo'
  /** From 0 to 1. */
  part: number
  /** An address of the picture on this device. */
  preview: string | null
}

const BUCKET = 'chat-media'
const RETRY_MS = 3000

/** The states alone, which change less often than the progress. */
export type UploadStates = { readonly [paso in PasoConImagen]?: Upload['state'] | undefined }

/** The person to whom all of this belongs. */
let owner: string | null = null
let uploads: { readonly [paso in PasoConImagen]?: Upload | undefined } = {}
let states: UploadStates = {}
const previews = makePreviews<PasoConImagen>()
/** Finished uploads keep the picture of this device, so that it need not be downloaded again. */
let finished: { readonly [paso in PasoConImagen]?: { name: string; preview: string } | undefined } = {}
const works = new Map<PasoConImagen, AbortController>()
/** Pictures that wait for the person to send them again. */
const failed = new Map<PasoConImagen, PendingPicture>()
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useUploadStates = (): UploadStates => useSyncExternalStore(subscribe, () => states)
export const useUpload = (paso: PasoConImagen): Upload | undefined =>
  useSyncExternalStore(subscribe, () => uploads[paso])
export const useLocalPreview = (paso: PasoConImagen, name: string): string | undefined =>
  useSyncExternalStore(subscribe, () => (finished[paso]?.name === name ? finished[paso].preview : undefined))

function setUpload(paso: PasoConImagen, next: Upload | undefined) {
  uploads = { ...uploads, [paso]: next }
  if (states[paso] !== next?.state) states = { ...states, [paso]: next?.state }
  for (const listener of listeners) listener()
}

/** A picture that the form takes only once it was made smaller, which the step offers. */
export function isTooLarge(file: File): boolean {
  const large = mayBePicture(file) && file.size > IMAGEN_MAX_BYTES
  if (large) toast.error(textos.imagen.demasiadoGrande)
  return large
}

/** Takes a picture of the camera or of the file picker. Refuses with a sentence what cannot be a picture. */
export async function addPicture(userId: string, paso: PasoConImagen, file: File): Promise<void> {
  if (!mayBePicture(file)) return void toast.error(textos.imagen.soloImagenes)
  owner = userId
  setUpload(paso, { state: 'preparando', part: 0, preview: null })
  const nameOf = (extension: string) => nombreDeObjeto(paso, userId, Date.now(), extension)
  const ready = await preparePicture(file, nameOf).catch(() => null)
  if (!ready || ready.file.size > IMAGEN_MAX_BYTES) {
    setUpload(paso, undefined)
    return void toast.error(ready ? textos.imagen.demasiadoGrande : textos.imagen.ilegible)
  }
  if (!isExpected(userId)) return
  const picture = { userId, paso, name: ready.path, blob: ready.file }
  await keepPending(picture)
  await send(picture)
}

/** Goes on with what an earlier visit could not upload. */
export async function resumePictures(userId: string): Promise<void> {
  for (const picture of await pendingOf(userId)) {
    if (!works.has(picture.paso)) void send(picture)
  }
}

export async function retryPicture(paso: PasoConImagen): Promise<void> {
  const picture = failed.get(paso)
  if (!picture) return
  await keepPending(picture)
  await send(picture)
}

/** Whether the person is still signed in. Shrinking and storing a picture take time, in which a session can end. */
const isExpected = (userId: string) => expectedPerson()?.userId === userId

async function send(picture: PendingPicture): Promise<void> {
  const { userId, paso, name, blob } = picture
  if (!isExpected(userId)) return
  owner = userId
  works.get(paso)?.abort()
  const work = new AbortController()
  works.set(paso, work)
  // The picture that this one replaces is not shown any more.
  finished = { ...finished, [paso]: undefined }
  const preview = previews.make(paso, blob)
  const onProgress = (part: number) => setUpload(paso, { state: 'subiendo', part, preview })
  for (;;) {
    onProgress(0)
    const outcome = await attempt({ name, blob, onProgress, signal: work.signal })
    if (work.signal.aborted) return
    if (outcome === 'done') break
    if (outcome === 'failed' || outcome === 'refused') {
      works.delete(paso)
      failed.set(paso, picture)
      // Another visit does not send by itself what the server does not want.
      if (outcome === 'refused') void forgetPending(picture)
      // The answer ends the session here when the server has ended it.
      else void syncDraft(userId)
      setUpload(paso, { state: 'fallo', part: 0, preview })
      return void toast.error(textos.imagenes[paso].fallo)
    }
    setUpload(paso, { state: outcome.state, part: 0, preview })
    await pauseUntilOnline(outcome.pauseMs, work.signal)
    if (work.signal.aborted) return
  }
  works.delete(paso)
  failed.delete(paso)
  finished = { ...finished, [paso]: { name, preview } }
  setStep(userId, paso, name)
  setUpload(paso, undefined)
  await forgetPending(picture)
  toast.success(textos.imagenes[paso].subida)
}

type Attempt = { name: string; blob: Blob; onProgress: (part: number) => void; signal: AbortSignal }

/**
 * `refused`: the server does not want this picture. `failed`: it could not be stored for another reason, for example an
 * ended session. Otherwise it is tried again after the pause.
 */
type Outcome = 'done' | 'failed' | 'refused' | { state: 'esperando' | 'ocupado'; pauseMs: number }

async function attempt({ name, blob, onProgress, signal }: Attempt): Promise<Outcome> {
  try {
    await uploadOnce({
      ...{ bucket: BUCKET, path: name, file: blob, cacheSeconds: IMAGEN_CACHE_S },
      ...{ onProgress, signal },
    })
    return 'done'
  } catch (cause) {
    return outcomeOf(cause)
  }
}

const TIMED_OUT = 408
const LIMITED = 429

function outcomeOf(cause: unknown): Outcome {
  // Before a request is sent, a missing network is another kind of error.
  if (!(cause instanceof UploadError) || cause.status === 0) return { state: 'esperando', pauseMs: RETRY_MS }
  const { unavailable, status, retryAfter, denied } = cause
  if (unavailable || status === TIMED_OUT || status === LIMITED) {
    return { state: 'ocupado', pauseMs: pauseOf(retryAfter) ?? RETRY_MS }
  }
  return denied || status >= 500 ? 'failed' : 'refused'
}

// A session that ends, or that of somebody else, stops the uploads, so that none is sent in the session of the next person.
// Signing out also leaves no picture on this device.
onSession(() => {
  const session = getSession()
  const leaving = session.status === 'signed-in' && session.leaving
  const changed = session.status === 'signed-in' && owner !== null && session.userId !== owner
  if (session.status !== 'anonymous' && !leaving && !changed) return
  owner = null
  for (const work of works.values()) work.abort()
  works.clear()
  failed.clear()
  uploads = {}
  states = {}
  finished = {}
  previews.revokeAll()
  if (leaving) void forgetAllPending(session.userId)
})
