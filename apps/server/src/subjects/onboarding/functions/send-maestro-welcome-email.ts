import { sendMaestroWelcomeEmail } from '@maestros/contrato/onboarding/send-maestro-welcome-email'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { welcomeAccount, welcomeMaestro } from '../welcome.ts'

export default defineFunction(sendMaestroWelcomeEmail, {
  summary: 'Queues the welcome e-mail of a maestro whose profile is complete, once for an account.',
  handle: ({ maestro_id, forzar = false }, context) =>
    welcomeAccount(
      context,
      welcomeMaestro,
      (sql) => sql`
        select m.id from public.maestros m join public.profiles p on p.id = m.id
        where m.id = ${maestro_id} and m.perfil_completo and p.suspendido_en is null`,
      forzar,
    ),
})
