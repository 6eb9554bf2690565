import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { COPY_DATABASE } from './stored-session.ts'

/** The database of offline-copy.ts. Loaded when it is first used. */

export interface Copy {
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

let opened: Promise<IDBPDatabase<Schema>> | undefined

function open(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(COPY_DATABASE, 1, {
    upgrade: (db) => void db.createObjectStore('consultas', { keyPath: ['userId', 'hash'] }),
    // The copies are being deleted, here or in another tab.
    blocking: (_current, _next, event) => close(event.target),
    terminated: () => {
      opened = undefined
    },
  }).catch((cause: unknown) => {
    opened = undefined
    throw cause
  })
  return opened
}

function close(database: EventTarget | null) {
  opened = undefined
  if (database instanceof IDBDatabase) database.close()
}

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
