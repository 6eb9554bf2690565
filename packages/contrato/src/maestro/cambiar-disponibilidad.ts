import { ESTADOS_DE_DISPONIBILIDAD } from '@maestros/dominio/maestro/disponibilidad'
import * as z from 'zod/mini'
import { Dia, EstadoActual } from '../comun.ts'
import { contract } from '../contract.ts'

export const CambiarDisponibilidadInput = z.object({
  estado: z.enum(ESTADOS_DE_DISPONIBILIDAD),
  /** Only for a pause: the day of Mexico City on which the maestro is listed again, 1 to 90 days from today. */
  hasta: z.optional(Dia),
})
export type CambiarDisponibilidadInput = z.infer<typeof CambiarDisponibilidadInput>

/** The new state replaces the one before. */
export const cambiarDisponibilidad = contract({
  name: 'cambiar-disponibilidad',
  method: 'POST',
  input: CambiarDisponibilidadInput,
  output: EstadoActual,
  callers: 'maestro',
  errors: ['NOT_FOUND'],
})
