import { resenas } from '@maestros/dominio/textos/resenas'
import type { PictureState } from '#entities/picture/picture-preview.tsx'
import { NotAPicture, type PreparedPicture } from '#entities/picture/prepare.ts'
import { logFailure } from '#lib/log.ts'
import { expectedPerson, subscribe as onSession } from '#lib/session-state.ts'
import { UploadError } from '#lib/upload.ts'
import { toast } from '#ui/toast.ts'
import { uploadPhoto } from './api/upload-photo.ts'
import { keepDraft, readDraft } from './drafts.ts'

const { fotos: textos } = resenas

/**
 * Uploads of photos of reviews. They go on when the form is closed: the photo is then in the draft, or a toast says that it
 * was not kept. Many phones have no other copy of a photo that was taken for the form.
 */

/** The form of one person for the review of one maestro. */
export type FormOwner = { userId: string; maestroId: string }

export type PhotoUpload = FormOwner & {
  key: string
  /** What was chosen, for the preview in a form that is opened again. */
  file: File
  state: Extract<PictureState, 'uploading' | 'failed'>
  work: AbortController
}

/** What became of an upload. `prepared` is null when the file is no picture. */
type Outcome = { key: string; state: 'ready' | 'failed'; prepared: PreparedPicture | null }

/** Those that are under way, or failed while their form is open. */
const uploads = new Map<string, PhotoUpload>()
/** The open forms. */
const forms = new Set<FormOwner & { onEnd: (outcome: Outcome) => void }>()

const isOf =
  (form: FormOwner) =>
  (one: FormOwner): boolean =>
    one.userId === form.userId && one.maestroId === form.maestroId

export const uploadsOf = (form: FormOwner): PhotoUpload[] => [...uploads.values()].filter(isOf(form))

/** Tells an open form how its uploads end, also those that began before it was opened. Returns a function to be called when it is closed. */
export function followUploads(form: FormOwner, onEnd: (outcome: Outcome) => void): () => void {
  const open = { ...form, onEnd }
  forms.add(open)
  return () => {
    forms.delete(open)
    const failed = uploadsOf(form).filter(({ state }) => state === 'failed')
    for (const { key } of failed) uploads.delete(key)
    if (failed.length > 0) sayNotKept()
  }
}

/** The id of the toast: a second photo replaces it. */
const sayNotKept = () => toast.error(textos.noGuardada, { id: 'foto-de-resena' })

/** A removed photo is not added to the draft when its upload ends. */
export const forgetUpload = (key: string) => void uploads.delete(key)

export async function startUpload(
  { userId, maestroId, key, file }: FormOwner & Pick<PhotoUpload, 'key' | 'file'>,
  prepare: () => Promise<PreparedPicture>,
) {
  const form = { userId, maestroId }
  const upload: PhotoUpload = { ...form, key, file, state: 'uploading', work: new AbortController() }
  uploads.set(key, upload)
  const isWanted = () => uploads.get(key) === upload
  const isOpen = () => [...forms].some(isOf(form))
  const tell = (outcome: Outcome) => {
    for (const open of [...forms].filter(isOf(form))) open.onEnd(outcome)
  }
  let prepared: PreparedPicture | null = null
  try {
    prepared = await prepare()
    await uploadPhoto(prepared, upload.work.signal)
    if (!isWanted()) return
    uploads.delete(key)
    addToDraft(form, prepared.path)
    tell({ key, state: 'ready', prepared })
  } catch (cause) {
    if (!isWanted()) return
    logFailure('photo of a review', cause)
    const open = isOpen()
    if (open && prepared) uploads.set(key, { ...upload, state: 'failed' })
    else uploads.delete(key)
    if (cause instanceof NotAPicture) toast.error(textos.ilegible)
    else if (!open) sayNotKept()
    else if (cause instanceof UploadError && cause.serverMessage) toast.error(cause.serverMessage)
    tell({ key, state: 'failed', prepared })
  }
}

/** An open form keeps a draft while a photo is uploading. Without one, the review was saved meanwhile. */
function addToDraft({ userId, maestroId }: FormOwner, name: string) {
  const draft = readDraft(userId, maestroId)
  if (draft && !draft.fotos.includes(name))
    keepDraft(userId, maestroId, { ...draft, fotos: [...draft.fotos, name] })
}

// A session that ends, or that of somebody else, stops the uploads, so that none is sent in the session of the next person.
onSession(() => {
  for (const { key, userId, work } of uploads.values()) {
    if (expectedPerson()?.userId === userId) continue
    uploads.delete(key)
    work.abort()
  }
})
