import { type EstadoDeResena, resenaPropia } from '@maestros/contrato/resenas/resena-propia'
import { RESENA_EDITABLE_DIAS } from '@maestros/dominio/limites'
import type { ResenaRow } from '../../../platform/bus/changes.ts'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { presentOwn } from '../own-review.ts'

interface Found {
  impedimento: EstadoDeResena['impedimento']
  resena: (ResenaRow & { fotos: string[] }) | null
}

export default defineFunction(resenaPropia, {
  summary: 'The review that the caller has written of a maestro, and why it cannot be written or edited now.',
  handle: async ({ maestro_id }, { caller, run }) => {
    const [found] = await run(
      (sql) => sql<Found[]>`
        select interno.impedimento_de_resena(${caller.userId}, ${maestro_id}, ${RESENA_EDITABLE_DIAS}) as impedimento,
          (
            select to_jsonb(r) || jsonb_build_object('fotos', array(
              select f.objeto from interno.fotos_de_resena f where f.resena_id = r.id order by f.orden))
            from public.resenas r where r.buscador_id = ${caller.userId} and r.maestro_id = ${maestro_id}
          ) as resena`,
    )
    return {
      resena: found?.resena ? presentOwn(found.resena, found.resena.fotos) : null,
      impedimento: found?.impedimento ?? null,
    }
  },
})
