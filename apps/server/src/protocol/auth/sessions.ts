import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { ISql } from 'postgres'
import type { SessionsEnded } from '../../platform/bus/bus.ts'
import type { Sql } from '../../platform/db/pool.ts'
import { inetOf } from '../../platform/limits/address.ts'
import { randomToken, tokenHash } from '../../platform/secrecy/random-token.ts'
import type { Services } from '../../platform/services.ts'
import { refreshTokenUnknown, refreshTokenUsed, userBanned } from './errors.ts'
import { rememberAddress } from './known-addresses.ts'
import { type SessionFacts, type SignAccess, successorToken } from './tokens.ts'
import { NO_PASSWORD, presentUser, type SessionMethod, type UserRow, userColumns } from './users.ts'

const USER_AGENT_CHARS = 255
/** More than the devices of one person. The least recently used sessions of an account are ended beyond it. */
const SESSIONS_PER_ACCOUNT = 1000

export interface OpenedSession {
  user: UserRow
  session: SessionFacts
  refreshToken: string
}

/**
 * Opens a session in one statement, which does not count the new one among those that it ends. `since` is when the person has
 * proved who they are, if that was earlier; changing the password depends on it. Opens nothing and returns undefined when the
 * password has changed since `user` was read, so that a concurrent sign-in does not survive the password change; also for an
 * account that is closed to everybody (NO_PASSWORD).
 */
export async function openSession(
  sql: ISql,
  user: UserRow,
  method: SessionMethod,
  request: FastifyRequest,
  since?: Date,
): Promise<OpenedSession | undefined> {
  // Before the session is opened, because keeping an account ends all of its sessions.
  if (user.closing && !(await keepAccount(sql, user.id))) return undefined
  const now = new Date()
  const session = { id: randomUUID(), method, createdAt: since ?? now, confirmedAt: null }
  const refresh = randomToken()
  const [owner] = await sql`
    with owner as (
      update auth.users set last_sign_in_at = ${now}
      where id = ${user.id} and encrypted_password = ${user.encrypted_password} and encrypted_password <> ${NO_PASSWORD}
      returning id
    ), opened as (
      insert into auth.sessions (id, user_id, method, created_at, refreshed_at, user_agent, ip)
      select ${session.id}, id, ${method}, ${session.createdAt}, ${since ? now : null},
             ${request.headers['user-agent']?.slice(0, USER_AGENT_CHARS) ?? null}, ${inetOf(request.ip)}
      from owner
    ), surplus as (
      delete from auth.sessions where id in (
        select s.id from auth.sessions s join owner on owner.id = s.user_id
        order by coalesce(s.refreshed_at, s.created_at) desc, s.id
        offset ${SESSIONS_PER_ACCOUNT - 1})
    ), given as (
      insert into auth.refresh_tokens (session_id, token_hash) select ${session.id}, ${refresh.hash} from owner
    )
    select id from owner`
  if (!owner) return undefined
  const opened = { ...user, last_sign_in_at: now, closing: false }
  return { user: user.closing ? withKept(opened) : opened, session, refreshToken: refresh.token }
}

async function keepAccount(sql: ISql, userId: string): Promise<boolean> {
  const [row] = await sql<{ kept: boolean }[]>`select interno.conservar_cuenta(${userId}) as kept`
  return row?.kept ?? false
}

/** Only this answer says that the account was kept, so that the client can tell the person. It is not stored. */
const withKept = (user: UserRow): UserRow => ({
  ...user,
  raw_app_meta_data: { ...user.raw_app_meta_data, cuenta_conservada: true },
})

interface RefreshedSession {
  session_id: string
  method: SessionMethod
  opened_at: Date
  confirmed_at: Date | null
  /** Null for an account without a role. */
  over: boolean | null
}

/** The account of a refresh token. */
export async function refreshTokenOwner(sql: Sql, refreshToken: string): Promise<string | undefined> {
  const [owner] = await sql<{ user_id: string }[]>`
    select s.user_id from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id
    where t.token_hash = ${tokenHash(refreshToken)}`
  return owner?.user_id
}

/**
 * Exchanges a refresh token. A repeated exchange comes from two tabs or follows a lost answer, however long the network was
 * away since: it gets the same successor while that is unused. A token whose successor was used is a reused one and ends its
 * session with all its tokens, because it may have been stolen.
 */
export async function refreshSession(
  { db: { sql }, bus, secrets }: Pick<Services, 'db' | 'bus' | 'secrets'>,
  refreshToken: string,
): Promise<OpenedSession> {
  const hash = tokenHash(refreshToken)
  let ended: SessionsEnded | undefined
  const outcome = await sql.begin(async (tx): Promise<OpenedSession | Error> => {
    // The session's row is locked, so that exchanges and sign-outs of one session run one after another.
    const [found] = await tx<(UserRow & RefreshedSession)[]>`
      select ${userColumns(tx)}, s.id as session_id, s.method, s.created_at as opened_at, s.confirmed_at,
        p.role = 'operador' and interno.sesion_de_operador_vencida(s.created_at) as over
      from auth.sessions s join auth.users u on u.id = s.user_id left join public.profiles p on p.id = u.id
      where s.id = (select session_id from auth.refresh_tokens where token_hash = ${hash})
      for update of s`
    if (!found) return refreshTokenUnknown()
    const { session_id, method, opened_at, confirmed_at, over, ...user } = found
    if (user.suspended) return userBanned(400, 'Invalid Refresh Token: User Banned')
    // A session that a sign-in has opened while the account was being closed, or an operator's after its last hour.
    if (user.closing || over) return refreshTokenUnknown()

    const next = successorToken(secrets.jwtSecret, refreshToken)
    const use = await useRefreshToken(tx, session_id, hash, next.hash)
    if (use === 'unknown') return refreshTokenUnknown()
    if (use === 'reused') {
      await tx`delete from auth.sessions where id = ${session_id}`
      ended = sessionsEnded(user.id, session_id, 'local')
      return refreshTokenUsed()
    }
    const session = { id: session_id, method, createdAt: opened_at, confirmedAt: confirmed_at }
    return { user, session, refreshToken: next.token }
  })
  if (ended) bus.publish(ended)
  // Thrown outside the transaction, so that the end of the session is committed.
  if (outcome instanceof Error) throw outcome
  return outcome
}

/** Must run under the lock of the session, because a concurrent exchange may have used the token. */
async function useRefreshToken(
  tx: ISql,
  sessionId: string,
  hash: Buffer,
  nextHash: Buffer,
): Promise<'unknown' | 'exchanged' | 'repeated' | 'reused'> {
  const [token] = await tx<{ used: boolean; repeatable: boolean }[]>`
    select used_at is not null as used,
      exists (
        select from auth.refresh_tokens next
        where next.token_hash = ${nextHash} and next.session_id = t.session_id and next.used_at is null
      ) as repeatable
    from auth.refresh_tokens t where token_hash = ${hash}`
  if (!token) return 'unknown'
  if (token.used) return token.repeatable ? 'repeated' : 'reused'
  await tx`
    with used as (
      update auth.refresh_tokens set used_at = clock_timestamp() where token_hash = ${hash}
    ), touched as (
      update auth.sessions set refreshed_at = now() where id = ${sessionId}
    )
    insert into auth.refresh_tokens (session_id, token_hash) values (${sessionId}, ${nextHash})`
  return 'exchanged'
}

export type SignOutScope = 'global' | 'local' | 'others'

/** To sign out everywhere also ends the addresses of exports, which give access without a session. */
export async function endSessions(sql: ISql, userId: string, sessionId: string, scope: SignOutScope) {
  if (scope === 'local') await sql`delete from auth.sessions where id = ${sessionId} and user_id = ${userId}`
  else if (scope === 'global')
    await sql`
      with ended as (delete from auth.sessions where user_id = ${userId})
      select interno.terminar_exportaciones(${userId})`
  else await sql`delete from auth.sessions where user_id = ${userId} and id <> ${sessionId}`
}

/** The event for the open channels of these sessions. It must be published after the commit. */
export const sessionsEnded = (userId: string, sessionId: string, scope: SignOutScope): SessionsEnded => ({
  kind: 'sessions-ended',
  userId,
  ...(scope === 'local' && { only: sessionId }),
  ...(scope === 'others' && { except: sessionId }),
})

/** The answer that the official client stores as its session. The address of the request is then a known one of the account. */
export async function presentSession(
  context: Pick<Services, 'db' | 'secrets'> & { sign: SignAccess },
  { user, session, refreshToken }: OpenedSession,
  { ip }: Pick<FastifyRequest, 'ip'>,
) {
  await rememberAddress(context, user.id, ip)
  const { token, expiresIn, expiresAt } = await context.sign(user, session)
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: expiresIn,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: presentUser(user),
  }
}
