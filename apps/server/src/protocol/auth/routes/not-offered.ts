import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuthContext } from '../context.ts'
import { AuthError, notOffered } from '../errors.ts'

/**
 * Features of Supabase that this product does not use. The official client may still call them, and gets
 * Supabase's answer for a disabled feature.
 */
const OFF: [path: string, error: () => AuthError][] = [
  ['/otp', () => notOffered(422, 'otp_disabled', 'Signups not allowed for otp')],
  ['/magiclink', () => notOffered(422, 'email_provider_disabled', 'Login with magic link is disabled')],
  ['/sso', () => notOffered(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')],
  ['/sso/*', () => notOffered(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')],
  ['/passkeys', () => notOffered(404, 'passkey_disabled', 'Passkeys are disabled')],
  ['/passkeys/*', () => notOffered(404, 'passkey_disabled', 'Passkeys are disabled')],
  ['/user/identities/*', () => notOffered(404, 'manual_linking_disabled', 'Manual linking is disabled')],
  ['/user/oauth/*', () => notOffered(404, 'feature_disabled', 'OAuth server is disabled')],
  ['/oauth/*', () => notOffered(404, 'feature_disabled', 'OAuth server is disabled')],
  ['/reauthenticate', () => notOffered(404, 'feature_disabled', 'Reauthentication is disabled')],
]

/** The browser opens these addresses, so they have no API key. */
export function notOfferedPages(app: FastifyInstance) {
  for (const url of ['/authorize', '/callback']) {
    app.get(url, async () => {
      throw notOffered(400, 'validation_failed', 'Unsupported provider: provider is not enabled')
    })
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export function notOfferedRoutes(app: FastifyInstance, { callers }: AuthContext) {
  for (const [url, error] of OFF) {
    app.route({ method: [...METHODS], url, handler: async () => Promise.reject(error()) })
  }
  for (const url of ['/admin/*', '/invite']) {
    app.route({
      method: [...METHODS],
      url,
      handler: async (request: FastifyRequest) => {
        const caller = await callers.read(request).catch(() => undefined)
        if (caller?.role !== 'service_role') throw new AuthError(403, 'not_admin', 'User not allowed')
        throw notOffered(404, 'feature_disabled', 'Admin functions are disabled')
      },
    })
  }
}
