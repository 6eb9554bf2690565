import { rechazoDeTextoPublico, TEXTOS_PUBLICOS } from '@maestros/dominio/seguridad/textos-publicos'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { notOffered, refused, unprocessable, userExists } from '../errors.ts'
import { checkPassword, parseBody, parseEmail, RedirectQuery } from '../input.ts'
import { limitSignUps } from '../limits.ts'
import { type Metadata, metadataText, parseMetadata } from '../metadata.ts'
import { sendOneTime } from '../one-time-mail.ts'
import { type Challenge, ChallengeFields, parseChallenge } from '../pkce.ts'
import { openSession, presentSession } from '../sessions.ts'
import { createUser, findByEmail, findById, type NewUser, presentUser } from '../users.ts'

const Body = z.looseObject({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: z.unknown().optional(),
  ...ChallengeFields,
})

/**
 * Without mail delivery the account is confirmed at once. With it, the e-mail is sent first and the session
 * is opened later. A PKCE challenge matters only for the e-mail, as in Supabase.
 */
export function signupRoute(app: FastifyInstance, context: AuthContext) {
  app.post('/signup', async (request) => {
    const { redirect_to } = RedirectQuery.parse(request.query)
    const { email, password, metadata, challenge } = parseSignup(request.body)
    await limitSignUps(context, request.ip)
    // This check only avoids unnecessary hashing; the unique constraint on the e-mail decides.
    if (await findByEmail(context.db.sql, email)) throw userExists()
    const user = {
      email,
      passwordHash: await context.passwords.hash({ email, ip: request.ip }, password),
      metadata,
      confirmed: !context.mail.delivers,
    }
    return user.confirmed
      ? signUpAndIn(context, user, request)
      : signUpByMail(context, user, challenge, redirect_to)
  })
}

function parseSignup(sent: unknown) {
  const body = parseBody(Body, sent)
  if (!body.email && body.phone) {
    throw notOffered(400, 'phone_provider_disabled', 'Phone signups are disabled')
  }
  if (!body.email) throw notOffered(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  if (body.phone) throw refused('Only an email address or phone number should be provided on signup.')
  if (!body.password) throw refused('Signup requires a valid password')
  const email = parseEmail(body.email)
  checkPassword(body.password, email)
  return {
    email,
    password: body.password,
    metadata: metadataText(checkPublicNames(parseMetadata(body.data))),
    challenge: parseChallenge(body),
  }
}

async function signUpAndIn(context: AuthContext, user: NewUser, request: FastifyRequest) {
  const opened = await context.db.sql.begin(async (tx) => {
    const made = await createUser(tx, user)
    return made && openSession(tx, made, 'password', request)
  })
  if (!opened) throw userExists()
  return presentSession(context, opened, request)
}

async function signUpByMail(
  context: AuthContext,
  user: NewUser,
  challenge: Challenge | undefined,
  redirectTo: string | undefined,
) {
  // The account and the job that sends its e-mail are committed together.
  const made = await context.db.sql.begin(async (tx) => {
    const account = await createUser(tx, user)
    if (!account) return undefined
    await sendOneTime(tx, context, { kind: 'signup', userId: account.id, challenge, redirectTo })
    return (await findById(tx, account.id)) ?? account
  })
  if (!made) throw userExists()
  return presentUser(made)
}

/**
 * Refuses a sign-up whose names contain contact data, because the database copies them to the public profile.
 */
function checkPublicNames(metadata: Metadata): Metadata {
  const { nombre, apellido, display_name } = metadata
  // The database joins both names when no display_name is given: a phone number could be split between them.
  const names = { nombre, apellido, display_name: display_name || `${nombre ?? ''} ${apellido ?? ''}` }
  for (const [column, text] of Object.entries(names)) {
    const field = TEXTOS_PUBLICOS.profiles?.[column]
    const refusal = field && text ? rechazoDeTextoPublico(field, text) : undefined
    if (refusal !== undefined) throw unprocessable(refusal)
  }
  return metadata
}
