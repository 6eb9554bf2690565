import type { FastifyPluginAsync } from 'fastify'
import type { Services } from '../../platform/services.ts'
import { authContext } from './context.ts'
import { addAuthErrors } from './errors.ts'
import { requireKey } from './person.ts'
import { aboutRoutes, settingsRoute } from './routes/about.ts'
import { adminUserRoutes, type EraseAccount } from './routes/admin-users.ts'
import { factorRoutes } from './routes/factors.ts'
import { logoutRoute } from './routes/logout.ts'
import { notOfferedPages, notOfferedRoutes } from './routes/not-offered.ts'
import { recoverRoute } from './routes/recover.ts'
import { resendRoute } from './routes/resend.ts'
import { signupRoute } from './routes/signup.ts'
import { tokenRoute } from './routes/token.ts'
import { userRoutes } from './routes/user.ts'
import { verifyRoute } from './routes/verify.ts'
import { verifyLinkRoute } from './routes/verify-link.ts'

/** Far more than any request of this surface needs: the metadata of an account has at most 8 kB. */
const BODY_BYTES = 64 * 1024

/**
 * The auth surface, with one file for each route. All routes require an API key, except the pages that a browser opens by their
 * address and the routes that describe the surface.
 */
export const authSurface: FastifyPluginAsync<{ services: Services; eraseAccount: EraseAccount }> = async (
  app,
  { services, eraseAccount },
) => {
  const context = await authContext(services)
  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= BODY_BYTES
  })
  app.addHook('onClose', () => context.passwords.close())
  addAuthErrors(app)
  aboutRoutes(app)
  verifyLinkRoute(app, context)
  notOfferedPages(app)
  await app.register(async (keyed) => {
    keyed.addHook('onRequest', (request) => requireKey(services, request))
    settingsRoute(keyed, context)
    signupRoute(keyed, context)
    tokenRoute(keyed, context)
    userRoutes(keyed, context)
    factorRoutes(keyed, context)
    logoutRoute(keyed, context)
    recoverRoute(keyed, context)
    resendRoute(keyed, context)
    verifyRoute(keyed, context)
    adminUserRoutes(keyed, context, eraseAccount)
    notOfferedRoutes(keyed, context)
  })
}
