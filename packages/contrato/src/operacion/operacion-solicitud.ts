import { ESTADOS_DE_TICKET } from '@maestros/dominio/ayuda/estados-de-ticket'
import * as z from 'zod/mini'
import { contract } from '../contract.ts'
import { Cuenta } from './cuenta-y-acto.ts'

/** One help request with its pictures and answers. Each call is recorded in the audit. */
export const operacionSolicitud = contract({
  name: 'operacion-solicitud',
  method: 'POST',
  input: z.object({ solicitud_id: z.guid() }),
  output: z.object({
    id: z.guid(),
    estado: z.enum(ESTADOS_DE_TICKET),
    nombre: z.nullable(z.string()),
    /** The address in the form, which may be another one than that of the account. */
    correo: z.nullable(z.string()),
    mensaje: z.nullable(z.string()),
    /** Null after the account was erased; then nobody can be answered. */
    cuenta: z.nullable(Cuenta),
    /** Signed addresses of the pictures, which work for one or two days. */
    imagenes: z.array(z.string()),
    creado_en: z.string(),
    /** The oldest first; `operador` is an e-mail address. */
    respuestas: z.array(
      z.object({ operador: z.nullable(z.string()), texto: z.string(), creado_en: z.string() }),
    ),
  }),
  callers: 'operador',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})
