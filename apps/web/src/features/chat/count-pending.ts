import {
  OUTBOX_DATABASE,
  readStored,
  waitingTextKeys,
  waitingTextsKey,
} from '#lib/session/personal/personal-data.ts'
import type { Entry } from './outbox/entry.ts'

/**
 * Counts the messages of a person that wait to be sent, without the code of the outbox: the menu is on every screen, and the outbox
 * is downloaded only after the first screen is there.
 */

type Kind = Entry['tipo']

const added = new Map<string, Map<string, Entry>>()

/** The entries of a person in this page that the database does not have, or not yet. The outbox writes them (outbox/store.ts). */
export function addedOf(userId: string): Map<string, Entry> {
  const known = added.get(userId) ?? new Map<string, Entry>()
  added.set(userId, known)
  return known
}

/** How many texts, pictures and voice notes of this person wait to be sent. `leido` is false when there may be more. */
export async function countPending(userId: string) {
  const kinds = new Map<string, Kind>()
  for (const { clientId, tipo } of addedOf(userId).values()) kinds.set(clientId, tipo)
  const prefix = `${waitingTextsKey(userId)}:`
  for (const key of waitingTextKeys(userId)) kinds.set(key.slice(prefix.length), 'texto')
  const stored = await readStored<Entry[]>(OUTBOX_DATABASE, 'envios', (entries) =>
    entries.index('userId').getAll(userId),
  )
  for (const { clientId, tipo } of stored.value ?? []) kinds.set(clientId, tipo)
  const count = (kind: Kind) => [...kinds.values()].filter((one) => one === kind).length
  return {
    mensajes: count('texto'),
    imagenes: count('imagen'),
    notas: count('audio'),
    leido: stored.answered,
  }
}
