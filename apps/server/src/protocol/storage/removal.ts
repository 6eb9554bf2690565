import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { discardSoon } from '../../platform/objects/discard.ts'
import type { Services } from '../../platform/services.ts'
import { nameFor, requesterOf } from './access.ts'
import { notSupported } from './errors.ts'
import { BucketParam } from './path.ts'

const MANY = 500
const Version = z.object({ path: z.string(), versionId: z.unknown().optional() })
const Body = z.object({
  prefixes: z
    .array(z.union([z.string(), Version]))
    .min(1)
    .max(MANY),
})

interface Removed {
  id: string
  bucket_id: string
  name: string
  owner: string | null
  created_at: Date
  updated_at: Date
  place: string
}

/**
 * Removes those of the named objects that the caller may remove, and returns them. The others are treated as
 * if they did not exist.
 */
export const removal: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  app.delete('/object/:bucket', async (request) => {
    const { bucket } = BucketParam.parse(request.params)
    const { prefixes } = Body.parse(request.body)
    const requester = requesterOf(services, await services.callers.read(request))
    const names = prefixes.map((entry) => {
      if (typeof entry !== 'string') throw notSupported('versioning')
      return nameFor(requester, bucket, entry)
    })
    const removed = await requester.run(
      (sql, conditions) => sql<Removed[]>`
        with gone as (
          delete from storage.objects o where o.bucket_id = ${bucket} and o.name = any (${names}) and ${conditions.remove}
          returning *, coalesce(key, bucket_id || '/' || name) as place
        ), noted as (
          insert into storage.leftovers (key) select place from gone on conflict (key) do nothing
        )
        select id, bucket_id, name, owner, created_at, updated_at, place from gone`,
    )
    await discardSoon(
      { ...services, log: request.log },
      removed.map(({ place }) => place),
      'the bytes of a removed object were not removed',
    )
    return removed.map(({ place: _, ...object }) => object)
  })
}
