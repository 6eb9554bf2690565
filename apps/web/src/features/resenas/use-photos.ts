import { RESENA_FOTOS_MAX } from '@maestros/dominio/limites'
import { resenas } from '@maestros/dominio/resenas/textos'
import { useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { backgroundUploads } from '#entities/picture/background-uploads.ts'
import type { PictureState } from '#entities/picture/picture-preview.tsx'
import { NotAPicture, type PreparedPicture, preparePicture } from '#entities/picture/prepare.ts'
import { usePreviews } from '#entities/picture/previews.ts'
import { useTooLarge } from '#entities/picture/too-large.tsx'
import { isNoSuchPicture, privatePictureQuery } from '#lib/client/stored-picture.ts'
import { UploadError } from '#lib/client/upload.ts'
import { toast } from '#ui/toasts/toast.ts'
import { photoName, refusalOf, uploadPhoto } from './api/upload-photo.ts'
import { keepDraft, readDraft } from './drafts.ts'

const { fotos: textos } = resenas

/** The id of the toast: a second photo replaces it. */
const sayNotKept = () => toast.error(textos.noGuardada, { id: 'foto-de-resena' })

/** Uploads of photos of reviews. The id of a form is that of the maestro. */
const photoUploads = backgroundUploads({
  what: 'photo of a review',
  send: uploadPhoto,
  // An open form keeps a draft while a photo is uploading. Without one, the review was saved meanwhile.
  addToDraft: ({ userId, id }, name) => {
    const draft = readDraft(userId, id)
    if (draft && !draft.fotos.includes(name))
      keepDraft(userId, id, { ...draft, fotos: [...draft.fotos, name] })
  },
  onFailed: (cause, isOpen) => {
    if (cause instanceof NotAPicture) toast.error(textos.ilegible)
    else if (!isOpen) sayNotKept()
    else if (cause instanceof UploadError && cause.serverMessage) toast.error(cause.serverMessage)
  },
  onNotKept: sayNotKept,
})

/** A photo of the form. It is uploaded as soon as it is chosen. */
type Photo = {
  /** The name of a stored photo. Of one that was chosen here, its name without the ending, which depends on what is uploaded. */
  key: string
  /** What the <img> shows; null while the address of an earlier photo is not known. */
  preview: string | null
  state: PictureState
  /** Only of photos that were chosen here. Both stay the same when the upload is repeated. */
  file: File | null
  prepared: PreparedPicture | null
}

const withPart = (key: string, part: Partial<Photo>) => (photos: Photo[]) =>
  photos.map((one) => (one.key === key ? { ...one, ...part } : one))

/** The photos of a review that is being written. `names` are those that the review already has. */
export function usePhotos(
  { userId, maestroId }: { userId: string; maestroId: string },
  names: readonly string[],
) {
  const previews = usePreviews()
  const [photos, setPhotos] = useState<Photo[]>(() => [
    ...names.map((key) => ({ key, preview: null, state: 'ready' as const, prepared: null, file: null })),
    // Those that were uploading when the form was closed.
    ...photoUploads.uploadsOf({ userId, id: maestroId }).map(({ key, file, state }) => ({
      ...{ key, file, state, preview: previews.make(key, file) },
      prepared: null,
    })),
  ])
  const remove = useCallback(
    (key: string) => {
      photoUploads.forget(key)
      previews.revoke(key)
      setPhotos((all) => all.filter((one) => one.key !== key))
    },
    [previews],
  )
  useEffect(
    () =>
      photoUploads.follow({ userId, id: maestroId }, ({ key, state, prepared }) => {
        if (prepared) setPhotos(withPart(key, { state, prepared }))
        else remove(key)
      }),
    [userId, maestroId, remove],
  )

  // Photos of a draft are not public yet: their addresses are made for this person.
  const [earlier] = useState(names)
  const addresses = useQueries({ queries: earlier.map((name) => privatePictureQuery(name)) })
  const addressOf = (name: string) => addresses[earlier.indexOf(name)]
  const shown = photos
    // One that was removed as unused: a review that names it would be refused. After any other failure it stays.
    .filter(({ key }) => !isNoSuchPicture(addressOf(key)?.error))
    .map((one) => ({ ...one, preview: one.preview ?? addressOf(one.key)?.data ?? null }))

  const add = (file: File) => {
    const key = photoName(userId)
    const preview = previews.make(key, file)
    setPhotos((all) => [...all, { key, preview, state: 'uploading', file, prepared: null }])
    void photoUploads.start({ userId, id: maestroId, key, file }, () =>
      preparePicture(file, (extension) => `${key}.${extension}`),
    )
  }
  const { offer, hold } = useTooLarge(textos.demasiadoGrande, (files) => files.forEach(add))

  return {
    photos: shown,
    /** The names of the photos that are stored. */
    names: shown.filter(({ state }) => state === 'ready').map(({ key, prepared }) => prepared?.path ?? key),
    full: shown.length >= RESENA_FOTOS_MAX,
    offer,
    add: (file: File) => {
      const refused = refusalOf(file)
      hold(refused === textos.demasiadoGrande ? [file] : [])
      if (refused === null) add(file)
      else toast.error(refused)
    },
    retry: ({ key, file, prepared }: Photo) => {
      if (!file || !prepared) return
      setPhotos(withPart(key, { state: 'uploading' }))
      void photoUploads.start({ userId, id: maestroId, key, file }, async () => prepared)
    },
    remove,
  }
}

export type Photos = ReturnType<typeof usePhotos>
