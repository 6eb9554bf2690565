import { sendBuscadorWelcomeEmail } from '@maestros/contrato/onboarding/send-buscador-welcome-email'
import { sendMaestroWelcomeEmail } from '@maestros/contrato/onboarding/send-maestro-welcome-email'
import type { Role } from '@maestros/dominio/acceso/roles'
import { callFunction } from '#lib/session/call-function.ts'

/** Sends a welcome e-mail again, which the server does outside production only. */
export const sendWelcome = (role: Role, id: string) =>
  role === 'maestro'
    ? callFunction(sendMaestroWelcomeEmail, { maestro_id: id, forzar: true })
    : callFunction(sendBuscadorWelcomeEmail, { buscador_id: id, forzar: true })
