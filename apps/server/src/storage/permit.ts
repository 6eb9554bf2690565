import type { FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { nameFor, runAs, type Session } from './access.ts'
import * as errors from './errors.ts'
import { addressed } from './path.ts'

/** Who wants to upload which object. */
export interface Claim {
  person: Session
  bucket: string
  name: string
  /** Whether the caller asked to replace an object that exists. */
  upsert: boolean
}

/** An upload that was allowed. It is asked for before the body is read. */
export interface Permit extends Claim {
  maxBytes: number
}

/** Pictures that one person may hold without any message, profile or ticket that shows them. */
const UNUSED_MAX = 50

export async function claimOf({ callers }: Services, request: FastifyRequest): Promise<Claim> {
  const { bucket, name } = addressed(request.params)
  const caller = await callers.read(request)
  if (caller.role !== 'authenticated') throw errors.refused()
  return { person: caller, bucket, name: nameFor(caller, bucket, name), upsert: wantsUpsert(request) }
}

export const wantsUpsert = ({ headers }: FastifyRequest) => headers['x-upsert'] === 'true'

export async function permit({ db }: Services, claim: Claim): Promise<Permit> {
  const { person, bucket, name } = claim
  const [row] = await runAs(
    db,
    person,
    (sql) => sql<{ max_bytes: number; allowed: boolean; taken: boolean; unused: number }[]>`
      select b.file_size_limit as max_bytes,
        storage.allows('upload', ${person.userId}, b.id, ${name}) as allowed,
        exists (select from storage.objects o where o.bucket_id = b.id and o.name = ${name}) as taken,
        (select count(*)::int from storage.objects o
          where o.owner = ${person.userId} and o.unused_since is not null) as unused
      from storage.buckets b where b.id = ${bucket}`,
  )
  if (!row) throw errors.noSuchBucket()
  if (!row.allowed) throw errors.refused()
  if (row.taken) throw nameTaken(claim)
  if (row.unused >= UNUSED_MAX) throw errors.tooManyUnused()
  return { ...claim, maxBytes: row.max_bytes }
}

/** No object is ever overwritten: an address that a message shows never changes its picture. */
export const nameTaken = ({ upsert }: Pick<Claim, 'upsert'>) =>
  upsert ? errors.noOverwrite() : errors.alreadyExists()
