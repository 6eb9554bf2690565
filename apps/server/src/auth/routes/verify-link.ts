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

/** The names that the redirect's `error` has in the original. */
const OAUTH_NAMES: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
}

/** The link of a letter, opened in a browser: back to the web app with the session, or the reason, in the hash. */
export function verifyLinkRoute(app: FastifyInstance, context: AuthContext) {
  // No HEAD: a mail scanner that looks before its owner does must not use the link up.
  app.get('/verify', { exposeHeadRoute: false }, async (request, reply) => {
    const { token, type, redirect_to } = Query.parse(request.query)
    const kinds = kindsOf(type)
    if (!token) throw refused('Verify requires a token or a token hash')
    const target = allowedRedirect(context.config, redirect_to)
    // The address carries a token: neither it nor the next page's may be told to anyone.
    reply.header('referrer-policy', 'no-referrer')
    try {
      const opened = await openLink(context, kinds, token, request)
      if ('code' in opened) return reply.redirect(withParameters(target, { code: opened.code }), 303)
      const session = await presentSession(context.sign, opened)
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
      // A client that uses PKCE reads the query; the hash carries the reason in any case, as in the original.
      const pkce = token.startsWith(PKCE_PREFIX)
      return reply.redirect(withHash(pkce ? withParameters(target, reason) : target, reason), 303)
    }
  })
}
