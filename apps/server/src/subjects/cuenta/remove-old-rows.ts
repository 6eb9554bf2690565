import { z } from 'zod'
import { inBatches } from '../../platform/db/in-batches.ts'
import type { Database } from '../../platform/db/pool.ts'
import { defineJob, type JobContext } from '../../platform/jobs/definition.ts'
import { PUSH_JOBS } from '../../platform/push/deliver.ts'

const BATCH = 5000
/** Who saw which profile. The dashboard shows the sums of 60 days, which are daily figures. */
const VIEW_DAYS = 90
/** The figures of a maestro for each day: a year, and some weeks to compare with. */
const FIGURE_DAYS = 400
const FAILED_JOB_DAYS = 90
/** A notification is outdated then: an operator who tries all failed jobs again must not send it. */
const FAILED_PUSH_DAYS = 1

/** Deletes rows that only record the past, when nothing shows them any more. */
export const removeOldRows = defineJob({
  name: 'remove-old-rows',
  payload: z.object({}),
  attempts: 1,
  // At night in Mexico City.
  cron: '40 9 * * *',
  catchUpMinutes: 24 * 60,
  handle: async (_payload, { services, signal }: JobContext<{ db: Database }>) => {
    const { maintenance: sql } = services.db
    await inBatches(BATCH, () => sql`select interno.olvidar_vistas(${VIEW_DAYS}, ${BATCH})`, signal)
    await inBatches(
      BATCH,
      () => sql`
        delete from interno.cifras_diarias where (maestro_id, dia) in (
          select maestro_id, dia from interno.cifras_diarias
          where dia < interno.dia_de_la_ciudad(now()) - ${FIGURE_DAYS}::integer
          order by dia limit ${BATCH} for update skip locked)`,
      signal,
    )
    await inBatches(
      BATCH,
      () => sql`
        select id from graphile_worker.complete_jobs(array(
          select id from graphile_worker.jobs
          where attempts >= max_attempts and locked_at is null
            and updated_at < now() - make_interval(days =>
              case when task_identifier = any (${Object.values(PUSH_JOBS)}) then ${FAILED_PUSH_DAYS}::int else ${FAILED_JOB_DAYS}::int end)
          limit ${BATCH}))`,
      signal,
    )
  },
})
