import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import type { Services } from '../services.ts'
import { type Asker, askerOf, nameFor } from './access.ts'
import { noSuchObject } from './errors.ts'
import { addressed, BucketParam } from './path.ts'

/**
 * What is in a folder, for who may list it: a chat's two, and everyone their own. Any other folder is empty, as one
 * that does not exist. No folder has folders in it that anyone may list, so none is ever answered.
 */
const PAGE_MAX = 1000

const column = z.enum(['name', 'created_at', 'updated_at', 'last_accessed_at'])
const order = z.enum(['asc', 'desc'])
const List = z.object({
  prefix: z.string(),
  limit: z.number().int().min(1).default(100),
  offset: z.number().int().min(0).max(1_000_000_000).default(0),
  search: z.string().default(''),
  sortBy: z.object({ column: column.optional(), order: order.optional() }).nullish(),
})
const ListV2 = z.object({
  prefix: z.string().default(''),
  limit: z.number().int().min(1).default(PAGE_MAX),
  cursor: z.string().optional(),
  sortBy: z.object({ column: column.optional(), order: order.optional() }).nullish(),
})

interface Listed {
  id: string
  bucket_id: string
  name: string
  size: number
  mimetype: string
  etag: string
  cache_control: string
  created_at: Date
  updated_at: Date
}

const present = (object: Listed) => ({
  id: object.id,
  name: object.name,
  created_at: object.created_at,
  updated_at: object.updated_at,
  last_accessed_at: object.updated_at,
  metadata: {
    eTag: `"${object.etag}"`,
    size: object.size,
    mimetype: object.mimetype,
    cacheControl: object.cache_control,
    lastModified: object.updated_at,
    contentLength: object.size,
    httpStatusCode: 200,
  },
})

export const listing: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  const { callers } = services

  app.post('/object/list/:bucket', async (request) => {
    const { bucket } = BucketParam.parse(request.params)
    const { prefix, search, ...page } = List.parse(request.body)
    const asker = askerOf(services, await callers.read(request))
    const folder = folderOf(asker, bucket, prefix)
    const rows = await listFolder(asker, bucket, folder, { ...page, startsWith: search })
    // By their names in the folder; see the second version for whole ones.
    return rows.map((row) => ({ ...present(row), name: row.name.slice(row.name.lastIndexOf('/') + 1) }))
  })

  app.post('/object/list-v2/:bucket', async (request) => {
    const { bucket } = BucketParam.parse(request.params)
    const { prefix, cursor, limit: asked, sortBy } = ListV2.parse(request.body ?? {})
    const asker = askerOf(services, await callers.read(request))
    const limit = Math.min(asked, PAGE_MAX)
    const offset = Number(/^\d{1,9}$/.exec(cursor ?? '')?.[0] ?? 0)
    // Here a prefix is of the whole name: its last part need not be a folder's.
    const end = prefix.lastIndexOf('/')
    const folder = folderOf(asker, bucket, prefix.slice(0, Math.max(0, end)))
    const rows = await listFolder(asker, bucket, folder, {
      limit: limit + 1,
      offset,
      sortBy,
      startsWith: prefix.slice(end + 1),
    })
    const hasNext = rows.length > limit
    return {
      hasNext,
      ...(hasNext && { nextCursor: String(offset + limit) }),
      folders: [],
      objects: rows.slice(0, limit).map((row) => ({ ...present(row), key: row.name })),
    }
  })

  app.get('/object/info/:bucket/*', async (request) => {
    const { bucket, name } = addressed(request.params)
    const asker = askerOf(services, await callers.read(request))
    const [row] = await asker.run(
      (sql, may) => sql<Listed[]>`
        select o.* from storage.objects o
        where o.bucket_id = ${bucket} and o.name = ${nameFor(asker, bucket, name)} and ${may.read}`,
    )
    if (!row) throw noSuchObject()
    return {
      id: row.id,
      name: row.name,
      version: row.etag,
      bucket_id: row.bucket_id,
      size: row.size,
      content_type: row.mimetype,
      cache_control: row.cache_control,
      etag: `"${row.etag}"`,
      metadata: {},
      last_modified: row.updated_at,
      created_at: row.created_at,
    }
  })
}

function folderOf({ userId }: Asker, bucket: string, prefix: string): string {
  const folder = prefix.replace(/^\/+|\/+$/g, '')
  return bucket === 'support-tickets' && folder === '' && userId !== null ? userId : folder
}

function listFolder(
  asker: Asker,
  bucket: string,
  folder: string,
  page: {
    limit: number
    offset: number
    startsWith: string
    sortBy?: z.infer<typeof List>['sortBy']
  },
): Promise<Listed[]> {
  const by = page.sortBy?.column ?? 'name'
  const down = page.sortBy?.order === 'desc'
  const wanted = `${folder === '' ? '' : `${folder}/`}${page.startsWith}`
  return asker.run(
    (sql, may) => sql<Listed[]>`
      select o.* from storage.objects o
      where o.bucket_id = ${bucket} and o.folder = ${folder} and starts_with(o.name, ${wanted})
        and ${may.list(bucket, folder)}
        and (o.folder <> '' or o.owner = ${asker.userId} or ${asker.caller.role === 'service_role'})
      order by ${sql(by === 'last_accessed_at' ? 'updated_at' : by)} ${down ? sql`desc` : sql`asc`}, o.id
      limit ${Math.min(page.limit, PAGE_MAX + 1)} offset ${page.offset}`,
  )
}
