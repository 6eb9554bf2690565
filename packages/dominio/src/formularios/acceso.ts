import * as z from 'zod/mini'
import { acceso } from '../textos/acceso.ts'

/** zod/mini, since these schemas travel to the browser: 5 kB against 95. */

const { errores } = acceso

/** `invalido`: what a screen says of an address that cannot be one. */
export const correoCon = (invalido: string) =>
  z.string().check(z.trim(), z.minLength(1, errores.correoVacio), z.email(invalido))

export const correo = correoCon(errores.correoInvalido)

export const Entrada = z.object({
  email: correo,
  password: z.string().check(z.minLength(1, errores.contrasenaVacia)),
})

export type Entrada = z.infer<typeof Entrada>
