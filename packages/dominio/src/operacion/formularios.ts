import * as z from 'zod/mini'
import { largoDe } from '../contacto/contacto.ts'
import { CODIGO_DE_SEGUNDO_FACTOR_DIGITOS, CONTRASENA_DE_OPERADOR_MIN } from './operadores.ts'
import { operacion } from './textos.ts'

/** The rules of the forms of the operators' console. The server applies the same ones. */

const { acceso, entrar, largo } = operacion

export const EntradaDeOperador = z.object({
  email: z.string().check(z.trim(), z.email(entrar.errores.correo)),
  password: z.string().check(z.minLength(1, entrar.errores.contrasena)),
})

/** The length that bcrypt and the contract accept. */
const CONTRASENA_MAX = 72

export const AccesoDeOperador = z
  .object({
    contrasena: z
      .string()
      .check(
        z.minLength(CONTRASENA_DE_OPERADOR_MIN, acceso.errores.corta),
        z.maxLength(CONTRASENA_MAX, acceso.errores.larga),
      ),
    confirmacion: z.string(),
  })
  .check(
    z.refine(({ contrasena, confirmacion }) => contrasena === confirmacion, {
      path: ['confirmacion'],
      error: acceso.errores.noCoinciden,
    }),
  )

/** The code of an authenticator app as the server takes it, or null. Some apps copy it with a space in the middle. */
export function codigoDeSegundoFactor(escrito: string): string | null {
  const digitos = escrito.replace(/\s/g, '')
  return digitos.length === CODIGO_DE_SEGUNDO_FACTOR_DIGITOS && /^\d+$/.test(digitos) ? digitos : null
}

/** What is wrong with the length of a text; null when nothing is. Characters are counted as PostgreSQL counts them. */
export function errorDeLargo(texto: string, { min, max }: { min: number; max: number }): string | null {
  const escritos = largoDe(texto)
  if (escritos < min) return largo.corto(min)
  return escritos > max ? largo.excedido(max) : null
}
