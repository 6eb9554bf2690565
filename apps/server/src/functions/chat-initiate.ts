import { chatInitiate as contract } from '@maestros/contrato'
import { funciones as textos } from '@maestros/dominio/textos/funciones'
import { type ChatRow, chatChange } from '../bus/changes.ts'
import type { PersonFunction } from './definition.ts'
import { invalidInput, maestroNotFound } from './errors.ts'
import { parse } from './input.ts'

/** The chat of a seeker with a maestro: one a pair, about what they first spoke of. */
export const chatInitiate: PersonFunction = {
  name: contract.name,
  method: contract.method,
  path: '/chat-initiate',
  caller: 'buscador',
  handler: ({ bus, config: { LIMIT_NEW_CHATS_PERSON: limit } }) => {
    return async ({ request, caller, run }) => {
      const { maestro_id, contexto, ...chosen } = parse(contract.input, request.body)
      // Only the context is kept. Names that differ from it would be accepted and then ignored.
      if (chosen.alcaldia_seleccionada !== contexto.alcaldia) throw differs('alcaldia_seleccionada')
      if (chosen.oficio_seleccionado !== contexto.servicio) throw differs('oficio_seleccionado')
      // Half of a surrogate pair is text to JavaScript, and to jsonb an error.
      const names = {
        alcaldia: contexto.alcaldia.toWellFormed(),
        servicio: contexto.servicio.toWellFormed(),
      }
      const [started] = await run(
        (sql) => sql<{ chat: ChatRow | null; nuevo: boolean }[]>`
        select to_jsonb(chat) as chat, nuevo
        from interno.iniciar_chat(
          ${caller.userId}, ${maestro_id}, ${sql.json(names)}, ${limit.max}::integer, ${limit.seconds}::integer)
        where (chat).id is not null`,
      )
      if (!started?.chat) throw maestroNotFound()
      if (started.nuevo) bus.publish(chatChange('INSERT', started.chat))
      return { success: true, chat_id: started.chat.id }
    }
  },
}

const differs = (name: string) => invalidInput(textos.datoInvalido(name))
