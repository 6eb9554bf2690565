import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ANON } from '../caller.ts'
import { signer } from '../objects/signed.ts'
import type { Services } from '../services.ts'
import { type Asker, askerOf, nameFor } from './access.ts'
import { invalidSignature, noSuchBucket, noSuchObject } from './errors.ts'
import { addressed } from './path.ts'
import { cacheSeconds, type StoredObject, sendObject, servedColumns } from './serve.ts'
import { Transform, wantsMini } from './transform.ts'
import { refuseVersion } from './unsupported.ts'

/**
 * GET and HEAD of an object: public, signed, or for who asks. Buckets are not public here, folders are: identity
 * documents and chat images share `chat-media` with the profile photos and must not be told apart from what does
 * not exist.
 */
const WITH_PUBLIC_FOLDERS = new Set(['chat-media'])

const Query = z.object({
  download: z.string().optional().catch(undefined),
  token: z.string().catch(''),
})

export const reads: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  const { db, callers, secrets } = services
  const { check } = signer(secrets)
  app.addHook('onRequest', async (request) => refuseVersion(request.query))

  async function find(asker: Asker, bucket: string, name: string): Promise<StoredObject> {
    const [object] = await asker.run(
      (sql, may) => sql<StoredObject[]>`
        select ${servedColumns(sql)} from storage.objects o
        where o.bucket_id = ${bucket} and o.name = ${name} and ${may.read}`,
    )
    if (!object) throw noSuchObject()
    return object
  }

  const sendPublic = async (request: FastifyRequest, reply: FastifyReply, mini: boolean) => {
    const { bucket, name } = addressed(request.params)
    if (!WITH_PUBLIC_FOLDERS.has(bucket)) throw noSuchBucket()
    const object = await find(askerOf(services, ANON), bucket, name)
    const cache = `public, max-age=${cacheSeconds(object.cache_control)}`
    return sendObject(services, request, reply, object, {
      mini,
      cache,
      download: Query.parse(request.query).download,
    })
  }

  const sendToAsker = async (request: FastifyRequest, reply: FastifyReply, mini: boolean) => {
    const { bucket, name } = addressed(request.params)
    const asker = askerOf(services, await callers.read(request))
    const object = await find(asker, bucket, nameFor(asker, bucket, name))
    // The next one at this browser may be someone else: kept, but asked about each time.
    return sendObject(services, request, reply, object, { mini, cache: 'private, no-cache' })
  }

  const sendSigned = async (request: FastifyRequest, reply: FastifyReply, mini: boolean) => {
    const { bucket, name } = addressed(request.params)
    const { token, download } = Query.parse(request.query)
    const expires = check({ act: mini ? 'mini' : 'read', bucket, name }, token)
    if (expires === undefined) throw invalidSignature()
    const [object] = await db.sql<StoredObject[]>`
      select ${servedColumns(db.sql)} from storage.objects o where o.bucket_id = ${bucket} and o.name = ${name}`
    if (!object) throw noSuchObject()
    const left = Math.floor(expires - Date.now() / 1000)
    const cache = `private, max-age=${Math.max(0, Math.min(cacheSeconds(object.cache_control), left))}`
    return sendObject(services, request, reply, object, { mini, cache, download })
  }

  const asked = (request: FastifyRequest) => wantsMini(Transform.parse(request.query))
  app.get('/object/public/:bucket/*', (request, reply) => sendPublic(request, reply, false))
  app.get('/render/image/public/:bucket/*', (request, reply) => sendPublic(request, reply, asked(request)))
  app.get('/object/:bucket/*', (request, reply) => sendToAsker(request, reply, false))
  app.get('/object/authenticated/:bucket/*', (request, reply) => sendToAsker(request, reply, false))
  app.get('/render/image/authenticated/:bucket/*', (request, reply) =>
    sendToAsker(request, reply, asked(request)),
  )
  app.get('/object/sign/:bucket/*', (request, reply) => sendSigned(request, reply, false))
  app.get('/render/image/sign/:bucket/*', (request, reply) => sendSigned(request, reply, true))
}
