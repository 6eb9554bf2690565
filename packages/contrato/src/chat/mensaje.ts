import { NOTA_DE_VOZ } from '@maestros/dominio/limites'
import { MOTIVOS_DE_BLOQUEO } from '@maestros/dominio/seguridad/motivos-de-bloqueo'
import * as z from 'zod/mini'

/** `contacto`: the seeker requested the contact data. Only the server writes it; `send-message` refuses it. */
export const TIPOS_DE_MENSAJE = ['texto', 'imagen', 'audio', 'video', 'contacto'] as const

/** A side of a picture in pixels; null for other messages and for pictures that were sent before sides were stored. */
const Lado = z.nullable(z.int().check(z.gte(1)))

/** How long a voice note is, in milliseconds. */
export const DuracionMs = z.int().check(z.gte(1), z.lte(NOTA_DE_VOZ.maxMs))
/** The loudness of a voice note over time, from 0 to 100, for its drawing. */
export const Picos = z.array(z.int().check(z.gte(0), z.lte(100))).check(z.length(NOTA_DE_VOZ.picos))

/** A message as it leaves the server: in a page, as the answer to its sending, and as the record of a live insert. */
export const Mensaje = z.object({
  id: z.guid(),
  chat_id: z.guid(),
  autor_id: z.guid(),
  tipo: z.enum(TIPOS_DE_MENSAJE),
  /** The text, or the sentence of a contact request; of a picture or a voice note, an address that works in an <img> or <audio> and expires. Empty once it was deleted or its author's account was erased. */
  contenido: z.string(),
  /** Of a picture, the address of its small version; null for the rest. */
  miniatura: z.nullable(z.string()),
  ancho: Lado,
  alto: Lado,
  /** Of a voice note that was not deleted; null for the rest. */
  duracion_ms: z.nullable(DuracionMs),
  picos: z.nullable(Picos),
  creado_en: z.string(),
  bloqueado: z.boolean(),
  motivo_bloqueo: z.nullable(z.enum(MOTIVOS_DE_BLOQUEO)),
  /** Created by the sender, to recognize the message. */
  client_id: z.nullable(z.guid()),
  /** The order of a conversation. Unique, and a message that becomes visible later has a higher number. */
  secuencia: z.int(),
  /** When its author deleted it; null otherwise. */
  eliminado_en: z.nullable(z.string()),
  /** The message of the same chat that it answers to. */
  respuesta_a: z.nullable(z.guid()),
})
export type Mensaje = z.infer<typeof Mensaje>

/**
 * A message as a client accepts it: the fields of the specification are enough (section 3), and a reason or a size that is
 * not known counts as none. Without a number the order is that of the times.
 */
export const MensajeRecibido = z.pipe(
  z.object({
    id: z.string(),
    chat_id: z.string(),
    autor_id: z.string(),
    tipo: z.enum(TIPOS_DE_MENSAJE),
    contenido: z.catch(z.string(), ''),
    miniatura: z.catch(z.nullable(z.string()), null),
    ancho: z.catch(Lado, null),
    alto: z.catch(Lado, null),
    duracion_ms: z.catch(z.nullable(DuracionMs), null),
    picos: z.catch(z.nullable(Picos), null),
    creado_en: z.string(),
    bloqueado: z.catch(z.boolean(), false),
    motivo_bloqueo: z.catch(z.nullable(z.enum(MOTIVOS_DE_BLOQUEO)), null),
    client_id: z.catch(z.nullable(z.string()), null),
    secuencia: z.catch(z.nullable(z.int()), null),
    eliminado_en: z.catch(z.nullable(z.string()), null),
    respuesta_a: z.catch(z.nullable(z.string()), null),
  }),
  z.transform(
    ({ secuencia, ...mensaje }): Mensaje => ({
      ...mensaje,
      secuencia: secuencia ?? Date.parse(mensaje.creado_en),
    }),
  ),
)
