import { Mensaje } from '@maestros/contrato/chat/mensaje'
import { COPIA_CHATS, COPIA_MENSAJES } from '@maestros/dominio/limites'
import * as z from 'zod/mini'
import { offlineCopy } from '#lib/session/personal/offline-copy.ts'

/** What of the chats can be read without a network: the inbox, and the end of the conversations that were opened last. */

const text = z.nullable(z.string())

export const inboxCopy = offlineCopy({
  kind: 'bandeja',
  max: 1,
  schema: z.object({
    chats: z.array(
      z.object({
        id: z.string(),
        nombre: z.string(),
        iniciales: z.string(),
        foto: text,
        lugar: z.string(),
        vistaPrevia: z.string(),
        propio: z.boolean(),
        creadoEn: text,
        sinLeer: z.number(),
        orden: z.string(),
      }),
    ),
    cursor: text,
  }),
  keep: ({ chats, cursor }) => {
    if (chats.length <= INBOX_ROWS) return { chats, cursor }
    // The cursor belongs to the last loaded row. Without their order keys, the first read with a network begins the list again.
    return { chats: chats.slice(0, INBOX_ROWS).map((chat) => ({ ...chat, orden: '' })), cursor: null }
  },
})

const INBOX_ROWS = 200

export const chatCopy = offlineCopy({
  kind: 'chat',
  max: COPIA_CHATS,
  schema: z.nullable(
    z.object({
      id: z.string(),
      otro: z.object({
        id: z.string(),
        titulo: z.string(),
        nombre: z.string(),
        iniciales: z.string(),
        foto: text,
      }),
      lugar: z.string(),
      contexto: z.object({ alcaldia: z.string(), servicio: z.string() }),
      leidoPorOtroHasta: z.number(),
      cerrado: z.boolean(),
      pausado: z.boolean(),
      enPausaHasta: text,
      bloqueado: z.boolean(),
    }),
  ),
})

export const mensajesCopy = offlineCopy({
  kind: 'mensajes',
  max: COPIA_CHATS,
  schema: z.object({
    messages: z.array(Mensaje),
    cursor: text,
    unbrokenTo: z.number(),
    interrupted: z.boolean(),
  }),
  keep: ({ messages, ...rest }) => {
    // Live events were missed between the copy and its use.
    if (messages.length <= COPIA_MENSAJES) return { messages, ...rest, interrupted: true }
    // The cursor belongs to the oldest loaded message. The first read with a network then replaces the whole list.
    return { messages: messages.slice(-COPIA_MENSAJES), cursor: null, unbrokenTo: 0, interrupted: true }
  },
})
