import type { FastifyPluginAsync } from 'fastify'
import { holderOf, signer } from '../../../platform/objects/signed.ts'
import type { Services } from '../../../platform/services.ts'
import { authorizeUpload, uploadRequestOf } from './authorize-upload.ts'

/** How long the token of a signed upload is valid. */
const UPLOAD_SECONDS = 7200

/**
 * Creates a token for a later upload of one object. The token is valid only while the session that requested
 * it is active.
 */
export const uploadSigning: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  const { token } = signer(services.secrets)

  app.post('/object/upload/sign/:bucket/*', async (request) => {
    const { person, bucket, name } = await authorizeUpload(services, await uploadRequestOf(services, request))
    const holder = holderOf(person)
    const expires = Math.floor(Date.now() / 1000) + UPLOAD_SECONDS
    const signed = `${holder}.${token({ act: 'upload', bucket, name, holder }, expires)}`
    return { url: `/object/upload/sign/${bucket}/${name}?token=${signed}`, token: signed }
  })
}
