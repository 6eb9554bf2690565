import type { FastifyInstance, FastifyRequest } from 'fastify'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import {
  type AuthError,
  challengeNotFound,
  enrollNotOffered,
  factorNotFound,
  refused,
  verifyNotOffered,
} from '../errors.ts'
import { answerChallenge, enrollFactor, makeChallenge, removeFactor } from '../factors.ts'
import { parseBody } from '../input.ts'
import { requireSignedIn, type SignedIn } from '../person.ts'
import { presentSession } from '../sessions.ts'
import { isOperator } from '../users.ts'

const TEXT_CHARS = 100
const ShortText = z.string().max(TEXT_CHARS).nullish()
const EnrollBody = z.looseObject({
  factor_type: z.string().nullish(),
  friendly_name: ShortText,
  issuer: ShortText,
})
const VerifyBody = z.looseObject({ challenge_id: z.string().nullish(), code: ShortText })
const Params = z.object({ id: z.guid() })

/**
 * The second factor, for operators only. Everybody else gets the answers of Supabase when TOTP is switched off.
 */
export function factorRoutes(app: FastifyInstance, context: AuthContext) {
  const operatorOf = async (request: FastifyRequest, other: () => AuthError): Promise<SignedIn> => {
    const person = await requireSignedIn(context, request)
    if (!isOperator(person.user)) throw other()
    return person
  }

  app.post('/factors', async (request) => {
    const person = await operatorOf(request, enrollNotOffered)
    const { factor_type, friendly_name, issuer } = parseBody(EnrollBody, request.body)
    if (factor_type !== 'totp') throw refused('factor_type needs to be totp')
    const name = friendly_name?.trim() ?? ''
    const { id, secret, uri } = await enrollFactor(context, person, { name, issuer: issuer || undefined })
    const totp = { qr_code: renderSVG(uri), secret, uri }
    return { id, type: factor_type, friendly_name: name, totp }
  })

  app.post('/factors/:id/challenge', async (request) => {
    const person = await operatorOf(request, verifyNotOffered)
    const { id, expiresAt } = await makeChallenge(context, person, factorIdOf(request), request.ip)
    return { id, type: 'totp', expires_at: expiresAt }
  })

  app.post('/factors/:id/verify', async (request) => {
    const person = await operatorOf(request, verifyNotOffered)
    const { challenge_id, code } = parseBody(VerifyBody, request.body)
    if (!code) throw refused('Code needs to be non-empty')
    const challenge = z.guid().safeParse(challenge_id)
    if (!challenge.success) throw challengeNotFound()
    const answer = { factorId: factorIdOf(request), challengeId: challenge.data, code, ip: request.ip }
    return presentSession(context, await answerChallenge(context, person, answer), request)
  })

  app.delete('/factors/:id', async (request) => {
    const person = await operatorOf(request, factorNotFound)
    const id = factorIdOf(request)
    await removeFactor(context, person, id)
    return { id }
  })
}

function factorIdOf(request: FastifyRequest): string {
  const params = Params.safeParse(request.params)
  if (!params.success) throw factorNotFound()
  return params.data.id
}
