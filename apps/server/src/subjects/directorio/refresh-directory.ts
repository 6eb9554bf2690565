import { z } from 'zod'
import type { Database } from '../../platform/db/pool.ts'
import { defineJob, type JobContext } from '../../platform/jobs/definition.ts'

/** Each call is one transaction, limited in size, so that it does not delay a search or a message. */
const BATCH = 200
/** The smallest id. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Lists the maestros of a trade or borough again, or removes them, after it was reactivated or retired. A trigger of the
 * two catalogues adds this job. Until it ends, search finds maestros of a retired trade, and a new chat with them is refused.
 */
export const refreshDirectory = defineJob({
  name: 'refresh-directory',
  payload: z.object({
    oficio: z.string().nullable().default(null),
    alcaldia: z.string().nullable().default(null),
  }),
  handle: async ({ oficio, alcaldia }, { services, signal }: JobContext<{ db: Database }>) => {
    let last: string | null = BEFORE_ALL
    while (last !== null) {
      signal.throwIfAborted()
      const rows: { last: string | null }[] = await services.db.maintenance`
        select interno.refrescar_lote(${oficio}, ${alcaldia}, ${last}, ${BATCH}) as last`
      last = rows[0]?.last ?? null
    }
  },
})
