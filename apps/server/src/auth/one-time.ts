import type { ISql } from 'postgres'
import type { Sql } from '../db/pool.ts'
import { codeExpired, linkExpired, userBanned } from './errors.ts'
import type { LetterKind } from './letter-kind.ts'
import type { Challenge } from './pkce.ts'
import { codeHash, randomCode, randomToken, sameHash, tokenHash } from './tokens.ts'
import { findById, type UserRow } from './users.ts'

/** The link and the code of a letter: one of each kind an account, either good once, the newest only. */

/** The original's mark of a link that gives a code and no session. */
export const PKCE_PREFIX = 'pkce_'

export const RECOVERY_MINUTES = 30
const SIGNUP_MINUTES = 24 * 60
const MINUTES: Record<LetterKind, number> = { recovery: RECOVERY_MINUTES, signup: SIGNUP_MINUTES }
/**
 * Wrong codes of one account within the window, whatever the number of letters. A code has six digits: 240 guesses a day
 * find one in 4000 accounts. Whoever has used up the guesses can still open the link of the letter.
 */
const MAX_CODE_ATTEMPTS = 5
export const CODE_WINDOW_MINUTES = 30

export interface OneTime {
  token: string
  code: string
}

export async function makeOneTime(
  sql: ISql,
  secret: string,
  userId: string,
  kind: LetterKind,
  challenge: Challenge | undefined,
): Promise<OneTime> {
  const token = `${challenge ? PKCE_PREFIX : ''}${randomToken().token}`
  const code = randomCode()
  await sql`
    insert into auth.one_time_tokens as kept
      (user_id, kind, token_hash, code_hash, expires_at, code_challenge, code_challenge_method)
    values (${userId}, ${kind}, ${tokenHash(token)}, ${codeHash(secret, userId, code)},
            now() + make_interval(mins => ${MINUTES[kind]}),
            ${challenge?.challenge ?? null}, ${challenge?.method ?? null})
    on conflict (user_id, kind) do update set
      token_hash = excluded.token_hash, code_hash = excluded.code_hash,
      attempts = case when ${inWindow(sql)} then kept.attempts else 0 end,
      created_at = excluded.created_at, expires_at = excluded.expires_at,
      code_challenge = excluded.code_challenge, code_challenge_method = excluded.code_challenge_method`
  if (kind === 'recovery') await sql`update auth.users set recovery_sent_at = now() where id = ${userId}`
  else await sql`update auth.users set confirmation_sent_at = now() where id = ${userId}`
  return { token, code }
}

const inWindow = (sql: ISql) =>
  sql`kept.attempts_since > now() - make_interval(mins => ${CODE_WINDOW_MINUTES})`

export interface Used {
  user: UserRow
  kind: LetterKind
  /** Of the client that asked for the letter, if it uses PKCE. */
  challenge?: Challenge | undefined
}

/** Takes a link's token away and answers whose it was. Inside a transaction that opens the session. */
export async function useLink(tx: ISql, kinds: readonly LetterKind[], token: string): Promise<Used> {
  const [taken] = await tx<
    { user_id: string; kind: LetterKind; expired: boolean; challenge: Challenge | null }[]
  >`
    delete from auth.one_time_tokens where token_hash = ${tokenHash(token)} and kind = any(${[...kinds]})
    returning user_id, kind, expires_at <= now() as expired, case when code_challenge is not null then
      jsonb_build_object('challenge', code_challenge, 'method', code_challenge_method) end as challenge`
  if (!taken || taken.expired) throw linkExpired()
  return { ...(await confirm(tx, taken.user_id, taken.kind)), challenge: taken.challenge ?? undefined }
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
    update auth.one_time_tokens set attempts = attempts + 1,
      attempts_since = case when attempts = 0 then now() else attempts_since end
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
