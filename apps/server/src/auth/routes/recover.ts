import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { refused, userNotFound } from '../errors.ts'
import { parseBody, parseEmail, RedirectQuery } from '../input.ts'
import { sendLetter } from '../letters.ts'
import { limitLetterRequests, limitLetters } from '../limits.ts'
import { makeOneTime } from '../one-time.ts'
import { ChallengeFields, parseChallenge } from '../pkce.ts'
import { allowedRedirect, roleOfResetPage } from '../redirects.ts'
import { findByEmail } from '../users.ts'

const Body = z.looseObject({ email: z.string().nullish(), ...ChallengeFields })

/**
 * Unlike Supabase, this answers with an error when the e-mail has no account, as the error catalogue
 * requires, and also when the account has the other role. Limits by address and by e-mail make it hard to
 * search for accounts this way.
 */
export function recoverRoute(app: FastifyInstance, context: AuthContext) {
  app.post('/recover', async (request) => {
    const { redirect_to } = RedirectQuery.parse(request.query)
    const body = parseBody(Body, request.body)
    if (!body.email) throw refused('Password recovery requires an email')
    const email = parseEmail(body.email)
    const challenge = parseChallenge(body)
    await limitLetterRequests(context, request.ip)

    const role = roleOfResetPage(redirect_to)
    const user = await findByEmail(context.db.sql, email)
    if (!user || (role !== undefined && user.profile_role !== role)) {
      // A separate limit, so that a person who used the wrong screen can use the right one at once.
      await limitLetters(context, `recover:${role ?? 'any'}:nobody`, email)
      throw userNotFound()
    }
    const resetLimit = await limitLetters(context, 'recover', email)
    try {
      const oneTime = await context.db.sql.begin((tx) =>
        makeOneTime(tx, context.secrets.jwtSecret, user.id, 'recovery', challenge),
      )
      await sendLetter(context, 'recovery', user, oneTime, allowedRedirect(context.config, redirect_to))
    } catch (error) {
      await resetLimit()
      throw error
    }
    return {}
  })
}
