import {
  type OnboardingBorradorInput,
  onboardingBorrador,
} from '@maestros/contrato/onboarding/onboarding-borrador'
import { callFunction } from '#lib/session/call-function.ts'

/** Saves steps of the draft and answers all of it. Without changes it only reads. */
export async function saveDraft(cambios: OnboardingBorradorInput['cambios']) {
  return (await callFunction(onboardingBorrador, { cambios })).data
}
