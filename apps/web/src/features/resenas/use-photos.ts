import { RESENA_FOTOS_MAX } from '@maestros/dominio/limites'
import { resenas } from '@maestros/dominio/textos/resenas'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { PictureState } from '#entities/picture/picture-preview.tsx'
import { usePreviews } from '#entities/picture/previews.ts'
import { logFailure } from '#lib/log.ts'
import { isNoSuchPicture, privatePictureQuery } from '#lib/stored-picture.ts'
import { UploadError } from '#lib/upload.ts'
import { toast } from '#ui/toast.ts'
import { NotAPicture, photoName, refusalOf, uploadPhoto } from './api/upload-photo.ts'

const { fotos: textos } = resenas

/** A photo of the form. It is uploaded as soon as it is chosen. */
type Photo = {
  name: string
  /** What the <img> shows; null while the address of an earlier photo is not known. */
  preview: string | null
  state: PictureState
  /** Only of photos that were chosen here. */
  file: File | null
}

const withPart = (name: string, part: Partial<Photo>) => (photos: Photo[]) =>
  photos.map((one) => (one.name === name ? { ...one, ...part } : one))

/** The photos of a review that is being written. `names` are those that the review already has. */
export function usePhotos(userId: string, names: readonly string[]) {
  const [photos, setPhotos] = useState<Photo[]>(() =>
    names.map((name) => ({ name, preview: null, state: 'ready', file: null })),
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
  const addresses = useQueries({ queries: earlier.map(privatePictureQuery) })
  const addressOf = (name: string) => addresses[earlier.indexOf(name)]
  const shown = photos
    // One that was removed as unused: a review that names it would be refused. After any other failure it stays.
    .filter(({ name }) => !isNoSuchPicture(addressOf(name)?.error))
    .map((one) => ({ ...one, preview: one.preview ?? addressOf(one.name)?.data ?? null }))

  const send = async (name: string, file: File) => {
    setPhotos(withPart(name, { state: 'uploading' }))
    try {
      await uploadPhoto(name, file, work.current.signal)
      setPhotos(withPart(name, { state: 'ready' }))
    } catch (cause) {
      if (work.current.signal.aborted) return
      logFailure('photo of a review', cause)
      if (cause instanceof NotAPicture) {
        remove(name)
        return toast.error(textos.ilegible)
      }
      setPhotos(withPart(name, { state: 'failed' }))
      if (cause instanceof UploadError && cause.serverMessage) toast.error(cause.serverMessage)
    }
  }

  const remove = (name: string) => {
    previews.revoke(name)
    setPhotos((all) => all.filter((one) => one.name !== name))
  }

  return {
    photos: shown,
    full: shown.length >= RESENA_FOTOS_MAX,
    add: (file: File) => {
      const refused = refusalOf(file)
      if (refused !== null) return toast.error(refused)
      const name = photoName(userId, file)
      const preview = previews.make(name, file)
      setPhotos((all) => [...all, { name, preview, state: 'uploading', file }])
      void send(name, file)
    },
    retry: ({ name, file }: Photo) => {
      if (file) void send(name, file)
    },
    remove,
  }
}

export type Photos = ReturnType<typeof usePhotos>
