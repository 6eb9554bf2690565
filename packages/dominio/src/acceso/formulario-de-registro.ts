import * as z from 'zod/mini'
import { CONTRASENA_MIN, NOMBRE_MAX } from '../limites.ts'
import { esNombreLegible } from '../nombre-legible.ts'
import { nombres } from '../textos-de-nombres.ts'
import { correoCon } from './formulario-de-entrada.ts'
import type { Role } from './roles.ts'
import { altas, registro } from './textos-de-registro.ts'

const { errores } = registro

/** Letters of any alphabet. */
const LETRAS = /^[\p{L}\s]*$/u

/** Only the names of seekers are restricted to letters (specification, section 5). */
const conLetras = (role: Role, error: string) => z.regex(role === 'buscador' ? LETRAS : /^/, error)

function nombresDe(role: Role) {
  const textos = altas[role]
  return z.object({
    nombre: z
      .string()
      .check(
        z.trim(),
        z.normalize('NFC'),
        z.minLength(1, textos.nombreRequerido),
        z.maxLength(NOMBRE_MAX, errores.nombreLargo),
        conLetras(role, errores.nombreLetras),
        z.refine(esNombreLegible, nombres.signos(nombres.campos.nombre)),
      ),
    apellido: z
      .string()
      .check(
        z.trim(),
        z.normalize('NFC'),
        z.minLength(1, textos.apellidoRequerido),
        z.maxLength(NOMBRE_MAX, errores.apellidoLargo),
        conLetras(role, errores.apellidoLetras),
        z.refine(esNombreLegible, nombres.signos(nombres.campos.apellido)),
      ),
  })
}

/** The name of a seeker, who may also change it after the sign-up. */
export const NombreDeBuscador = nombresDe('buscador')
export type NombreDeBuscador = z.infer<typeof NombreDeBuscador>

function registroDe(role: Role) {
  const textos = altas[role]
  return z
    .object({
      ...nombresDe(role).shape,
      email: correoCon(errores.correoInvalido),
      password: z.string().check(z.minLength(CONTRASENA_MIN, errores.contrasenaCorta)),
      confirmacion: z.string(),
      terminos: z.boolean().check(z.refine((aceptados) => aceptados, textos.sinTerminos)),
    })
    .check(
      z.refine(({ password, confirmacion }) => password === confirmacion, {
        path: ['confirmacion'],
        error: errores.noCoinciden,
      }),
    )
}

export const Registro = { buscador: registroDe('buscador'), maestro: registroDe('maestro') }
export type Registro = z.infer<(typeof Registro)[Role]>
