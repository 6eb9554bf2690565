import { z } from 'zod'
import type { Database, Sql } from '../../platform/db/pool.ts'
import { defineJob, type JobContext } from '../../platform/jobs/definition.ts'

/** Each call is one transaction, limited in size, so that it does not delay a search or a message. */
const BATCH = 200

/**
 * Ends pauses and 'Disponible hoy' when their day has come, computes answer times again that have lost an answer, and decides
 * which reviews count that have waited for it.
 * It runs at every full hour, one of which is midnight in Mexico City whatever its time zone is. An hour that passed while
 * the server was stopped is run at the start; until then every reader compares the day itself.
 */
export const keepDirectoryCurrent = defineJob({
  name: 'keep-directory-current',
  payload: z.object({}),
  attempts: 3,
  cron: '0 * * * *',
  catchUpMinutes: 61,
  handle: (_payload, { services, signal }: JobContext<{ db: Database }>) =>
    keepCurrent(services.db.maintenance, signal),
})

export async function keepCurrent(sql: Sql, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const [row] = await sql<{ cuantos: number }[]>`
      select interno.poner_al_dia(${BATCH}) + interno.revisar_resenas(${BATCH}) as cuantos`
    if (!row || row.cuantos === 0) return
  }
}
