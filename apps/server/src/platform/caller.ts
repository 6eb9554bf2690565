import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { errors, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Secrets } from './settings/secrets.ts'

/**
 * The sender of a request: the publishable key alone (anon), a signed-in person (authenticated), or the
 * secret key (service_role). Reading a caller makes no database query. Whether the session is still active is
 * checked in the database together with the caller's statement (auth.open_request, or interno.exigir_persona).
 */

const Claims = z.looseObject({
  sub: z.guid(),
  session_id: z.guid(),
  role: z.literal('authenticated'),
  aud: z.literal('authenticated'),
  exp: z.number(),
})

export type UserClaims = z.infer<typeof Claims>

export type Person = { role: 'authenticated'; userId: string; sessionId: string; claims: UserClaims }
export type Caller =
  | { role: 'anon'; claims: { role: 'anon' } }
  | { role: 'service_role'; claims: { role: 'service_role' } }
  | Person

export const ANON: Caller = { role: 'anon', claims: { role: 'anon' } }
const SERVICE: Caller = { role: 'service_role', claims: { role: 'service_role' } }

export type CallerProblem = 'no_api_key' | 'invalid_api_key' | 'no_bearer' | 'invalid_jwt' | 'expired_jwt'

/** Each surface turns this error into its own error format (see the errors file of each surface). */
export class CallerError extends Error {
  readonly problem: CallerProblem
  constructor(problem: CallerProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

export interface CallerReader {
  /** The caller of a request, by its `apikey` and `Authorization` headers. */
  read(request: FastifyRequest): Promise<Caller>
  /** The person of an access token alone. */
  verify(token: string): Promise<Person>
}

/**
 * Cache of tokens whose signature was verified. A signature stays valid until the token expires, and a client
 * sends the same token with every request. Whether the session is still active is checked in the database
 * each time.
 */
const KNOWN_TOKENS = 10_000

export function callerReader(
  secrets: Pick<Secrets, 'jwtSecret' | 'publishableKey' | 'secretKey'>,
): CallerReader {
  const key = new TextEncoder().encode(secrets.jwtSecret)
  const publishable = Buffer.from(secrets.publishableKey)
  const secret = Buffer.from(secrets.secretKey)

  const known = new Map<string, Person>()
  const verify = async (token: string): Promise<Person> => {
    const before = known.get(token)
    if (before && before.claims.exp > Date.now() / 1000) return before
    try {
      const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] })
      const claims = Claims.parse(payload)
      const person: Person = {
        role: 'authenticated',
        userId: claims.sub,
        sessionId: claims.session_id,
        claims,
      }
      if (known.size >= KNOWN_TOKENS) known.clear()
      known.set(token, person)
      return person
    } catch (cause) {
      known.delete(token)
      throw new CallerError(cause instanceof errors.JWTExpired ? 'expired_jwt' : 'invalid_jwt', { cause })
    }
  }

  const byKey = (value: string): Caller | undefined =>
    sameBytes(value, publishable) ? ANON : sameBytes(value, secret) ? SERVICE : undefined

  const read = async (request: FastifyRequest): Promise<Caller> => {
    const apikey = request.headers.apikey
    const bearer = bearerOf(request)
    const presented = typeof apikey === 'string' ? apikey : bearer
    if (presented === undefined) throw new CallerError('no_api_key')
    const keyHolder = byKey(presented)
    // A bearer alone may be an access token; an apikey header must be one of our keys.
    if (!keyHolder && typeof apikey === 'string') throw new CallerError('invalid_api_key')
    if (bearer === undefined || bearer === presented) return keyHolder ?? verify(presented)
    return byKey(bearer) ?? verify(bearer)
  }

  return { read, verify }
}

export function bearerOf(request: FastifyRequest): string | undefined {
  const match = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')
  return match?.[1]
}

function sameBytes(value: string, expected: Buffer): boolean {
  const given = Buffer.from(value)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
