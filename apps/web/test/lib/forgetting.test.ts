import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { insert, readAll, readFile } from '#features/chat/outbox/database.ts'
import type { Entry } from '#features/chat/outbox/entry.ts'
import { keepPending, pendingOf } from '#features/onboarding/pictures/pending-store.ts'
import { OUTBOX_DATABASE } from '#lib/session/personal/personal-data.ts'
import { forgetPersonal, personalStore } from '#lib/session/personal/personal-store.ts'
import { keepWantedPath, takeWantedPath } from '#lib/session/recovery.ts'
import { CHAT, OTHER, signedIn, signedOut, USER } from '../setup/people.ts'

const [ONE, TWO] = ['00000000-0000-4000-8000-0000000000e1', '00000000-0000-4000-8000-0000000000e2']

beforeEach(() => signedIn())

const databases = async () => (await indexedDB.databases()).map(({ name }) => name)

describe('forgetting a person', () => {
  test('creates no database that is not there', async () => {
    await forgetPersonal(USER)
    expect(await databases()).toEqual([])
  })

  test('removes the keys of screens that this page has not loaded, and no others', async () => {
    for (const storage of [localStorage, sessionStorage]) {
      storage.setItem(`maestros-onboarding:${USER}`, '{"curp":"x"}')
      storage.setItem(`maestros-por-enviar:${USER}:${CHAT}`, '{}')
      storage.setItem(`maestros-ayuda:${OTHER}`, '{}')
      storage.setItem('maestros-fuente', '1')
    }
    localStorage.setItem('alcaldiaSeleccionada', 'Coyoacán')
    localStorage.setItem('oficioSeleccionado', 'Plomería')
    await forgetPersonal(USER)
    for (const storage of [localStorage, sessionStorage]) {
      const left = Array.from({ length: storage.length }, (_, nth) => storage.key(nth)).sort()
      expect(left).toEqual([`maestros-ayuda:${OTHER}`, 'maestros-fuente'])
    }
  })

  test('removes the page that was wanted before a recovery that was not finished', async () => {
    keepWantedPath(`/chats/${CHAT}`)
    await forgetPersonal(USER)
    expect(takeWantedPath()).toBeUndefined()
  })

  test('removes pictures and waiting messages, and keeps those of others', async () => {
    const entry = (userId: string, clientId: string): Entry => ({
      clientId,
      userId,
      chatId: CHAT,
      order: 1,
      creadoEn: '2026-01-01T00:00:00Z',
      tipo: 'texto',
      contenido: 'Hola',
      waiting: true,
      attempted: false,
    })
    await insert([entry(USER, ONE)], new Blob(['x']))
    await insert([entry(OTHER, TWO)], new Blob(['y']))
    await keepPending({ userId: USER, paso: 'ine', name: 'a.jpg', blob: new Blob(['x']) })
    await keepPending({ userId: OTHER, paso: 'ine', name: 'b.jpg', blob: new Blob(['y']) })
    expect(await databases()).toContain(OUTBOX_DATABASE)
    await forgetPersonal(USER)
    expect([await readAll(USER), await readFile(ONE)]).toEqual([[], undefined])
    expect([(await readAll(OTHER)).length, await readFile(TWO)]).toEqual([1, expect.any(Blob)])
    expect(await pendingOf(USER)).toEqual([])
    expect(await pendingOf(OTHER)).toMatchObject([{ userId: OTHER, name: 'b.jpg' }])
  })

  test('holds for what arrives later, until the person signs in again', async () => {
    const store = personalStore('prueba', z.string(), '')
    store.write(USER, 'a')
    await forgetPersonal(USER)
    signedOut()
    store.write(USER, 'b')
    expect([store.read(USER), localStorage.length]).toEqual(['', 0])
    signedIn()
    store.write(USER, 'c')
    expect(store.read(USER)).toBe('c')
  })
})
