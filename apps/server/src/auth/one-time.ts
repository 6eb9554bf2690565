import type { ISql } from 'postgres'
import type { Sql } from '../db/pool.ts'
import { codeExpired, linkExpired, userBanned } from './errors.ts'
import { codeHash, randomCode, randomToken, sameHash, tokenHash } from './tokens.ts'
import { findById, type UserRow } from './users.ts'

/** The link and the code of a letter: one of each kind an account, either good once, the newest only. */

export type LetterKind = 'recovery' | 'signup'

export const RECOVERY_MINUTES = 30
const SIGNUP_MINUTES = 24 * 60
const MINUTES: Record<LetterKind, number> = { recovery: RECOVERY_MINUTES, signup: SIGNUP_MINUTES }
const MAX_CODE_ATTEMPTS = 5

export interface OneTime {
  token: string
  code: string
}

export async function makeOneTime(
  sql: ISql,
  secret: string,
  userId: string,
  kind: LetterKind,
): Promise<OneTime> {
  const { token, hash } = randomToken()
  const code = randomCode()
  await sql`
    insert into auth.one_time_tokens (user_id, kind, token_hash, code_hash, expires_at)
    values (${userId}, ${kind}, ${hash}, ${codeHash(secret, userId, code)},
            now() + make_interval(mins => ${MINUTES[kind]}))
    on conflict (user_id, kind) do update set
      token_hash = excluded.token_hash, code_hash = excluded.code_hash, attempts = 0,
      created_at = excluded.created_at, expires_at = excluded.expires_at`
  if (kind === 'recovery') await sql`update auth.users set recovery_sent_at = now() where id = ${userId}`
  else await sql`update auth.users set confirmation_sent_at = now() where id = ${userId}`
  return { token, code }
}

export interface Used {
  user: UserRow
  kind: LetterKind
}

/** Takes a link's token away and answers whose it was. Inside a transaction that opens the session. */
export async function useLink(tx: ISql, kinds: readonly LetterKind[], token: string): Promise<Used> {
  const [taken] = await tx<{ user_id: string; kind: LetterKind; expired: boolean }[]>`
    delete from auth.one_time_tokens where token_hash = ${tokenHash(token)} and kind = any(${[...kinds]})
    returning user_id, kind, expires_at <= now() as expired`
  if (!taken || taken.expired) throw linkExpired()
  return confirm(tx, taken.user_id, taken.kind)
}

/** Counts the guess before it looks, so that guesses sent together are still counted one by one. */
export async function countGuess(
  sql: Sql,
  secret: string,
  kinds: readonly LetterKind[],
  email: string,
  code: string,
): Promise<{ userId: string; kind: LetterKind; hash: Buffer } | undefined> {
  const open = await sql<{ user_id: string; kind: LetterKind; code_hash: Buffer }[]>`
    update auth.one_time_tokens set attempts = attempts + 1
    where user_id = (select id from auth.users where email = ${email}) and kind = any(${[...kinds]})
      and attempts < ${MAX_CODE_ATTEMPTS} and expires_at > now()
    returning user_id, kind, code_hash`
  const right = open.find(({ user_id, code_hash }) => sameHash(codeHash(secret, user_id, code), code_hash))
  return right && { userId: right.user_id, kind: right.kind, hash: right.code_hash }
}

/** Takes the code that `countGuess` found right, unless someone was faster. */
export async function useCode(tx: ISql, userId: string, kind: LetterKind, hash: Buffer): Promise<Used> {
  const [taken] = await tx`
    delete from auth.one_time_tokens where user_id = ${userId} and kind = ${kind} and code_hash = ${hash}
    returning kind`
  if (!taken) throw codeExpired()
  return confirm(tx, userId, kind)
}

/** Whoever read the letter owns the address, whichever letter it was. */
async function confirm(tx: ISql, userId: string, kind: LetterKind): Promise<Used> {
  await tx`
    update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()) where id = ${userId}`
  const user = await findById(tx, userId)
  if (!user) throw linkExpired()
  // Thrown inside the transaction: what was taken is put back for the day the suspension ends.
  if (user.suspended) throw userBanned(403)
  return { user, kind }
}
