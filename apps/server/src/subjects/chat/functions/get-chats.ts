import { type ChatDeBuscador, getChats } from '@maestros/contrato/chat/get-chats'
import { positionOf } from '../../../protocol/functions/cursor.ts'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { inboxOf, pageOf, presentChat } from '../inbox.ts'

export default defineFunction(getChats, {
  summary: 'A page of the inbox of a seeker, the most recent chat first.',
  handle: async (input, { caller, run }) => {
    const after = positionOf('cursor', input.cursor)
    const { page, cursor } = pageOf(await run((sql) => inboxOf(sql, 'buscador', caller.userId, after)))
    const chats = page.map(
      (chat): ChatDeBuscador => ({
        ...presentChat(chat),
        maestros: {
          nombre: chat.nombre,
          apellido: chat.apellido,
          foto_perfil_url: chat.foto_perfil_url,
        },
      }),
    )
    return { success: true, chats, cursor }
  },
})
