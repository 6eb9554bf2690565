import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ANON } from '../../platform/caller.ts'
import type { Sql } from '../../platform/db/pool.ts'
import { EXPORT_FOLDER } from '../../platform/objects/export-place.ts'
import { holderIn, holderOf, type Session, signer } from '../../platform/objects/signed.ts'
import type { Services } from '../../platform/services.ts'
import { nameFor, type Requester, requesterOf } from './access.ts'
import { invalidSignature, noSuchBucket, noSuchObject } from './errors.ts'
import { addressed } from './path.ts'
import { Transform, wantsMini } from './pictures/transform.ts'
import { cacheSeconds, type StoredObject, sendObject, servedColumns } from './serve.ts'
import { refuseVersion } from './unsupported.ts'

/**
 * GET and HEAD of an object: public, signed, or with the rights of the caller. Folders can be public, buckets
 * cannot: identity documents and chat images are in the same bucket `chat-media` as the photos of profiles
 * and reviews, and must be indistinguishable from objects that do not exist.
 */
const WITH_PUBLIC_FOLDERS = new Set(['chat-media'])

const Query = z.object({
  download: z.string().optional().catch(undefined),
  token: z.string().catch(''),
})

/**
 * A photo stops being public when its account is suspended, closed or erased, so that no cache may keep it for long, whatever
 * its uploader has asked for. A known copy is confirmed by its ETag.
 */
const PUBLIC_CACHE_SECONDS = 3600

/**
 * The signature of an export is valid until its first end. A new password, for example, ends the export earlier. Other objects
 * are not looked up.
 */
const isNoEndedExport = (sql: Sql, name: string) =>
  name.startsWith(`${EXPORT_FOLDER}/`)
    ? sql`not exists (
        select from interno.exportaciones e
        where e.cuenta_id = o.owner and e.vence_en <= now()
          and o.name = ${EXPORT_FOLDER} || '/' || e.cuenta_id || '/' || e.id || '.zip')`
    : sql`true`

/** Whether an address has no session, or one that is active, by the rules of every other call of its person. */
const isActive = (sql: Sql, session: Session | undefined) =>
  session === undefined
    ? sql`true`
    : sql`interno.impedimento(${session.sessionId}, ${session.userId},
        (select p.role from public.profiles p where p.id = ${session.userId})) is null`

export const reads: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  const { db, callers, secrets } = services
  const { check } = signer(secrets)
  app.addHook('onRequest', async (request) => refuseVersion(request.query))

  async function find(requester: Requester, bucket: string, name: string): Promise<StoredObject> {
    const [object] = await requester.run(
      (sql, conditions) => sql<StoredObject[]>`
        select ${servedColumns(sql)} from storage.objects o
        where o.bucket_id = ${bucket} and o.name = ${name} and ${conditions.read}`,
    )
    if (!object) throw noSuchObject()
    return object
  }

  const sendPublic = async (request: FastifyRequest, reply: FastifyReply, mini: boolean) => {
    const { bucket, name } = addressed(request.params)
    if (!WITH_PUBLIC_FOLDERS.has(bucket)) throw noSuchBucket()
    const object = await find(requesterOf(services, ANON), bucket, name)
    const seconds = Math.min(cacheSeconds(object.cache_control), PUBLIC_CACHE_SECONDS)
    const cache = `public, max-age=${seconds}`
    return sendObject(services, request, reply, object, {
      mini,
      cache,
      download: Query.parse(request.query).download,
    })
  }

  const sendToRequester = async (request: FastifyRequest, reply: FastifyReply, mini: boolean) => {
    const { bucket, name } = addressed(request.params)
    const requester = requesterOf(services, await callers.read(request))
    const object = await find(requester, bucket, nameFor(requester, bucket, name))
    // Another person may use this browser next: the response may be stored, but must be revalidated each
    // time.
    return sendObject(services, request, reply, object, { mini, cache: 'private, no-cache' })
  }

  const sendSigned = async (request: FastifyRequest, reply: FastifyReply, mini: boolean) => {
    const { bucket, name } = addressed(request.params)
    const { token, download } = Query.parse(request.query)
    const { session, signature } = holderIn(token)
    const holder = session && holderOf(session)
    const expires = check({ act: mini ? 'mini' : 'read', bucket, name, holder }, signature)
    if (expires === undefined) throw invalidSignature()
    const [object] = await db.sql<(StoredObject & { held: boolean })[]>`
      select ${servedColumns(db.sql)}, ${isActive(db.sql, session)} as held from storage.objects o
      where o.bucket_id = ${bucket} and o.name = ${name} and ${isNoEndedExport(db.sql, name)}`
    if (!object) throw noSuchObject()
    if (!object.held) throw invalidSignature()
    const left = Math.floor(expires - Date.now() / 1000)
    const cache = `private, max-age=${Math.max(0, Math.min(cacheSeconds(object.cache_control), left))}`
    return sendObject(services, request, reply, object, { mini, cache, download })
  }

  const requestsMini = (request: FastifyRequest) => wantsMini(Transform.parse(request.query))
  app.get('/object/public/:bucket/*', (request, reply) => sendPublic(request, reply, false))
  app.get('/render/image/public/:bucket/*', (request, reply) =>
    sendPublic(request, reply, requestsMini(request)),
  )
  app.get('/object/:bucket/*', (request, reply) => sendToRequester(request, reply, false))
  app.get('/object/authenticated/:bucket/*', (request, reply) => sendToRequester(request, reply, false))
  app.get('/render/image/authenticated/:bucket/*', (request, reply) =>
    sendToRequester(request, reply, requestsMini(request)),
  )
  app.get('/object/sign/:bucket/*', (request, reply) => sendSigned(request, reply, false))
  app.get('/render/image/sign/:bucket/*', (request, reply) => sendSigned(request, reply, true))
}
