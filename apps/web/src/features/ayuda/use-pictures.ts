import { errorDeImagen } from '@maestros/dominio/formularios/ticket'
import { TICKET_IMAGENES_MAX } from '@maestros/dominio/limites'
import { ayuda } from '@maestros/dominio/textos/ayuda'
import { useEffect, useRef, useState } from 'react'
import type { PictureState } from '#entities/picture/picture-preview.tsx'
import { usePreviews } from '#entities/picture/previews.ts'
import { newId } from '#lib/new-id.ts'
import { toast } from '#ui/toast.ts'
import { uploadPicture } from './api/upload-picture.ts'

const { errores, advertencia } = ayuda.formulario

/** A picture of the form. It is uploaded as soon as it is chosen. */
type Picture = {
  id: string
  file: File
  preview: string
  /** Null until it is uploaded. */
  address: string | null
  state: PictureState
}

/** The pictures that are attached to the ticket. */
export function usePictures(userId: string) {
  const [pictures, setPictures] = useState<Picture[]>([])
  const previews = usePreviews()
  const work = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    work.current = controller
    return () => controller.abort()
  }, [])

  const change = (id: string, part: Partial<Picture>) =>
    setPictures((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)))

  /** Uploads all of them at the same time and shows a toast when some failed. Returns whether all are uploaded. */
  const send = async (chosen: readonly Picture[]): Promise<boolean> => {
    const { signal } = work.current
    const results = await Promise.all(
      chosen.map(async ({ id, file }) => {
        change(id, { state: 'uploading' })
        const address = await uploadPicture({ userId, id, file }, signal)
        if (!signal.aborted) change(id, { address, state: address === null ? 'failed' : 'ready' })
        return address !== null
      }),
    )
    if (signal.aborted || results.every(Boolean)) return results.every(Boolean)
    if (results.some(Boolean)) toast.warning(advertencia.titulo, { description: advertencia.texto })
    else toast.error(errores.titulo, { description: errores.subida })
    return false
  }

  const add = (files: readonly File[]) => {
    const room = TICKET_IMAGENES_MAX - pictures.length
    const refusals = files.map(errorDeImagen)
    const [wrong] = refusals.filter((refusal) => refusal !== null)
    const valid = files.filter((_, index) => refusals[index] === null)
    const sentence = wrong ?? (valid.length > room ? errores.demasiadas : null)
    if (sentence !== null) toast.error(errores.titulo, { description: sentence })
    const chosen = valid.slice(0, room).map((file): Picture => {
      const id = newId()
      return { id, file, preview: previews.make(id, file), address: null, state: 'uploading' }
    })
    if (chosen.length === 0) return
    setPictures((all) => [...all, ...chosen])
    void send(chosen)
  }

  const remove = (id: string) => {
    previews.revoke(id)
    setPictures((all) => all.filter((one) => one.id !== id))
  }

  return {
    pictures,
    uploading: pictures.some(({ state }) => state === 'uploading'),
    full: pictures.length >= TICKET_IMAGENES_MAX,
    add,
    remove,
    retry: (picture: Picture) => void send([picture]),
    clear: () => {
      previews.revokeAll()
      setPictures([])
    },
  }
}

export type Pictures = ReturnType<typeof usePictures>
