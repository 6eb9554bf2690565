import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { AuthError, refused } from '../errors.ts'
import { queryText } from '../input.ts'
import { PKCE_PREFIX } from '../one-time.ts'
import { allowedRedirect, withHash, withParameters } from '../redirects.ts'
import { presentSession } from '../sessions.ts'
import { kindsOf, openLink } from './verify.ts'

const Query = z.object({ token: queryText, type: queryText, redirect_to: queryText })

/** The values of the redirect's `error` parameter in Supabase. */
const OAUTH_NAMES: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
}

/**
 * The link of an e-mail, opened in a browser. Redirects to the web app with the session, or the error, in the
 * hash.
 */
export function verifyLinkRoute(app: FastifyInstance, context: AuthContext) {
  // HEAD is not allowed: a mail scanner that requests the link first must not use it up.
  app.get('/verify', { exposeHeadRoute: false }, async (request, reply) => {
    const { token, type, redirect_to } = Query.parse(request.query)
    const kinds = kindsOf(type)
    if (!token) throw refused('Verify requires a token or a token hash')
    const target = allowedRedirect(context.config, redirect_to)
    // The address contains a token, so no referrer may be sent from it.
    reply.header('referrer-policy', 'no-referrer')
    try {
      const opened = await openLink(context, kinds, token, request)
      if ('code' in opened) return reply.redirect(withParameters(target, { code: opened.code }), 303)
      const session = await presentSession(context, opened, request)
      return reply.redirect(
        withHash(target, {
          access_token: session.access_token,
          expires_at: String(session.expires_at),
          expires_in: String(session.expires_in),
          refresh_token: session.refresh_token,
          token_type: session.token_type,
          type: opened.kind,
        }),
        303,
      )
    } catch (error) {
      if (!(error instanceof AuthError) || error.status >= 500) throw error
      const reason = {
        error: OAUTH_NAMES[error.status] ?? 'invalid_request',
        error_code: error.code,
        error_description: error.message,
      }
      // A client that uses PKCE reads the query. The hash contains the error in all cases, as in Supabase.
      const pkce = token.startsWith(PKCE_PREFIX)
      return reply.redirect(withHash(pkce ? withParameters(target, reason) : target, reason), 303)
    }
  })
}
