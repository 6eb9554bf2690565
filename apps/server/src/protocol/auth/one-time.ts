import { ENLACE_DE_CONFIRMACION_HORAS, ENLACE_DE_RECUPERACION_MIN } from '@maestros/dominio/limites'
import type { ISql } from 'postgres'
import type { Sql } from '../../platform/db/pool.ts'
import { randomToken, tokenHash } from '../../platform/secrecy/random-token.ts'
import { codeExpired, linkExpired, userNotFound } from './errors.ts'
import type { MailKind } from './mail-kind.ts'
import { UNKNOWN_PASSWORD_HASH } from './passwords/passwords.ts'
import type { Challenge } from './pkce.ts'
import { codeHash, randomCode, sameHash } from './tokens.ts'
import { findById, lockAccount, requireMaySignIn, type UserRow } from './users.ts'

/**
 * The link and the code of an e-mail. Each account has one of each kind, with and without PKCE; only the newest is valid,
 * and only once.
 */

/** Supabase's prefix for the token of a link that leads to a code instead of a session. */
export const PKCE_PREFIX = 'pkce_'

export const RECOVERY_MINUTES = ENLACE_DE_RECUPERACION_MIN
const SIGNUP_MINUTES = ENLACE_DE_CONFIRMACION_HORAS * 60
const MINUTES: Record<MailKind, number> = { recovery: RECOVERY_MINUTES, signup: SIGNUP_MINUTES }
/**
 * Wrong codes of one account within the window, for any number and kind of e-mails. A code has six digits, and an account has
 * two at most, or four before it is confirmed: 240 guesses a day find one of them in 2,000 accounts, or in 1,000 unconfirmed
 * ones. After that the owner can still open the link of the e-mail.
 */
const MAX_CODE_ATTEMPTS = 5
export const CODE_WINDOW_MINUTES = 30

interface OneTime {
  token: string
  code: string
}

export async function makeOneTime(
  sql: ISql,
  secret: string,
  userId: string,
  kind: MailKind,
  challenge: Challenge | undefined,
): Promise<OneTime> {
  const token = `${challenge ? PKCE_PREFIX : ''}${randomToken().token}`
  const code = randomCode()
  // Before the token refers to the account, in the order of lockAccount.
  const { count } =
    kind === 'recovery'
      ? await sql`update auth.users set recovery_sent_at = now() where id = ${userId}`
      : await sql`update auth.users set confirmation_sent_at = now() where id = ${userId}`
  // The account was erased meanwhile.
  if (count === 0) throw userNotFound()
  // Wrong guesses of the account's other e-mails count for the new one too.
  await sql`
    insert into auth.one_time_tokens as kept
      (user_id, kind, token_hash, code_hash, expires_at, code_challenge, code_challenge_method,
       attempts, attempts_since)
    select ${userId}, ${kind}, ${tokenHash(token)}, ${codeHash(secret, userId, code)},
           now() + make_interval(mins => ${MINUTES[kind]}),
           ${challenge?.challenge ?? null}, ${challenge?.method ?? null},
           coalesce(max(kept.attempts), 0), coalesce(min(kept.attempts_since), now())
    from auth.one_time_tokens kept
    where kept.user_id = ${userId} and kept.attempts > 0 and ${inWindow(sql)}
    on conflict (user_id, kind, pkce) do update set
      token_hash = excluded.token_hash, code_hash = excluded.code_hash,
      attempts = greatest(excluded.attempts, case when ${inWindow(sql)} then kept.attempts else 0 end),
      attempts_since = least(excluded.attempts_since, case when ${inWindow(sql)} then kept.attempts_since end),
      created_at = excluded.created_at, expires_at = excluded.expires_at,
      code_challenge = excluded.code_challenge, code_challenge_method = excluded.code_challenge_method`
  return { token, code }
}

const inWindow = (sql: ISql) =>
  sql`kept.attempts_since > now() - make_interval(mins => ${CODE_WINDOW_MINUTES})`

/** Whether the link of a token still works: it was not used, not replaced by a newer one, and has not expired. */
export async function isCurrent(sql: ISql, token: string): Promise<boolean> {
  const found = await sql`
    select from auth.one_time_tokens where token_hash = ${tokenHash(token)} and expires_at > now()`
  return found.length > 0
}

/** For how many seconds the account's e-mail of this kind still works; 0 when there is none. */
export async function secondsLeft(sql: ISql, userId: string, kind: MailKind, pkce: boolean): Promise<number> {
  const [current] = await sql<{ seconds: number }[]>`
    select ceil(extract(epoch from expires_at - now()))::integer as seconds from auth.one_time_tokens
    where user_id = ${userId} and kind = ${kind} and pkce = ${pkce} and expires_at > now()`
  return current?.seconds ?? 0
}

export interface Used {
  user: UserRow
  kind: MailKind
  /** The challenge of the client that requested the e-mail, if it uses PKCE. */
  challenge?: Challenge | undefined
}

/** Deletes a link's token and returns its account. Must run inside the transaction that opens the session. */
export async function consumeLinkToken(tx: ISql, kinds: readonly MailKind[], token: string): Promise<Used> {
  await lockAccount(tx, tx`select user_id from auth.one_time_tokens where token_hash = ${tokenHash(token)}`)
  const [taken] = await tx<
    { user_id: string; kind: MailKind; expired: boolean; challenge: Challenge | null }[]
  >`
    delete from auth.one_time_tokens where token_hash = ${tokenHash(token)} and kind = any(${[...kinds]})
    returning user_id, kind, expires_at <= now() as expired, case when code_challenge is not null then
      jsonb_build_object('challenge', code_challenge, 'method', code_challenge_method) end as challenge`
  if (!taken || taken.expired) throw linkExpired()
  return { ...(await ownerOf(tx, taken.user_id, taken.kind)), challenge: taken.challenge ?? undefined }
}

/**
 * Counts the guess before comparing it, so that parallel guesses are all counted. It counts for every e-mail of the account,
 * also of a kind that the caller did not name: otherwise each kind would have guesses of its own.
 */
export async function countGuess(
  sql: Sql,
  secret: string,
  kinds: readonly MailKind[],
  email: string,
  code: string,
): Promise<{ userId: string; kind: MailKind; hash: Buffer } | undefined> {
  const open = await sql<{ user_id: string; kind: MailKind; code_hash: Buffer }[]>`
    update auth.one_time_tokens set attempts = attempts + 1,
      attempts_since = case when attempts = 0 then now() else attempts_since end
    where user_id = (select id from auth.users where email = ${email})
      and attempts < ${MAX_CODE_ATTEMPTS} and expires_at > now()
    returning user_id, kind, code_hash`
  const right = open.find(
    ({ user_id, kind, code_hash }) =>
      kinds.includes(kind) && sameHash(codeHash(secret, user_id, code), code_hash),
  )
  return right && { userId: right.user_id, kind: right.kind, hash: right.code_hash }
}

/** Deletes the code that `countGuess` found, unless a parallel request has used it. */
export async function consumeEmailCode(
  tx: ISql,
  userId: string,
  kind: MailKind,
  hash: Buffer,
): Promise<Used> {
  await lockAccount(tx, userId)
  const [taken] = await tx`
    delete from auth.one_time_tokens where user_id = ${userId} and kind = ${kind} and code_hash = ${hash}
    returning kind`
  if (!taken) throw codeExpired()
  return ownerOf(tx, userId, kind)
}

/** Deletes everything that opens a session of the account without its password: links, codes, and QR codes. */
export async function deleteLinks(tx: ISql, userId: string): Promise<void> {
  await tx`delete from auth.one_time_tokens where user_id = ${userId}`
  await tx`delete from auth.flow_states where user_id = ${userId}`
  await tx`
    delete from auth.phone_links where session_id in (select id from auth.sessions where user_id = ${userId})`
}

async function ownerOf(tx: ISql, userId: string, kind: MailKind): Promise<Used> {
  const user = await findById(tx, userId)
  if (!user) throw linkExpired()
  // Thrown inside the transaction, so that the deleted token is restored and works when the suspension ends.
  requireMaySignIn(user, 403, 'otp')
  return { user, kind }
}

/**
 * An e-mail of either kind proves that the account owns the address, so the address is confirmed. Must run inside the
 * transaction that opens the session, before it is opened: opening a PKCE link proves nothing until its requester exchanges
 * the code. The link of the sign-up has no use any more, and would open a session for a day.
 */
export async function confirmAddress(tx: ISql, userId: string, kind: MailKind): Promise<UserRow> {
  if (kind === 'recovery') await dismissStranger(tx, userId)
  await tx`delete from auth.one_time_tokens where user_id = ${userId} and kind = 'signup'`
  await tx`
    update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()) where id = ${userId}`
  const user = await findById(tx, userId)
  if (!user) throw linkExpired()
  return user
}

/**
 * Anybody can sign up with the address of another person, who then finds it taken and asks for a recovery. Until then the
 * password of an unconfirmed account may be a stranger's, so it ends, with everything else that opens a session.
 */
async function dismissStranger(tx: ISql, userId: string): Promise<void> {
  const unconfirmed = await tx`
    update auth.users set encrypted_password = ${UNKNOWN_PASSWORD_HASH}
    where id = ${userId} and email_confirmed_at is null returning id`
  if (unconfirmed.length === 0) return
  await deleteLinks(tx, userId)
  await tx`delete from auth.sessions where user_id = ${userId}`
}
