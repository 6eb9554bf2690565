import type { FastifyPluginAsync } from 'fastify'
import { signer } from '../objects/signed.ts'
import type { Services } from '../services.ts'
import type { Session } from './access.ts'
import { claimOf, permit } from './permit.ts'

/** How long a signed upload may be put off. */
const UPLOAD_SECONDS = 7200
/** Who asked for a signed upload, by account and session, and the seal over it. */
const HOLDER = /^([\da-f-]{36})\.([\da-f-]{36})\.(.+)$/

/** An upload for later, of one object. Its token stands for the session that asked for it, and ends with it. */
export const uploadSigning: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  const { token } = signer(services.secrets)

  app.post('/object/upload/sign/:bucket/*', async (request) => {
    const { person, bucket, name } = await permit(services, await claimOf(services, request))
    const holder = `${person.userId}.${person.sessionId}`
    const expires = Math.floor(Date.now() / 1000) + UPLOAD_SECONDS
    const sealed = `${holder}.${token({ act: 'upload', bucket, name, holder }, expires)}`
    return { url: `/object/upload/sign/${bucket}/${name}?token=${sealed}`, token: sealed }
  })
}

/** The parts of a token; the seal is still to be checked. */
export function holderIn(token: string): { person: Session; holder: string; seal: string } {
  const [, userId = '', sessionId = '', seal = ''] = HOLDER.exec(token) ?? []
  return { person: { userId, sessionId }, holder: `${userId}.${sessionId}`, seal }
}
