import { ALCALDIAS_POR_MAESTRO_MAX, NOMBRE_MAX } from '@maestros/dominio/limites'
import * as z from 'zod/mini'
import { Hecho } from '../comun.ts'
import { contract } from '../contract.ts'

export const ELECCIONES = ['oficios', 'alcaldias'] as const
export type Eleccion = (typeof ELECCIONES)[number]

const GuardarEleccionesInput = z.object({
  tipo: z.enum(ELECCIONES),
  /**
   * All names, the main one first. The list replaces the stored one. The bound is that of boroughs; the database knows
   * the lower one of trades and answers with its sentence.
   */
  nombres: z
    .array(z.string().check(z.minLength(1), z.maxLength(NOMBRE_MAX)))
    .check(z.minLength(1), z.maxLength(ALCALDIAS_POR_MAESTRO_MAX)),
})

export const guardarElecciones = contract({
  name: 'guardar-elecciones',
  method: 'POST',
  input: GuardarEleccionesInput,
  output: Hecho,
  callers: 'maestro',
  errors: ['NOT_FOUND'],
})
