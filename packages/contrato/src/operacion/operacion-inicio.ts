import { NIVELES_DE_OPERADOR } from '@maestros/dominio/operacion/operadores'
import * as z from 'zod/mini'
import { contract } from '../contract.ts'

/** How many wait, and since when the oldest one has; null when none waits. */
const EnEspera = z.object({ cuantos: z.int(), desde: z.nullable(z.string()) })

/** The operator who is signed in, and what waits for operators. */
export const operacionInicio = contract({
  name: 'operacion-inicio',
  method: 'GET',
  input: z.object({}),
  output: z.object({
    operador: z.object({
      id: z.guid(),
      correo: z.string(),
      nombre: z.string(),
      nivel: z.enum(NIVELES_DE_OPERADOR),
    }),
    pendientes: z.object({
      verificaciones: EnEspera,
      tickets: EnEspera,
      reportes: EnEspera,
      /** Failed jobs, which are retried on the command line. */
      trabajos: EnEspera,
    }),
  }),
  callers: 'operador',
  errors: ['FORBIDDEN'],
})
