import { sendMaestroWelcomeEmail } from '@maestros/contrato/onboarding/send-maestro-welcome-email'
import { callFunction } from '#lib/functions.ts'
import { logFailure } from '#lib/log.ts'

/**
 * The specification's call after onboarding. The submit has queued the e-mail already and the server sends it once, so nobody
 * waits for the answer and a failure is only logged.
 */
export function requestWelcome(maestroId: string): void {
  callFunction(sendMaestroWelcomeEmail, { maestro_id: maestroId }).catch((cause: unknown) =>
    logFailure('welcome e-mail', cause),
  )
}
