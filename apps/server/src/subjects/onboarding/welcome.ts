import { HOME, type Role } from '@maestros/dominio/acceso/roles'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import type { PendingQuery } from 'postgres'
import { z } from 'zod'
import type { Sql } from '../../platform/db/pool.ts'
import { addJob, defineJob, type JobContext } from '../../platform/jobs/definition.ts'
import { welcomeBuscadorMail, welcomeMaestroMail } from '../../platform/mail/mails.ts'
import { addresseeOf } from '../../platform/mail/recipient.ts'
import { sendMail } from '../../platform/mail/send.ts'
import type { Services } from '../../platform/services.ts'
import type { FunctionError, rateLimited } from '../../protocol/functions/errors.ts'

/** What both welcome functions do. Anyone may call them, because a sign-up that must be confirmed has no session yet. */

interface Context {
  services: Services
  /** Whose share of the limit this call uses. */
  key: string
  withConnection<T>(work: () => Promise<T>): Promise<T>
  error(code: 'FORBIDDEN' | 'NOT_FOUND', message: string): FunctionError
  rateLimited: typeof rateLimited
}

/** An account that may be welcomed: it has the right role, is confirmed and not suspended. */
type Find = (sql: Sql) => PendingQuery<{ id: string }[]>

export async function welcomeAccount(
  { services, key, withConnection, error, rateLimited }: Context,
  job: typeof welcomeMaestro,
  find: Find,
  forced: boolean,
): Promise<{ success: true }> {
  const { config, db, limits } = services
  // One welcome belongs to one sign-up, so the same limit applies.
  const verdict = await limits.hit(`welcome:${key}`, config.LIMIT_SIGNUP_ADDRESS)
  if (!verdict.allowed) throw rateLimited(textos.demasiadasVeces, verdict.retryAfter)
  if (forced && config.production) throw error('FORBIDDEN', textos.soloFueraDeProduccion)
  await withConnection(async () => {
    if (!forced) {
      await db.sql`
        select interno.dar_bienvenida(c.id, ${job.name}, ${job.attempts}) from (${find(db.sql)}) c`
      return
    }
    const [account] = await find(db.sql)
    if (!account) throw error('NOT_FOUND', textos.cuentaNoEncontrada)
    await addJob(db.sql, job, { userId: account.id })
  })
  return { success: true }
}

/**
 * The welcome e-mails: after onboarding for a maestro, after sign-up for a seeker. interno.dar_bienvenida queues them, at
 * most once for an account.
 */
const welcome = (name: string, role: Role, write: typeof welcomeMaestroMail) =>
  defineJob({
    name,
    payload: z.object({ userId: z.guid() }),
    handle: async ({ userId }, context: JobContext<Services>) => {
      // The account may have been erased or suspended meanwhile.
      const person = await addresseeOf(context.services, userId)
      if (person?.role !== role) return
      const link = `${context.services.config.siteUrl}${HOME[role]}`
      await sendMail(await write({ ...person, link }), context)
    },
  })

export const welcomeMaestro = welcome('send-maestro-welcome-mail', 'maestro', welcomeMaestroMail)
/** interno.dar_bienvenida_al_confirmar names this job too. */
export const welcomeBuscador = welcome('send-buscador-welcome-mail', 'buscador', welcomeBuscadorMail)
