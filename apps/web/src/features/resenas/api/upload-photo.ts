import { IMAGEN_CACHE_S, IMAGEN_MAX_BYTES } from '@maestros/dominio/limites'
import { resenas } from '@maestros/dominio/resenas/textos'
import { mayBePicture } from '#entities/picture/kinds.ts'
import type { PreparedPicture } from '#entities/picture/prepare.ts'
import { uploadOnce } from '#lib/client/upload.ts'

const { fotos: textos } = resenas

/** Why a file is refused before anything is uploaded, as a sentence; null when it may be. */
export function refusalOf(file: File): string | null {
  if (!mayBePicture(file)) return textos.soloImagenes
  return file.size > IMAGEN_MAX_BYTES ? textos.demasiadoGrande : null
}

/** The name of a new photo, without its ending. The number makes names of photos that are chosen at once differ. */
let last = 0
export function photoName(userId: string): string {
  last = Math.max(Date.now(), last + 1)
  return `review-photos/${userId}/${last}`
}

export async function uploadPhoto(photo: PreparedPicture, signal: AbortSignal): Promise<void> {
  await uploadOnce({
    bucket: 'chat-media',
    ...photo,
    cacheSeconds: IMAGEN_CACHE_S,
    onProgress: () => undefined,
    signal,
  })
}
