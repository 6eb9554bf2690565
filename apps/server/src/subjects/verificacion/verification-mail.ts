import { type Correccion, type DatoVerificable, edicionDe } from '@maestros/dominio/verificacion/estados'
import { verificacion as textos } from '@maestros/dominio/verificacion/textos'
import { z } from 'zod'
import { defineJob, type JobContext } from '../../platform/jobs/definition.ts'
import { rejectedMail, verifiedMail } from '../../platform/mail/mails.ts'
import { addresseeOf } from '../../platform/mail/recipient.ts'
import { sendMail } from '../../platform/mail/send.ts'
import type { Services } from '../../platform/services.ts'

/** The screen of the own profile; `editar` opens the dialog of a datum. */
const PROFILE = '/perfil-maestro'

interface Decision {
  maestro: string
  dato: DatoVerificable
  estado: 'verificado' | 'rechazado'
  motivo: string | null
  /** What ends a rejection; the first is what the maestro is asked for. */
  corrige_con: Correccion[] | null
}

/**
 * Tells a maestro what operators decided about a datum. interno.decidir_verificacion adds the job, one for each decision,
 * which the event identifies. A decision that another one or a changed datum has replaced is not sent any more.
 */
export const verificationMail = defineJob({
  name: 'send-verification-mail',
  // The erasure of an account finds its jobs by `userId`.
  payload: z.object({ evento: z.int(), userId: z.guid() }),
  handle: async ({ evento }, context: JobContext<Services>) => {
    const { db, config } = context.services
    const [decision] = await db.maintenance<Decision[]>`
      select v.maestro_id as maestro, v.tipo as dato, v.estado, v.motivo, v.corrige_con
      from interno.eventos e
      join interno.verificaciones v on v.maestro_id = e.sobre and v.tipo = e.datos ->> 'tipo' and v.estado = e.datos ->> 'estado'
      where e.id = ${evento}
        and not exists (
          select from interno.eventos later
          where later.tipo = e.tipo and later.id > e.id and later.sobre = e.sobre
            and later.datos ->> 'tipo' = e.datos ->> 'tipo')`
    const person = decision && (await addresseeOf(context.services, decision.maestro))
    if (!person) return
    const { dato, motivo, corrige_con } = decision
    const [asked = dato] = corrige_con ?? []
    const about = { ...person, dato }
    const profile = `${config.siteUrl}${PROFILE}`
    const mail =
      decision.estado === 'verificado'
        ? verifiedMail({ ...about, link: `${profile}#verificacion` })
        : rejectedMail({
            ...about,
            link: `${profile}?editar=${edicionDe(asked)}`,
            corrige_con: asked,
            motivo: motivo ?? textos.sinMotivo,
          })
    await sendMail(await mail, context)
  },
})
