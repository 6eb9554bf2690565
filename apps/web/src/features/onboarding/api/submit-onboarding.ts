import { onboardingEnviar } from '@maestros/contrato/funciones/onboarding/onboarding-enviar'
import type { Onboarding } from '@maestros/dominio/formularios/onboarding'
import { callFunction } from '#lib/functions.ts'

export const submitOnboarding = (form: Onboarding) => callFunction(onboardingEnviar, form)
