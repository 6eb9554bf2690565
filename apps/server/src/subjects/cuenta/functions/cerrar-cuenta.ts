import { cerrarCuenta } from '@maestros/contrato/cuenta/cerrar-cuenta'
import { CIERRE_CONTRASENA_MIN, CIERRE_DIAS } from '@maestros/dominio/cuenta/cierre-y-exportacion'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { defineFunction } from '../../../protocol/functions/define.ts'

export default defineFunction(cerrarCuenta, {
  summary:
    'Closes the account: it is signed out and hidden at once, can be kept by signing in, and is erased after 30 days.',
  handle: async ({ usuario_id }, { caller, run, services: { bus, config, limits }, error, rateLimited }) => {
    if (usuario_id !== caller.userId) throw error('FORBIDDEN', textos.otraPersona)
    // Closing and keeping an account send an e-mail each. Refused attempts do not count: they do not need the password.
    const key = `closing:${caller.userId}`
    const verdict = await limits.peek(key, config.LIMIT_CLOSINGS_PERSON)
    if (!verdict.allowed) throw rateLimited(textos.demasiadosCierres(verdict.retryAfter), verdict.retryAfter)
    const [closed] = await run(
      (sql) => sql<{ borrar_en: Date | null }[]>`
        select interno.cerrar_cuenta(
          ${caller.userId}, ${caller.sessionId}, ${CIERRE_DIAS}, ${CIERRE_CONTRASENA_MIN}) as borrar_en`,
    )
    if (!closed?.borrar_en) throw error('FORBIDDEN', textos.confirmaContrasena)
    await limits.hit(key, config.LIMIT_CLOSINGS_PERSON)
    bus.publish({ kind: 'sessions-ended', userId: caller.userId })
    return { success: true, borrar_en: closed.borrar_en.toISOString() }
  },
})
