import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { exportTemporaryFiles } from '../accounts/export/place.ts'
import { inBatches } from '../db/in-batches.ts'
import { defineJob, type JobContext } from '../jobs/definition.ts'
import { discardAll } from '../objects/discard.ts'
import { removeOldFiles } from '../objects/old-files.ts'
import type { Services } from '../services.ts'

type Needs = Pick<Services, 'config' | 'db' | 'log' | 'objects'>

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
  handle: (_payload, { services, signal }: JobContext<Needs>) => sweep(services, signal),
})

/**
 * Temporary files are half-written files on this machine's own disk, of uploads and of exports. A job runs on any machine, so
 * each process removes those of its machine when it starts; the job removes those of the machine where it happens to run.
 */
export function removeTemporaryFilesAtStart(app: FastifyInstance, services: Services) {
  app.addHook('onReady', () =>
    removeTemporaryFiles(services).catch((error: unknown) =>
      app.log.warn({ err: error }, 'temporary files were not removed'),
    ),
  )
}

async function removeTemporaryFiles({
  config,
  objects,
}: Pick<Services, 'config' | 'objects'>): Promise<void> {
  const before = new Date(Date.now() - LEFTOVER_HOURS * HOUR_MS)
  await objects.removeTemporaryFiles(before)
  await removeOldFiles(exportTemporaryFiles(config), before)
}

export async function sweep(services: Needs, signal?: AbortSignal): Promise<void> {
  await removeTemporaryFiles(services)
  await inBatches(BATCH, () => removeUnused(services), signal)
  let last = ''
  await inBatches(
    BATCH,
    async () => {
      const places = await removeLeftovers(services, last)
      last = places.at(-1) ?? last
      return { count: places.length }
    },
    signal,
  )
}

/** The longest unused objects come first. */
async function removeUnused(services: Needs) {
  const { maintenance: sql } = services.db
  const gone = await sql<{ place: string }[]>`
    with gone as (
      delete from storage.objects where id in (
        select id from storage.objects where unused_since < now() - make_interval(hours => ${UNUSED_HOURS})
        order by unused_since limit ${BATCH} for update skip locked)
      returning coalesce(key, bucket_id || '/' || name) as place
    ), noted as (
      insert into storage.leftovers (key) select place from gone on conflict (key) do nothing
    )
    select place from gone`
  await discardEach(services, gone)
  return gone
}

/** Continues after a key, because one that cannot be removed stays in the table. */
async function removeLeftovers(services: Needs, after: string): Promise<string[]> {
  const { maintenance: sql } = services.db
  const left = await sql<{ place: string }[]>`
    select l.key as place from storage.leftovers l
    where l.since < now() - make_interval(hours => ${LEFTOVER_HOURS}) and l.key > ${after}
      and not exists (select from storage.objects o where o.key = l.key)
    order by l.key limit ${BATCH}`
  return discardEach(services, left)
}

async function discardEach(services: Needs, found: readonly { place: string }[]): Promise<string[]> {
  const places = found.map(({ place }) => place)
  await discardAll(services, places, 'a file that nothing shows was not removed')
  return places
}
