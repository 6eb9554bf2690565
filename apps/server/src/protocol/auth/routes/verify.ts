import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { codeExpired, refused } from '../errors.ts'
import { isTooLongForToken, parseBody, parseEmail } from '../input.ts'
import { guessLimit } from '../limits.ts'
import type { MailKind } from '../mail-kind.ts'
import { confirmAddress, consumeEmailCode, consumeLinkToken, countGuess, type Used } from '../one-time.ts'
import { enterByPhoneLink } from '../phone-link.ts'
import { makeCode } from '../pkce.ts'
import { type OpenedSession, openSession, presentSession } from '../sessions.ts'

const Body = z.looseObject({
  type: z.string().nullish(),
  token: z.string().nullish(),
  token_hash: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
})

/** The official client's name for a link that signs in. Ours is in a QR code and never in an e-mail. */
const PHONE_LINK = 'magiclink'

/** Verifies the code of an e-mail together with its address, or the token of its link. */
export function verifyRoute(app: FastifyInstance, context: AuthContext) {
  app.post('/verify', async (request) => {
    const body = parseBody(Body, request.body)
    if (body.type === PHONE_LINK && body.token_hash && !body.token) {
      return presentSession(context, await enterByPhoneLink(context, body.token_hash, request), request)
    }
    const kinds = kindsOf(body.type)
    if (!body.token === !body.token_hash) throw refused('Verify requires either a token or a token hash')
    if (body.token_hash) {
      if (body.email || body.phone) throw refused('Only the token_hash and type should be provided')
      return presentSession(context, await enterByLink(context, kinds, body.token_hash, request), request)
    }
    if (!body.email || !body.token) {
      throw refused('Only an email address or phone number should be provided on verify')
    }
    return presentSession(
      context,
      await enterByCode(context, kinds, parseEmail(body.email), body.token, request),
      request,
    )
  })
}

/** `email` accepts both kinds, because a person who types a code need not know which e-mail it came from. */
export function kindsOf(type: string | null | undefined): MailKind[] {
  if (!type) throw refused('Verify requires a verification type')
  if (type === 'recovery' || type === 'signup') return [type]
  if (type === 'email') return ['signup', 'recovery']
  throw refused('Invalid email verification type')
}

function enterByLink(
  context: AuthContext,
  kinds: MailKind[],
  token: string,
  request: FastifyRequest,
): Promise<OpenedSession & { kind: MailKind }> {
  return context.db.sql.begin(async (tx) => {
    const used = await consumeLinkToken(tx, kinds, token)
    return { ...(await enter(tx, used, request)), kind: used.kind }
  })
}

async function enterByCode(
  context: AuthContext,
  kinds: MailKind[],
  email: string,
  code: string,
  request: FastifyRequest,
): Promise<OpenedSession> {
  const { db, secrets } = context
  if (isTooLongForToken(code)) throw codeExpired()
  const limit = guessLimit(context, 'code', email, request.ip)
  await limit.check()
  const right = await countGuess(db.sql, secrets.jwtSecret, kinds, email, code)
  await limit.settle(right !== undefined)
  if (!right) throw codeExpired()
  return db.sql.begin(async (tx) =>
    enter(tx, await consumeEmailCode(tx, right.userId, right.kind, right.hash), request),
  )
}

/**
 * Opens a link in a browser: returns a session, or with PKCE a code for the client that requested the e-mail.
 */
export function openLink(
  { db }: AuthContext,
  kinds: MailKind[],
  token: string,
  request: FastifyRequest,
): Promise<(OpenedSession & { kind: MailKind }) | { code: string }> {
  return db.sql.begin(async (tx) => {
    const used = await consumeLinkToken(tx, kinds, token)
    if (used.challenge) return { code: await makeCode(tx, used.user.id, used.kind, used.challenge) }
    return { ...(await enter(tx, used, request)), kind: used.kind }
  })
}

async function enter(tx: Parameters<typeof openSession>[0], { user, kind }: Used, request: FastifyRequest) {
  const opened = await openSession(tx, await confirmAddress(tx, user.id, kind), 'otp', request)
  if (!opened) throw codeExpired()
  return opened
}
