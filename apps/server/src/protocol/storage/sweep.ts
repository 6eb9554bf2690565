import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { inBatches } from '../../platform/db/in-batches.ts'
import { defineJob, type JobContext } from '../../platform/jobs/definition.ts'
import { discardAll } from '../../platform/objects/discard.ts'
import { exportTemporaryFiles } from '../../platform/objects/export-place.ts'
import { removeOldFiles } from '../../platform/objects/old-files.ts'
import type { Services } from '../../platform/services.ts'

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
  oneAtATime: true,
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

/** Ends early when the store is away, so that it does not occupy a place of the job queue. The next sweep continues. */
export async function sweep(services: Needs, signal?: AbortSignal): Promise<void> {
  await removeTemporaryFiles(services)
  let storeAnswers = true
  const discardEach = async (places: readonly string[]) => {
    storeAnswers = await discardAll(services, places, 'a file that nothing shows was not removed', signal)
    return { count: storeAnswers ? places.length : 0 }
  }
  await inBatches(BATCH, async () => discardEach(await takeUnused(services)), signal)
  if (!storeAnswers) return
  let last = ''
  await inBatches(
    BATCH,
    async () => {
      const places = await leftoversAfter(services, last)
      last = places.at(-1) ?? last
      return discardEach(places)
    },
    signal,
  )
}

/** The longest unused objects come first. */
async function takeUnused({ db: { maintenance: sql } }: Needs): Promise<string[]> {
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
  return gone.map(({ place }) => place)
}

/** Continues after a key, because one that cannot be removed stays in the table. */
async function leftoversAfter({ db: { maintenance: sql } }: Needs, after: string): Promise<string[]> {
  const left = await sql<{ place: string }[]>`
    select l.key as place from storage.leftovers l
    where l.since < now() - make_interval(hours => ${LEFTOVER_HOURS}) and l.key > ${after}
      and not exists (select from storage.objects o where o.key = l.key)
    order by l.key limit ${BATCH}`
  return left.map(({ place }) => place)
}
