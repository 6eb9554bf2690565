import type { FastifyPluginAsync } from 'fastify'
import { signer } from '../objects/signed.ts'
import type { Services } from '../services.ts'
import type { Session } from './access.ts'
import { authorizeUpload, uploadRequestOf } from './authorize-upload.ts'

/** How long the token of a signed upload is valid. */
const UPLOAD_SECONDS = 7200
/** The account and session that requested a signed upload, and the signature. */
const HOLDER = /^([\da-f-]{36})\.([\da-f-]{36})\.(.+)$/

/**
 * Creates a token for a later upload of one object. The token is valid only while the session that requested
 * it is active.
 */
export const uploadSigning: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  const { token } = signer(services.secrets)

  app.post('/object/upload/sign/:bucket/*', async (request) => {
    const { person, bucket, name } = await authorizeUpload(services, await uploadRequestOf(services, request))
    const holder = `${person.userId}.${person.sessionId}`
    const expires = Math.floor(Date.now() / 1000) + UPLOAD_SECONDS
    const signed = `${holder}.${token({ act: 'upload', bucket, name, holder }, expires)}`
    return { url: `/object/upload/sign/${bucket}/${name}?token=${signed}`, token: signed }
  })
}

/** The parts of a token. The signature is not checked yet. */
export function holderIn(token: string): { person: Session; holder: string; signature: string } {
  const [, userId = '', sessionId = '', signature = ''] = HOLDER.exec(token) ?? []
  return { person: { userId, sessionId }, holder: `${userId}.${sessionId}`, signature }
}
