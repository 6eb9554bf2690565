import { type ChatDeBuscador, getChats as contract } from '@maestros/contrato'
import { inboxOf, pageOf, positionOf, presentChat } from './chats.ts'
import type { PersonFunction } from './definition.ts'
import { parse } from './input.ts'

/** The inbox of a seeker. */
export const getChats: PersonFunction = {
  name: contract.name,
  method: contract.method,
  path: '/get-chats',
  caller: 'buscador',
  handler:
    () =>
    async ({ request, caller, run }) => {
      const after = positionOf(parse(contract.input, request.body ?? {}))
      const { page, cursor } = pageOf(await run((sql) => inboxOf(sql, 'buscador', caller.userId, after)))
      const chats = page.map(
        (chat): ChatDeBuscador => ({
          ...presentChat(chat),
          maestros: {
            nombre: chat.nombre ?? '',
            apellido: chat.apellido ?? '',
            foto_perfil_url: chat.foto_perfil_url,
          },
        }),
      )
      return { success: true, chats, cursor }
    },
}
