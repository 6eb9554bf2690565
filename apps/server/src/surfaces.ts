import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { functionList } from './function-list.ts'
import { addAddressLimit, addressLimit } from './platform/http/address-limit.ts'
import { addCors, allowedOrigins } from './platform/http/cors.ts'
import type { ReadJson } from './platform/http/input.ts'
import { pacer } from './platform/http/pace.ts'
import type { Services } from './platform/services.ts'
import { authSurface } from './protocol/auth/plugin.ts'
import { openApiRoutes } from './protocol/functions/openapi/routes.ts'
import { functionsSurface } from './protocol/functions/plugin.ts'
import { realtimeSurface } from './protocol/realtime/plugin.ts'
import { restSurface } from './protocol/rest/plugin.ts'
import { storageSurface } from './protocol/storage/plugin.ts'
import { eraseAccount } from './subjects/cuenta/erase.ts'

const RATE_LIMITED = 'Request rate limit reached'

/** Mounts the five surfaces, each under its prefix, with CORS and the address limit before each. */
export async function addSurfaces(
  app: FastifyInstance,
  services: Services,
  { metrics, readJson }: { metrics: Registry; readJson: ReadJson },
) {
  const origins = allowedOrigins(services.config)
  const limit = addressLimit(services.config.LIMIT_REQUESTS_ADDRESS)
  const pace = pacer()

  /** `limited` is the surface's answer to an address over the limit, in the surface's error format. */
  const mount = (prefix: string, limited: object, surface: (scope: FastifyInstance) => Promise<unknown>) =>
    app.register(async (scope) => {
      // CORS comes first: a page of another origin must be able to read the refusal.
      addCors(scope, origins)
      addAddressLimit(scope, limit, limited, pace)
      // The surfaces have no OPTIONS route of their own, and without any route the hooks would not run.
      scope.options(`${prefix}/*`, (_request, reply) => reply.code(204).send())
      await surface(scope)
    })

  // Newer clients read `code` and `message`, older clients read `error_code` and `msg`.
  const auth = { code: 'over_request_rate_limit', message: RATE_LIMITED }
  await mount('/auth/v1', { ...auth, error_code: auth.code, msg: auth.message }, async (scope) =>
    scope.register(authSurface, {
      prefix: '/auth/v1',
      services,
      eraseAccount: (id) => eraseAccount(services, id),
    }),
  )
  const rest = { code: '429', message: RATE_LIMITED, details: null, hint: null }
  await mount('/rest/v1', rest, async (scope) =>
    scope.register(restSurface, { prefix: '/rest/v1', services }),
  )
  const functions = await functionList()
  const calls = { success: false, error: textos.demasiadasVeces, code: 'RATE_LIMITED' }
  await mount('/functions/v1', calls, async (scope) =>
    scope.register(functionsSurface, { prefix: '/functions/v1', services, readJson, functions }),
  )
  await app.register(openApiRoutes, { functions })
  const storage = { statusCode: '429', error: 'Too Many Requests', message: RATE_LIMITED }
  await mount('/storage/v1', storage, async (scope) =>
    scope.register(storageSurface, { prefix: '/storage/v1', services }),
  )
  await mount('/realtime/v1', { message: RATE_LIMITED }, async (scope) =>
    scope.register(realtimeSurface, { prefix: '/realtime/v1', services, metrics }),
  )
}
