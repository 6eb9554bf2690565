import type { Secrets } from '../settings/secrets.ts'
import { type Session, signer } from './signed.ts'

export const CHAT_BUCKET = 'chat-media'

/** The address of a picture or a voice note outlasts the day in which its conversation was opened. */
const ADDRESS_SECONDS = 24 * 60 * 60

export interface MessageFile {
  name: string
  tipo: string
}

/** What a message contains instead of its file: addresses that end with the session of their reader. */
export type FileAddresses = (
  file: MessageFile,
  reader: Session,
) => { contenido: string; miniatura: string | null }

export function fileAddresses(secrets: Pick<Secrets, 'jwtSecret'>): FileAddresses {
  const { sign } = signer(secrets)
  return ({ name, tipo }, reader) => ({
    contenido: sign(CHAT_BUCKET, name, ADDRESS_SECONDS, reader),
    miniatura: tipo === 'imagen' ? sign(CHAT_BUCKET, name, ADDRESS_SECONDS, reader, 'mini') : null,
  })
}
