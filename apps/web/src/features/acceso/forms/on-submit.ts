import { Entrada } from '@maestros/dominio/acceso/formulario-de-entrada'
import { Recuperar } from '@maestros/dominio/acceso/formulario-de-recuperar'
import { NombreDeBuscador, Registro } from '@maestros/dominio/acceso/formulario-de-registro'
import { cuentaConservada } from '@maestros/dominio/cuenta/textos-de-cuenta-conservada'
import { toast } from '#ui/toasts/toast.ts'

/**
 * What the prerendered forms, and the one for the own name, need only when they are submitted (see lazy-rules.ts). A sign-in waits
 * for it and for what it imports.
 */

export const schemas = { signIn: Entrada, signUp: Registro, recover: Recuperar, name: NombreDeBuscador }

/** After a sign-in to an account that was to be erased. */
export const sayKept = () =>
  void toast.success(cuentaConservada.titulo, { description: cuentaConservada.texto })

export { requestReset } from '#lib/session/recovery.ts'
export { signIn } from '#lib/session/sign-in-and-out.ts'
export { signUp } from '#lib/session/sign-up.ts'
export { checkWith } from './check-with.ts'
