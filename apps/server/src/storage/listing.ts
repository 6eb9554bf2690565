import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import type { Services } from '../services.ts'
import { type Asker, askerOf, nameFor } from './access.ts'
import { invalidRequest, noSuchObject } from './errors.ts'
import { addressed, BucketParam } from './path.ts'
import { refuseVersion } from './unsupported.ts'

/**
 * What is in a folder, for who may list it: the two people of a chat, and everyone their own folders. Any other folder
 * is answered as empty, like one that does not exist. Operators with the secret key list everything. They alone are
 * answered folders: no folder that a person may list has folders in it.
 */
const PAGE_MAX = 1000

/** Longer than any path. It also bounds the time of the expressions that look at it. */
const text = z.string().max(2048)
const column = z.enum(['name', 'created_at', 'updated_at', 'last_accessed_at'])
const order = z.enum(['asc', 'desc'])
/** Versions are not kept and an exact match is what `info` is for: only the values that change nothing are taken. */
const unsupported = {
  noncurrentVersions: z.literal('exclude').optional(),
  deleteMarkers: z.literal('exclude').optional(),
  exactMatch: z.literal(false).optional(),
}
const List = z.object({
  ...unsupported,
  prefix: text,
  limit: z.number().int().min(1).default(100),
  offset: z.number().int().min(0).max(1_000_000_000).default(0),
  search: text.default(''),
  sortBy: z.object({ column: column.optional(), order: order.optional() }).nullish(),
})
const ListV2 = z.object({
  ...unsupported,
  prefix: text.default(''),
  limit: z.number().int().min(1).default(PAGE_MAX),
  cursor: z.string().optional(),
  with_delimiter: z.boolean().default(false),
  sortBy: z.object({ column: column.optional(), order: order.optional() }).nullish(),
})

interface Page {
  folder: string
  startsWith: string
  /** With what is in folders of the folder. */
  deep?: boolean
  limit: number
  offset: number
  sortBy?: z.infer<typeof List>['sortBy']
}

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
    const { prefix, search, sortBy, offset, limit: asked } = List.parse(request.body)
    const asker = askerOf(services, await callers.read(request))
    const folder = folderOf(asker, bucket, prefix)
    const within = { folder, startsWith: search }
    const folders = await foldersIn(asker, bucket, within)
    // Folders come first. A page that begins within them has fewer objects.
    const limit = Math.min(asked, PAGE_MAX)
    const shown = folders.slice(offset, offset + limit)
    const rows = await listObjects(asker, bucket, {
      ...within,
      sortBy,
      limit: limit - shown.length,
      offset: Math.max(0, offset - folders.length),
    })
    // By their names in the folder; the second version gives whole names.
    return [...shown.map(presentFolder), ...rows.map((row) => ({ ...present(row), name: leafOf(row.name) }))]
  })

  app.post('/object/list-v2/:bucket', async (request) => {
    const { bucket } = BucketParam.parse(request.params)
    const { prefix, cursor = '0', limit: asked, sortBy, with_delimiter } = ListV2.parse(request.body ?? {})
    if (!/^\d{1,9}$/.test(cursor)) throw invalidRequest('The cursor is not valid')
    const asker = askerOf(services, await callers.read(request))
    const limit = Math.min(asked, PAGE_MAX)
    const offset = Number(cursor)
    // Here a prefix is of the whole name: its last part need not be a folder's.
    const end = prefix.lastIndexOf('/')
    const within = {
      folder: folderOf(asker, bucket, prefix.slice(0, Math.max(0, end))),
      startsWith: prefix.slice(end + 1),
    }
    const folders = with_delimiter && offset === 0 ? await foldersIn(asker, bucket, within) : []
    const rows = await listObjects(asker, bucket, {
      ...within,
      limit: limit + 1,
      offset,
      sortBy,
      deep: !with_delimiter,
    })
    const hasNext = rows.length > limit
    return {
      hasNext,
      ...(hasNext && { nextCursor: String(offset + limit) }),
      folders: folders.map((name) => keyOfFolder(within.folder, name)),
      objects: rows.slice(0, limit).map((row) => ({ ...present(row), key: row.name })),
    }
  })

  app.get('/object/info/:bucket/*', async (request) => {
    const { bucket, name } = addressed(request.params)
    refuseVersion(request.query)
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

function listObjects(asker: Asker, bucket: string, page: Page): Promise<Listed[]> {
  const { folder } = page
  const by = page.sortBy?.column ?? 'name'
  const down = page.sortBy?.order === 'desc'
  // Only an operator's folders have folders in them.
  const deep = page.deep === true && isOperator(asker)
  return asker.run(
    (sql, may) => sql<Listed[]>`
      select o.* from storage.objects o
      where o.bucket_id = ${bucket} and ${deep ? sql`true` : sql`o.folder = ${folder}`}
        and starts_with(o.name, ${nameIn(folder, page.startsWith)})
        and ${may.list(bucket, folder)}
      order by ${sql(by === 'last_accessed_at' ? 'updated_at' : by)} ${down ? sql`desc` : sql`asc`}, o.id
      limit ${page.limit} offset ${page.offset}`,
  )
}

/** The names of the folders in a folder, in order. */
async function foldersIn(
  asker: Asker,
  bucket: string,
  within: Pick<Page, 'folder' | 'startsWith'>,
): Promise<string[]> {
  if (!isOperator(asker)) return []
  const { folder, startsWith } = within
  const at = folder === '' ? 1 : folder.split('/').length + 1
  const rows = await asker.run(
    (sql) => sql<{ name: string }[]>`
      select distinct split_part(o.folder, '/', ${at}) as name from storage.objects o
      where o.bucket_id = ${bucket} and o.folder <> ${folder}
        and starts_with(o.folder, ${nameIn(folder, startsWith)})
      order by name limit ${PAGE_MAX}`,
  )
  return rows.map(({ name }) => name)
}

const isOperator = ({ caller }: Asker) => caller.role === 'service_role'
const nameIn = (folder: string, name: string) => `${folder === '' ? '' : `${folder}/`}${name}`
const leafOf = (name: string) => name.slice(name.lastIndexOf('/') + 1)
const keyOfFolder = (folder: string, name: string) => ({
  name: `${nameIn(folder, name)}/`,
  key: `${nameIn(folder, name)}/`,
})
const presentFolder = (name: string) => ({
  id: null,
  name,
  created_at: null,
  updated_at: null,
  last_accessed_at: null,
  metadata: null,
})
