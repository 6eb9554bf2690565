import { MOTIVOS_DE_REPORTE, REPORTE_MENSAJES_MAX, REPORTE_TEXTO } from '@maestros/dominio/seguridad/reportes'
import * as z from 'zod/mini'
import { Hecho } from '../comun.ts'
import { contract } from '../contract.ts'

/**
 * `mensajes` are messages of `chat_id` that the caller sees; the server keeps copies of them. The same `client_id` sent
 * twice writes one report. The reason 'otro' needs a text.
 */
export const reportar = contract({
  name: 'reportar',
  method: 'POST',
  input: z.object({
    client_id: z.guid(),
    persona_id: z.guid(),
    motivo: z.enum(MOTIVOS_DE_REPORTE),
    texto: z.optional(
      z.string().check(z.trim(), z.minLength(REPORTE_TEXTO.min), z.maxLength(REPORTE_TEXTO.max)),
    ),
    chat_id: z.optional(z.guid()),
    mensajes: z.optional(z.array(z.guid()).check(z.maxLength(REPORTE_MENSAJES_MAX))),
    /** Also blocks the person. */
    bloquear: z.boolean(),
  }),
  output: Hecho,
  callers: 'person',
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})
