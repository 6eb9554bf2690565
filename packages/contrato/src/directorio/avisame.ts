import { CONTEXTO_MAX } from '@maestros/dominio/limites'
import * as z from 'zod/mini'
import { Hecho } from '../comun.ts'
import { contract } from '../contract.ts'

const Nombre = z.string().check(z.minLength(1), z.maxLength(CONTEXTO_MAX))

export const AvisameInput = z.object({
  alcaldia: Nombre,
  oficio: Nombre,
  /** False takes the alert back. */
  activo: z.boolean(),
})
export type AvisameInput = z.infer<typeof AvisameInput>

/** One e-mail when a maestro of that trade and borough is listed. */
export const avisame = contract({
  name: 'avisame',
  method: 'POST',
  input: AvisameInput,
  output: Hecho,
  callers: 'buscador',
  errors: ['FORBIDDEN'],
})
