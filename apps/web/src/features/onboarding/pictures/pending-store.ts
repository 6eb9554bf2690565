import type { PasoConImagen } from '@maestros/dominio/onboarding'
import { PICTURES_DATABASE } from '#lib/personal-data.ts'

/**
 * Pictures that were taken and not uploaded yet, in IndexedDB: a reload or an empty battery does not lose them. A browser
 * without IndexedDB, as in some private windows, keeps them only as long as the page.
 */
export type PendingPicture = { userId: string; paso: PasoConImagen; name: string; blob: Blob }

const STORE = 'imagenes'

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(PICTURES_DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function act<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  try {
    return await new Promise<T>((resolve, reject) => {
      const request = work(database.transaction(STORE, mode).objectStore(STORE))
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  } finally {
    database.close()
  }
}

const keyOf = ({ userId, paso }: Pick<PendingPicture, 'userId' | 'paso'>) => `${userId}:${paso}`

export const keepPending = (picture: PendingPicture) =>
  act('readwrite', (store) => store.put(picture, keyOf(picture))).catch(() => undefined)

export const forgetPending = (picture: Pick<PendingPicture, 'userId' | 'paso'>) =>
  act('readwrite', (store) => store.delete(keyOf(picture))).catch(() => undefined)

/** The pictures of one person. Those of anyone else who used this browser are removed. */
export async function pendingOf(userId: string): Promise<PendingPicture[]> {
  const all: PendingPicture[] = await act('readonly', (store) => store.getAll()).catch(() => [])
  for (const picture of all) if (picture.userId !== userId) void forgetPending(picture)
  return all.filter((picture) => picture.userId === userId)
}

export const forgetAllPending = () => act('readwrite', (store) => store.clear()).catch(() => undefined)
