import { onboardingEnlace } from '@maestros/contrato/onboarding/onboarding-enlace'
import { callFunction } from '#lib/session/call-function.ts'

/** The address that a phone opens. The token is in the hash, which no server sees and no log has. */
export async function makePhoneLink(paso: string): Promise<{ url: string; seconds: number }> {
  const { token, segundos } = (await callFunction(onboardingEnlace, {})).data
  return { url: `${location.origin}/continuar#enlace=${token}&paso=${paso}`, seconds: segundos }
}
