import { type ChatRow, chatChange } from '../../platform/bus/changes.ts'
import { discardSoon } from '../../platform/objects/discard.ts'
import type { Services } from '../../platform/services.ts'

interface Erased {
  borrada: boolean
  objetos: string[]
  conversaciones: ChatRow[]
}

/**
 * Erases an account. What also belongs to others stays without the person's data (interno.borrar_cuenta, docs/decisions/cuenta.md).
 * After the commit the open channels of the account are closed, the other people of its chats are told, and its stored
 * files are removed. It may be called again: an erased account is not changed, and files that a crash left are removed by
 * the sweep of storage. Returns whether there was an account to erase.
 */
export async function eraseAccount(
  { db, bus, objects, mail, log }: Pick<Services, 'db' | 'bus' | 'objects' | 'mail' | 'log'>,
  id: string,
): Promise<boolean> {
  // Answers to tickets were sent to the addresses that the person gave in them.
  const addresses = await db.maintenance<{ email: string }[]>`
    select email from auth.users where id = ${id} union select correo from public.tickets where usuario_id = ${id}`
  // The maintenance pool has no time limit, because erasing many messages may take long.
  const [erased] = await db.maintenance<Erased[]>`
    select borrada, objetos, conversaciones from interno.borrar_cuenta(${id})`
  if (!erased?.borrada) return false
  bus.publish({ kind: 'sessions-ended', userId: id })
  for (const chat of erased.conversaciones) bus.publish(chatChange('UPDATE', chat))
  for (const { email } of addresses) await mail.forget(email, id)
  await discardSoon({ db, objects, log }, erased.objetos, 'a file of an erased account was not removed')
  return true
}
