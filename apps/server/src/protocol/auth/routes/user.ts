import type { FastifyInstance } from 'fastify'
import type { ISql } from 'postgres'
import { z } from 'zod'
import { addJob } from '../../../platform/jobs/definition.ts'
import type { AuthContext } from '../context.ts'
import {
  AuthError,
  currentPasswordInvalid,
  nonceInvalid,
  noSuchSubject,
  notOffered,
  operatorNotAllowed,
  reauthenticationNeeded,
  samePassword,
  sessionNotFound,
} from '../errors.ts'
import { checkPassword, checkPasswordSize, normalEmail, parseBody } from '../input.ts'
import { limitPasswordChanges } from '../limits.ts'
import { mergeMetadata, metadataText, parseMetadata } from '../metadata.ts'
import { deleteLinks, RECOVERY_MINUTES } from '../one-time.ts'
import { verifyPassword } from '../passwords/credentials.ts'
import { sendPasswordMail } from '../passwords/password-mail.ts'
import { requireSignedIn, type SignedIn } from '../person.ts'
import { endSessions, sessionsEnded } from '../sessions.ts'
import { findById, isOperator, presentUser, type UserRow } from '../users.ts'

const Body = z.looseObject({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: z.unknown().optional(),
  current_password: z.string().nullish(),
  nonce: z.string().nullish(),
  app_metadata: z.unknown().optional(),
})
type Body = z.output<typeof Body>

/**
 * As long as a recovery e-mail is valid, so that a person who opened its link has time to choose a password.
 */
const RECENT_MS = RECOVERY_MINUTES * 60_000

export function userRoutes(app: FastifyInstance, context: AuthContext) {
  app.get('/user', async (request) => presentUser((await requireSignedIn(context, request)).user))

  app.put('/user', async (request) => {
    const person = await requireSignedIn(context, request)
    // An operator's password is set with the link of the command line.
    if (isOperator(person.user)) throw operatorNotAllowed()
    const body = parseBody(Body, request.body)
    refuseFixed(body, person.user)
    // Also before the password: refused metadata undo its change, so that its owner would get no e-mail about it.
    newMetadata(person.user.raw_user_meta_data, body.data)
    const passwordHash =
      typeof body.password === 'string'
        ? await newPassword(context, person, request.ip, { ...body, password: body.password })
        : undefined
    return presentUser(await update(context, person, passwordHash, body.data))
  })
}

function refuseFixed({ email, phone, app_metadata }: Body, user: UserRow) {
  if (app_metadata !== undefined && app_metadata !== null) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  }
  if (email && normalEmail(email) !== user.email) {
    throw notOffered(422, 'feature_disabled', 'Email change is disabled')
  }
  if (phone) throw notOffered(422, 'phone_provider_disabled', 'Phone logins are disabled')
}

async function newPassword(
  context: AuthContext,
  person: SignedIn,
  ip: string,
  body: Body & { password: string },
): Promise<string> {
  const { passwords } = context
  const { email, encrypted_password } = person.user
  checkPassword(body.password, email)
  await reauthenticate(context, person, ip, body)
  // Before the comparison, which tells whether a guess of the present password is right.
  await limitPasswordChanges(context, person.user.id, person.byMail)
  if (await passwords.verify({ email, ip }, async () => encrypted_password, body.password))
    throw samePassword()
  return passwords.hash({ email, ip }, body.password)
}

/**
 * Prevents a person who finds an unlocked device from taking over the account: the password can be changed
 * only in a session that was just opened (by password or by a recovery link), or with the current password.
 */
async function reauthenticate(
  context: AuthContext,
  { user, sessionOpenedAt }: SignedIn,
  ip: string,
  { current_password, nonce }: Body,
) {
  if (current_password) {
    checkPasswordSize(current_password)
    const right = await verifyPassword(context, { email: user.email, ip }, current_password, async () => user)
    if (!right) throw currentPasswordInvalid()
    return
  }
  if (Date.now() - sessionOpenedAt.getTime() <= RECENT_MS) return
  // Our e-mails never contain a nonce.
  throw nonce ? nonceInvalid() : reauthenticationNeeded()
}

/** The metadata to be stored. Undefined when none are sent. */
const newMetadata = (kept: Record<string, unknown>, data: unknown): string | undefined =>
  data === undefined || data === null ? undefined : metadataText(mergeMetadata(kept, parseMetadata(data)))

/** A new password ends all other sessions, invalidates every link and code that was already given, and is told by an e-mail. */
async function update(
  { db, bus }: AuthContext,
  { user, sessionId }: SignedIn,
  passwordHash: string | undefined,
  data: unknown,
): Promise<UserRow> {
  const updated = await db.sql.begin(async (tx) => {
    const [kept] = await tx<{ data: Record<string, unknown> }[]>`
      select raw_user_meta_data as data from auth.users where id = ${user.id} for update`
    if (!kept) throw noSuchSubject()
    await requireSession(tx, user.id, sessionId)
    if (passwordHash !== undefined) {
      await deleteLinks(tx, user.id)
      await addJob(tx, sendPasswordMail, { userId: user.id })
    }
    const metadata = newMetadata(kept.data, data)
    await tx`
      update auth.users set
        encrypted_password = coalesce(${passwordHash ?? null}, encrypted_password),
        raw_user_meta_data = coalesce(${metadata ?? null}::text::jsonb, raw_user_meta_data),
        updated_at = now()
      where id = ${user.id}`
    if (passwordHash !== undefined) await endSessions(tx, user.id, sessionId, 'others')
    const found = await findById(tx, user.id)
    if (!found) throw noSuchSubject()
    return found
  })
  if (passwordHash !== undefined) bus.publish(sessionsEnded(user.id, sessionId, 'others'))
  return updated
}

/**
 * The session may have ended while the password was hashed, for example because the owner has chosen another one elsewhere. The
 * account must be locked before: a change of the password that has begun is then completed first.
 */
async function requireSession(tx: ISql, userId: string, sessionId: string): Promise<void> {
  const alive = await tx`select from auth.sessions where id = ${sessionId} and user_id = ${userId}`
  if (alive.length === 0) throw sessionNotFound()
}
