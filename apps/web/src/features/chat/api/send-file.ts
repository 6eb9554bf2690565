import { IMAGEN_CACHE_S } from '@maestros/dominio/limites'
import { uploadOnce } from '#lib/client/upload.ts'

const BUCKET = 'chat-media'

type Options = { onProgress: (part: number) => void; signal: AbortSignal }

/** The name of a picture or a voice note of a chat in the storage (specification, section 5). */
export const filePath = (chatId: string, time: number, extension: string) => `${chatId}/${time}.${extension}`

/** Should an object of that name be of somebody else, `send-message` refuses it. */
export const uploadFile = (path: string, file: Blob, options: Options): Promise<void> =>
  uploadOnce({ bucket: BUCKET, path, file, cacheSeconds: IMAGEN_CACHE_S, ...options })
