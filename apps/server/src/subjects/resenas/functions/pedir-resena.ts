import { pedirResena } from '@maestros/contrato/resenas/pedir-resena'
import {
  RESENA_EDITABLE_DIAS,
  RESENA_SE_PIDE_DURANTE_DIAS,
  RESENA_SE_PIDE_TRAS_DIAS,
} from '@maestros/dominio/limites'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { defineFunction } from '../../../protocol/functions/define.ts'

export default defineFunction(pedirResena, {
  summary: 'Whether the seeker of a chat is asked for a review now, which happens once for each maestro.',
  handle: async ({ chat_id, descartar = false }, { caller, run, error }) => {
    const { userId } = caller
    if (descartar) {
      const [row] = await run(
        (sql) => sql<{ hecho: boolean }[]>`
          select interno.descartar_peticion_de_resena(${userId}, ${chat_id}) as hecho`,
      )
      if (!row?.hecho) throw error('NOT_FOUND', textos.chatNoEncontrado)
      return { pedir: false }
    }
    const [row] = await run(
      (sql) => sql<{ pedir: boolean }[]>`
        select interno.pedir_resena(${userId}, c.id, ${RESENA_SE_PIDE_TRAS_DIAS}, ${RESENA_SE_PIDE_DURANTE_DIAS},
          ${RESENA_EDITABLE_DIAS}) as pedir
        from public.chats c where c.id = ${chat_id} and c.buscador_id = ${userId}`,
    )
    if (!row) throw error('NOT_FOUND', textos.chatNoEncontrado)
    return { pedir: row.pedir }
  },
})
