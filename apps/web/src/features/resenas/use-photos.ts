import { RESENA_FOTOS_MAX } from '@maestros/dominio/limites'
import { resenas } from '@maestros/dominio/textos/resenas'
import { useEffect, useRef, useState } from 'react'
import type { PictureState } from '#entities/picture/picture-preview.tsx'
import { isUnreachable } from '#lib/call-error.ts'
import { logFailure } from '#lib/log.ts'
import { privatePictureUrl } from '#lib/stored-picture.ts'
import { UploadError } from '#lib/upload.ts'
import { toast } from '#ui/toast.ts'
import { NotAPicture, photoName, refusalOf, uploadPhoto } from './api/upload-photo.ts'

const { fotos: textos } = resenas

/** A photo of the form. It is uploaded as soon as it is chosen. */
export type Photo = {
  name: string
  /** What the <img> shows; null while the address of an earlier photo is read. */
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
  useEffect(() => {
    const controller = new AbortController()
    work.current = controller
    return () => controller.abort()
  }, [])

  // Photos of a draft are not public yet: their addresses are made for this person.
  const earlier = useRef(names)
  useEffect(() => {
    for (const name of earlier.current) {
      privatePictureUrl(name).then(
        (preview) => setPhotos(withPart(name, { preview })),
        (cause: unknown) => {
          logFailure('photo of a review', cause)
          // It may have been removed as unused. A review that names it would be refused.
          if (!isUnreachable(cause)) setPhotos((all) => all.filter((one) => one.name !== name))
        },
      )
    }
  }, [])

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

  const remove = (name: string) => setPhotos((all) => all.filter((one) => one.name !== name))

  return {
    photos,
    full: photos.length >= RESENA_FOTOS_MAX,
    add: (file: File) => {
      const refused = refusalOf(file)
      if (refused !== null) return toast.error(refused)
      const name = photoName(userId, file)
      setPhotos((all) => [...all, { name, preview: URL.createObjectURL(file), state: 'uploading', file }])
      void send(name, file)
    },
    retry: ({ name, file }: Photo) => {
      if (file) void send(name, file)
    },
    remove,
  }
}

export type Photos = ReturnType<typeof usePhotos>
