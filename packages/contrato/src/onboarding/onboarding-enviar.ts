import { Onboarding } from '@maestros/dominio/onboarding/formulario'
import { Hecho } from '../comun.ts'
import { contract } from '../contract.ts'

export const onboardingEnviar = contract({
  name: 'onboarding-enviar',
  method: 'POST',
  input: Onboarding,
  output: Hecho,
  callers: 'maestro',
  errors: [],
})
