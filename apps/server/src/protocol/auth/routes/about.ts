import type { FastifyInstance } from 'fastify'
import type { AuthContext } from '../context.ts'

/** Routes that describe the surface. */
export function aboutRoutes(app: FastifyInstance) {
  app.get('/health', async () => ({
    version: '1',
    name: 'Maestros CDMX',
    description: 'Cuentas y sesiones de Maestros CDMX',
  }))

  // Tokens are signed with a shared secret, so there is no public key to publish.
  app.get('/.well-known/jwks.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=600').send({ keys: [] }),
  )
}

export function settingsRoute(app: FastifyInstance, { mail }: AuthContext) {
  app.get('/settings', async () => ({
    external: { anonymous_users: false, email: true, phone: false },
    disable_signup: false,
    mailer_autoconfirm: !mail.delivers,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: false,
  }))
}
