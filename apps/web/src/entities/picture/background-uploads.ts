import { logFailure } from '#lib/device/log.ts'
import { expectedPerson, subscribe as onSession } from '#lib/session/session-state.ts'
import type { PictureState } from './picture-preview.tsx'
import type { PreparedPicture } from './prepare.ts'

/** A form of one person. `id` tells it from other forms of its kind, for example the form for the review of one maestro. */
export type FormOwner = { userId: string; id: string }

export type PictureUpload = FormOwner & {
  key: string
  /** What was chosen, for the preview in a form that is opened again. */
  file: File
  state: Extract<PictureState, 'uploading' | 'failed'>
  work: AbortController
}

/** What became of an upload. `prepared` is null when the file is no picture. */
export type Outcome = { key: string; state: 'ready' | 'failed'; prepared: PreparedPicture | null }

interface Options {
  /** For the log, for example 'photo of a review'. */
  what: string
  send(picture: PreparedPicture, signal: AbortSignal): Promise<unknown>
  addToDraft(form: FormOwner, name: string): void
  /** Tells the person why an upload failed. */
  onFailed(cause: unknown, isOpen: boolean): void
  /** Tells the person that the form was closed with a failed picture, which is lost. */
  onNotKept(): void
}

/**
 * Uploads of the pictures of a kind of form. They go on when the form is closed: the picture is then in the draft, or a toast says that it
 * was not kept. Many phones have no other copy of a picture that was taken for the form.
 */
export function backgroundUploads({ what, send, addToDraft, onFailed, onNotKept }: Options) {
  /** Those that are under way, or failed while their form is open. */
  const uploads = new Map<string, PictureUpload>()
  /** The open forms. */
  const forms = new Set<FormOwner & { onEnd: (outcome: Outcome) => void }>()

  const isOf = (form: FormOwner) => (one: FormOwner) => one.userId === form.userId && one.id === form.id
  const uploadsOf = (form: FormOwner): PictureUpload[] => [...uploads.values()].filter(isOf(form))

  /** Tells an open form how its uploads end, also those that began before it was opened. Returns a function to be called when it is closed. */
  function follow(form: FormOwner, onEnd: (outcome: Outcome) => void): () => void {
    const open = { ...form, onEnd }
    forms.add(open)
    return () => {
      forms.delete(open)
      const failed = uploadsOf(form).filter(({ state }) => state === 'failed')
      for (const { key } of failed) uploads.delete(key)
      if (failed.length > 0) onNotKept()
    }
  }

  /** A removed picture is not added to the draft when its upload ends. */
  const forget = (key: string) => void uploads.delete(key)

  /** Resolves with what the form was told; with null when the picture was removed meanwhile, or the session has ended. */
  async function start(
    { userId, id, key, file }: FormOwner & Pick<PictureUpload, 'key' | 'file'>,
    prepare: () => Promise<PreparedPicture>,
  ): Promise<Outcome | null> {
    const form = { userId, id }
    const upload: PictureUpload = { ...form, key, file, state: 'uploading', work: new AbortController() }
    uploads.set(key, upload)
    const isWanted = () => uploads.get(key) === upload
    const tell = (outcome: Outcome): Outcome => {
      for (const open of [...forms].filter(isOf(form))) open.onEnd(outcome)
      return outcome
    }
    let prepared: PreparedPicture | null = null
    try {
      prepared = await prepare()
      await send(prepared, upload.work.signal)
      if (!isWanted()) return null
      uploads.delete(key)
      addToDraft(form, prepared.path)
      return tell({ key, state: 'ready', prepared })
    } catch (cause) {
      if (!isWanted()) return null
      logFailure(what, cause)
      const isOpen = [...forms].some(isOf(form))
      if (isOpen) uploads.set(key, { ...upload, state: 'failed' })
      else uploads.delete(key)
      onFailed(cause, isOpen)
      return tell({ key, state: 'failed', prepared })
    }
  }

  // A session that ends, or that of somebody else, stops the uploads, so that none is sent in the session of the next person.
  onSession(() => {
    for (const { key, userId, work } of uploads.values()) {
      if (expectedPerson()?.userId === userId) continue
      uploads.delete(key)
      work.abort()
    }
  })

  return { uploadsOf, follow, forget, start }
}
