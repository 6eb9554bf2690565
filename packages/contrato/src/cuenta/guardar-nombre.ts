import * as z from 'zod/mini'
import { Hecho } from '../comun.ts'
import { contract } from '../contract.ts'

/** Longer than any valid name. The rules, with their sentences, are in dominio/acceso/formulario-de-registro.ts. */
const Texto = z.string().check(z.maxLength(2000))

/** The name of a seeker after the sign-up, by the same rules. Maestros use `guardar-contacto`. */
export const guardarNombre = contract({
  name: 'guardar-nombre',
  method: 'POST',
  input: z.object({ nombre: Texto, apellido: Texto }),
  output: Hecho,
  callers: 'buscador',
  errors: [],
})
