import { expect, test, vi } from 'vitest'
import { STORAGE_KEY } from '#lib/client/stored-session.ts'
import { sessionOf, USER } from '../setup/people.ts'
import { startTestServer } from '../setup/server.ts'
import '../setup/window.ts'

startTestServer()

test('a page that is loaded when the storage is full uses the session that is stored', async () => {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(sessionOf(USER)))
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const { getClient } = await import('#lib/client/client.ts')
  const { data } = await (await getClient()).auth.getSession()
  expect(data.session?.user.id).toBe(USER)
})
