import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { inTime } from '#ui/timing/pause.ts'

/** Some versions of Safari never answer when a database is opened. */
const OPEN_MS = 3000

/**
 * Returns a function that opens a database of IndexedDB at its first use, and again after the connection was closed. It fails
 * when the browser does not answer.
 */
export function openStore<Schema extends DBSchema>(
  name: string,
  upgrade: (db: IDBPDatabase<Schema>) => void,
): () => Promise<IDBPDatabase<Schema>> {
  let opening: Promise<IDBPDatabase<Schema>> | undefined
  const forget = () => {
    opening = undefined
  }
  const open = async () => {
    const opened = openDB<Schema>(name, 1, {
      upgrade,
      // The database is being deleted, or a tab with a newer version waits for this one.
      blocking: () => {
        forget()
        void opened.then((db) => db.close())
      },
      terminated: forget,
    })
    const db = await inTime(opened, OPEN_MS)
    if (!db) throw new Error('the database does not open')
    return db
  }
  return () => {
    opening ??= open().catch((cause: unknown) => {
      forget()
      throw cause
    })
    return opening
  }
}
