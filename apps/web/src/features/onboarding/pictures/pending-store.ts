import type { PasoConImagen } from '@maestros/dominio/onboarding/pasos'
import type { DBSchema, IDBPDatabase } from 'idb'
import { openStore } from '#lib/device/open-store.ts'
import { PICTURES_DATABASE, pictureKeysOf } from '#lib/session/personal/personal-data.ts'

/**
 * Pictures that were taken and not uploaded yet, in IndexedDB: a reload or an empty battery does not lose them. A browser
 * without IndexedDB, as in some private windows, keeps them only as long as the page.
 */
export type PendingPicture = { userId: string; paso: PasoConImagen; name: string; blob: Blob }

interface Schema extends DBSchema {
  imagenes: { key: string; value: PendingPicture }
}

const database = openStore<Schema>(PICTURES_DATABASE, (db) => void db.createObjectStore('imagenes'))

/** Undefined when the browser keeps nothing. */
const act = <T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T | undefined> =>
  database()
    .then(work)
    .catch(() => undefined)

const keyOf = ({ userId, paso }: Pick<PendingPicture, 'userId' | 'paso'>) => `${userId}:${paso}`

export const keepPending = (picture: PendingPicture) =>
  act((db) => db.put('imagenes', picture, keyOf(picture)))

export const forgetPending = (picture: Pick<PendingPicture, 'userId' | 'paso'>) =>
  act((db) => db.delete('imagenes', keyOf(picture)))

/** The pictures of one person. Those of others whose session expired stay for them. */
export const pendingOf = async (userId: string): Promise<PendingPicture[]> =>
  (await act((db) => db.getAll('imagenes', pictureKeysOf(userId)))) ?? []

export const forgetAllPending = (userId: string) => act((db) => db.delete('imagenes', pictureKeysOf(userId)))
