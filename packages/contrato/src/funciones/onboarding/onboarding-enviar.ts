import { Onboarding } from '@maestros/dominio/formularios/onboarding'
import { contract } from '../../contract.ts'
import { Hecho } from '../comun.ts'

export const onboardingEnviar = contract({
  name: 'onboarding-enviar',
  method: 'POST',
  input: Onboarding,
  output: Hecho,
  callers: 'maestro',
  errors: [],
})
