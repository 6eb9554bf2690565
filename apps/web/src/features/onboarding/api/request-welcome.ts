import { sendMaestroWelcomeEmail } from '@maestros/contrato/onboarding/send-maestro-welcome-email'
import { logFailure } from '#lib/device/log.ts'
import { callFunction } from '#lib/session/call-function.ts'

/**
 * The specification's call after onboarding. The submit has queued the e-mail already and the server sends it once, so nobody
 * waits for the answer and a failure is only logged.
 */
export function requestWelcome(maestroId: string): void {
  callFunction(sendMaestroWelcomeEmail, { maestro_id: maestroId }).catch((cause: unknown) =>
    logFailure('welcome e-mail', cause),
  )
}
