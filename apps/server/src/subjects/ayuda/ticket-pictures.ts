import { type Session, signer } from '../../platform/objects/signed.ts'
import type { Secrets } from '../../platform/settings/secrets.ts'

export const TICKET_BUCKET = 'support-tickets'

/** Long enough for a screen that stays open for the day. */
const ADDRESS_SECONDS = 24 * 60 * 60

/** The addresses by which the author of a ticket sees its pictures. */
export function ticketPictures(secrets: Pick<Secrets, 'jwtSecret'>) {
  const { sign } = signer(secrets)
  return (name: string, author: Session) => ({
    url: sign(TICKET_BUCKET, name, ADDRESS_SECONDS, author),
    miniatura: sign(TICKET_BUCKET, name, ADDRESS_SECONDS, author, 'mini'),
  })
}
