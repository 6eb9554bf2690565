import { expect, test, vi } from 'vitest'
import { STORAGE_KEY } from '#lib/client/stored-session.ts'
import { sessionOf, USER } from '../setup/people.ts'
import { startTestServer } from '../setup/server.ts'
import '../setup/window.ts'

const { answers } = startTestServer()

function fillStorage() {
  const full = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  return { empty: () => full.mockRestore() }
}

test('a sign-in when the storage is full lasts as long as the page, and is stored as soon as there is room', async () => {
  answers.token = () => ({ json: sessionOf(USER) })
  answers.profiles = () => ({ json: [{ role: 'buscador' }] })
  const storage = fillStorage()
  const { signIn } = await import('#lib/session/sign-in-and-out.ts')
  const { getClient } = await import('#lib/client/client.ts')
  const { auth } = await getClient()
  const result = await signIn({ email: 'ana@ejemplo.mx', password: 'secreto1' }, 'buscador')
  expect(result).toEqual({ ok: true, kept: false })
  expect((await auth.getSession()).data.session?.user.id).toBe(USER)
  expect(localStorage.getItem(STORAGE_KEY)).toBeNull()
  storage.empty()
  await auth.getSession()
  expect(localStorage.getItem(STORAGE_KEY)).toContain(USER)
})

test('a page that is loaded when the storage is full uses the session that is stored', async () => {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(sessionOf(USER)))
  fillStorage()
  const { getClient } = await import('#lib/client/client.ts')
  const { data } = await (await getClient()).auth.getSession()
  expect(data.session?.user.id).toBe(USER)
})
