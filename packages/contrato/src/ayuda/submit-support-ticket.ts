import * as z from 'zod/mini'
import { contract } from '../contract.ts'

/** Longer than any valid value. The rules, with their sentences, are in dominio/ayuda/formulario-de-ticket.ts. */
const LINE_MAX = 1000
const MESSAGE_MAX = 20_000
const IMAGES_MAX = 20

/**
 * `imagenes_url` are pictures that the caller has uploaded to support-tickets: their names, or any address that the storage
 * client gives for them. The same `client_id` sent twice writes one ticket; so do equal contents within ten minutes.
 */
export const submitSupportTicket = contract({
  name: 'submit-support-ticket',
  method: 'POST',
  input: z.object({
    nombre: z.string().check(z.maxLength(LINE_MAX)),
    correo: z.string().check(z.maxLength(LINE_MAX)),
    mensaje: z.string().check(z.maxLength(MESSAGE_MAX)),
    imagenes_url: z.optional(z.array(z.string().check(z.maxLength(LINE_MAX))).check(z.maxLength(IMAGES_MAX))),
    client_id: z.optional(z.guid()),
  }),
  output: z.object({ success: z.literal(true), ticket_id: z.guid() }),
  callers: 'person',
  errors: ['RATE_LIMITED'],
})
