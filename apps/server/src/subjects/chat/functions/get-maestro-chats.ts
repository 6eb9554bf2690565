import { type ChatDeMaestro, getMaestroChats } from '@maestros/contrato/chat/get-maestro-chats'
import { positionOf } from '../../../protocol/functions/cursor.ts'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { inboxOf, pageOf, presentChat } from '../inbox.ts'

export default defineFunction(getMaestroChats, {
  summary: 'A page of the inbox of a maestro, the most recent chat first.',
  handle: async (input, { caller, run }) => {
    const after = positionOf('cursor', input.cursor)
    const { page, cursor } = pageOf(await run((sql) => inboxOf(sql, 'maestro', caller.userId, after)))
    const chats = page.map(
      (chat): ChatDeMaestro => ({
        ...presentChat(chat),
        profiles: { display_name: chat.cerrado_en === null ? (chat.display_name ?? '') : null },
      }),
    )
    return { success: true, chats, cursor }
  },
})
