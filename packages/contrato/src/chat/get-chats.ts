import * as z from 'zod/mini'
import { Cursor } from '../comun.ts'
import { contract } from '../contract.ts'
import { TIPOS_DE_MENSAJE } from './mensaje.ts'

export const CHATS_POR_PAGINA = 30

/** The cursor of an earlier answer requests the chats that follow. */
export const GetChatsInput = z.object({ cursor: z.optional(Cursor) })
export type GetChatsInput = z.infer<typeof GetChatsInput>

export const ChatEnLista = z.object({
  id: z.guid(),
  buscador_id: z.guid(),
  maestro_id: z.guid(),
  contexto: z.object({
    alcaldia: z.optional(z.string()),
    nombre: z.optional(z.string()),
    servicio: z.optional(z.string()),
  }),
  /**
   * The last message that was delivered; `contenido` is empty unless it is a text or a contact request. `propio` says that
   * the caller wrote it.
   */
  last_message: z.nullable(
    z.object({
      creado_en: z.string(),
      tipo: z.enum(TIPOS_DE_MENSAJE),
      contenido: z.string(),
      propio: z._default(z.boolean(), false),
    }),
  ),
  unread_count: z.int().check(z.gte(0)),
  /** The order of the list: the last message's time, or the chat's own. */
  ultimo_mensaje_en: z.string(),
  /** When the other person's account was erased. Such a chat can be read and not written in. */
  cerrado_en: z._default(z.nullable(z.string()), null),
})
export type ChatEnLista = z.infer<typeof ChatEnLista>

/** The surname is its initial until the contact is unlocked. Both names are null for an erased account. */
export const ChatDeBuscador = z.extend(ChatEnLista, {
  maestros: z.object({
    nombre: z.nullable(z.string()),
    apellido: z.nullable(z.string()),
    foto_perfil_url: z.nullable(z.string()),
  }),
})
export type ChatDeBuscador = z.infer<typeof ChatDeBuscador>

/** The most recent first. */
export const getChats = contract({
  name: 'get-chats',
  method: 'POST',
  input: GetChatsInput,
  output: z.object({
    success: z.literal(true),
    chats: z.array(ChatDeBuscador),
    cursor: z.nullable(z.string()),
  }),
  callers: 'buscador',
  errors: [],
})
