import { z } from 'zod'
import { type ResenaRow, resenaChange, resenaRemoved } from '../../platform/bus/changes.ts'
import { defineJob, type JobContext } from '../../platform/jobs/definition.ts'
import type { Services } from '../../platform/services.ts'

/**
 * Added by the database when an operator removes a review or one of its photos (interno.anunciar_resena). Operators work in a
 * process without a bus, so the servers tell the author and the maestro. The state is read when the job runs.
 */
export const announceReview = defineJob({
  name: 'announce-review',
  payload: z.object({ id: z.guid(), buscador_id: z.guid(), maestro_id: z.guid(), oculta: z.boolean() }),
  handle: async (removed, { services: { db, bus } }: JobContext<Pick<Services, 'db' | 'bus'>>) => {
    const [found] = await db.maintenance<{ resena: ResenaRow }[]>`
      select to_jsonb(r) as resena from public.resenas r where id = ${removed.id}`
    bus.publish(found ? resenaChange('UPDATE', found.resena) : resenaRemoved(removed))
  },
})
