import { Onboarding } from '@maestros/dominio/onboarding/formulario'
import { Hecho } from '../comun.ts'
import { contract } from '../contract.ts'

/** Name and phone after the onboarding, by the same rules. */
export const guardarContacto = contract({
  name: 'guardar-contacto',
  method: 'POST',
  input: Onboarding.shape.datos,
  output: Hecho,
  callers: 'maestro',
  errors: ['NOT_FOUND'],
})
