import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Services } from '../../platform/services.ts'
import { noSuchBucket, notSupported, refused } from './errors.ts'
import { BucketParam } from './path.ts'

/**
 * Only operators with the secret key can read buckets, and only migrations create them. Everyone else gets
 * the answer of Supabase for a caller who may see no bucket.
 */
const List = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  search: z.string().default(''),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
})

export const buckets: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  const { callers, db } = services
  const isOperator = async (request: FastifyRequest) => (await callers.read(request)).role === 'service_role'

  app.get('/bucket', async (request) => {
    const operator = await isOperator(request)
    const { limit, offset, search, sortColumn, sortOrder } = List.parse(request.query)
    if (!operator) return []
    const { sql } = db
    return sql`
      select ${presented()} from storage.buckets b where strpos(b.id, ${search}) > 0
      order by ${sql(sortColumn === 'name' ? 'id' : sortColumn)} ${sortOrder === 'desc' ? sql`desc` : sql`asc`}, b.id
      limit ${limit} offset ${offset}`
  })

  app.get('/bucket/:bucket', async (request) => {
    const { bucket } = BucketParam.parse(request.params)
    if (!(await isOperator(request))) throw noSuchBucket()
    const [row] = await db.sql`select ${presented()} from storage.buckets b where b.id = ${bucket}`
    if (!row) throw noSuchBucket()
    return row
  })

  // No bucket is public as a whole. The public photos are two folders of chat-media (storage.allows).
  const presented = () => db.sql`
    b.id, b.id as name, 'STANDARD' as type, '' as owner, false as public, b.file_size_limit, b.allowed_mime_types,
    b.created_at, b.created_at as updated_at`

  app.post('/bucket', async (request) => {
    throw (await isOperator(request)) ? notSupported('createBucket') : refused()
  })
  app.post('/bucket/:bucket/empty', async (request) => {
    throw (await isOperator(request)) ? notSupported('emptyBucket') : noSuchBucket()
  })
  app.put('/bucket/:bucket', async (request) => {
    throw (await isOperator(request)) ? notSupported('updateBucket') : noSuchBucket()
  })
  app.delete('/bucket/:bucket', async (request) => {
    throw (await isOperator(request)) ? notSupported('deleteBucket') : noSuchBucket()
  })
}
