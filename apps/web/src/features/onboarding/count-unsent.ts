import { PICTURES_DATABASE, pictureKeysOf, readStored } from '#lib/session/personal/personal-data.ts'
import { keyOf } from '#lib/session/personal/personal-store.ts'

/**
 * How many steps and photos of this person are on this device only. The menu asks for it on every screen, so this reads what is
 * stored without the code of the onboarding. `leido` is false when there may be more.
 */
export async function countUnsent(userId: string): Promise<{ pasos: number; fotos: number; leido: boolean }> {
  // Those that wait for their upload (pictures/pending-store.ts).
  const fotos = await readStored(PICTURES_DATABASE, 'imagenes', (pictures) =>
    pictures.count(pictureKeysOf(userId)),
  )
  return { pasos: countSteps(userId), fotos: fotos.value ?? 0, leido: fotos.answered }
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
