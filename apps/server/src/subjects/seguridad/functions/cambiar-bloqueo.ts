import { cambiarBloqueo } from '@maestros/contrato/seguridad/cambiar-bloqueo'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { type ChatRow, chatChange } from '../../../platform/bus/changes.ts'
import { defineFunction } from '../../../protocol/functions/define.ts'

export default defineFunction(cambiarBloqueo, {
  summary: 'Blocks a person, or removes the own block. While there is a block neither of the two can write.',
  handle: async ({ persona_id, bloquear }, { caller, run, services, error, rateLimited }) => {
    const { config, limits } = services
    const verdict = await limits.hit(`block:${caller.userId}`, config.LIMIT_BLOCKS_PERSON)
    if (!verdict.allowed) throw rateLimited(textos.demasiadasVeces, verdict.retryAfter)
    const [changed] = await run(
      (sql) => sql<{ permitido: boolean; chat: ChatRow | null }[]>`
        select permitido, case when (chat).id is not null then to_jsonb(chat) end as chat
        from interno.cambiar_bloqueo(${caller.userId}, ${persona_id}, ${bloquear})`,
    )
    if (!changed?.permitido) throw error('NOT_FOUND', textos.personaNoEncontrada)
    // The open conversations of both people show whether they can write.
    if (changed.chat) services.bus.publish(chatChange('UPDATE', changed.chat))
    return { success: true }
  },
})
