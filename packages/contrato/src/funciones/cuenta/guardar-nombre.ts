import * as z from 'zod/mini'
import { contract } from '../../contract.ts'
import { Hecho } from '../comun.ts'

/** Longer than any valid name. The rules, with their sentences, are in dominio/formularios/registro.ts. */
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
