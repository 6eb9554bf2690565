import { inTime } from '#ui/timing/pause.ts'
import { keysIn } from '../../client/stored-session.ts'
import { CHOICE_KEYS } from '../../device/search-choice.ts'
import { removeText } from '../../device/stored-text.ts'

/** What a person leaves in the storage of this browser, by name, so that it can be counted and removed without the code that wrote it. */

/** Pictures of the sign-up of a maestro (features/onboarding/pictures). */
export const PICTURES_DATABASE = 'maestros-onboarding'

/** The keys of one person's pictures: the id, a colon, and the step. The character after the colon is the semicolon. */
export const pictureKeysOf = (userId: string) => IDBKeyRange.bound(`${userId}:`, `${userId};`, false, true)

/** Messages that wait to be sent (features/chat/outbox). People whose session expired keep theirs. */
export const OUTBOX_DATABASE = 'maestros-por-enviar'

/** Texts that the database does not have yet are in localStorage, each under this key, a colon and its id (outbox/journal.ts). */
export const waitingTextsKey = (userId: string) => `${OUTBOX_DATABASE}:${userId}`

export function waitingTextKeys(userId: string): string[] {
  try {
    return keysIn(localStorage).filter((key) => key.startsWith(`${waitingTextsKey(userId)}:`))
  } catch {
    // Storage is forbidden: nothing was stored.
    return []
  }
}

/** The page that a visitor wants after a password recovery (recovery.ts). */
export const WANTED_AFTER_RESET = 'maestros-tras-recuperar'

/** Removes every key that contains the id of the person, the choice, and the page of a recovery that was not finished. */
export function forgetKeys(userId: string) {
  try {
    forgetOwnKeys(userId)
  } catch {
    // Storage is forbidden: nothing was stored.
  }
  for (const key of [...Object.values(CHOICE_KEYS), WANTED_AFTER_RESET]) removeText(key)
}

/** Removes every key that contains the id of the person. The choice may be the one of another person. */
export function forgetOwnKeys(userId: string) {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of keysIn(storage)) if (key.includes(userId)) storage.removeItem(key)
  }
}

/** Removes the pictures and the waiting messages of the person. Others whose session expired keep theirs. */
export async function forgetRows(userId: string) {
  const pictures = inDatabase(PICTURES_DATABASE, ['imagenes'], (transaction) => {
    transaction.objectStore('imagenes').delete(pictureKeysOf(userId))
  })
  const messages = inDatabase(OUTBOX_DATABASE, ['envios', 'archivos'], (transaction) => {
    const entries = transaction.objectStore('envios')
    const keys = entries.index('userId').getAllKeys(userId)
    keys.onsuccess = () => {
      for (const key of keys.result) {
        entries.delete(key)
        transaction.objectStore('archivos').delete(key)
      }
    }
  })
  await Promise.all([pictures, messages])
}

/** Some versions of Safari never answer when a database is opened. */
const READ_MS = 3000

/**
 * `value`: what a database has; undefined when this browser does not have it, or cannot read it. `answered` is false when the browser
 * gave no answer in time, so that nobody knows what is stored.
 */
export async function readStored<T>(
  name: string,
  store: string,
  read: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<{ value: T | undefined; answered: boolean }> {
  let value: T | undefined
  const reading = inDatabase(name, [store], (transaction) => {
    const request = read(transaction.objectStore(store))
    request.onsuccess = () => {
      value = request.result
    }
  }).then(
    () => true,
    () => true,
  )
  const answered = (await inTime(reading, READ_MS)) ?? false
  return { value, answered }
}

/** Does nothing when this browser does not have the database. It must not be created here, without its stores. */
async function inDatabase(name: string, stores: string[], act: (transaction: IDBTransaction) => void) {
  const database = await openExisting(name)
  if (!database) return
  const transaction = database.transaction(stores, 'readwrite')
  act(transaction)
  await new Promise<void>((resolve) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => resolve()
  })
  database.close()
}

function openExisting(name: string): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    const request = indexedDB.open(name)
    request.onupgradeneeded = () => request.transaction?.abort()
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => resolve(undefined)
  })
}
