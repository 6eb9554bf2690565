import type { APIRequestContext, Locator, Page } from '@playwright/test'
import {
  CONTEXTO,
  completeAsDemo,
  makeBuscador,
  makeMaestro,
  me,
  type Person,
  type Side,
  startChat,
  write,
} from '../support/chats.ts'
import { expect, expectNoOverflow, REFUSED, test } from '../support/fixtures.ts'
import { MANY, search } from '../support/search.ts'
import { demoSeekers, storeChats, storeMessages } from '../support/stored.ts'

/** One inbox serves both sides, so each test runs for both. */
const SIDES = {
  buscador: {
    path: '/chats',
    call: '**/functions/v1/get-chats',
    empty: ['Aún no has iniciado ninguna conversación', 'Explora maestros y comienza a chatear con ellos'],
    next: '/',
    shown: 'Hugo P.',
  },
  maestro: {
    path: '/chat-maestro',
    call: '**/functions/v1/get-maestro-chats',
    empty: ['Aún no tienes ningún chat'],
    next: '/perfil-maestro',
    shown: 'Hugo Paz Soto',
  },
} as const

const HUGO = { nombre: 'Hugo', apellido: 'Paz Soto' }
const IRIS = { nombre: 'Íris', apellido: 'Lara' }

const rows = (page: Page) => page.getByRole('list', { name: 'Conversaciones' }).getByRole('listitem')
const inNavbar = (page: Page) => page.locator('[data-badge="no-leidos"]').filter({ visible: true })
const ofRow = (row: Locator) => row.locator('[data-badge="sin-leer"]')

/** The signed-in person of the fixture; a maestro gets a complete profile. */
async function member(page: Page, request: APIRequestContext, side: Side): Promise<Person> {
  const person = await me(page, request)
  if (side === 'maestro') await completeAsDemo(request, person, { nombre: 'Ana', apellido: 'Ruiz' })
  return person
}

for (const side of ['buscador', 'maestro'] as const) {
  const { path, call, empty, next, shown } = SIDES[side]

  test.describe(`the inbox of a ${side}`, () => {
    test.use({ account: { role: side } })

    test('shows the next step while it is empty, and then updates with every conversation live [2.chats.01] [2.chats.03] [2.chats.04] [2.chats.05] [2.chats.07] [2.chats.08] [2.chats.09] [2.chats.10] [2.maes.12] [2.maes.13] [2.maes.14] [2.maes.15] [2.maes.16] [2.maes.17] [2.maes.18] [9.const.17] [7.live.01] [4.badge.02] [4.badge.03] [7.fn.14]', async ({
      page,
      request,
    }) => {
      const person = await member(page, request, side)
      const other = (name: typeof HUGO) =>
        side === 'buscador' ? makeMaestro(request, name) : makeBuscador(request, name)
      const start = (them: Person) =>
        side === 'buscador'
          ? startChat(request, { buscador: person, maestro: them })
          : startChat(request, { buscador: them, maestro: person })

      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Tus conversaciones' })).toBeVisible()
      for (const text of empty) await expect(page.getByText(text, { exact: true })).toBeVisible()
      await expect(page.locator(`main a[href="${next}"]`)).toBeVisible()
      await page.evaluate<void>("window.loaded = 'once'")

      const hugo = await other(HUGO)
      const chat = await start(hugo)
      const row = rows(page).filter({ hasText: shown })
      await expect(row).toContainText(`${CONTEXTO.servicio} • ${CONTEXTO.alcaldia}`)
      await expect(row).toContainText('Inicia la conversación')
      await expect(row.locator('time')).toHaveCount(0)
      if (side === 'maestro') await expect(row.locator('[data-initials]')).toHaveText('H')

      await write(request, hugo, chat, 'Buenas tardes')
      await expect(row).toContainText('Buenas tardes')
      await expect(row.locator('time')).toHaveText(/^\d\d:\d\d$/)
      await expect(ofRow(row)).toHaveText('1')
      await expect(inNavbar(page)).toHaveText('1')

      const iris = await other(IRIS)
      const second = await start(iris)
      await write(request, iris, second, 'Hola')
      await write(request, iris, second, '¿Sigue ahí?')
      await expect(rows(page).first()).toContainText('Íris')
      await expect(ofRow(rows(page).first())).toHaveText('2')
      await expect(inNavbar(page)).toHaveText('2')
      await write(request, hugo, chat, '¿Le queda bien el jueves?')
      await expect(rows(page).first()).toContainText('¿Le queda bien el jueves?')
      await expect(rows(page)).toHaveCount(2)

      // The messages are read on another device.
      await request.post('/rest/v1/rpc/mark_messages_as_read', {
        headers: person.headers,
        data: { p_chat_id: second, p_user_role: side },
      })
      await expect(ofRow(rows(page).last())).toHaveCount(0)
      await expect(inNavbar(page)).toHaveText('1')
      expect(await page.evaluate<string>('window.loaded'), 'all of it without a reload').toBe('once')

      await rows(page).first().getByRole('link').click()
      await expect(page).toHaveURL(`${path}/${chat}`)
    })

    test('shows photo, place, time and preview of each kind of message, and accepts an answer that is an array [2.chats.02] [2.chats.06] [9.const.13] [9.const.14] [9.const.15] [9.const.16] [9.const.18] [9.const.19] [7.fn.15] [7.fn.17] [3.ent.26]', async ({
      page,
      request,
    }) => {
      const person = await member(page, request, side)
      const now = Date.now()
      const fifty = 'Mañana paso a las nueve con la escalera y el cable'
      const kinds = [
        { tipo: 'texto', text: fifty, at: now - MINUTE, preview: fifty, time: clockTime },
        {
          tipo: 'texto',
          text: `${fifty}s`,
          at: now - DAY + 10 * MINUTE,
          preview: `${fifty}…`,
          time: clockTime,
        },
        { tipo: 'imagen', at: now - DAY - 10 * MINUTE, preview: '📷 Imagen', time: dayAndMonth },
        { tipo: 'video', at: now - 40 * DAY, preview: '🎥 Video', time: dayAndMonth },
      ] as const
      const others =
        side === 'buscador'
          ? (await search(request, MANY)).found.slice(0, kinds.length)
          : (await demoSeekers(request, kinds.length)).map((id) => ({ id, foto_perfil_url: null }))
      // In some chats the borough has another key.
      const chats = await storeChats(
        request,
        others.map(({ id }) =>
          side === 'buscador' ? { buscador: person.id, maestro: id } : { buscador: id, maestro: person.id },
        ),
        { servicio: 'Herrería', nombre: 'Xochimilco' },
      )
      const messages = kinds.map(({ at, preview, time, ...message }, nth) => ({
        ...message,
        chatId: chats[nth] ?? '',
        author: others[nth]?.id ?? '',
        at: new Date(at),
      }))
      await storeMessages(request, messages)
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto(path)
      await expect(rows(page)).toHaveCount(kinds.length)
      for (const [nth, { preview, time, at }] of kinds.entries()) {
        const row = rows(page).nth(nth)
        await expect(row.getByText(preview, { exact: true })).toBeVisible()
        await expect(row).not.toContainText('Tú:')
        await expect(row.locator('time')).toHaveText(time(at))
        await expect(row.getByText('Herrería • Xochimilco', { exact: true })).toBeVisible()
        const photo = others[nth]?.foto_perfil_url
        await expect(row.locator('img')).toHaveCount(photo ? 1 : 0)
        if (photo) await expect(row.locator('img')).toHaveAttribute('src', photo)
        if (photo) await expect(row.locator('img')).not.toHaveJSProperty('naturalWidth', 0)
      }
      await expectNoOverflow(page)

      await page.route(call, async (route) => {
        const { chats } = await (await route.fetch()).json()
        await route.fulfill({ json: chats })
      })
      // The live event of the own message makes the list be read again.
      await write(request, person, chats[3] ?? '', 'De acuerdo')
      await expect(rows(page).first()).toContainText('Tú: De acuerdo')
      await expect(rows(page)).toHaveCount(kinds.length)
    })
  })
}

test.describe('an inbox whose session was ended on another device', () => {
  test.use({
    account: { role: 'buscador' },
    expectedErrors: new RegExp(`${REFUSED.source}|unread count|^chats`),
  })

  test('redirects to /login, signed out [4.auth.08]', async ({ page, request }) => {
    const { headers } = await me(page, request)
    await page.goto('/ayuda')
    const chats = page.getByRole('link', { name: 'Chats' })
    await expect(chats).toBeVisible()
    expect((await request.post('/auth/v1/logout?scope=global', { headers })).ok()).toBe(true)
    const answer = page.waitForResponse(SIDES.buscador.call)
    await chats.click()
    expect(await (await answer).json()).toMatchObject({ code: 'SESSION_EXPIRED' })
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  })
})

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const timeZone = 'America/Mexico_City'
const clockTime = (at: number) =>
  new Intl.DateTimeFormat('es-ES', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(
    at,
  )
const dayAndMonth = (at: number) =>
  new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', timeZone }).format(at)
