import { zodResolver } from '@hookform/resolvers/zod'
import { Entrada } from '@maestros/dominio/formularios/acceso'
import { Recuperar } from '@maestros/dominio/formularios/recuperar'
import { Registro } from '@maestros/dominio/formularios/registro'

/** What the prerendered forms need only when they are submitted (see lazy-rules.ts). */

export const rules = {
  signIn: zodResolver(Entrada),
  signUp: { buscador: zodResolver(Registro.buscador), maestro: zodResolver(Registro.maestro) },
  recover: zodResolver(Recuperar),
}

export { signIn } from '#lib/access.ts'
export { requestReset } from '#lib/recovery.ts'
export { signUp } from '#lib/sign-up.ts'
