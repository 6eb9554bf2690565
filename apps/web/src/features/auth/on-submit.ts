import { Entrada } from '@maestros/dominio/formularios/acceso'
import { Recuperar } from '@maestros/dominio/formularios/recuperar'
import { NombreDeBuscador, Registro } from '@maestros/dominio/formularios/registro'
import { misDatos } from '@maestros/dominio/textos/mis-datos'

/** What the prerendered forms, and the one for the own name, need only when they are submitted (see lazy-rules.ts). */

export const schemas = { signIn: Entrada, signUp: Registro, recover: Recuperar, name: NombreDeBuscador }

export { checkWith } from './check-with.ts'

/** What a person reads who has signed in to an account that was to be erased. */
export const kept = misDatos.conservada

export { signIn } from '#lib/access.ts'
export { requestReset } from '#lib/recovery.ts'
export { signUp } from '#lib/sign-up.ts'
