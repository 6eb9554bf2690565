import * as z from 'zod/mini'
import { CONTRASENA_MIN } from '../limites.ts'
import { correo } from './formulario-de-entrada.ts'
import { acceso } from './textos.ts'
import { restablecer } from './textos-de-recuperar.ts'

export const Recuperar = z.object({ email: correo })

const nueva = {
  password: z.string().check(z.minLength(CONTRASENA_MIN, restablecer.errores.corta)),
  confirmacion: z.string(),
}

const coinciden = z.refine<{ password: string; confirmacion: string }>(
  ({ password, confirmacion }) => password === confirmacion,
  { path: ['confirmacion'], error: restablecer.errores.noCoinciden },
)

export const Restablecer = z.object(nueva).check(coinciden)

/** A change of the password while signed in, which needs the current one. */
export const CambioDeContrasena = z
  .object({ actual: z.string().check(z.minLength(1, acceso.errores.contrasenaVacia)), ...nueva })
  .check(coinciden)
