import type { FastifyRequest } from 'fastify'
import { errors } from 'jose'
import { bearerOf, CallerError } from '../../platform/caller.ts'
import type { Services } from '../../platform/services.ts'
import { badToken, noBearer, noSuchSubject, sessionNotFound, userBanned } from './errors.ts'
import { type UserRow, userColumns } from './users.ts'

/**
 * Requires an API key. The Authorization header is ignored here, because a client that signs in again may
 * still send its expired token.
 */
export async function requireKey({ callers }: Pick<Services, 'callers'>, request: FastifyRequest) {
  try {
    await callers.read(request)
  } catch (error) {
    const isTokenProblem = error instanceof CallerError && /_jwt$/.test(error.problem)
    if (isTokenProblem && request.headers.apikey !== undefined) return
    throw isTokenProblem ? new CallerError('invalid_api_key', { cause: error }) : error
  }
}

export interface SignedIn {
  user: UserRow
  sessionId: string
  sessionOpenedAt: Date
  /** The session was opened by an e-mail to the address of the account, and its tokens were not refreshed since. */
  byMail: boolean
  /** The code of a second factor has raised the session to aal2. */
  confirmed: boolean
}

/** All null without a session. `over` says that it is an operator's after its last hour, and is null without a role. */
interface FoundSession {
  opened_at: Date | null
  by_mail: boolean | null
  confirmed: boolean | null
  over: boolean | null
}

/** Returns the person of the token, if the session is active and the account is not suspended. */
export async function requireSignedIn(
  { callers, db }: Pick<Services, 'callers' | 'db'>,
  request: FastifyRequest,
): Promise<SignedIn> {
  const bearer = bearerOf(request)
  if (bearer === undefined) throw noBearer()
  const { userId, sessionId } = await callers.verify(bearer).catch((error: unknown) => {
    throw error instanceof CallerError ? badToken(reasonOf(error, bearer)) : error
  })
  const [found] = await db.sql<(UserRow & FoundSession)[]>`
    -- The session of a QR code has the time of its opening in refreshed_at.
    select ${userColumns(db.sql)}, s.created_at as opened_at, s.method = 'otp' and s.refreshed_at is null as by_mail,
      s.aal = 'aal2' as confirmed,
      p.role = 'operador' and interno.sesion_de_operador_vencida(s.created_at) as over
    from auth.users u left join public.profiles p on p.id = u.id
      left join auth.sessions s on s.id = ${sessionId} and s.user_id = u.id
    where u.id = ${userId}`
  if (!found) throw noSuchSubject()
  const { opened_at, by_mail, confirmed, over, ...user } = found
  // A suspension ends the sessions too. The client is told the cause.
  if (user.suspended) throw userBanned(403)
  if (!opened_at || user.closing || over) throw sessionNotFound()
  return {
    user,
    sessionId,
    sessionOpenedAt: opened_at,
    byMail: by_mail ?? false,
    confirmed: confirmed ?? false,
  }
}

function reasonOf({ problem, cause }: CallerError, bearer: string): string {
  if (problem === 'expired_jwt') return 'token has invalid claims: token is expired'
  if (bearer.split('.').length !== 3) {
    return 'token is malformed: token contains an invalid number of segments'
  }
  if (cause instanceof errors.JOSEAlgNotAllowed)
    return 'token signature is invalid: signing method is invalid'
  if (cause instanceof errors.JWSSignatureVerificationFailed) {
    return 'token signature is invalid: signature is invalid'
  }
  return cause instanceof errors.JOSEError ? 'token is malformed' : 'token has invalid claims'
}
