import { onboardingEnviar } from '@maestros/contrato/onboarding/onboarding-enviar'
import type { Onboarding } from '@maestros/dominio/onboarding/formulario'
import { CallError } from '#lib/client/call-error.ts'
import { callFunction } from '#lib/session/call-function.ts'
import { pause } from '#ui/timing/pause.ts'

const ATTEMPTS = 3
const BUSY = 503

/** A busy server has written nothing, and a repeated submit changes nothing: it is tried again after a moment. */
export async function submitOnboarding(form: Onboarding): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await callFunction(onboardingEnviar, form)
      return
    } catch (cause) {
      if (!(cause instanceof CallError) || cause.status !== BUSY || attempt === ATTEMPTS) throw cause
      await pause((cause.retryAfter ?? 1) * 1000)
    }
  }
}
