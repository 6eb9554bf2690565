import { desuscribirPush } from '@maestros/contrato/avisos/desuscribir-push'
import { defineFunction } from '../../../protocol/functions/define.ts'

export default defineFunction(desuscribirPush, {
  summary: 'Ends the push notifications of the caller’s browser.',
  handle: async ({ endpoint }, { caller, run }) => {
    await run(
      (sql) => sql`
      delete from interno.suscripciones_push where endpoint = ${endpoint} and user_id = ${caller.userId}`,
    )
    return { success: true }
  },
})
