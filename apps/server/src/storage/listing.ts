import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import type { Services } from '../services.ts'
import { nameFor, type Requester, requesterOf } from './access.ts'
import { invalidRequest, noSuchObject } from './errors.ts'
import { addressed, BucketParam } from './path.ts'
import { refuseVersion } from './unsupported.ts'

/**
 * Lists a folder for those who may list it: the two people of a chat, and everyone their own folders. Any
 * other folder is reported as empty, like one that does not exist. Operators with the secret key list
 * everything. Only they get folders in the answer, because no other folder that can be listed contains
 * folders.
 */
const PAGE_MAX = 1000

/** Longer than any path. The limit also bounds the time of the regular expressions below. */
const text = z.string().max(2048)
const column = z.enum(['name', 'created_at', 'updated_at', 'last_accessed_at'])
const order = z.enum(['asc', 'desc'])
/** Only values without effect are accepted: versions are not stored, and `info` serves for an exact match. */
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
  /** Includes the objects of subfolders. */
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
    const { prefix, search, sortBy, offset, limit: requested } = List.parse(request.body)
    const requester = requesterOf(services, await callers.read(request))
    const folder = folderOf(requester, bucket, prefix)
    const within = { folder, startsWith: search }
    const folders = await foldersIn(requester, bucket, within)
    // Folders come first. A page that begins within them has fewer objects.
    const limit = Math.min(requested, PAGE_MAX)
    const shown = folders.slice(offset, offset + limit)
    const rows = await listObjects(requester, bucket, {
      ...within,
      sortBy,
      limit: limit - shown.length,
      offset: Math.max(0, offset - folders.length),
    })
    // With names relative to the folder; list-v2 returns whole names.
    return [...shown.map(presentFolder), ...rows.map((row) => ({ ...present(row), name: leafOf(row.name) }))]
  })

  app.post('/object/list-v2/:bucket', async (request) => {
    const { bucket } = BucketParam.parse(request.params)
    const {
      prefix,
      cursor = '0',
      limit: requested,
      sortBy,
      with_delimiter,
    } = ListV2.parse(request.body ?? {})
    if (!/^\d{1,9}$/.test(cursor)) throw invalidRequest('The cursor is not valid')
    const requester = requesterOf(services, await callers.read(request))
    const limit = Math.min(requested, PAGE_MAX)
    const offset = Number(cursor)
    // In list-v2 the prefix is a prefix of the whole name: its last part need not be a folder.
    const end = prefix.lastIndexOf('/')
    const within = {
      folder: folderOf(requester, bucket, prefix.slice(0, Math.max(0, end))),
      startsWith: prefix.slice(end + 1),
    }
    const folders = with_delimiter && offset === 0 ? await foldersIn(requester, bucket, within) : []
    const rows = await listObjects(requester, bucket, {
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
    const requester = requesterOf(services, await callers.read(request))
    const [row] = await requester.run(
      (sql, conditions) => sql<Listed[]>`
        select o.* from storage.objects o
        where o.bucket_id = ${bucket} and o.name = ${nameFor(requester, bucket, name)} and ${conditions.read}`,
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

function folderOf({ userId }: Requester, bucket: string, prefix: string): string {
  const folder = prefix.replace(/^\/+|\/+$/g, '')
  return bucket === 'support-tickets' && folder === '' && userId !== null ? userId : folder
}

function listObjects(requester: Requester, bucket: string, page: Page): Promise<Listed[]> {
  const { folder } = page
  const by = page.sortBy?.column ?? 'name'
  const down = page.sortBy?.order === 'desc'
  // Only operators can list folders that contain folders.
  const deep = page.deep === true && isOperator(requester)
  return requester.run(
    (sql, conditions) => sql<Listed[]>`
      select o.* from storage.objects o
      where o.bucket_id = ${bucket} and ${deep ? sql`true` : sql`o.folder = ${folder}`}
        and starts_with(o.name, ${nameIn(folder, page.startsWith)})
        and ${conditions.list(bucket, folder)}
      order by ${sql(by === 'last_accessed_at' ? 'updated_at' : by)} ${down ? sql`desc` : sql`asc`}, o.id
      limit ${page.limit} offset ${page.offset}`,
  )
}

/** The names of the subfolders of a folder, sorted. */
async function foldersIn(
  requester: Requester,
  bucket: string,
  within: Pick<Page, 'folder' | 'startsWith'>,
): Promise<string[]> {
  if (!isOperator(requester)) return []
  const { folder, startsWith } = within
  const at = folder === '' ? 1 : folder.split('/').length + 1
  const rows = await requester.run(
    (sql) => sql<{ name: string }[]>`
      select distinct split_part(o.folder, '/', ${at}) as name from storage.objects o
      where o.bucket_id = ${bucket} and o.folder <> ${folder}
        and starts_with(o.folder, ${nameIn(folder, startsWith)})
      order by name limit ${PAGE_MAX}`,
  )
  return rows.map(({ name }) => name)
}

const isOperator = ({ caller }: Requester) => caller.role === 'service_role'
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
