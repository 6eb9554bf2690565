import * as z from 'zod/mini'
import { acceso } from './textos.ts'

/** Uses zod/mini, because these schemas are sent to the browser: 5 kB instead of 95. */

const { errores } = acceso

/** `invalido`: the error text of a screen for an invalid e-mail address. */
export const correoCon = (invalido: string) =>
  z.string().check(z.trim(), z.minLength(1, errores.correoVacio), z.email(invalido))

export const correo = correoCon(errores.correoInvalido)

export const Entrada = z.object({
  email: correo,
  password: z.string().check(z.minLength(1, errores.contrasenaVacia)),
})

export type Entrada = z.infer<typeof Entrada>
