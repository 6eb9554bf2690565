import type { FastifyRequest } from 'fastify'
import { tokenHash } from '../../platform/secrecy/random-token.ts'
import type { AuthContext } from './context.ts'
import { linkExpired, userBanned } from './errors.ts'
import { type OpenedSession, openSession } from './sessions.ts'
import { findById, lockAccount } from './users.ts'

/**
 * The link of a QR code, which signs a phone in to the account of the desktop that shows it. It works once, for some
 * minutes, and only while the desktop's session is active (subjects/onboarding/functions/onboarding-enlace.ts makes it).
 */
export function enterByPhoneLink(
  { db }: AuthContext,
  token: string,
  request: FastifyRequest,
): Promise<OpenedSession> {
  return db.sql.begin(async (tx) => {
    await lockAccount(
      tx,
      tx`
        select s.user_id from auth.phone_links l join auth.sessions s on s.id = l.session_id
        where l.token_hash = ${tokenHash(token)}`,
    )
    const [taken] = await tx<{ session_id: string; expired: boolean }[]>`
      delete from auth.phone_links where token_hash = ${tokenHash(token)}
      returning session_id, expires_at <= now() as expired`
    if (!taken || taken.expired) throw linkExpired()
    const [session] = await tx<{ user_id: string; created_at: Date }[]>`
      select user_id, created_at from auth.sessions where id = ${taken.session_id}`
    const user = session && (await findById(tx, session.user_id))
    if (!user) throw linkExpired()
    if (user.suspended) throw userBanned(403)
    // Someone who finds an unlocked desktop must not get a session that may change the password.
    const opened = await openSession(tx, user, 'otp', request, session.created_at)
    if (!opened) throw linkExpired()
    return opened
  })
}
