import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noLeidosKey } from '#features/chat/api/keys.ts'
import { useNoLeidos } from '#features/chat/api/no-leidos.ts'
import { queryClient } from '#lib/session/query-client.ts'
import { signedIn, USER } from '../setup/people.ts'
import { type Answer, SOON, startTestServer } from '../setup/server.ts'

const { answers, calls } = startTestServer()
const queryKey = noLeidosKey('buscador')
const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)

/** The count as the navigation bar asks for it. */
function count() {
  renderToStaticMarkup(createElement(() => useNoLeidos('buscador', USER)))
  return queryClient.getQueryCache().find({ queryKey, exact: false })?.fetch()
}

beforeEach(() => signedIn())
afterEach(() => {
  queryClient.clear()
  logged.mockClear()
})

test('a count of unread chats that failed is logged', async () => {
  answers.chats = () => ({ status: 503, json: {} })
  await expect(count()).rejects.toThrow()
  expect(logged).toHaveBeenCalledWith('unread count', expect.anything())
})

test('a count of unread chats that was cancelled is not logged as a failure', async () => {
  answers.chats = () => new Promise<Answer>(() => undefined)
  const counted = count()
  await expect.poll(() => calls.map(({ name }) => name), SOON).toContain('chats')
  await queryClient.cancelQueries({ queryKey })
  await expect(counted).rejects.toThrow()
  expect(logged).not.toHaveBeenCalled()
})
