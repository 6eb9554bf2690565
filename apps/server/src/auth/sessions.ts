import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { ISql } from 'postgres'
import type { Sql } from '../db/pool.ts'
import { inetOf } from '../limits/address.ts'
import type { Bus, SessionsEnded } from '../realtime/bus.ts'
import { refreshTokenUnknown, refreshTokenUsed, userBanned } from './errors.ts'
import { randomToken, type SessionFacts, type SessionMethod, type SignAccess, tokenHash } from './tokens.ts'
import { presentUser, type UserRow, userColumns } from './users.ts'

/** A repeat this soon is two tabs, or an answer lost on its way; later it is a stolen token. */
const GRACE_SECONDS = 10
const USER_AGENT_CHARS = 255

export interface OpenedSession {
  user: UserRow
  session: SessionFacts
  refreshToken: string
}

/**
 * Opens a session in one statement. Nothing is opened, and nothing answered, when the password has changed
 * since `user` was read: a sign-in under way must not outlive the change that was meant to end it.
 */
export async function openSession(
  sql: ISql,
  user: UserRow,
  method: SessionMethod,
  request: FastifyRequest,
): Promise<OpenedSession | undefined> {
  const session = { id: randomUUID(), method, createdAt: new Date() }
  const refresh = randomToken()
  const [owner] = await sql`
    with owner as (
      update auth.users set last_sign_in_at = ${session.createdAt}
      where id = ${user.id} and encrypted_password = ${user.encrypted_password}
      returning id
    ), opened as (
      insert into auth.sessions (id, user_id, method, created_at, user_agent, ip)
      select ${session.id}, id, ${method}, ${session.createdAt},
             ${request.headers['user-agent']?.slice(0, USER_AGENT_CHARS) ?? null}, ${inetOf(request.ip)}
      from owner
    ), given as (
      insert into auth.refresh_tokens (session_id, token_hash) select ${session.id}, ${refresh.hash} from owner
    )
    select id from owner`
  if (!owner) return undefined
  return { user: { ...user, last_sign_in_at: session.createdAt }, session, refreshToken: refresh.token }
}

/** Exchanges a refresh token; a reused one ends its session, and so the whole family. */
export async function refreshSession(sql: Sql, bus: Bus, refreshToken: string): Promise<OpenedSession> {
  const hash = tokenHash(refreshToken)
  let ended: SessionsEnded | undefined
  const outcome = await sql.begin(async (tx): Promise<OpenedSession | Error> => {
    // The session's row is the lock: exchanges and sign-outs of one session wait for each other.
    const [found] = await tx<(UserRow & { session_id: string; method: SessionMethod; opened_at: Date })[]>`
      select ${userColumns(tx)}, s.id as session_id, s.method, s.created_at as opened_at
      from auth.sessions s join auth.users u on u.id = s.user_id left join public.profiles p on p.id = u.id
      where s.id = (select session_id from auth.refresh_tokens where token_hash = ${hash})
      for update of s`
    if (!found) return refreshTokenUnknown()
    const { session_id, method, opened_at, ...user } = found
    if (user.suspended) return userBanned(400, 'Invalid Refresh Token: User Banned')

    // Asked again under the lock: whoever held it before may have used the token meanwhile.
    const [token] = await tx<{ reused: boolean }[]>`
      select coalesce(used_at <= clock_timestamp() - make_interval(secs => ${GRACE_SECONDS}), false) as reused
      from auth.refresh_tokens where token_hash = ${hash}`
    if (!token) return refreshTokenUnknown()
    if (token.reused) {
      await tx`delete from auth.sessions where id = ${session_id}`
      ended = sessionsEnded(user.id, session_id, 'local')
      return refreshTokenUsed()
    }
    const fresh = randomToken()
    await tx`
      with used as (
        update auth.refresh_tokens set used_at = coalesce(used_at, clock_timestamp()) where token_hash = ${hash}
      ), touched as (
        update auth.sessions set refreshed_at = now() where id = ${session_id}
      )
      insert into auth.refresh_tokens (session_id, token_hash) values (${session_id}, ${fresh.hash})`
    return { user, session: { id: session_id, method, createdAt: opened_at }, refreshToken: fresh.token }
  })
  if (ended) bus.publish(ended)
  // Thrown outside, so that ending a session is committed and not undone.
  if (outcome instanceof Error) throw outcome
  return outcome
}

export type SignOutScope = 'global' | 'local' | 'others'

export async function endSessions(sql: ISql, userId: string, sessionId: string, scope: SignOutScope) {
  if (scope === 'local') await sql`delete from auth.sessions where id = ${sessionId} and user_id = ${userId}`
  else if (scope === 'global') await sql`delete from auth.sessions where user_id = ${userId}`
  else await sql`delete from auth.sessions where user_id = ${userId} and id <> ${sessionId}`
}

/** For the open channels of those sessions; to be told after the commit. */
export const sessionsEnded = (userId: string, sessionId: string, scope: SignOutScope): SessionsEnded => ({
  kind: 'sessions-ended',
  userId,
  ...(scope === 'local' && { only: sessionId }),
  ...(scope === 'others' && { except: sessionId }),
})

/** The answer that the official client keeps as its session. */
export async function presentSession(sign: SignAccess, { user, session, refreshToken }: OpenedSession) {
  const { token, expiresIn, expiresAt } = await sign(user, session)
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: expiresIn,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: presentUser(user),
  }
}
