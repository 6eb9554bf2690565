import { operacionAcceso } from '@maestros/contrato/operacion/operacion-acceso'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { hash } from '@node-rs/argon2'
import { countByAddress } from '../../../platform/limits/rate-limits.ts'
import { PASSWORD_COST } from '../../../platform/secrecy/password-hash.ts'
import { tokenHash } from '../../../platform/secrecy/random-token.ts'
import { isEasyToGuess } from '../../../protocol/auth/passwords/easy-passwords.ts'
import { defineFunction } from '../../../protocol/functions/define.ts'

export default defineFunction(operacionAcceso, {
  summary:
    'Sets the password of an operator with the link of the command line, and removes the second factor.',
  handle: async ({ token, contrasena }, { services, addressGroup, withConnection, error, rateLimited }) => {
    const { db, limits, config } = services
    const kind = 'operator-access'
    const verdict = await countByAddress(limits, 'hit', kind, addressGroup, config.LIMIT_SIGNIN_ADDRESS)
    if (!verdict.allowed) throw rateLimited(textos.demasiadosIntentos(verdict.retryAfter), verdict.retryAfter)

    const key = tokenHash(token)
    // Before the password is hashed, which takes long: a stranger without a link must not cause it.
    const [operator] = await withConnection(
      async () => db.sql<{ email: string }[]>`
        select email from auth.users where id = interno.operador_del_acceso(${key})`,
    )
    if (!operator) throw error('NOT_FOUND', textos.accesoVencido)
    if (isEasyToGuess(contrasena, operator.email)) throw error('INVALID_INPUT', textos.contrasenaFacil)
    const hashed = await hash(contrasena, PASSWORD_COST)
    const [used] = await withConnection(
      async () => db.sql<{ done: boolean }[]>`select interno.usar_acceso(${key}, ${hashed}) as done`,
    )
    if (!used?.done) throw error('NOT_FOUND', textos.accesoVencido)
    return { success: true }
  },
})
