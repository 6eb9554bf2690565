import * as z from 'zod/mini'

/**
 * The tables whose new and changed rows are sent live to their readers. This is the only list: the bus, the live
 * surface and the web app take theirs from here. Who may read a row is decided in apps/server/src/platform/bus/changes.ts.
 */
export const TABLAS_VIVAS = ['chats', 'mensajes', 'resenas'] as const
export type TablaViva = (typeof TABLAS_VIVAS)[number]

/** The columns that clients need of a live change of a chat. The event contains the whole row. */
export const ChatCambiado = z.object({
  id: z.guid(),
  buscador_id: z.guid(),
  maestro_id: z.guid(),
  no_leidos_buscador: z.int(),
  no_leidos_maestro: z.int(),
  leido_buscador_hasta: z._default(z.int(), 0),
  leido_maestro_hasta: z._default(z.int(), 0),
  ultimo_mensaje_en: z.string(),
  cerrado_en: z._default(z.nullable(z.string()), null),
  pausado_en: z._default(z.nullable(z.string()), null),
  bloqueado_en: z._default(z.nullable(z.string()), null),
})
export type ChatCambiado = z.infer<typeof ChatCambiado>

/** What clients need of a live change of a review. */
export const ResenaCambiada = z.object({ id: z.guid(), buscador_id: z.guid(), maestro_id: z.guid() })
export type ResenaCambiada = z.infer<typeof ResenaCambiada>

/** The channel of one conversation: its inserts, and who is writing. Only the two of the chat may join it. */
export const canalDeChat = (chatId: string) => `chat:${chatId}`

/** Broadcast in a conversation's channel while someone types. */
export const ESCRIBIENDO = 'escribiendo'
export const Escribiendo = z.object({ autor_id: z.guid() })
