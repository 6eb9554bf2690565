import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { refused, userNotFound } from '../errors.ts'
import { parseBody, parseEmail, RedirectQuery } from '../input.ts'
import { limitMailRequests, limitMails } from '../limits.ts'
import { secondsLeft } from '../one-time.ts'
import { sendOneTime } from '../one-time-mail.ts'
import { ChallengeFields, parseChallenge } from '../pkce.ts'
import { resetRedirect, roleOfResetPage, warnOfRedirect } from '../redirects.ts'
import { findByEmail, NO_PASSWORD } from '../users.ts'

const Body = z.looseObject({ email: z.string().nullish(), ...ChallengeFields })

/**
 * Unlike Supabase, this answers with an error when the e-mail has no account, as the error catalogue
 * requires, and also when the account has the other role. The limit by address makes it hard to search for
 * accounts this way.
 */
export function recoverRoute(app: FastifyInstance, context: AuthContext) {
  app.post('/recover', async (request) => {
    const { redirect_to } = RedirectQuery.parse(request.query)
    const body = parseBody(Body, request.body)
    if (!body.email) throw refused('Password recovery requires an email')
    const email = parseEmail(body.email)
    const challenge = parseChallenge(body)
    await limitMailRequests(context, request.ip)

    const role = roleOfResetPage(redirect_to)
    const user = await findByEmail(context.db.sql, email)
    // The address of an operator is answered like a seeker's, so that nobody can find out whose it is. Its e-mail is not sent.
    const ownRole = user?.profile_role === 'operador' ? 'buscador' : user?.profile_role
    const isOther = role !== undefined && ownRole !== role
    // No limit by e-mail address here: its error would say that an e-mail was sent.
    // No link signs in to such an account. Operators are answered as above.
    const isClosed = user?.encrypted_password === NO_PASSWORD && user.profile_role !== 'operador'
    if (!user || isOther || isClosed) throw userNotFound()
    const resetLimit = await limitMails(context, challenge ? 'recover:pkce' : 'recover', email, () =>
      secondsLeft(context.db.sql, user.id, 'recovery', challenge !== undefined),
    )
    const page = resetRedirect(context.config, redirect_to, ownRole ?? 'buscador', challenge !== undefined)
    warnOfRedirect(request.log, redirect_to, page)
    try {
      const wanted = { kind: 'recovery', userId: user.id, challenge, redirectTo: page } as const
      await context.db.sql.begin((tx) => sendOneTime(tx, context, wanted))
    } catch (error) {
      await resetLimit()
      throw error
    }
    return {}
  })
}
