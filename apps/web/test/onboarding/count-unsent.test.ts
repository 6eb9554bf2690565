import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countUnsent } from '#features/onboarding/count-unsent.ts'
import { setStep } from '#features/onboarding/draft/store.ts'
import { keepPending } from '#features/onboarding/pictures/pending-store.ts'
import { OTHER, signedIn, USER } from '../setup/people.ts'

beforeEach(() => signedIn())
afterEach(() => vi.restoreAllMocks())

const NONE = { pasos: 0, fotos: 0, leido: true }

test('nothing is counted, and no database is created, before the onboarding was opened', async () => {
  expect(await countUnsent(USER)).toEqual(NONE)
  expect(await indexedDB.databases()).toEqual([])
})

test('the steps and photos of one person that the server does not have are counted', async () => {
  setStep(USER, 'descripcion', 'Arreglo fugas')
  setStep(USER, 'curp', 'HEGG560427MVZRRL04')
  setStep(OTHER, 'descripcion', 'De otra persona')
  for (const userId of [USER, OTHER]) {
    await keepPending({ userId, paso: 'ine', name: 'a.jpg', blob: new Blob(['x']) })
  }
  expect(await countUnsent(USER)).toEqual({ ...NONE, pasos: 2, fotos: 1 })
})

test('saved steps are not counted, but those that wait for a decision are', async () => {
  const step = { valor: 'x', base: 1, pendiente: false }
  const undecided = { ...step, pendiente: true, otro: { valor: 'y', version: 2 } }
  localStorage.setItem(
    `maestros-onboarding:${OTHER}`,
    JSON.stringify({ descripcion: step, domicilio: undecided }),
  )
  expect((await countUnsent(OTHER)).pasos).toBe(1)
})

test('storage that gives no answer is reported, and does not keep the person waiting', async () => {
  vi.useFakeTimers()
  vi.spyOn(indexedDB, 'open').mockReturnValue(new IDBOpenDBRequest())
  vi.spyOn(localStorage, 'getItem').mockImplementation(() => {
    throw new Error('forbidden')
  })
  const counted = countUnsent(USER)
  await vi.advanceTimersByTimeAsync(3000)
  expect(await counted).toEqual({ ...NONE, leido: false })
  vi.useRealTimers()
})
