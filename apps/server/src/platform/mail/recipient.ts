import type { Role } from '@maestros/dominio/acceso/roles'
import type { CorreoOpcional } from '@maestros/dominio/avisos/preferencias'
import type { Database } from '../db/pool.ts'
import type { Config } from '../settings/config.ts'
import type { Secrets } from '../settings/secrets.ts'
import { unsubscribeLinks } from './unsubscribe-links.ts'

/** Whom an e-mail about an account is sent to. Read when the e-mail is sent, because the account may have changed since. */

export interface Addressee {
  to: string
  nombre: string
  role: Role | null
}

interface Needs {
  db: Pick<Database, 'maintenance'>
}

/** Undefined for an erased account and, unless `evenSuspended`, for a suspended or closing one. */
export async function addresseeOf(
  { db }: Needs,
  userId: string,
  { evenSuspended = false }: { evenSuspended?: boolean } = {},
): Promise<Addressee | undefined> {
  const [person] = await db.maintenance<Addressee[]>`
    select u.email as to, coalesce(p.nombre, '') as nombre, p.role
    from auth.users u join public.profiles p on p.id = u.id
    where u.id = ${userId} and (${evenSuspended} or p.suspendido_en is null)`
  return person
}

/** Undefined also when the person does not want e-mails of this kind, or the mailbox refused the last ones. */
export async function optionalAddresseeOf(
  services: Needs & { secrets: Secrets; config: Config },
  userId: string,
  kind: CorreoOpcional,
): Promise<(Addressee & { unsubscribe: string; avisos: string }) | undefined> {
  const [row] = await services.db.maintenance<{ wanted: boolean }[]>`
    select interno.quiere_correo(${userId}, ${kind}) as wanted`
  if (!row?.wanted) return undefined
  const person = await addresseeOf(services, userId)
  return person && { ...person, ...unsubscribeLinks(services, { userId, kind }) }
}
