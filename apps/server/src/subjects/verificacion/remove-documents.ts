import { DOCUMENTOS_TRAS_DECISION_DIAS } from '@maestros/dominio/verificacion/estados'
import { z } from 'zod'
import { defineJob, type JobContext } from '../../platform/jobs/definition.ts'
import { discardAll } from '../../platform/objects/discard.ts'
import type { Services } from '../../platform/services.ts'

/** Few at a time, because people wait for the same disk. */
const BATCH = 200

/**
 * Removes the documents of verifications that were decided DOCUMENTOS_TRAS_DECISION_DIAS ago. The decision stays. A file
 * that could not be removed is noted in storage.leftovers, and the sweep of storage tries again.
 */
export const removeDocuments = defineJob({
  name: 'remove-documents',
  payload: z.object({}),
  attempts: 1,
  cron: '40 * * * *',
  oneAtATime: true,
  handle: async (_payload, { services, signal, log }: JobContext<Pick<Services, 'db' | 'objects'>>) => {
    const places = await services.db.maintenance<{ place: string }[]>`
      select place from interno.retirar_documentos(${DOCUMENTOS_TRAS_DECISION_DIAS}, ${BATCH}) as place`
    await discardAll(
      { ...services, log },
      places.map(({ place }) => place),
      'a document was not removed',
      signal,
    )
  },
})
