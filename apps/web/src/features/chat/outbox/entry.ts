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
  /** It waits because too many messages were sent, and not for the network. */
  limited: z.optional(z.boolean()),
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

/** Of messages with a file, which is stored beside them. */
const FILE = {
  /** The name of the object in the storage. A second upload under the same name finds the first one. */
  path: z.string(),
  bytes: z.number(),
  uploaded: z.boolean(),
  /** The server has refused it: it stays until its author retries or cancels it. */
  failed: z.boolean(),
}

const Imagen = z.object({
  ...COMMON,
  ...FILE,
  tipo: z.literal('imagen'),
  size: z.nullable(z.object({ width: z.number(), height: z.number() })),
})

const Audio = z.object({
  ...COMMON,
  ...FILE,
  tipo: z.literal('audio'),
  duracionMs: z.number(),
  picos: z.array(z.number()),
  /** The message that it answers to. */
  respuestaA: z.optional(z.string()),
})

/** A message that waits to be sent. */
export const Entry = z.discriminatedUnion('tipo', [Texto, Imagen, Audio])
export type Entry = z.infer<typeof Entry>
export type TextEntry = z.infer<typeof Texto>
export type PictureEntry = z.infer<typeof Imagen>
export type FileEntry = Exclude<Entry, TextEntry>

export const isFailed = (entry: Entry): boolean => entry.tipo !== 'texto' && entry.failed

export const byOrder = (a: Entry, b: Entry): number => a.order - b.order || (a.clientId < b.clientId ? -1 : 1)
