import { MOTIVO_MAX } from '@maestros/dominio/verificacion/estados'
import * as z from 'zod/mini'
import { Hecho } from '../comun.ts'
import { contract } from '../contract.ts'

const Texto = z.string().check(z.maxLength(4 * MOTIVO_MAX))

/**
 * Suspends or restores an account; only for operators of the level 'responsable'. `motivo` is for the audit, `mensaje` for the e-mail to
 * the person. Repeating it changes nothing.
 */
export const operacionSuspender = contract({
  name: 'operacion-suspender',
  method: 'POST',
  input: z.object({
    cuenta_id: z.guid(),
    suspender: z.boolean(),
    motivo: Texto,
    mensaje: z.optional(Texto),
  }),
  output: Hecho,
  callers: 'operador',
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})
