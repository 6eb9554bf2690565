import { IMAGEN_CACHE_S, IMAGEN_MAX_BYTES } from '@maestros/dominio/limites'
import { nombreDeObjeto, type PasoConImagen } from '@maestros/dominio/onboarding'
import { onboarding as textos } from '@maestros/dominio/textos/onboarding'
import { useSyncExternalStore } from 'react'
import { extensionForType } from '#entities/picture/shrink.ts'
import { shrinkOffThread } from '#entities/picture/shrink-off-thread.ts'
import { getSession, subscribe as onSession } from '#lib/session.ts'
import { UploadError, upload } from '#lib/upload.ts'
import { toast } from '#ui/toast.ts'
import { setStep } from '../draft/store.ts'
import {
  forgetAllPending,
  forgetPending,
  keepPending,
  type PendingPicture,
  pendingOf,
} from './pending-store.ts'

/**
 * Pictures on their way to the server. They go on while the person fills other steps. A cut connection is tried again
 * with the same object name; when the server then says that the object exists, the cut upload had arrived.
 */
export type Upload = {
  state: 'preparando' | 'subiendo' | 'esperando' | 'fallo'
  /** From 0 to 1. */
  part: number
  /** An address of the picture on this device. */
  preview: string | null
}

const BUCKET = 'chat-media'
const RETRY_MS = 3000

let uploads: { readonly [paso in PasoConImagen]?: Upload } = {}
/** Finished uploads keep the picture of this device, so that it need not be downloaded again. */
let previews: { readonly [name: string]: string } = {}
const works = new Map<PasoConImagen, AbortController>()
/** Pictures that the server refused. They can be sent again in this visit; another visit does not try by itself. */
const refused = new Map<PasoConImagen, PendingPicture>()
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useUpload = (paso: PasoConImagen): Upload | undefined =>
  useSyncExternalStore(subscribe, () => uploads[paso])
export const useLocalPreview = (name: string): string | undefined =>
  useSyncExternalStore(subscribe, () => previews[name])

function setUpload(paso: PasoConImagen, next: Upload | undefined) {
  uploads = { ...uploads, [paso]: next }
  for (const listener of listeners) listener()
}

/** Takes a picture of the camera or of the file picker. Refuses with a sentence what cannot be a picture. */
export async function addPicture(userId: string, paso: PasoConImagen, file: File): Promise<void> {
  if (!file.type.startsWith('image/')) return void toast.error(textos.imagen.soloImagenes)
  if (file.size > IMAGEN_MAX_BYTES) return void toast.error(textos.imagen.demasiadoGrande)
  setUpload(paso, { state: 'preparando', part: 0, preview: null })
  const blob = await shrinkOffThread(file).catch(() => null)
  if (!blob || blob.size > IMAGEN_MAX_BYTES) {
    setUpload(paso, undefined)
    return void toast.error(blob ? textos.imagen.demasiadoGrande : textos.imagen.ilegible)
  }
  const name = nombreDeObjeto(paso, userId, Date.now(), extensionForType(blob.type))
  const picture = { userId, paso, name, blob }
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
  const picture = refused.get(paso)
  if (picture) await send(picture)
}

async function send(picture: PendingPicture): Promise<void> {
  const { userId, paso, name, blob } = picture
  works.get(paso)?.abort()
  const work = new AbortController()
  works.set(paso, work)
  const preview = URL.createObjectURL(blob)
  const onProgress = (part: number) => setUpload(paso, { state: 'subiendo', part, preview })
  for (;;) {
    onProgress(0)
    const problem = await attempt({ name, blob, onProgress, signal: work.signal })
    if (work.signal.aborted) return
    if (problem === null) break
    if (problem === 'refused') {
      works.delete(paso)
      refused.set(paso, picture)
      void forgetPending(picture)
      setUpload(paso, { state: 'fallo', part: 0, preview })
      return void toast.error(textos.imagenes[paso].fallo)
    }
    setUpload(paso, { state: 'esperando', part: 0, preview })
    await nextChance(work.signal)
    if (work.signal.aborted) return
  }
  works.delete(paso)
  refused.delete(paso)
  previews = { ...previews, [name]: preview }
  setStep(userId, paso, name)
  setUpload(paso, undefined)
  await forgetPending(picture)
  toast.success(textos.imagenes[paso].subida)
}

type Attempt = { name: string; blob: Blob; onProgress: (part: number) => void; signal: AbortSignal }

async function attempt({ name, blob, onProgress, signal }: Attempt): Promise<'cut' | 'refused' | null> {
  try {
    await upload({ bucket: BUCKET, path: name, file: blob, cacheSeconds: IMAGEN_CACHE_S, onProgress, signal })
    return null
  } catch (cause) {
    if (!(cause instanceof UploadError) || cause.serverMessage === null) return 'cut'
    return cause.exists ? null : 'refused'
  }
}

/** Until the browser reports a network, or some seconds have passed. */
function nextChance(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const act = () => {
      clearTimeout(timer)
      removeEventListener('online', act)
      resolve()
    }
    const timer = setTimeout(act, RETRY_MS)
    addEventListener('online', act)
    signal.addEventListener('abort', act, { once: true })
  })
}

// Signing out leaves no picture on this device.
onSession(() => {
  const session = getSession()
  if (session.status !== 'signed-in' || !session.leaving) return
  for (const work of works.values()) work.abort()
  works.clear()
  refused.clear()
  uploads = {}
  previews = {}
  void forgetAllPending()
})
