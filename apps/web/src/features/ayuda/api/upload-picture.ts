import { IMAGEN_CACHE_S } from '@maestros/dominio/limites'
import { type PreparedPicture, preparePicture } from '#entities/picture/prepare.ts'
import { uploadOnce } from '#lib/client/upload.ts'

export const BUCKET = 'support-tickets'

/** The address of an uploaded picture. Only its owner and operators can open it. */
export const addressOf = (name: string) => `/storage/v1/object/authenticated/${BUCKET}/${name}`

export const preparedPicture = ({ userId, key, file }: { userId: string; key: string; file: File }) =>
  preparePicture(file, (extension) => `${userId}/${key}.${extension}`)

/** An upload whose answer was lost is found again by its name, which is the same in every attempt. */
export async function uploadPicture(picture: PreparedPicture, signal: AbortSignal): Promise<void> {
  await uploadOnce({
    bucket: BUCKET,
    ...picture,
    cacheSeconds: IMAGEN_CACHE_S,
    onProgress: () => undefined,
    signal,
  })
}
