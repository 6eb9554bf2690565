import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import {
  AuthError,
  emailNotConfirmed,
  invalidCredentials,
  notOffered,
  refreshTokenUnknown,
  refused,
  userBanned,
} from '../errors.ts'
import { normalEmail, parseBody, queryText } from '../input.ts'
import { guessLimit } from '../limits.ts'
import { NOBODY } from '../passwords.ts'
import { openSession, presentSession, refreshSession } from '../sessions.ts'
import { findByEmail } from '../users.ts'

const Query = z.object({ grant_type: queryText })
const PasswordBody = z.looseObject({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
})
const RefreshBody = z.looseObject({ refresh_token: z.string().nullish() })

export function tokenRoute(app: FastifyInstance, context: AuthContext) {
  app.post('/token', async (request) => {
    const { grant_type } = Query.parse(request.query)
    switch (grant_type) {
      case 'password':
        return signIn(context, request)
      case 'refresh_token':
        return refresh(context, request)
      case 'pkce':
        throw notOffered(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
      case 'id_token':
        throw notOffered(400, 'provider_disabled', 'Sign-in with an ID token is not enabled')
      case 'web3':
        throw notOffered(422, 'web3_provider_disabled', 'Web3 provider is disabled')
      default:
        throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
    }
  })
}

async function signIn(context: AuthContext, request: FastifyRequest) {
  const body = parseBody(PasswordBody, request.body)
  if (body.email && body.phone) {
    throw refused('Only an email address or phone number should be provided on login.')
  }
  if (body.phone) throw notOffered(422, 'phone_provider_disabled', 'Phone logins are disabled')
  if (!body.email) throw refused('missing email or phone')
  const email = normalEmail(body.email)
  const limit = guessLimit(context, 'signin', email, request.ip)
  await limit.check()

  const user = await findByEmail(context.db.sql, email)
  const right = await context.passwords.verify(user?.encrypted_password ?? NOBODY, body.password ?? '')
  await limit.settle(right)
  if (!user || !right) throw invalidCredentials()
  // Only who knows the password learns of these.
  if (user.suspended) throw userBanned(400)
  if (!user.email_confirmed_at) throw emailNotConfirmed()
  const opened = await openSession(context.db.sql, user, 'password', request)
  if (!opened) throw invalidCredentials()
  return presentSession(context.sign, opened)
}

async function refresh({ db, bus, sign }: AuthContext, request: FastifyRequest) {
  const { refresh_token } = parseBody(RefreshBody, request.body)
  if (!refresh_token) throw refreshTokenUnknown()
  return presentSession(sign, await refreshSession(db.sql, bus, refresh_token))
}
