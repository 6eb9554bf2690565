import { clavePush } from '@maestros/contrato/avisos/clave-push'
import { defineFunction } from '../../../protocol/functions/define.ts'

export default defineFunction(clavePush, {
  summary: 'Answers the public VAPID key, with which a browser subscribes to push notifications.',
  handle: async (_input, { services, run }) => {
    // Checks the caller: operators and ended sessions are refused.
    await run((sql) => sql`select`)
    return { clave: services.secrets.vapid.publicKey }
  },
})
