import { z } from 'zod'
import type { Database } from '../db/pool.ts'
import { defineJob, type JobContext } from './definition.ts'
import { releaseAbandonedJobs } from './liveness.ts'

/** Frees the jobs of a process that was killed, for the processes that still run. */
export const releaseAbandoned = defineJob({
  name: 'release-abandoned-jobs',
  payload: z.object({}),
  attempts: 1,
  cron: '* * * * *',
  handle: async (_payload, { services, log }: JobContext<{ db: Database }>) => {
    const released = await releaseAbandonedJobs(services.db.maintenance)
    if (released > 0) log.warn({ released }, 'jobs of a process that has ended are run again')
  },
})
