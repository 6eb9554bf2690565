import { ESTADOS_DE_VERIFICACION } from '@maestros/dominio/verificacion/estados'
import * as z from 'zod/mini'
import { contract } from '../contract.ts'

const Estado = z.enum(ESTADOS_DE_VERIFICACION)

/** The maestros whose data wait for a decision, the one that has waited longest first: the first fifty of `total`. */
export const operacionVerificaciones = contract({
  name: 'operacion-verificaciones',
  method: 'GET',
  input: z.object({}),
  output: z.object({
    maestros: z.array(
      z.object({
        id: z.guid(),
        correo: z.string(),
        nombre: z.string(),
        apellido: z.string(),
        estados: z.object({ ine: Estado, curp: Estado, domicilio: Estado }),
        /** Another maestro has the same CURP. */
        curp_repetida: z.boolean(),
        desde: z.string(),
      }),
    ),
    total: z.int(),
  }),
  callers: 'operador',
  errors: ['FORBIDDEN'],
})
