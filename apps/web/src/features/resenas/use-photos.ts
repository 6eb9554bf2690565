import { RESENA_FOTOS_MAX } from '@maestros/dominio/limites'
import { resenas } from '@maestros/dominio/textos/resenas'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { PictureState } from '#entities/picture/picture-preview.tsx'
import { NotAPicture, type PreparedPicture, preparePicture } from '#entities/picture/prepare.ts'
import { usePreviews } from '#entities/picture/previews.ts'
import { logFailure } from '#lib/log.ts'
import { isNoSuchPicture, privatePictureQuery } from '#lib/stored-picture.ts'
import { UploadError } from '#lib/upload.ts'
import { toast } from '#ui/toast.ts'
import { photoName, refusalOf, uploadPhoto } from './api/upload-photo.ts'

const { fotos: textos } = resenas

/** A photo of the form. It is uploaded as soon as it is chosen. */
type Photo = {
  /** The name of a stored photo. Of one that was chosen here, its name without the ending, which depends on what is uploaded. */
  key: string
  /** What the <img> shows; null while the address of an earlier photo is not known. */
  preview: string | null
  state: PictureState
  /** Only of photos that were chosen here. It stays the same when the upload is repeated. */
  prepared: PreparedPicture | null
}

const withPart = (key: string, part: Partial<Photo>) => (photos: Photo[]) =>
  photos.map((one) => (one.key === key ? { ...one, ...part } : one))

/** The photos of a review that is being written. `names` are those that the review already has. */
export function usePhotos(userId: string, names: readonly string[]) {
  const [photos, setPhotos] = useState<Photo[]>(() =>
    names.map((key) => ({ key, preview: null, state: 'ready', prepared: null })),
  )
  const work = useRef(new AbortController())
  const previews = usePreviews()
  useEffect(() => {
    const controller = new AbortController()
    work.current = controller
    return () => controller.abort()
  }, [])

  // Photos of a draft are not public yet: their addresses are made for this person.
  const [earlier] = useState(names)
  const addresses = useQueries({ queries: earlier.map((name) => privatePictureQuery(name)) })
  const addressOf = (name: string) => addresses[earlier.indexOf(name)]
  const shown = photos
    // One that was removed as unused: a review that names it would be refused. After any other failure it stays.
    .filter(({ key }) => !isNoSuchPicture(addressOf(key)?.error))
    .map((one) => ({ ...one, preview: one.preview ?? addressOf(one.key)?.data ?? null }))

  const send = async (key: string, prepare: () => Promise<PreparedPicture>) => {
    setPhotos(withPart(key, { state: 'uploading' }))
    try {
      const prepared = await prepare()
      setPhotos(withPart(key, { prepared }))
      await uploadPhoto(prepared, work.current.signal)
      setPhotos(withPart(key, { state: 'ready' }))
    } catch (cause) {
      if (work.current.signal.aborted) return
      logFailure('photo of a review', cause)
      if (cause instanceof NotAPicture) {
        remove(key)
        return toast.error(textos.ilegible)
      }
      setPhotos(withPart(key, { state: 'failed' }))
      if (cause instanceof UploadError && cause.serverMessage) toast.error(cause.serverMessage)
    }
  }

  const remove = (key: string) => {
    previews.revoke(key)
    setPhotos((all) => all.filter((one) => one.key !== key))
  }

  return {
    photos: shown,
    /** The names of the photos that are stored. */
    names: shown.filter(({ state }) => state === 'ready').map(({ key, prepared }) => prepared?.path ?? key),
    full: shown.length >= RESENA_FOTOS_MAX,
    add: (file: File) => {
      const refused = refusalOf(file)
      if (refused !== null) return toast.error(refused)
      const key = photoName(userId)
      const preview = previews.make(key, file)
      setPhotos((all) => [...all, { key, preview, state: 'uploading', prepared: null }])
      void send(key, () => preparePicture(file, (extension) => `${key}.${extension}`))
    },
    retry: ({ key, prepared }: Photo) => {
      if (prepared) void send(key, async () => prepared)
    },
    remove,
  }
}

export type Photos = ReturnType<typeof usePhotos>
