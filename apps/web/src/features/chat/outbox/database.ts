import type { DBSchema, IDBPTransaction } from 'idb'
import { openStore } from '#lib/device/open-store.ts'
import { OUTBOX_DATABASE } from '#lib/session/personal/personal-data.ts'
import { Entry } from './entry.ts'

/**
 * The stored outbox, shared by all tabs. Every change is one transaction that reads an entry and writes it, so that
 * no tab overwrites or brings back what another one has changed.
 */
interface Schema extends DBSchema {
  /** Read as unknown: another version of the app may have written them. */
  envios: { key: string; value: object; indexes: { userId: string } }
  archivos: { key: string; value: Blob }
}

const STORES: ('envios' | 'archivos')[] = ['envios', 'archivos']

const database = openStore<Schema>(OUTBOX_DATABASE, (db) => {
  db.createObjectStore('envios', { keyPath: 'clientId' }).createIndex('userId', 'userId')
  db.createObjectStore('archivos')
})

function parse(stored: unknown): Entry | undefined {
  const parsed = Entry.safeParse(stored)
  return parsed.success ? parsed.data : undefined
}

type Transaction = IDBPTransaction<Schema, typeof STORES, 'readwrite'>

/** Returns when the transaction is complete; fails when it was aborted, for example because the storage is full. */
async function write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  const tx: Transaction = (await database()).transaction(STORES, 'readwrite')
  const [result] = await Promise.all([work(tx), tx.done])
  return result
}

/** Adds entries that are not there yet, with the file of a picture or a voice note. */
export function insert(entries: Entry[], file?: Blob): Promise<void> {
  return write(async (tx) => {
    for (const entry of entries) {
      const envios = tx.objectStore('envios')
      if ((await envios.getKey(entry.clientId)) !== undefined) continue
      await envios.put(entry)
      if (file) await tx.objectStore('archivos').put(file, entry.clientId)
    }
  })
}

export async function readAll(userId: string): Promise<Entry[]> {
  const stored = await (await database()).getAllFromIndex('envios', 'userId', userId)
  return stored.flatMap((one) => parse(one) ?? [])
}

export async function readFile(clientId: string): Promise<Blob | undefined> {
  return (await database()).get('archivos', clientId)
}

/** What becomes of an entry: its next state, the same object for no change, or null to remove it. */
export type Change = (entry: Entry) => Entry | null

/** Changes an entry that is still there. Returns its new state; undefined when it is gone. */
export function update(clientId: string, how: Change): Promise<Entry | undefined> {
  return write(async (tx) => {
    const envios = tx.objectStore('envios')
    const entry = parse(await envios.get(clientId))
    const next = entry && how(entry)
    if (next && next !== entry) await envios.put(next)
    if (next === null) await removeFrom(tx, clientId)
    return next ?? undefined
  })
}

/** Removes everything of one person. */
export function erase(userId: string): Promise<void> {
  return write(async (tx) => {
    const clientIds = await tx.objectStore('envios').index('userId').getAllKeys(userId)
    for (const clientId of clientIds) await removeFrom(tx, clientId)
  })
}

async function removeFrom(tx: Transaction, clientId: string) {
  await tx.objectStore('envios').delete(clientId)
  await tx.objectStore('archivos').delete(clientId)
}
