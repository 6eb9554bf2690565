import { chatInitiate } from '@maestros/contrato/chat/chat-initiate'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { type ChatRow, chatChange } from '../../../platform/bus/changes.ts'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { invalidInput } from '../../../protocol/functions/errors.ts'
import { newcomers } from '../../../protocol/functions/new-account-limits.ts'

interface Started {
  chat: ChatRow | null
  nuevo: boolean
  recien_llegado: boolean
}

export default defineFunction(chatInitiate, {
  summary: 'Starts the chat of a seeker with a maestro, or answers the one that they have.',
  prepare: (services) => newcomers(services, 'chat'),
  handle: async ({ maestro_id, contexto, ...chosen }, context) => {
    const { caller, run, error, services, addressGroup, prepared: limited } = context
    // Only the context is kept. Names that differ from it would be accepted and then ignored.
    if (chosen.alcaldia_seleccionada !== contexto.alcaldia) throw differs('alcaldia_seleccionada')
    if (chosen.oficio_seleccionado !== contexto.servicio) throw differs('oficio_seleccionado')
    const limit = services.config.LIMIT_NEW_CHATS_PERSON
    const [started] = await limited(
      addressGroup,
      (frenos) =>
        run(
          (sql) => sql<Started[]>`
          select to_jsonb(chat) as chat, nuevo, interno.etapa_de_cuenta(${caller.userId}) = 'nueva' as recien_llegado
          from interno.iniciar_chat(
            ${caller.userId}, ${maestro_id}, ${sql.json(contexto)}, ${limit.max}::integer, ${limit.seconds}::integer,
            ${sql.json({ ...frenos })})
          where (chat).id is not null`,
        ),
      ([row]) => Boolean(row?.nuevo && row.recien_llegado),
    )
    if (!started?.chat) throw error('NOT_FOUND', textos.maestroNoEncontrado)
    // A new chat of a blocked pair is refused by the database; this is the chat that the two had before.
    if (started.chat.bloqueado_en !== null) throw error('FORBIDDEN', textos.conversacionBloqueada)
    if (started.nuevo) services.bus.publish(chatChange('INSERT', started.chat))
    return { success: true, chat_id: started.chat.id }
  },
})

const differs = (name: string) => invalidInput(textos.datoInvalido(name))
