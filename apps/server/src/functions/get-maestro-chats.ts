import { type ChatDeMaestro, getMaestroChats as contract } from '@maestros/contrato'
import { inboxOf, pageOf, positionOf, presentChat } from './chats.ts'
import type { PersonFunction } from './definition.ts'
import { parse } from './input.ts'

/** The inbox of a maestro. */
export const getMaestroChats: PersonFunction = {
  name: contract.name,
  method: contract.method,
  path: '/get-maestro-chats',
  caller: 'maestro',
  handler:
    () =>
    async ({ request, caller, run }) => {
      const after = positionOf(parse(contract.input, request.body ?? {}))
      const { page, cursor } = pageOf(await run((sql) => inboxOf(sql, 'maestro', caller.userId, after)))
      const chats = page.map(
        (chat): ChatDeMaestro => ({
          ...presentChat(chat),
          profiles: { display_name: chat.display_name ?? '' },
        }),
      )
      return { success: true, chats, cursor }
    },
}
