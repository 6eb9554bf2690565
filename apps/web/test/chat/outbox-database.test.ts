import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { insert, readAll, update } from '#features/chat/outbox/database.ts'
import type { Entry } from '#features/chat/outbox/entry.ts'
import { CHAT, USER } from '../setup/people.ts'

const CLIENT_ID = '00000000-0000-4000-8000-0000000000b1'

const entry: Entry = {
  clientId: CLIENT_ID,
  userId: USER,
  chatId: CHAT,
  order: 1,
  creadoEn: '2026-03-05T18:00:00Z',
  waiting: false,
  attempted: false,
  tipo: 'texto',
  contenido: 'hola',
}

test('a change of a stored message is stored, and one that removes it is final', async () => {
  await insert([entry])
  const changed = { ...entry, attempted: true }
  expect(await update(CLIENT_ID, () => changed)).toEqual(changed)
  expect(await readAll(USER)).toEqual([changed])
  expect(await update(CLIENT_ID, () => null)).toBeUndefined()
  expect(await readAll(USER)).toEqual([])
  expect(await update(CLIENT_ID, () => changed)).toBeUndefined()
  expect(await readAll(USER)).toEqual([])
})
