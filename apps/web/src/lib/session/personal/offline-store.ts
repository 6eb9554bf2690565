import type { DBSchema } from 'idb'
import { COPY_DATABASE } from '../../client/stored-session.ts'
import { openStore } from '../../device/open-store.ts'

/** The database of offline-copy.ts. Loaded when it is first used. */

interface Copy {
  hash: string
  kind: string
  at: number
  data: unknown
}

interface Schema extends DBSchema {
  consultas: {
    key: [userId: string, hash: string]
    value: Copy & { userId: string; written: number }
  }
}

const open = openStore<Schema>(
  COPY_DATABASE,
  (db) => void db.createObjectStore('consultas', { keyPath: ['userId', 'hash'] }),
)

export async function read(userId: string, hash: string): Promise<Copy | undefined> {
  return (await open()).get('consultas', [userId, hash])
}

/** Stores copies and removes those beyond the maximum of their kind. `allowed` is asked again when the database is open. */
export async function write(
  userId: string,
  copies: readonly (Copy & { max: number })[],
  allowed: () => boolean,
) {
  const db = await open()
  if (!allowed()) return
  const transaction = db.transaction('consultas', 'readwrite')
  const maximum = new Map<string, number>()
  for (const { max, ...copy } of copies) {
    maximum.set(copy.kind, max)
    await transaction.store.put({ ...copy, userId, written: Date.now() })
  }
  const all = await transaction.store.getAll(IDBKeyRange.bound([userId], [userId, []]))
  for (const [kind, max] of maximum) {
    const ofKind = all.filter((copy) => copy.kind === kind).sort((a, b) => b.written - a.written)
    for (const { hash } of ofKind.slice(max)) await transaction.store.delete([userId, hash])
  }
  await transaction.done
}
