import { IMAGEN_CACHE_S } from '@maestros/dominio/limites'
import { newId } from '#lib/new-id.ts'
import { upload } from '#lib/upload.ts'
import { addMensaje, readNewest } from './messages.ts'
import { sendMensaje } from './send-message.ts'

/** A picture that is being sent. It remembers finished steps, so that a retry does not repeat them. */
export type Shipment = {
  chatId: string
  file: Blob
  extension: string
  clientId: string
  path: string | null
}

export const shipment = (chatId: string, file: Blob, extension: string): Shipment => ({
  chatId,
  file,
  extension,
  clientId: newId(),
  path: null,
})

const BUCKET = 'chat-media'

type Progress = { onProgress: (part: number) => void; signal: AbortSignal }

export async function uploadPicture(given: Shipment, { onProgress, signal }: Progress) {
  given.path ??= await upload({
    bucket: BUCKET,
    path: `${given.chatId}/${Date.now()}.${given.extension}`,
    file: given.file,
    cacheSeconds: IMAGEN_CACHE_S,
    onProgress,
    signal,
  })
  return given.path
}

export async function sendPicture({ chatId, clientId }: Shipment, path: string) {
  const sent = await sendMensaje({ chat_id: chatId, tipo: 'imagen', contenido: path, client_id: clientId })
  if (sent) addMensaje(sent)
  else await readNewest(chatId)
}
