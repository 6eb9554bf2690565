import { randomUUID } from 'node:crypto'
import type { ISql } from 'postgres'
import { inetOf } from '../../platform/limits/address.ts'
import { randomToken } from '../../platform/secrecy/random-token.ts'
import type { AuthContext } from './context.ts'
import {
  challengeExpired,
  challengeNotFound,
  challengeOfOtherAddress,
  factorNameTaken,
  factorNotFound,
  noSuchSubject,
  secondFactorNeededTo,
  sessionNotFound,
  tooManyFactors,
  wrongFactorCode,
} from './errors.ts'
import { guessLimit } from './limits.ts'
import type { SignedIn } from './person.ts'
import type { OpenedSession } from './sessions.ts'
import { randomTotpSecret, sealFactor, stepOfCode, totpUri, unsealFactor } from './totp.ts'
import { findById, lockAccount, type SessionMethod } from './users.ts'

/** The second factors of operators, with the rules and errors of Supabase. */

const MAX_FACTORS = 10
const CHALLENGE_SECONDS = 300

interface OpenSession {
  method: SessionMethod
  created_at: Date
  confirmed: boolean
}

/** Locks the account and then the session, so that changes of factors and of sessions run one after another. */
async function lockSession(tx: ISql, { user, sessionId }: SignedIn): Promise<OpenSession> {
  await lockAccount(tx, user.id)
  const [session] = await tx<OpenSession[]>`
    select method, created_at, aal = 'aal2' as confirmed from auth.sessions
    where id = ${sessionId} and user_id = ${user.id} for update`
  if (!session) throw sessionNotFound()
  return session
}

/**
 * Fails for a session with aal1, except when the operator has no verified factor and has just set the password with the link of the
 * command line. So a stolen password alone never enrols a factor.
 */
async function requireMayEnroll(tx: ISql, userId: string, session: OpenSession): Promise<void> {
  if (session.confirmed) return
  const allowed = await tx`
    select from interno.operadores where operador_id = ${userId} and registrar_factor_hasta > now()
      and not exists (select from auth.mfa_factors where user_id = ${userId} and status = 'verified')`
  if (allowed.length === 0) throw secondFactorNeededTo(403, 'enroll a new factor')
}

export async function enrollFactor(
  { db, secrets }: AuthContext,
  person: SignedIn,
  { name, issuer }: { name: string; issuer: string | undefined },
) {
  const { user } = person
  const id = randomUUID()
  const secret = randomTotpSecret()
  await db.sql.begin(async (tx) => {
    await requireMayEnroll(tx, user.id, await lockSession(tx, person))
    // Somebody who reloads the page in the middle of the enrolment begins again.
    await tx`
      delete from auth.mfa_factors where user_id = ${user.id} and status = 'unverified' and friendly_name = ${name}`
    const factors = await tx<{ friendly_name: string }[]>`
      select friendly_name from auth.mfa_factors where user_id = ${user.id}`
    if (factors.some(({ friendly_name }) => friendly_name === name)) throw factorNameTaken(name)
    if (factors.length >= MAX_FACTORS) throw tooManyFactors()
    await tx`
      insert into auth.mfa_factors (id, user_id, friendly_name, secret)
      values (${id}, ${user.id}, ${name}, ${sealFactor(secrets.documentsKey, id, secret)})`
  })
  return { id, secret, uri: totpUri(secret, user.email, issuer) }
}

export async function makeChallenge(
  { db: { sql } }: AuthContext,
  { user }: SignedIn,
  factorId: string,
  ip: string,
): Promise<{ id: string; expiresAt: number }> {
  const [made] = await sql<{ id: string; created_at: Date }[]>`
    with expired as (
      delete from auth.mfa_challenges
      where factor_id = ${factorId} and created_at < now() - make_interval(secs => ${CHALLENGE_SECONDS})
    )
    insert into auth.mfa_challenges (factor_id, ip)
    select id, ${inetOf(ip)} from auth.mfa_factors where id = ${factorId} and user_id = ${user.id}
    returning id, created_at`
  if (!made) throw factorNotFound()
  return { id: made.id, expiresAt: Math.floor(made.created_at.getTime() / 1000) + CHALLENGE_SECONDS }
}

export interface Answer {
  factorId: string
  challengeId: string
  code: string
  ip: string
}

/** Raises the session to aal2 when the code is right, and gives it new tokens. */
export async function answerChallenge(
  context: AuthContext,
  person: SignedIn,
  answer: Answer,
): Promise<OpenedSession> {
  const limit = guessLimit(context, 'factor', person.user.id, answer.ip)
  await limit.check()
  const step = await stepOf(context, person, answer)
  // Before anything is written: parallel guesses must not raise the session beyond the limit.
  await limit.settle(step !== undefined)
  if (step === undefined) throw wrongFactorCode()
  const opened = await context.db.sql.begin((tx) => raiseSession(tx, person, answer, step))
  if (opened) return opened
  await limit.settle(false)
  throw wrongFactorCode()
}

/** The time step of a right code; undefined for a wrong one. */
async function stepOf(
  { db: { sql }, secrets }: AuthContext,
  { user }: SignedIn,
  { factorId, challengeId, code, ip }: Answer,
): Promise<number | undefined> {
  const [factor] = await sql<{ secret: string }[]>`
    select secret from auth.mfa_factors where id = ${factorId} and user_id = ${user.id}`
  if (!factor) throw factorNotFound()
  const [challenge] = await sql<{ expired: boolean; same_address: boolean }[]>`
    select created_at < now() - make_interval(secs => ${CHALLENGE_SECONDS}) as expired,
      ip is not distinct from ${inetOf(ip)}::inet as same_address
    from auth.mfa_challenges where id = ${challengeId} and factor_id = ${factorId}`
  if (!challenge) throw challengeNotFound()
  if (!challenge.same_address) throw challengeOfOtherAddress()
  if (challenge.expired) throw challengeExpired(challengeId)
  return stepOfCode(unsealFactor(secrets.documentsKey, factorId, factor.secret), code, Date.now())
}

/** Returns undefined for a code that was used before. */
async function raiseSession(
  tx: ISql,
  person: SignedIn,
  { factorId, challengeId }: Answer,
  step: number,
): Promise<OpenedSession | undefined> {
  const { user, sessionId } = person
  const session = await lockSession(tx, person)
  const [factor] = await tx<{ verified: boolean }[]>`
    select status = 'verified' as verified from auth.mfa_factors where id = ${factorId} and user_id = ${user.id}`
  if (!factor) throw factorNotFound()
  if (!factor.verified) await requireMayEnroll(tx, user.id, session)
  const [used] = await tx`delete from auth.mfa_challenges where id = ${challengeId} returning id`
  if (!used) throw challengeNotFound()
  const [accepted] = await tx`
    update auth.mfa_factors set status = 'verified', last_used_step = ${step}, updated_at = now()
    where id = ${factorId} and (last_used_step is null or last_used_step < ${step}) returning id`
  if (!accepted) return undefined
  await tx`delete from auth.mfa_factors where user_id = ${user.id} and status = 'unverified'`
  await tx`update interno.operadores set registrar_factor_hasta = null where operador_id = ${user.id}`

  const confirmedAt = new Date()
  const refresh = randomToken()
  await tx`
    update auth.sessions set aal = 'aal2', factor_id = ${factorId}, confirmed_at = ${confirmedAt}, refreshed_at = now()
    where id = ${sessionId}`
  // Whoever knows the password alone may have opened them.
  await tx`delete from auth.sessions where user_id = ${user.id} and aal = 'aal1'`
  await tx`delete from auth.refresh_tokens where session_id = ${sessionId}`
  await tx`insert into auth.refresh_tokens (session_id, token_hash) values (${sessionId}, ${refresh.hash})`
  const now = await findById(tx, user.id)
  if (!now) throw noSuchSubject()
  const facts = { id: sessionId, method: session.method, createdAt: session.created_at, confirmedAt }
  return { user: now, session: facts, refreshToken: refresh.token }
}

/** The sessions that the factor has raised go back to aal1. */
export async function removeFactor({ db }: AuthContext, person: SignedIn, factorId: string): Promise<void> {
  await db.sql.begin(async (tx) => {
    const { confirmed } = await lockSession(tx, person)
    const [factor] = await tx<{ verified: boolean }[]>`
      select status = 'verified' as verified from auth.mfa_factors
      where id = ${factorId} and user_id = ${person.user.id}`
    if (!factor) throw factorNotFound()
    if (factor.verified && !confirmed) throw secondFactorNeededTo(422, 'unenroll verified factor')
    await tx`
      update auth.sessions set aal = 'aal1', factor_id = null, confirmed_at = null where factor_id = ${factorId}`
    await tx`delete from auth.mfa_factors where id = ${factorId}`
  })
}
