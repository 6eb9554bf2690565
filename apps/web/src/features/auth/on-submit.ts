import { zodResolver } from '@hookform/resolvers/zod'
import { Entrada } from '@maestros/dominio/formularios/acceso'
import { Recuperar } from '@maestros/dominio/formularios/recuperar'
import { Registro } from '@maestros/dominio/formularios/registro'
import { misDatos } from '@maestros/dominio/textos/mis-datos'

/** What the prerendered forms need only when they are submitted (see lazy-rules.ts). */

export const rules = {
  signIn: zodResolver(Entrada),
  signUp: { buscador: zodResolver(Registro.buscador), maestro: zodResolver(Registro.maestro) },
  recover: zodResolver(Recuperar),
}

/** What a person reads who has signed in to an account that was to be erased. */
export const kept = misDatos.conservada

export { signIn } from '#lib/access.ts'
export { requestReset } from '#lib/recovery.ts'
export { signUp } from '#lib/sign-up.ts'
