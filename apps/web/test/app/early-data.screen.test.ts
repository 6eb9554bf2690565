import { getMaestroChats } from '@maestros/contrato/chat/get-maestro-chats'
import { getMessages } from '@maestros/contrato/chat/get-messages'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#lib/session/query-client.ts'
import { CHAT } from '../setup/people.ts'
import { chat } from '../setup/rows/chat.ts'
import { BUSCADOR, LUIS, MAESTRO } from '../setup/rows/people.ts'
import { answer, answerRpc, answerTable, callsOf, held, type Row } from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'
import { installClock, passTime } from '../setup/screen/time.ts'

/**
 * A screen that is opened by its address reads its data while the server is still asked who is signed in, when this browser
 * has been told so at an earlier visit. On a slow network that saves one wait.
 */

const heading = page.getByRole('heading', { level: 1 })
const waiting = page.getByRole('status').filter({ hasText: 'Cargando…' })

/** Each screen with the calls that it needs before it can be shown. */
const SCREENS = [
  { path: `/perfil/${MAESTRO}`, as: BUSCADOR, reads: ['maestro-profile'] },
  { path: `/chats/${CHAT}`, as: BUSCADOR, reads: ['get-messages', 'chats'] },
  { path: '/chats', as: BUSCADOR, reads: ['get-chats'] },
  { path: '/dashboard-maestro', as: LUIS, reads: ['panel-maestro'] },
  { path: '/perfil-maestro', as: LUIS, reads: ['maestro-profile', 'mi-perfil'] },
  { path: `/chat-maestro/${CHAT}`, as: LUIS, reads: ['get-messages', 'chats'] },
  { path: '/chat-maestro', as: LUIS, reads: ['get-maestro-chats'] },
]

/** How often each of the calls was made. The count of unread conversations is another call of the same table. */
const counted = (names: string[]) =>
  names.map((name) => callsOf(name).filter(({ method }) => method !== 'HEAD').length)

/** The first visit, at which the browser learns the role, and then a page load whose role is answered with `release`. */
async function comeBack({ path, as }: (typeof SCREENS)[number]) {
  open(path, { as })
  await expect.element(heading).toBeVisible()
  open('/terminos-y-condiciones')
  await expect.element(page.getByRole('heading', { name: 'Términos y condiciones' })).toBeVisible()
  queryClient.clear()
  const role = held<Partial<Row<'profiles'>>[]>()
  answerTable('profiles', role.reply)
  const before = callsOf('profiles').length
  return { before, release: () => role.release([{ role: as.role }]) }
}

beforeEach(() => {
  answerTable('chats', [chat()])
  answer(getMessages, { success: true, messages: [], cursor: null })
  answer(getMaestroChats, { success: true, chats: [], cursor: null })
  answerTable('accesos_contacto', [])
  answerRpc('mark_messages_as_read')
  // On a busy machine this clock is slower than time, so that what the app does after some seconds does not come in between.
  installClock()
})

describe('a screen whose person is known from an earlier visit', () => {
  test.each(SCREENS)(
    'reads its data once, before the role is known, and shows nothing of it until then: $path',
    async (screen) => {
      const { release } = await comeBack(screen)
      const before = counted(screen.reads)
      const once = before.map((count) => count + 1)
      open(screen.path)
      await expect.poll(() => counted(screen.reads)).toEqual(once)
      await expect.element(waiting).toBeVisible()
      expect(heading.query()).toBeNull()
      release()
      await expect.element(heading).toBeVisible()
      expect(counted(screen.reads)).toEqual(once)
    },
  )

  test('has both rows about the role of a maestro read at the same time', async () => {
    const { release, before } = await comeBack({ path: '/dashboard-maestro', as: LUIS, reads: [] })
    const complete = callsOf('maestros').length
    open('/dashboard-maestro')
    await expect
      .poll(() => [callsOf('profiles').length, callsOf('maestros').length])
      .toEqual([before + 1, complete + 1])
    release()
    await expect.element(heading).toBeVisible()
    expect(location.pathname).toBe('/dashboard-maestro')
  })
})

test('the first visit reads no data before the role is known', async () => {
  open(`/perfil/${MAESTRO}`, { as: BUSCADOR })
  const role = held<Partial<Row<'profiles'>>[]>()
  answerTable('profiles', role.reply)
  await expect.poll(() => callsOf('profiles').length).toBe(1)
  await expect.element(waiting).toBeVisible()
  await passTime(500)
  expect(callsOf('maestro-profile')).toEqual([])
  role.release([{ role: 'buscador' }])
  await expect.element(heading).toBeVisible()
})
