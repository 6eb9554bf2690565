import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import type { Services } from '../../platform/services.ts'
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
    const page = { folder, startsWith: search, limit: Math.min(requested, PAGE_MAX), offset, sortBy }
    const { folders, objects } = await listPage(requester, bucket, page)
    // With names relative to the folder; list-v2 returns whole names.
    return [
      ...folders.map(presentFolder),
      ...objects.map((row) => ({ ...present(row), name: leafOf(row.name) })),
    ]
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
    // One entry more tells whether there is another page.
    const page = { ...within, limit: limit + 1, offset, sortBy, deep: !with_delimiter }
    const { folders, objects } = await listPage(requester, bucket, page)
    const hasNext = folders.length + objects.length > limit
    return {
      hasNext,
      ...(hasNext && { nextCursor: String(offset + limit) }),
      folders: folders.slice(0, limit).map((name) => keyOfFolder(within.folder, name)),
      objects: objects
        .slice(0, Math.max(0, limit - folders.length))
        .map((row) => ({ ...present(row), key: row.name })),
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

/** A page of the subfolders and then of the objects of a folder. A deep one has no subfolders. */
async function listPage(requester: Requester, bucket: string, page: Page) {
  const { names: folders, total } = page.deep ? NO_FOLDERS : await foldersIn(requester, bucket, page)
  const objects = await listObjects(requester, bucket, {
    ...page,
    limit: page.limit - folders.length,
    offset: Math.max(0, page.offset - total),
  })
  return { folders, objects }
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

interface Folders {
  names: string[]
  /** Of all pages. */
  total: number
}
const NO_FOLDERS: Folders = { names: [], total: 0 }

/** The names of the subfolders of a folder, sorted. */
async function foldersIn(requester: Requester, bucket: string, page: Page): Promise<Folders> {
  if (!isOperator(requester)) return NO_FOLDERS
  const { folder, startsWith, limit, offset } = page
  const at = folder === '' ? 1 : folder.split('/').length + 1
  const [found] = await requester.run(
    (sql) => sql<Folders[]>`
      with folders as (
        select distinct split_part(o.folder, '/', ${at}) as name from storage.objects o
        where o.bucket_id = ${bucket} and o.folder <> ${folder}
          and starts_with(o.folder, ${nameIn(folder, startsWith)})
      )
      select (select count(*)::int from folders) as total,
        array(select name from folders order by name limit ${limit} offset ${offset}) as names`,
  )
  return found ?? NO_FOLDERS
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
