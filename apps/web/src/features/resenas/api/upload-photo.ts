import { IMAGEN_CACHE_S, IMAGEN_MAX_BYTES } from '@maestros/dominio/limites'
import { resenas } from '@maestros/dominio/textos/resenas'
import { mayBePicture } from '#entities/picture/kinds.ts'
import { extensionOf } from '#entities/picture/shrink.ts'
import { shrinkOffThread } from '#entities/picture/shrink-off-thread.ts'
import { uploadOnce } from '#lib/upload.ts'

const { fotos: textos } = resenas

/** Why a file is refused before anything is uploaded, as a sentence; null when it may be. */
export function refusalOf(file: File): string | null {
  if (!mayBePicture(file)) return textos.soloImagenes
  return file.size > IMAGEN_MAX_BYTES ? textos.demasiadoGrande : null
}

/** A file that is called a picture and is none. */
export class NotAPicture extends Error {}

/** The name of a new photo. The number makes names of photos that are chosen at once differ. */
let last = 0
export function photoName(userId: string, file: File): string {
  last = Math.max(Date.now(), last + 1)
  return `review-photos/${userId}/${last}.${extensionOf(file.name)}`
}

export async function uploadPhoto(name: string, file: File, signal: AbortSignal): Promise<void> {
  const small = await shrinkOffThread(file).catch(() => {
    throw new NotAPicture()
  })
  await uploadOnce({
    bucket: 'chat-media',
    path: name,
    file: small,
    cacheSeconds: IMAGEN_CACHE_S,
    onProgress: () => undefined,
    signal,
  })
}
