import * as z from 'zod/mini'

const COMMON = {
  /** Created here. The server writes one message for it, however often it is sent. */
  clientId: z.guid(),
  userId: z.string(),
  chatId: z.guid(),
  /** The order of sending within a chat. Near the time of creation in milliseconds. */
  order: z.number(),
  creadoEn: z.string(),
  /** A try has failed because nothing answered or the server was not available. */
  waiting: z.boolean(),
  /** It may have left this device: a try has begun, and no answer has said that it failed. */
  attempted: z.boolean(),
}

const Texto = z.object({
  ...COMMON,
  tipo: z.literal('texto'),
  contenido: z.string(),
  /** The message that it answers to. */
  respuestaA: z.optional(z.string()),
})

const Imagen = z.object({
  ...COMMON,
  tipo: z.literal('imagen'),
  /** The name of the object in the storage. A second upload under the same name finds the first one. */
  path: z.string(),
  bytes: z.number(),
  size: z.nullable(z.object({ width: z.number(), height: z.number() })),
  uploaded: z.boolean(),
  /** The server has refused it: it stays until its author retries or cancels it. */
  failed: z.boolean(),
})

/** A message that waits to be sent. The file of a picture is stored beside it. */
export const Entry = z.discriminatedUnion('tipo', [Texto, Imagen])
export type Entry = z.infer<typeof Entry>
export type TextEntry = z.infer<typeof Texto>
export type PictureEntry = z.infer<typeof Imagen>

export const isFailed = (entry: Entry): boolean => entry.tipo === 'imagen' && entry.failed

export const byOrder = (a: Entry, b: Entry): number => a.order - b.order || (a.clientId < b.clientId ? -1 : 1)
