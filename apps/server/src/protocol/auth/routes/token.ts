import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import {
  AuthError,
  badCodeVerifier,
  emailNotConfirmed,
  flowStateNotFound,
  invalidCredentials,
  notOffered,
  refreshTokenUnknown,
  refused,
} from '../errors.ts'
import { boundedEmail, checkPasswordSize, isTooLongForToken, parseBody, queryText } from '../input.ts'
import { limitRefreshes } from '../limits.ts'
import { confirmAddress } from '../one-time.ts'
import { verifyPassword } from '../passwords/credentials.ts'
import { consumePkceCode } from '../pkce.ts'
import { openSession, presentSession, refreshSession, refreshTokenOwner } from '../sessions.ts'
import { findByEmail, requireMaySignIn } from '../users.ts'

const Query = z.object({ grant_type: queryText })
const PasswordBody = z.looseObject({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
})
const RefreshBody = z.looseObject({ refresh_token: z.string().nullish() })
const PkceBody = z.looseObject({ auth_code: z.string().nullish(), code_verifier: z.string().nullish() })

export function tokenRoute(app: FastifyInstance, context: AuthContext) {
  app.post('/token', async (request) => {
    const { grant_type } = Query.parse(request.query)
    switch (grant_type) {
      case 'password':
        return signIn(context, request)
      case 'refresh_token':
        return refresh(context, request)
      case 'pkce':
        return exchangeCode(context, request)
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
  const email = boundedEmail(body.email)
  const password = body.password ?? ''
  checkPasswordSize(password)

  const user = await verifyPassword(context, { email, ip: request.ip }, password, () =>
    findByEmail(context.db.sql, email),
  )
  if (!user) throw invalidCredentials()
  // These errors are given only to a caller who knows the password.
  requireMaySignIn(user, 400, 'password')
  if (!user.email_confirmed_at) throw emailNotConfirmed()
  const opened = await openSession(context.db.sql, user, 'password', request)
  if (!opened) throw invalidCredentials()
  return presentSession(context, opened, request)
}

async function refresh(context: AuthContext, request: FastifyRequest) {
  const { refresh_token } = parseBody(RefreshBody, request.body)
  if (!refresh_token || isTooLongForToken(refresh_token)) throw refreshTokenUnknown()
  const owner = await refreshTokenOwner(context.db.sql, refresh_token)
  if (owner === undefined) throw refreshTokenUnknown()
  await limitRefreshes(context, owner)
  return presentSession(context, await refreshSession(context, refresh_token), request)
}

async function exchangeCode(context: AuthContext, request: FastifyRequest) {
  const { auth_code, code_verifier } = parseBody(PkceBody, request.body)
  if (!auth_code || !code_verifier) {
    throw refused('invalid request: both auth code and code verifier should be non-empty')
  }
  if (isTooLongForToken(auth_code)) throw flowStateNotFound()
  // The official client's verifier has 112 characters; RFC 7636 allows at most 128.
  if (isTooLongForToken(code_verifier)) throw badCodeVerifier()
  const opened = await context.db.sql.begin(async (tx) => {
    const { userId, kind } = await consumePkceCode(tx, auth_code, code_verifier)
    const user = await confirmAddress(tx, userId, kind)
    requireMaySignIn(user, 403, 'otp')
    return openSession(tx, user, 'otp', request)
  })
  if (!opened) throw flowStateNotFound()
  return presentSession(context, opened, request)
}
