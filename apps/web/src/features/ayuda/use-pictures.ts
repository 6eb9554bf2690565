import { errorDeImagen } from '@maestros/dominio/ayuda/formulario-de-ticket'
import { ayuda } from '@maestros/dominio/ayuda/textos'
import { TICKET_IMAGENES_MAX } from '@maestros/dominio/limites'
import { useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { Outcome } from '#entities/picture/background-uploads.ts'
import type { PictureState } from '#entities/picture/picture-preview.tsx'
import { usePreviews } from '#entities/picture/previews.ts'
import { useTooLarge } from '#entities/picture/too-large.tsx'
import { isNoSuchPicture, privatePictureQuery } from '#lib/client/stored-picture.ts'
import { newId } from '#lib/device/new-id.ts'
import { useMounted } from '#ui/timing/use-mounted.ts'
import { toast } from '#ui/toasts/toast.ts'
import { BUCKET, preparedPicture } from './api/upload-picture.ts'
import { AVISO, formOf, pictureUploads } from './picture-uploads.ts'

const { errores, advertencia } = ayuda.formulario

/** A picture of the form. It is uploaded as soon as it is chosen. */
type Picture = {
  id: string
  /** Null for a picture of the draft. */
  file: File | null
  /** What the <img> shows; null while the address of a picture of the draft is not known. */
  preview: string | null
  /** Null until it is uploaded. */
  name: string | null
  state: PictureState
}

/** The pictures that are attached to the ticket. `names` are those that the draft already has. */
export function usePictures(userId: string, names: readonly string[]) {
  const previews = usePreviews()
  const [chosen, setPictures] = useState<Picture[]>(() => [
    ...names.map((name) => ({ id: name, file: null, preview: null, name, state: 'ready' as const })),
    // Those that were uploading when the screen was left.
    ...pictureUploads.uploadsOf(formOf(userId)).map(({ key, file, state }) => ({
      id: key,
      file,
      preview: previews.make(key, file),
      name: null,
      state,
    })),
  ])
  const [earlier] = useState(names)
  const addresses = useQueries({ queries: earlier.map((name) => privatePictureQuery(name, BUCKET)) })
  const addressOf = (id: string) => addresses[earlier.indexOf(id)]
  const pictures = chosen
    // One that was removed as unused: a ticket that names it would be refused. After any other failure it stays.
    .filter(({ id }) => !isNoSuchPicture(addressOf(id)?.error))
    .map((one) => ({ ...one, preview: one.preview ?? addressOf(one.id)?.data ?? null }))

  const change = useCallback(
    (id: string, part: Partial<Picture>) =>
      setPictures((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one))),
    [],
  )
  useEffect(
    () =>
      pictureUploads.follow(formOf(userId), ({ key, state, prepared }) =>
        change(key, { state, name: state === 'ready' && prepared ? prepared.path : null }),
      ),
    [userId, change],
  )
  const mounted = useMounted()

  /** Uploads all of them at the same time and shows a toast when some failed. */
  const send = async (chosen: readonly { id: string; file: File }[]) => {
    const outcomes = await Promise.all(
      chosen.map(({ id: key, file }) => {
        change(key, { state: 'uploading' })
        return pictureUploads.start({ ...formOf(userId), key, file }, () =>
          preparedPicture({ userId, key, file }),
        )
      }),
    )
    const isSome = (state: Outcome['state']) => outcomes.some((outcome) => outcome?.state === state)
    if (!mounted.current || !isSome('failed')) return
    if (isSome('ready')) toast.warning(advertencia.titulo, { id: AVISO, description: advertencia.texto })
    else toast.error(errores.titulo, { id: AVISO, description: errores.subida })
  }

  const add = (files: readonly File[]) => {
    const room = TICKET_IMAGENES_MAX - pictures.length
    const refusals = files.map(errorDeImagen)
    const [wrong] = refusals.filter((refusal) => refusal !== null)
    const valid = files.filter((_, index) => refusals[index] === null)
    const sentence = wrong ?? (valid.length > room ? errores.demasiadas : null)
    if (sentence !== null) toast.error(errores.titulo, { id: AVISO, description: sentence })
    hold(files.filter((_, index) => refusals[index] === errores.tamano))
    attach(valid)
  }

  const attach = (files: readonly File[]) => {
    const room = TICKET_IMAGENES_MAX - pictures.length
    const added = files.slice(0, room).map((file) => {
      const id = newId()
      return { id, file, preview: previews.make(id, file), name: null, state: 'uploading' as const }
    })
    if (added.length === 0) return
    setPictures((all) => [...all, ...added])
    void send(added)
  }

  const { offer, hold } = useTooLarge(errores.tamano, attach)

  const remove = (id: string) => {
    pictureUploads.forget(id)
    previews.revoke(id)
    setPictures((all) => all.filter((one) => one.id !== id))
  }

  return {
    pictures,
    uploading: pictures.some(({ state }) => state === 'uploading'),
    offer,
    full: pictures.length >= TICKET_IMAGENES_MAX,
    add,
    remove,
    retry: ({ id, file }: Picture) => {
      if (file) void send([{ id, file }])
    },
    clear: () => {
      for (const { id } of pictures) pictureUploads.forget(id)
      previews.revokeAll()
      setPictures([])
    },
  }
}

export type Pictures = ReturnType<typeof usePictures>
