import { trackProfileView } from '@maestros/contrato/perfil/track-profile-view'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { defineFunction } from '../../../protocol/functions/define.ts'

export default defineFunction(trackProfileView, {
  summary: 'Records that a seeker looked at a profile, once for each seeker, maestro and day of Mexico City.',
  handle: async ({ maestro_id, buscador_id }, { caller, run, error }) => {
    if (buscador_id !== caller.userId) throw error('FORBIDDEN', textos.otraPersona)
    const [seen] = await run(
      (sql) => sql<{ id: string }[]>`
      with visto as (
        select m.id from public.maestros m join public.profiles p using (id)
        where m.id = ${maestro_id} and m.perfil_completo and p.suspendido_en is null
      ), anotado as (
        insert into public.vistas_perfil (maestro_id, buscador_id)
        select id, ${caller.userId} from visto
        on conflict do nothing
      )
      select id from visto`,
    )
    if (!seen) throw error('NOT_FOUND', textos.maestroNoEncontrado)
    return { success: true }
  },
})
