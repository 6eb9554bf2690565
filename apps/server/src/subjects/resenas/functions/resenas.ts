import { resenas } from '@maestros/contrato/resenas/resenas'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { positionOf } from '../../../protocol/functions/cursor.ts'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { distributionOf, type FoundResena, pageOf, shownAfter } from '../review-pages.ts'

interface Found {
  distribucion: number[]
  resenas: FoundResena[]
}

export default defineFunction(resenas, {
  summary: 'A page of the reviews of a maestro, newest first, of all or of one number of stars.',
  handle: async ({ id, estrellas, cursor }, { withConnection, error, services }) => {
    const after = positionOf('cursor', cursor)
    const { sql } = services.db
    const [found] = await withConnection(
      () => sql<Found[]>`
        select ${distributionOf(sql)} as distribucion, ${shownAfter(sql, after, estrellas)} as resenas
        from public.maestros m
        join public.profiles p on p.id = m.id and p.suspendido_en is null
        where m.id = ${id} and m.perfil_completo`,
    )
    if (!found) throw error('NOT_FOUND', textos.maestroNoEncontrado)
    const page = pageOf(found.resenas)
    return { distribucion: found.distribucion, resenas: page.resenas, cursor: page.cursor }
  },
})
