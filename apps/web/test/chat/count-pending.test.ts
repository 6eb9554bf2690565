import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { countPending } from '#features/chat/count-pending.ts'
import { insert } from '#features/chat/outbox/database.ts'
import { addEntry } from '#features/chat/outbox/store.ts'
import { CHAT, OTHER, USER } from '../setup/people.ts'

const THIRD = '00000000-0000-4000-8000-0000000000f9'

const entry = (nth: number, userId = USER) => ({
  clientId: `00000000-0000-4000-8000-0000000000e${nth}`,
  userId,
  chatId: CHAT,
  order: nth,
  creadoEn: '2026-03-05T18:00:00.000Z',
  waiting: true,
  attempted: false,
})
const text = (nth: number, userId = USER) => ({
  ...entry(nth, userId),
  tipo: 'texto' as const,
  contenido: 'x',
})
const NONE = { mensajes: 0, imagenes: 0, notas: 0, leido: true }

afterEach(() => vi.restoreAllMocks())

test('nothing is counted, and no database is created, before a message was written', async () => {
  expect(await countPending(USER)).toEqual(NONE)
  expect(await indexedDB.databases()).toEqual([])
})

test('what earlier pages have left is counted once, also a text that the database does not have yet', async () => {
  const file = { path: 'x', bytes: 1, uploaded: false, failed: false }
  const picture = { ...entry(3), ...file, tipo: 'imagen' as const, size: null }
  await insert([text(1), picture, text(4, OTHER)])
  for (const one of [text(1), text(2), text(5, OTHER)]) {
    localStorage.setItem(`maestros-por-enviar:${one.userId}:${one.clientId}`, JSON.stringify(one))
  }
  expect(await countPending(USER)).toEqual({ ...NONE, mensajes: 2, imagenes: 1 })
})

test('a text that only this page has is counted, and storage that gives no answer is reported', async () => {
  vi.useFakeTimers()
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  vi.spyOn(indexedDB, 'open').mockReturnValue(new IDBOpenDBRequest())
  const adding = addEntry(text(6, THIRD))
  const counted = countPending(THIRD)
  await vi.advanceTimersByTimeAsync(10_000)
  await adding
  expect(await counted).toEqual({ ...NONE, mensajes: 1, leido: false })
  vi.useRealTimers()
})
