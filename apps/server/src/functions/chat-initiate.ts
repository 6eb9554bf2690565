import { chatInitiate as contract } from '@maestros/contrato'
import { type ChatRow, chatChange } from '../realtime/changes.ts'
import type { PersonFunction } from './definition.ts'
import { maestroNotFound } from './errors.ts'
import { parse } from './input.ts'

/** The chat of a seeker with a maestro: one a pair, about what they first spoke of. */
export const chatInitiate: PersonFunction = {
  name: contract.name,
  method: contract.method,
  path: '/chat-initiate',
  caller: 'buscador',
  handler:
    ({ bus }) =>
    async ({ request, caller, run }) => {
      const { maestro_id, contexto } = parse(contract.input, request.body)
      // Half of a surrogate pair is text to JavaScript, and to jsonb an error.
      const names = {
        alcaldia: contexto.alcaldia.toWellFormed(),
        servicio: contexto.servicio.toWellFormed(),
      }
      const [started] = await run(
        (sql) => sql<{ chat: ChatRow | null; nuevo: boolean }[]>`
        select to_jsonb(chat) as chat, nuevo
        from interno.iniciar_chat(${caller.userId}, ${maestro_id}, ${sql.json(names)})
        where (chat).id is not null`,
      )
      if (!started?.chat) throw maestroNotFound()
      if (started.nuevo) bus.publish(chatChange('INSERT', started.chat))
      return { success: true, chat_id: started.chat.id }
    },
}
