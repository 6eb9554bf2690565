import { Readable } from 'node:stream'
import { TIPOS_DE_AUDIO, TIPOS_DE_IMAGEN } from '@maestros/dominio/limites'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PendingQuery, ReservedSql, Row } from 'postgres'
import type { Sql } from '../../platform/db/pool.ts'
import { MINI } from '../../platform/objects/path.ts'
import type { ObjectStore } from '../../platform/objects/store.ts'
import type { Services } from '../../platform/services.ts'
import { invalidRange, noSuchObject } from './errors.ts'

/** Sends the bytes of an object. Access was checked before. */

export interface StoredObject {
  bucket_id: string
  name: string
  key: string | null
  mimetype: string
  etag: string
  cache_control: string
  mini_size: number | null
  /** In bytes. */
  size: number
}

export const servedColumns = (sql: Sql | ReservedSql): PendingQuery<Row[]> =>
  sql`o.bucket_id, o.name, o.key, o.mimetype, o.etag, o.cache_control, o.mini_size, o.size`

/** The key of the bytes. Objects that were not uploaded through this surface are stored under their own name. */
const keyOf = ({ key, bucket_id, name }: Pick<StoredObject, 'key' | 'bucket_id' | 'name'>) =>
  key ?? `${bucket_id}/${name}`

/**
 * Types that browsers may show or play. Other types are sent as downloads, because HTML or SVG could run scripts.
 */
const RENDERED_TYPES = new Set<string>([...TIPOS_DE_IMAGEN, ...TIPOS_DE_AUDIO])

const DEFAULT_SECONDS = 3600

export const cacheSeconds = (cacheControl: string) =>
  Number(/^max-age=(\d{1,9})$/.exec(cacheControl)?.[1] ?? DEFAULT_SECONDS)

export async function sendObject(
  { objects }: Pick<Services, 'objects'>,
  request: FastifyRequest,
  reply: FastifyReply,
  object: StoredObject,
  how: { mini: boolean; cache: string; download?: string | undefined },
): Promise<FastifyReply> {
  const mini = how.mini && object.mini_size !== null
  const mimetype = mini ? 'image/webp' : object.mimetype
  const rendered = RENDERED_TYPES.has(mimetype)
  const etag = quoted(mini ? `${object.etag}-mini` : object.etag)
  reply.headers({
    etag,
    'cache-control': how.cache,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'content-disposition': disposition(rendered, how.download),
  })
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()

  if (object.mimetype === ARCHIVE) return sendArchive(objects, request, reply, object, etag)
  const found = await objects.read(mini ? keyOf(object) + MINI : keyOf(object))
  if (!found) {
    request.log.warn(
      { bucket: object.bucket_id, name: object.name },
      'an object has its row but not its bytes',
    )
    throw noSuchObject()
  }
  const part = rangeOf(request.headers, etag, found.size)
  reply.type(rendered ? mimetype : 'application/octet-stream')
  if (!part) return reply.send(found.bytes)
  return reply
    .code(206)
    .header('content-range', `bytes ${part.start}-${part.end}/${found.size}`)
    .send(found.bytes.subarray(part.start, part.end + 1))
}

/** Exports of personal data are the only objects that people do not upload, and may be too large for memory. */
const ARCHIVE = 'application/zip'

async function sendArchive(
  objects: ObjectStore,
  request: FastifyRequest,
  reply: FastifyReply,
  object: StoredObject,
  etag: string,
): Promise<FastifyReply> {
  const part = rangeOf(request.headers, etag, object.size)
  // Fastify reads and drops the stream of a HEAD request: the whole file would be decrypted. An empty stream and not an empty
  // payload, for which Fastify would set the content-length to 0.
  const stream = request.method === 'HEAD' ? Readable.from([]) : await objects.stream(keyOf(object), part)
  if (!stream) throw noSuchObject()
  reply.type('application/octet-stream')
  if (!part) return reply.header('content-length', String(object.size)).send(stream)
  return reply
    .code(206)
    .headers({
      'content-range': `bytes ${part.start}-${part.end}/${object.size}`,
      'content-length': String(part.end - part.start + 1),
    })
    .send(stream)
}

function disposition(rendered: boolean, download: string | undefined): string {
  if (download === undefined) return rendered ? 'inline' : 'attachment'
  if (download === '') return 'attachment'
  // encodeURIComponent does not escape these four characters, but RFC 8187 requires it.
  const name = encodeURIComponent(download).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename*=UTF-8''${name}`
}

const quoted = (etag: string) => (/^".*"$/.test(etag) ? etag : `"${etag.replaceAll('"', '')}"`)

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((given) => given.trim() === '*' || given.trim().replace(/^W\//, '') === etag)
}

/** A part of an object's bytes, both ends included. */
interface ByteRange {
  start: number
  end: number
}

/**
 * The part that a `Range` header names. Undefined means the whole object: without the header, with several
 * ranges or another unit (which a server may ignore), and when `If-Range` names another version.
 */
function rangeOf(
  headers: { range?: string | undefined; 'if-range'?: string | undefined },
  etag: string,
  size: number,
): ByteRange | undefined {
  const condition = headers['if-range']
  if (condition !== undefined && condition.trim() !== etag) return undefined
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start > end) throw invalidRange()
  return { start, end }
}
