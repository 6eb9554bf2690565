import { inDatabase, PICTURES_DATABASE, pictureKeysOf } from '#lib/personal-data.ts'
import { keyOf } from '#lib/personal-store.ts'
import { inTime } from '#ui/pause.ts'

/** Some versions of Safari never answer when a database is opened. */
const COUNT_MS = 3000

/**
 * How many steps and photos of this person are on this device only. The menu asks for it on every screen, so this reads what is
 * stored without the code of the onboarding.
 */
export async function countUnsent(userId: string): Promise<{ pasos: number; fotos: number }> {
  const fotos = await inTime(countPictures(userId), COUNT_MS).catch(() => 0)
  return { pasos: countSteps(userId), fotos: fotos ?? 0 }
}

/** Those of the draft (draft/store.ts) that the server does not have. Some of them may wait for a decision of the person. */
function countSteps(userId: string): number {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(keyOf('onboarding', userId)) ?? 'null')
    return Object.values(Object(draft)).filter((step) => Reflect.get(Object(step), 'pendiente')).length
  } catch {
    return 0
  }
}

/** Those that wait for their upload (pictures/pending-store.ts). */
async function countPictures(userId: string): Promise<number> {
  let fotos = 0
  await inDatabase(PICTURES_DATABASE, ['imagenes'], (transaction) => {
    const counting = transaction.objectStore('imagenes').count(pictureKeysOf(userId))
    counting.onsuccess = () => {
      fotos = counting.result
    }
  })
  return fotos
}
