import type { FastifyRequest } from 'fastify'
import { EXPORT_BUCKET, EXPORT_FOLDER } from '../../../platform/objects/export-place.ts'
import type { Session } from '../../../platform/objects/signed.ts'
import type { Services } from '../../../platform/services.ts'
import { nameFor, runAs } from '../access.ts'
import * as errors from '../errors.ts'
import { addressed } from '../path.ts'

/** A request to upload an object, and the person who sends it. */
export interface UploadRequest {
  person: Session
  bucket: string
  name: string
  /** Whether the caller wants to replace an existing object. */
  upsert: boolean
}

/** An upload that was authorized. This happens before the body is read. */
export interface AuthorizedUpload extends UploadRequest {
  maxBytes: number
  /** Whether it may be a voice note. */
  mayBeAudio: boolean
}

/** Files of one person that nothing shows: no message, profile, draft, review or ticket. */
const UNUSED_MAX = 50

export async function uploadRequestOf(
  { callers }: Services,
  request: FastifyRequest,
): Promise<UploadRequest> {
  const { bucket, name } = addressed(request.params)
  const caller = await callers.read(request)
  if (caller.role === 'service_role') throw errors.uploadWithoutPerson()
  if (caller.role !== 'authenticated') throw errors.refused()
  return { person: caller, bucket, name: nameFor(caller, bucket, name), upsert: wantsUpsert(request) }
}

export const wantsUpsert = ({ headers }: FastifyRequest) => headers['x-upsert'] === 'true'

interface Row {
  max_bytes: number
  allowed: boolean
  audio: boolean
  taken: boolean
  unused: number
  /** Bytes that the person has uploaded within the window of the limit; text, because a sum of integers is a bigint. */
  stored: string
  /** Seconds until the oldest of them leaves the window. */
  wait: number
}

export async function authorizeUpload(
  { db, config }: Services,
  upload: UploadRequest,
): Promise<AuthorizedUpload> {
  const { person, bucket, name } = upload
  const { max, seconds } = config.LIMIT_UPLOAD_BYTES_PERSON
  const [row] = await runAs(
    db,
    person,
    (sql) => sql<Row[]>`
      select b.file_size_limit as max_bytes,
        storage.allows('upload', ${person.userId}, b.id, ${name}) as allowed,
        storage.may_be_audio(b.id, ${name}) as audio,
        exists (select from storage.objects o where o.bucket_id = b.id and o.name = ${name}) as taken,
        (select count(*)::int from storage.objects o
          where o.owner = ${person.userId} and o.unused_since is not null) as unused,
        s.stored, s.wait
      from storage.buckets b
      cross join lateral (
        select coalesce(sum(o.size + coalesce(o.mini_size, 0)), 0)::text as stored,
          greatest(1, ${seconds}::int - coalesce(extract(epoch from now() - min(o.created_at)), 0)::int) as wait
        from storage.objects o
        where o.owner = ${person.userId} and o.created_at > now() - make_interval(secs => ${seconds})
          and not (o.bucket_id = ${EXPORT_BUCKET} and starts_with(o.name, ${`${EXPORT_FOLDER}/`}))
      ) s
      where b.id = ${bucket}`,
  )
  if (!row) throw errors.noSuchBucket()
  if (!row.allowed) throw errors.refused()
  if (row.taken) throw nameTaken(upload)
  if (row.unused >= UNUSED_MAX) throw errors.tooManyUnused()
  if (Number(row.stored) >= max) throw errors.tooManyBytes(row.wait)
  return { ...upload, maxBytes: row.max_bytes, mayBeAudio: row.audio }
}

/** No object is ever overwritten, so that the file of a message never changes. */
export const nameTaken = ({ upsert }: Pick<UploadRequest, 'upsert'>) =>
  upsert ? errors.noOverwrite() : errors.alreadyExists()
