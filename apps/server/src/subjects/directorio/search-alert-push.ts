import { finDelSilencio } from '@maestros/dominio/avisos/horas-de-silencio'
import { push as textos } from '@maestros/dominio/avisos/textos-de-push'
import { z } from 'zod'
import { defineJob, type JobContext } from '../../platform/jobs/definition.ts'
import { ATTEMPTS, deliver, PUSH_JOBS, type PushServices } from '../../platform/push/deliver.ts'

/**
 * Tells one browser that somebody is listed for a search. `interno.terminar_aviso` adds it. In the quiet hours it waits for
 * their end. The account is in the payload of this and the other push jobs, so that its erasure finds them.
 */
export const sendSearchPush = defineJob({
  name: PUSH_JOBS.search,
  payload: z.object({
    suscripcion: z.guid(),
    alcaldia: z.string(),
    oficio: z.string(),
    userId: z.guid(),
  }),
  attempts: ATTEMPTS,
  handle: async ({ suscripcion, alcaldia, oficio }, context: JobContext<PushServices>) => {
    const { db, config } = context.services
    const sql = db.maintenance
    const [wanted] = await sql<{ userId: string }[]>`
      select s.user_id as "userId" from interno.suscripciones_push s join public.profiles p on p.id = s.user_id and p.suspendido_en is null
      where s.id = ${suscripcion} and interno.quiere_aviso(s.user_id, 'push_busquedas')`
    if (!wanted) return
    const search = { alcaldia, oficio }
    const until = finDelSilencio(new Date(), config.PUSH_QUIET_HOURS)
    if (until !== null) {
      await sql`
        select interno.encolar_con_clave(${sendSearchPush.name}, ${sql.json({ suscripcion, ...search, ...wanted })},
          ${`push-search:${suscripcion}:${alcaldia}:${oficio}`}, ${until}, ${ATTEMPTS})`
      return
    }
    const aviso = {
      titulo: textos.notificacion.busqueda(oficio, alcaldia),
      cuerpo: textos.notificacion.busquedaTexto,
      grupo: `busqueda:${alcaldia}:${oficio}`,
      ruta: `/resultados?${new URLSearchParams(search)}`,
      en: context.createdAt.getTime(),
    }
    await deliver(suscripcion, aviso, context)
  },
})
