import { MOTIVOS_DE_REPORTE } from '@maestros/dominio/seguridad/reportes'
import * as z from 'zod/mini'
import { contract } from '../contract.ts'
import { Cuenta } from './cuenta-y-acto.ts'

/** One report with the messages that were chosen as evidence. Reading messages is recorded in the audit. */
export const operacionReporte = contract({
  name: 'operacion-reporte',
  method: 'POST',
  input: z.object({ reporte_id: z.int().check(z.gte(1)) }),
  output: z.object({
    id: z.int(),
    motivo: z.enum(MOTIVOS_DE_REPORTE),
    texto: z.nullable(z.string()),
    reportante: Cuenta,
    reportado: Cuenta,
    creado_en: z.string(),
    cerrado_en: z.nullable(z.string()),
    nota: z.nullable(z.string()),
    /** The oldest first. */
    mensajes: z.array(
      z.object({
        autor_id: z.guid(),
        tipo: z.string(),
        /** Null when the person has deleted it. Of a picture or voice note it is the name of the file. */
        contenido: z.nullable(z.string()),
        /** The signed address of a picture or voice note; null when its file is gone. */
        url: z.nullable(z.string()),
        creado_en: z.string(),
      }),
    ),
  }),
  callers: 'operador',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})
