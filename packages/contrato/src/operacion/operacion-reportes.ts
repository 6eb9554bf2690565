import { MOTIVOS_DE_REPORTE } from '@maestros/dominio/seguridad/reportes'
import * as z from 'zod/mini'
import { Cursor } from '../comun.ts'
import { contract } from '../contract.ts'
import { Cuenta } from './cuenta-y-acto.ts'

/** Reports of people: the open ones beginning with the oldest, or all of them beginning with the newest. */
export const operacionReportes = contract({
  name: 'operacion-reportes',
  method: 'GET',
  input: z.object({ cuales: z.enum(['abiertos', 'todos']), cursor: z.optional(Cursor) }),
  output: z.object({
    reportes: z.array(
      z.object({
        id: z.int(),
        motivo: z.enum(MOTIVOS_DE_REPORTE),
        reportante: Cuenta,
        reportado: Cuenta,
        mensajes: z.int(),
        creado_en: z.string(),
        cerrado_en: z.nullable(z.string()),
      }),
    ),
    total: z.int(),
    siguiente: z.nullable(z.string()),
  }),
  callers: 'operador',
  errors: ['FORBIDDEN'],
})
