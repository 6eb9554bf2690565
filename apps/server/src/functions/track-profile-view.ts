import { trackProfileView as contract } from '@maestros/contrato'
import { funciones as textos } from '@maestros/dominio/textos/funciones'
import type { PersonFunction } from './definition.ts'
import { forbidden, maestroNotFound } from './errors.ts'
import { parse } from './input.ts'

/** A seeker looked at a profile: counted once a seeker, maestro and day of the city. */
export const trackProfileView: PersonFunction = {
  name: contract.name,
  method: contract.method,
  path: '/track-profile-view',
  caller: 'buscador',
  handler:
    () =>
    async ({ request, caller, run }) => {
      const { maestro_id, buscador_id } = parse(contract.input, request.body)
      if (buscador_id !== caller.userId) throw forbidden(textos.otraPersona)
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
      if (!seen) throw maestroNotFound()
      return { success: true }
    },
}
