import { MOTIVO_MAX } from '@maestros/dominio/verificacion/estados'
import * as z from 'zod/mini'
import { Hecho } from '../comun.ts'
import { contract } from '../contract.ts'

/** Closes a report with a note for operators; the person who reported gets an e-mail. Repeating it changes nothing. */
export const operacionCerrarReporte = contract({
  name: 'operacion-cerrar-reporte',
  method: 'POST',
  input: z.object({
    reporte_id: z.int().check(z.gte(1)),
    nota: z.string().check(z.maxLength(4 * MOTIVO_MAX)),
  }),
  output: Hecho,
  callers: 'operador',
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})
