import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { defineJob, type JobContext } from '../jobs/definition.ts'
import { discard } from '../objects/discard.ts'
import type { Services } from '../services.ts'

/** Few at a time, because people wait for the same disk. */
const BATCH = 200
/** Longer than any upload takes. */
const LEFTOVER_HOURS = 1
const HOUR_MS = 3_600_000
const UNUSED_HOURS = 24

/** Pictures that nothing shows are removed after a day, and what a crash left without an object after an hour. */
export const sweepStorage = defineJob({
  name: 'sweep-storage',
  payload: z.object({}),
  attempts: 1,
  cron: '*/15 * * * *',
  handle: (_payload, { services }: JobContext<Pick<Services, 'db' | 'objects'>>) => sweep(services),
})

/**
 * Temporary files are half-written files on this machine's own disk. A job runs on any machine, so each process removes
 * those of its machine when it starts; the job removes those of the machine where it happens to run.
 */
export function removeTemporaryFilesAtStart(app: FastifyInstance, services: Services) {
  app.addHook('onReady', () =>
    removeTemporaryFiles(services).catch((error: unknown) =>
      app.log.warn({ err: error }, 'temporary files were not removed'),
    ),
  )
}

const removeTemporaryFiles = ({ objects }: Pick<Services, 'objects'>) =>
  objects.removeTemporaryFiles(new Date(Date.now() - LEFTOVER_HOURS * HOUR_MS))

export async function sweep(services: Pick<Services, 'db' | 'objects'>): Promise<void> {
  await removeTemporaryFiles(services)
  const { maintenance: sql } = services.db
  const unused = await sql<{ place: string }[]>`
    with gone as (
      delete from storage.objects where id in (
        select id from storage.objects where unused_since < now() - make_interval(hours => ${UNUSED_HOURS})
        limit ${BATCH} for update skip locked)
      returning coalesce(key, bucket_id || '/' || name) as place
    )
    insert into storage.leftovers (key) select place from gone on conflict (key) do nothing returning key as place`
  const left = await sql<{ place: string }[]>`
    select l.key as place from storage.leftovers l
    where l.since < now() - make_interval(hours => ${LEFTOVER_HOURS})
      and not exists (select from storage.objects o where o.key = l.key)
    limit ${BATCH}`
  for (const { place } of [...unused, ...left]) await discard(services, place)
}
