import { IMAGEN_CACHE_S } from '@maestros/dominio/limites'
import { preparePicture } from '#entities/picture/prepare.ts'
import { logFailure } from '#lib/log.ts'
import { uploadOnce } from '#lib/upload.ts'

export const BUCKET = 'support-tickets'

/** The address of an uploaded picture. Only its owner and operators can open it. */
export const addressOf = (name: string) => `/storage/v1/object/authenticated/${BUCKET}/${name}`

/**
 * Uploads a picture in a smaller version and answers its name, or null when that failed. One that fails does not stop
 * the others. `id` is the same in every attempt: an upload whose answer was lost is found again by its name.
 */
export async function uploadPicture(
  { userId, id, file }: { userId: string; id: string; file: File },
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const picture = await preparePicture(file, (extension) => `${userId}/${id}.${extension}`)
    await uploadOnce({
      bucket: BUCKET,
      ...picture,
      cacheSeconds: IMAGEN_CACHE_S,
      onProgress: () => undefined,
      signal,
    })
    return picture.path
  } catch (cause) {
    if (!signal.aborted) logFailure('picture of a ticket', cause)
    return null
  }
}
