import { CHOICE_KEYS } from './search-choice.ts'

/** What a person leaves in the storage of this browser, by name, so that it can be removed without the code that wrote it. */

/** Pictures of the sign-up of a maestro (features/onboarding/pictures). It is only ever of one person. */
export const PICTURES_DATABASE = 'maestros-onboarding'

/** Messages that wait to be sent (features/chat/outbox). People whose session expired keep theirs. */
export const OUTBOX_DATABASE = 'maestros-por-enviar'

/** Removes every key that contains the id of the person, and the choice. */
export function forgetKeys(userId: string) {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      const keys = Array.from({ length: storage.length }, (_, nth) => storage.key(nth) ?? '')
      for (const key of keys) if (key.includes(userId)) storage.removeItem(key)
    }
    for (const key of Object.values(CHOICE_KEYS)) localStorage.removeItem(key)
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}

/** Removes the pictures and the waiting messages of the person. */
export async function forgetRows(userId: string) {
  indexedDB.deleteDatabase(PICTURES_DATABASE)
  const database = await openOutbox()
  if (!database) return
  const transaction = database.transaction(['envios', 'archivos'], 'readwrite')
  const entries = transaction.objectStore('envios')
  const keys = entries.index('userId').getAllKeys(userId)
  keys.onsuccess = () => {
    for (const key of keys.result) {
      entries.delete(key)
      transaction.objectStore('archivos').delete(key)
    }
  }
  await new Promise<void>((resolve) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => resolve()
  })
  database.close()
}

/** Undefined when this browser has no outbox. It must not be created here, without its stores. */
function openOutbox(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    const request = indexedDB.open(OUTBOX_DATABASE)
    request.onupgradeneeded = () => request.transaction?.abort()
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => resolve(undefined)
  })
}
