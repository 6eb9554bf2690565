import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { notOffered, refused } from '../errors.ts'
import { parseBody, parseEmail, RedirectQuery } from '../input.ts'
import { limitMailRequests, limitMails } from '../limits.ts'
import { sendOneTime } from '../one-time-mail.ts'
import { ChallengeFields, parseChallenge } from '../pkce.ts'
import { findByEmail } from '../users.ts'

const Body = z.looseObject({
  type: z.string().nullish(),
  email: z.string().nullish(),
  ...ChallengeFields,
})

/** Sends the confirmation e-mail again. A confirmed or unknown account gets the same answer but no e-mail. */
export function resendRoute(app: FastifyInstance, context: AuthContext) {
  app.post('/resend', async (request) => {
    const { redirect_to } = RedirectQuery.parse(request.query)
    const { email, challenge } = parseResend(request.body)
    await limitMailRequests(context, request.ip)
    const resetLimit = await limitMails(context, challenge ? 'resend:pkce' : 'resend', email)
    const user = await findByEmail(context.db.sql, email)
    if (!user || user.email_confirmed_at) return {}
    try {
      const wanted = { kind: 'signup', userId: user.id, challenge, redirectTo: redirect_to } as const
      await context.db.sql.begin((tx) => sendOneTime(tx, context, wanted))
    } catch (error) {
      await resetLimit()
      throw error
    }
    return {}
  })
}

function parseResend(sent: unknown) {
  const body = parseBody(Body, sent)
  switch (body.type) {
    case 'signup':
      break
    case 'email_change':
      throw notOffered(422, 'feature_disabled', 'Email change is disabled')
    case 'sms':
    case 'phone_change':
      throw notOffered(400, 'phone_provider_disabled', 'Phone logins are disabled')
    default:
      throw refused('Missing one of these types: signup, email_change, sms, phone_change')
  }
  if (!body.email) throw refused('Type provided requires an email address')
  return { email: parseEmail(body.email), challenge: parseChallenge(body) }
}
