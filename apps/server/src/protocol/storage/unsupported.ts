import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import type { Services } from '../../platform/services.ts'
import { nameFor, requesterOf } from './access.ts'
import { alreadyExists, noSuchObject, notSupported } from './errors.ts'
import { addressed } from './path.ts'

/**
 * Calls of the official client that this server does not offer. Each is refused with an error in the format
 * of Supabase.
 */
export const unsupported: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  const { callers } = services

  // No object is ever overwritten. A caller who may read the object is told that it exists, all others that
  // it does not.
  app.put('/object/:bucket/*', {
    onRequest: async (request) => {
      const { bucket, name } = addressed(request.params)
      const requester = requesterOf(services, await callers.read(request))
      const found = await requester.run(
        (sql, conditions) => sql`
          select from storage.objects o
          where o.bucket_id = ${bucket} and o.name = ${nameFor(requester, bucket, name)} and ${conditions.read}`,
      )
      throw found.length > 0 ? alreadyExists() : noSuchObject()
    },
    handler: async () => {},
  })

  const refuse = (method: string | string[], url: string, feature: string) =>
    app.route({
      method,
      url,
      // Before the body is read.
      onRequest: async (request) => {
        await callers.read(request)
        throw notSupported(feature)
      },
      handler: async () => {},
    })
  refuse('POST', '/object/move', 'move')
  refuse('POST', '/object/copy', 'copy')
  refuse('DELETE', '/cdn/*', 'purgeCache')
  refuse(['GET', 'PUT', 'DELETE'], '/bucket/:bucket/lifecycle', 'lifecycle')
}

const Versioned = z.object({ versionId: z.unknown().optional() })

/** Versions of objects are not stored: a query or body that names one is refused. */
export function refuseVersion(queryOrBody: unknown) {
  const { data } = Versioned.safeParse(queryOrBody)
  if (data?.versionId !== undefined) throw notSupported('versioning')
}
