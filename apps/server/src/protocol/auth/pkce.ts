import { createHash } from 'node:crypto'
import type { ISql } from 'postgres'
import { z } from 'zod'
import { randomToken, tokenHash } from '../../platform/secrecy/random-token.ts'
import { badCodeVerifier, flowStateExpired, flowStateNotFound, refused } from './errors.ts'
import type { MailKind } from './mail-kind.ts'
import { sameHash } from './tokens.ts'
import { lockAccount } from './users.ts'

/**
 * PKCE (RFC 7636) for the links of e-mails. The client that requests an e-mail sends a challenge. The link
 * then redirects with a code, and only the client that knows the verifier of the challenge can exchange the
 * code for a session.
 */

const METHODS = ['s256', 'plain'] as const
const MIN_CHARS = 43
const MAX_CHARS = 128
const CODE_MINUTES = 5

export interface Challenge {
  challenge: string
  method: (typeof METHODS)[number]
}

export const ChallengeFields = {
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
}

export function parseChallenge(body: {
  code_challenge?: string | null | undefined
  code_challenge_method?: string | null | undefined
}): Challenge | undefined {
  const challenge = body.code_challenge || undefined
  const named = body.code_challenge_method || undefined
  if (challenge === undefined && named === undefined) return undefined
  if (challenge === undefined || named === undefined) {
    throw refused('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (challenge.length < MIN_CHARS || challenge.length > MAX_CHARS) {
    throw refused(`code challenge has to be between ${MIN_CHARS} and ${MAX_CHARS} characters`)
  }
  if (!/^[a-zA-Z._~0-9-]+$/.test(challenge)) {
    throw refused(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    )
  }
  const method = METHODS.find((one) => one === named.toLowerCase())
  if (!method) throw refused('unsupported code_challenge method')
  return { challenge, method }
}

/** Creates the code that an opened link gives to the client. It replaces an earlier one of the same kind. */
export async function makeCode(
  tx: ISql,
  userId: string,
  kind: MailKind,
  { challenge, method }: Challenge,
): Promise<string> {
  const { token: code, hash } = randomToken()
  await tx`
    insert into auth.flow_states
      (user_id, kind, code_hash, code_challenge, code_challenge_method, expires_at)
    values (${userId}, ${kind}, ${hash}, ${challenge}, ${method}, now() + make_interval(mins => ${CODE_MINUTES}))
    on conflict (user_id, kind) do update set
      code_hash = excluded.code_hash, code_challenge = excluded.code_challenge,
      code_challenge_method = excluded.code_challenge_method, expires_at = excluded.expires_at`
  return code
}

/**
 * Deletes the code and returns its account and the kind of its e-mail. A wrong verifier leaves the code valid, so that someone
 * who saw the code cannot invalidate it.
 */
export async function consumePkceCode(
  tx: ISql,
  code: string,
  verifier: string,
): Promise<{ userId: string; kind: MailKind }> {
  const hash = tokenHash(code)
  await lockAccount(tx, tx`select user_id from auth.flow_states where code_hash = ${hash}`)
  const [flow] = await tx<(Challenge & { user_id: string; kind: MailKind; expired: boolean })[]>`
    select user_id, kind, code_challenge as challenge, code_challenge_method as method,
      expires_at <= now() as expired
    from auth.flow_states where code_hash = ${hash} for update`
  if (!flow) throw flowStateNotFound()
  if (flow.expired) throw flowStateExpired()
  if (!matches(flow, verifier)) throw badCodeVerifier()
  await tx`delete from auth.flow_states where code_hash = ${hash}`
  return { userId: flow.user_id, kind: flow.kind }
}

function matches({ challenge, method }: Challenge, verifier: string): boolean {
  const transformed = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  return sameHash(Buffer.from(transformed), Buffer.from(challenge))
}
