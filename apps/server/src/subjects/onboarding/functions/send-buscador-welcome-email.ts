import { sendBuscadorWelcomeEmail } from '@maestros/contrato/onboarding/send-buscador-welcome-email'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { welcomeAccount, welcomeBuscador } from '../welcome.ts'

export default defineFunction(sendBuscadorWelcomeEmail, {
  summary: 'Queues the welcome e-mail of a seeker with a confirmed e-mail address, once for an account.',
  handle: ({ buscador_id, forzar = false }, context) =>
    welcomeAccount(
      context,
      welcomeBuscador,
      (sql) => sql`
        select p.id from public.profiles p join auth.users u on u.id = p.id
        where p.id = ${buscador_id} and p.role = 'buscador' and u.email_confirmed_at is not null
          and p.suspendido_en is null`,
      forzar,
    ),
})
