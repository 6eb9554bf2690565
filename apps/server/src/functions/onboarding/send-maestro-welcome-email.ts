import { sendMaestroWelcomeEmail } from '@maestros/contrato/funciones/onboarding/send-maestro-welcome-email'
import { funciones as textos } from '@maestros/dominio/textos/funciones'
import { defineFunction } from '../define.ts'
import { welcomeMaestro } from './support/welcome-mail.ts'

export default defineFunction(sendMaestroWelcomeEmail, {
  summary: 'Queues the welcome e-mail of a maestro whose profile is complete, once for an account.',
  handle: async ({ maestro_id }, { caller, run, error }) => {
    if (maestro_id !== caller.userId) throw error('FORBIDDEN', textos.otraPersona)
    const [welcomed] = await run(
      (sql) => sql<{ id: string }[]>`
      select m.id, interno.dar_bienvenida(m.id, ${welcomeMaestro.name}, ${welcomeMaestro.attempts}) as done
      from public.maestros m where m.id = ${caller.userId} and m.perfil_completo`,
    )
    if (!welcomed) throw error('NOT_FOUND', textos.maestroNoEncontrado)
    return { success: true }
  },
})
