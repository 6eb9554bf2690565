import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import type { Services } from '../services.ts'
import { invalidKey, noSuchBucket, noSuchObject } from './errors.ts'
import { isSafePath } from './path.ts'

/**
 * GET and HEAD of what everyone may see. Buckets are not public here, folders are: identity documents and
 * chat images share `chat-media` with the profile photos and must not be told apart from what does not exist.
 */
const PUBLIC: ReadonlyMap<string, string> = new Map([['chat-media', 'profile-photos/']])

/** Anything else would be shown by nobody and run by somebody: it is only ever downloaded. */
const SHOWN = new Set(['image/jpeg', 'image/png', 'image/webp'])

const DEFAULT_CACHE = 'max-age=3600'

const Params = z.object({ bucket: z.string(), '*': z.string() })

interface ObjectRow {
  mimetype: string
  etag: string
  cache_control: string
}

export const publicObject: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  const { db, objects } = services

  app.get('/object/public/:bucket/*', async (request, reply) => {
    const { bucket, '*': name } = Params.parse(request.params)
    const folder = PUBLIC.get(bucket)
    if (folder === undefined) throw noSuchBucket()
    if (!isSafePath(name)) throw invalidKey(name)
    if (!name.startsWith(folder)) throw noSuchObject()

    const [row] = await db.sql<ObjectRow[]>`
      select mimetype, etag, cache_control from storage.objects where bucket_id = ${bucket} and name = ${name}`
    if (!row) throw noSuchObject()

    const shown = SHOWN.has(row.mimetype)
    const etag = quoted(row.etag)
    reply.headers({
      etag,
      'cache-control': `public, ${/^max-age=\d{1,9}$/.test(row.cache_control) ? row.cache_control : DEFAULT_CACHE}`,
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      'content-disposition': shown ? 'inline' : 'attachment',
    })
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()

    const object = await objects.read(`${bucket}/${name}`)
    if (!object) {
      request.log.warn({ bucket, name }, 'an object has its row but not its bytes')
      reply.removeHeader('etag').header('cache-control', 'no-store')
      throw noSuchObject()
    }
    return reply.type(shown ? row.mimetype : 'application/octet-stream').send(object.bytes)
  })
}

const quoted = (etag: string) => (/^".*"$/.test(etag) ? etag : `"${etag.replaceAll('"', '')}"`)

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((given) => given.trim() === '*' || given.trim().replace(/^W\//, '') === etag)
}
