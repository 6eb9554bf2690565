import { DATOS_VERIFICABLES, MOTIVO_MAX } from '@maestros/dominio/verificacion/estados'
import * as z from 'zod/mini'
import { contract } from '../contract.ts'
import { Correccion, Verificacion } from '../verificacion/verificacion.ts'

/**
 * Decides about data of a maestro: about all that are named, or about none. A rejection needs a reason, which the maestro reads. Several
 * data that are put in review together keep the decisions that they have.
 * CONFLICT: the data or their decision changed since the operator looked, or the document is not stored.
 */
export const operacionDecidir = contract({
  name: 'operacion-decidir',
  method: 'POST',
  input: z.object({
    maestro_id: z.guid(),
    datos: z.array(z.enum(DATOS_VERIFICABLES)).check(z.minLength(1), z.maxLength(DATOS_VERIFICABLES.length)),
    estado: z.enum(['en_revision', 'verificado', 'rechazado']),
    motivo: z.optional(z.string().check(z.maxLength(4 * MOTIVO_MAX))),
    /** What the maestro sends or changes to end a rejection; without it, it follows from the reason. */
    corrige_con: z.optional(z.array(Correccion).check(z.minLength(1), z.maxLength(4))),
  }),
  output: z.object({ estados: z.array(Verificacion) }),
  callers: 'operador',
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})
