import { MOTIVOS_DE_BLOQUEO } from '@maestros/dominio/moderacion'
import * as z from 'zod/mini'

export const TIPOS_DE_MENSAJE = ['texto', 'imagen', 'video'] as const

/** A message as it leaves the server: in a page, as the answer to its sending, and as the record of a live insert. */
export const Mensaje = z.object({
  id: z.guid(),
  chat_id: z.guid(),
  autor_id: z.guid(),
  tipo: z.enum(TIPOS_DE_MENSAJE),
  /** The text; of a picture, an address that works in an <img> and expires. Empty once its author's account was erased. */
  contenido: z.string(),
  /** Of a picture, the address of its small version; null for the rest. */
  miniatura: z.nullable(z.string()),
  creado_en: z.string(),
  bloqueado: z.boolean(),
  motivo_bloqueo: z.nullable(z.enum(MOTIVOS_DE_BLOQUEO)),
  /** Made by the sender, to know the message again. */
  client_id: z.nullable(z.guid()),
  /** The order of a conversation: never two alike, and never one that comes late with a smaller number. */
  secuencia: z.int(),
})
export type Mensaje = z.infer<typeof Mensaje>
