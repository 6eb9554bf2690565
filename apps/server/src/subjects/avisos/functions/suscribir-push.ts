import { suscribirPush } from '@maestros/contrato/avisos/suscribir-push'
import { SUSCRIPCIONES_POR_PERSONA } from '@maestros/dominio/limites'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { browserName } from '../../../platform/push/browser-name.ts'
import { parseEndpoint } from '../../../platform/push/endpoint.ts'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { invalidInput } from '../../../protocol/functions/errors.ts'

export default defineFunction(suscribirPush, {
  summary: 'Sends push notifications to the caller’s browser until the session ends.',
  handle: async ({ endpoint, keys }, { caller, run, services: { config, limits }, error, rateLimited }) => {
    if (!parseEndpoint(endpoint, config.PUSH_EXTRA_ORIGINS))
      throw invalidInput(textos.datoInvalido('endpoint'))
    // An uncompressed point begins with this byte; any other value cannot be used for encryption.
    if (Buffer.from(keys.p256dh, 'base64url')[0] !== UNCOMPRESSED) {
      throw invalidInput(textos.datoInvalido('keys.p256dh'))
    }
    const verdict = await limits.hit(`push:${caller.userId}`, config.LIMIT_PUSH_PERSON)
    if (!verdict.allowed) throw rateLimited(textos.demasiadasVeces, verdict.retryAfter)
    const { userId, sessionId } = caller
    const [session] = await run(
      (sql) => sql<{ user_agent: string | null }[]>`
      select user_agent from auth.sessions where id = ${sessionId}`,
    )
    const [row] = await run(
      (sql) => sql<{ guardada: boolean }[]>`
      select interno.guardar_suscripcion(${userId}, ${sessionId}, ${endpoint}, ${keys.p256dh}, ${keys.auth},
        ${browserName(session?.user_agent ?? null)}, ${SUSCRIPCIONES_POR_PERSONA}) as guardada`,
    )
    if (!row?.guardada) throw error('FORBIDDEN', textos.suscripcionAjena)
    return { success: true }
  },
})

const UNCOMPRESSED = 4
