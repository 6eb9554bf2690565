import { ROLES } from '@maestros/dominio/acceso/roles'
import { isOutage, unwrap } from '../client/call-error.ts'
import type { Client } from '../client/client.ts'
import { rememberPerson } from '../client/stored-session.ts'
import { warnOfFailure } from '../device/log.ts'
import { personInMemory, type SignedIn } from './session-state.ts'

export async function readPerson({ rest }: Client, userId: string): Promise<SignedIn> {
  // Of a person who was a maestro at the last visit, both rows are read at the same time.
  const remembered = personInMemory()
  const wasMaestro = remembered?.role === 'maestro' && remembered.userId === userId
  const early = wasMaestro ? readPerfilCompleto(rest, userId) : undefined
  const profile: unknown = unwrap(await rest.from('profiles').select('role').eq('id', userId).maybeSingle())
  if (typeof profile !== 'object' || (profile && !('role' in profile))) {
    throw new Error('The answer contains no role.')
  }
  const named = profile?.role
  const role = ROLES.find((known) => known === named) ?? null
  const answered = role === 'maestro' ? await (early ?? readPerfilCompleto(rest, userId)) : false
  // A failed lookup counts as incomplete (specification, section 4), but only until the next one. A complete profile stays complete,
  // so an outage is no reason to lead its owner to the onboarding.
  const perfilCompleto =
    answered === 'no answer' ? wasMaestro && remembered.perfilCompleto : (answered ?? false)
  if (typeof answered === 'boolean') rememberPerson({ userId, role, perfilCompleto })
  return { status: 'signed-in', userId, role, perfilCompleto, leaving: false }
}

/** No row counts as incomplete. Null when the lookup was refused. */
async function readPerfilCompleto(
  rest: Client['rest'],
  userId: string,
): Promise<boolean | 'no answer' | null> {
  const answer = await rest.from('maestros').select('perfil_completo').eq('id', userId).maybeSingle()
  try {
    return unwrap(answer)?.perfil_completo === true
  } catch (cause) {
    warnOfFailure('profile check', cause)
    return isOutage(cause) ? 'no answer' : null
  }
}
