import type { Locator } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import {
  expect,
  field,
  log,
  makePeopleWithChat,
  message,
  messages,
  pathOf,
  SEND,
  SIDES,
  say,
  sendButton,
  shown,
  store,
  test,
  unlockContact,
  write,
  written,
} from '../support/conversation.ts'
import {
  expectAccessible,
  expectAccessibleAtAllSizes,
  PHONE_NUMBER,
  RED,
  REFUSED,
  settled,
  stopClock,
} from '../support/fixtures.ts'
import { give, picture, preview } from '../support/typing.ts'
import { mic } from '../support/voice.ts'

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

test('messages between a seeker and a maestro arrive live, once and in order, and show when they were seen [2.seek.34] [2.mae.15] [2.chats.11] [2.chats.12] [2.chats.17] [2.chats.19] [2.both.08] [4.msg.03] [4.msg.09] [5.msg.01] [5.msg.04] [5.msg.05] [2.maes.21] [9.const.20] [1.prod.09] [7.live.03]', async ({
  pair,
  open,
  request,
}) => {
  const { chatId } = pair
  const seeker = await open(pair.buscador, pathOf('buscador', chatId))
  const maestro = await open(pair.maestro, pathOf('maestro', chatId))
  await expect(seeker.getByText('Inicia la conversación con Julia')).toBeVisible()
  await expect(maestro.getByText('Inicia la conversación con Ana')).toBeVisible()
  await expect(seeker.getByRole('heading', { level: 1 })).toHaveText('Julia M')
  await expect(maestro.getByRole('heading', { level: 1 })).toHaveText('Ana R')
  await expect(seeker.getByText('Plomería • Tlalpan')).toBeVisible()
  const header = seeker.locator('header').filter({ has: seeker.getByRole('heading', { level: 1 }) })
  await expect(header).toHaveCount(1)
  expect(await header.innerText()).not.toMatch(PHONE_NUMBER)
  await expect(seeker.locator('a[href^="tel:"]')).toHaveCount(0)

  // The other browser may not have joined the channel yet, so the typing is repeated until it is shown.
  await expect(async () => {
    await field(seeker).fill('  Se tapó')
    await field(seeker).fill('  Se tapó el fregadero')
    await expect(maestro.getByText('escribiendo…')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await field(seeker).press('Shift+Enter')
  await field(seeker).pressSequentially('¿Puede venir?  ')
  expect(await messages(seeker).count()).toBe(0)
  await field(seeker).press('Enter')
  await expect(field(seeker)).toHaveValue('')
  await expect(field(seeker)).toBeFocused()
  await expect(message(maestro, '¿Puede venir?')).toHaveCount(1)
  await expect(maestro.getByText('escribiendo…')).toHaveCount(0)
  await expect(message(seeker, '¿Puede venir?')).toContainText('Visto')

  await field(maestro).fill('Claro que sí')
  await field(maestro).press('Shift+Enter')
  await field(maestro).pressSequentially('mañana a las 10')
  await field(maestro).press('Enter')
  await expect(message(seeker, 'mañana a las 10')).toHaveCount(1)
  await expect(message(maestro, 'mañana a las 10')).toContainText('Visto')
  await say(seeker, 'Perfecto')
  await expect(message(maestro, 'Perfecto')).toHaveCount(1)

  const said = ['Se tapó el fregadero\n¿Puede venir?', 'Claro que sí\nmañana a las 10', 'Perfecto']
  expect(await shown(seeker)).toEqual(said)
  expect(await shown(maestro)).toEqual(said)
  expect(await written(request, pair.maestro, chatId)).toEqual(said)

  await seeker.getByRole('link', { name: /Julia M/ }).click()
  await expect(seeker).toHaveURL(`/perfil-maestro/${pair.maestro.user.id}?fromChat=${chatId}`)
  await seeker.getByRole('button', { name: 'Volver al chat' }).click()
  await expect(message(seeker, 'Perfecto')).toHaveCount(1)
  await seeker.getByRole('link', { name: 'Volver a tus conversaciones' }).click()
  await expect(seeker).toHaveURL('/chats')
  await maestro.getByRole('link', { name: 'Volver a tus conversaciones' }).click()
  await expect(maestro).toHaveURL('/chat-maestro')
})

for (const side of SIDES) {
  const ids = {
    buscador: '[4.msg.01] [4.msg.02] [5.msg.02] [5.msg.03]',
    maestro: '[2.maes.19]',
  }[side]
  test(`a message of a ${side} is shown before the server answers; the next one waits for that answer, and each is sent once ${ids}`, async ({
    pair,
    open,
    request,
  }) => {
    const page = await open(pair[side], pathOf(side, pair.chatId))
    const answer = Promise.withResolvers<void>()
    const sent: string[] = []
    await page.route(SEND, async (route) => {
      sent.push(route.request().postDataJSON().contenido)
      await answer.promise
      await route.continue()
    })
    await expect(sendButton(page)).toBeDisabled()
    await field(page).fill('   ')
    await field(page).press('Enter')
    await say(page, 'hola')
    const mine = message(page, 'hola')
    await expect(mine).toHaveAttribute('data-mensaje', /^temp-/)
    await expect(mine).toHaveAttribute('data-estado', 'enviando')
    // The element must stay the same when the answer arrives, so that nothing flickers.
    const element = await mine.elementHandle()
    await expect(sendButton(page)).toBeDisabled()
    await field(page).press('Enter')
    await field(page).fill('otra cosa')
    await sendButton(page).click()
    await field(page).press('Enter')
    await expect(field(page)).toHaveValue('')
    expect(await shown(page)).toEqual(['hola', 'otra cosa'])
    expect(sent).toEqual(['hola'])
    answer.resolve()
    await expect(mine).toHaveAttribute('data-mensaje', /^[0-9a-f-]{36}$/)
    await expect(mine).toHaveAttribute('data-estado', 'enviado')
    expect(await element?.evaluate((node) => node.isConnected)).toBe(true)
    await expect(message(page, 'otra cosa')).toHaveAttribute('data-estado', 'enviado')
    await expect(field(page)).toBeFocused()
    expect(sent).toEqual(['hola', 'otra cosa'])
    expect(await written(request, pair[side], pair.chatId)).toEqual(['hola', 'otra cosa'])
  })
}

test.describe('a message that the server refuses', () => {
  test.use({ expectedErrors: REFUSED })
  const rows = {
    buscador: ['No se pudo enviar el mensaje', '[8.load.09] [4.msg.05]'],
    maestro: ['No se pudo enviar el mensaje. Inténtalo de nuevo.', '[8.load.10]'],
  } as const
  for (const side of SIDES) {
    const [sentence, ids] = rows[side]
    test(`disappears, and its text returns to the field of the ${side} ${ids}`, async ({ pair, open }) => {
      const page = await open(pair[side], pathOf(side, pair.chatId))
      const gate = Promise.withResolvers<void>()
      await page.route(SEND, async (route) => {
        await gate.promise
        await route.fulfill({ status: 500, json: { success: false, error: 'no', code: 'INTERNAL' } })
      })
      await say(page, 'no te vayas')
      await expect(message(page, 'no te vayas')).toBeVisible()
      gate.resolve()
      const toast = page.locator('[data-toast]')
      await expect(toast.locator('[data-title]')).toHaveText('Error')
      await expect(toast.locator('[data-description]')).toHaveText(sentence)
      await expect(messages(page)).toHaveCount(0)
      await expect(field(page)).toHaveValue('no te vayas')
      await page.unroute(SEND)
      await field(page).press('Enter')
      await expect(message(page, 'no te vayas')).toHaveAttribute('data-estado', 'enviado')
    })
  }
})

test.describe('a message to an account that was erased meanwhile', () => {
  test.use({ expectedErrors: REFUSED })
  test('is shown at once and disappears when the server has refused it [4.msg.04]', async ({
    pair,
    open,
    baseURL,
  }) => {
    const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
    const gate = Promise.withResolvers<void>()
    await page.route(SEND, async (route) => {
      await gate.promise
      await route.continue()
    })
    const answered = page.waitForResponse(SEND)
    await say(page, 'no te vayas')
    await expect(message(page, 'no te vayas')).toHaveAttribute('data-estado', 'enviando')
    const operator = createClient(baseURL ?? '', process.env.E2E_SECRET_KEY ?? '')
    expect((await operator.auth.admin.deleteUser(pair.maestro.user.id)).error).toBeNull()
    gate.resolve()
    expect((await answered).status()).toBe(403)
    await expect(messages(page)).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Cuenta eliminada' })).toBeVisible()
    await expect(messages(page)).toHaveCount(0)
  })
})

for (const [form, json] of [
  ['success false alone', { success: false }],
  ['an error alone', { error: 'no' }],
  ['a code alone', { code: 'FORBIDDEN' }],
] as const) {
  test(`a message that is answered with 200 and ${form} disappears, and its text returns [mock 4.msg.04] [mock 4.msg.05]`, async ({
    pair,
    open,
  }) => {
    const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
    await page.route(SEND, (route) => route.fulfill({ json }))
    await say(page, 'no te vayas')
    await expect(page.locator('[data-toast] [data-description]')).toHaveText('No se pudo enviar el mensaje')
    await expect(messages(page)).toHaveCount(0)
    await expect(field(page)).toHaveValue('no te vayas')
  })
}

test('a message that is blocked without a reason is red too [mock 3.ent.34]', async ({
  pair,
  open,
  request,
}) => {
  await write(request, pair.buscador, pair.chatId, 'sin motivo')
  const page = await open(pair.buscador, '/healthz')
  await page.route('**/functions/v1/get-messages', async (route) => {
    const answer = await (await route.fetch()).json()
    const specified = ['id', 'chat_id', 'autor_id', 'tipo', 'contenido', 'creado_en']
    const messages = answer.messages.map((one: object) => ({
      ...Object.fromEntries(Object.entries(one).filter(([name]) => specified.includes(name))),
      bloqueado: true,
    }))
    await route.fulfill({ json: { success: true, messages } })
  })
  await page.goto(pathOf('buscador', pair.chatId))
  const blocked = message(page, 'sin motivo')
  await expect(blocked).toContainText('Mensaje bloqueado')
  await expect(blocked.locator('[data-texto]')).toHaveCSS('color', RED)
})

test('a blocked message stays in its place, in red and with its reason, and only its author sees it [2.maes.22] [3.ent.34]', async ({
  pair,
  open,
  request,
}) => {
  const { chatId } = pair
  const seeker = await open(pair.buscador, pathOf('buscador', chatId))
  const maestro = await open(pair.maestro, pathOf('maestro', chatId))
  for (const page of [seeker, maestro]) {
    await say(page, 'márcame al 55 1234 5678')
    const blocked = message(page, 'márcame').last()
    await expect(blocked).toContainText('Mensaje bloqueado')
    await expect(blocked.locator('[data-texto]')).toHaveCSS('color', RED)
    await expect(page.locator('[data-anuncio]')).toHaveText(
      /^Mensaje bloqueado\. Por tu seguridad, los teléfonos/,
    )
    await blocked.getByRole('button', { name: 'Editar mensaje' }).dblclick()
    await expect(field(page)).toHaveValue('márcame al 55 1234 5678')
    await expect(field(page)).toBeFocused()
    await field(page).fill('márcame')
    await blocked.getByRole('button', { name: 'Editar mensaje' }).click()
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue('márcame')
    await field(page).fill('mejor por aquí')
    await field(page).press('Enter')
    await expect(messages(page).last()).toHaveAttribute('data-estado', /enviado|visto/)
  }
  await expect(messages(seeker)).toHaveCount(3)
  await expect(messages(maestro)).toHaveCount(3)
  await expect(message(maestro, 'márcame')).toHaveCount(1)
  expect(await written(request, pair.maestro, chatId)).toHaveLength(3)
  await seeker.reload()
  await expect(message(seeker, 'márcame')).toContainText('Mensaje bloqueado')
  await expectAccessible(seeker)
})

test('the same text is announced again, and so is the next blocked message', async ({
  pair,
  open,
  request,
}) => {
  const seeker = await open(pair.buscador, pathOf('buscador', pair.chatId))
  const announced = seeker.locator('[data-anuncio]')
  await expect(seeker.getByText('Inicia la conversación con Julia')).toBeVisible()
  await seeker.evaluate(`window.changes = 0
    new MutationObserver(() => { window.changes += 1 })
      .observe(document.querySelector('[data-anuncio]'), { childList: true, characterData: true, subtree: true })`)
  const expectChange = async (act: () => Promise<unknown>) => {
    const before = await seeker.evaluate<number>('window.changes')
    await act()
    await expect.poll(() => seeker.evaluate<number>('window.changes')).toBeGreaterThan(before)
  }
  await write(request, pair.maestro, pair.chatId, 'sí')
  await expect(announced).toHaveText('Julia: sí')
  await expectChange(() => write(request, pair.maestro, pair.chatId, 'sí'))
  await expect(announced).toHaveText('Julia: sí')

  await say(seeker, 'márcame al 55 1234 5678')
  await expect(announced).toHaveText(/^Mensaje bloqueado/)
  await expectChange(() => say(seeker, 'o al 55 8765 4321'))
  await expect(message(seeker, '8765')).toContainText('Mensaje bloqueado')
  await expect(announced).toHaveText(/^Mensaje bloqueado/)
})

test('messages are separated by day, also on a device whose clock is a day fast, and consecutive messages of one person are grouped [2.chats.13] [2.chats.14] [2.chats.15] [2.chats.16]', async ({
  pair: { chatId, buscador, maestro },
  open,
  request,
}) => {
  const times = [
    ['hace mucho', '2026-02-01T23:59:00-06:00'],
    ['ayer tarde', '2026-03-04T23:59:00-06:00'],
    ['hoy uno', '2026-03-05T00:01:00-06:00'],
    ['hoy dos', '2026-03-05T00:01:00-06:00'],
  ] as const
  await store(
    request,
    times.map(([text, at]) => ({ author: maestro, chatId, text, at: new Date(at) })),
  )
  const page = await open(buscador, '/healthz', { fresh: true })
  await page.clock.setFixedTime(new Date('2026-03-06T01:00:00-06:00'))
  // The answers are those of the server, except for the time at which it answers.
  await page.route(/\/functions\/v1\/get-(messages|chats)$/, async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), date: 'Thu, 05 Mar 2026 07:00:00 GMT' }
    await route.fulfill({ response, headers })
  })
  await page.goto(pathOf('buscador', chatId))
  const days = log(page).getByRole('region')
  await expect(days).toHaveCount(3)
  for (const [nth, [label, ...texts]] of [
    ['domingo, 1 de febrero de 2026', 'hace mucho'],
    ['Ayer', 'ayer tarde'],
    ['Hoy', 'hoy uno', 'hoy dos'],
  ].entries()) {
    await expect(days.nth(nth)).toHaveAccessibleName(label ?? '')
    await expect(days.nth(nth).locator('p').first()).toHaveText(label ?? '')
    await expect(days.nth(nth).locator('[data-texto]')).toHaveText(texts)
  }
  await expect(messages(page).first()).toContainText('23:59')

  await test.step('the inbox counts the day of the last message in the same way', async () => {
    await page.goto('/chats')
    await expect(page.locator('main').getByRole('listitem').locator('time')).toHaveText('00:01')
  })
})

test('a long conversation opens at its end, loads older messages without moving, and announces new ones', async ({
  pair,
  open,
  request,
}) => {
  const rows = Array.from({ length: 90 }, (_, nth) => ({
    author: (nth + 1) % 3 ? pair.maestro : pair.buscador,
    chatId: pair.chatId,
    text: `línea ${nth + 1}`,
  }))
  await store(request, rows)
  const page = await open(pair.buscador, '/healthz', { fresh: true })
  const older = Promise.withResolvers<void>()
  await page.route('**/functions/v1/get-messages', async (route) => {
    if (route.request().postDataJSON().cursor) await older.promise
    await route.continue()
  })
  await page.goto(pathOf('buscador', pair.chatId))
  await expect(message(page, 'línea 90')).toBeInViewport()
  await expect(message(page, 'línea 40')).toHaveCount(0)
  const seen = message(page, 'línea 60')
  await scrollUpTo(seen)
  const placed = async () => Math.round((await seen.boundingBox())?.y ?? Number.NaN)
  const place = await placed()
  // The visible messages do not move when older ones are added above and new ones below.
  const height = await log(page).evaluate((element) => element.scrollHeight)
  older.resolve()
  await expect
    .poll(() => log(page).evaluate((element) => element.scrollHeight))
    .toBeGreaterThan(height + 1000)
  expect(Math.abs((await placed()) - place)).toBeLessThanOrEqual(1)
  await write(request, pair.maestro, pair.chatId, 'acabo de llegar')
  const news = page.getByRole('button', { name: 'Nuevo mensaje' })
  await expect(news).toBeVisible()
  expect(Math.abs((await placed()) - place)).toBeLessThanOrEqual(1)
  await news.click()
  await expect(message(page, 'acabo de llegar')).toBeInViewport()
  await expect(news).toHaveCount(0)
  await scrollUpTo(message(page, 'línea 52'))
  await expect(async () => {
    await page.getByRole('log').evaluate((log) => log.scrollTo(0, -log.scrollHeight))
    await expect(page.getByText('línea 1', { exact: true })).toBeInViewport({ timeout: 500 })
  }).toPass()
  // Only the messages near the screen are rendered, without a gap.
  const first = await shown(page)
  expect(first.length).toBeGreaterThan(5)
  expect(first).toEqual(first.map((_, n) => `línea ${n + 1}`))
  await say(page, 'y yo abajo')
  await expect(message(page, 'y yo abajo')).toBeInViewport()
})

/** Only the messages near the screen are in the page. */
async function scrollUpTo(row: Locator) {
  await expect(async () => {
    await log(row.page()).evaluate((element) => element.scrollBy(0, -300))
    await expect(row).toBeAttached({ timeout: 200 })
  }).toPass()
  await row.scrollIntoViewIfNeeded()
}

test.describe('a chat that does not exist', () => {
  test.use({ expectedErrors: REFUSED })
  test('or that belongs to others is shown as not found, with a link back [2.chats.18] [2.maes.23] [2.maes.24] [2.maes.25] [6.role.13] [6.role.17]', async ({
    pair,
    open,
    request,
  }) => {
    await write(request, pair.buscador, pair.chatId, 'es nuestro')
    const others = await makePeopleWithChat(request)
    const seeker = await open(others.buscador, pathOf('buscador', pair.chatId))
    const maestro = await open(others.maestro, pathOf('maestro', pair.chatId))
    for (const id of [pair.chatId, UNKNOWN_ID, 'no-es-un-chat']) {
      await seeker.goto(pathOf('buscador', id))
      await expect(seeker.getByRole('heading', { name: 'Chat no encontrado' })).toBeVisible()
      await maestro.goto(pathOf('maestro', id))
      await expect(maestro.getByRole('heading', { name: 'Chat no encontrado' })).toBeVisible()
      await expect(maestro.getByText('Este chat no existe o no tienes acceso a él.')).toBeVisible()
      for (const page of [seeker, maestro]) await expect(page.getByText('es nuestro')).toHaveCount(0)
    }
    await maestro.getByRole('link', { name: 'Volver a tus conversaciones' }).last().click()
    await expect(maestro).toHaveURL('/chat-maestro')
  })
})

test('visible messages are marked as read 300 ms after opening the chat and 200 ms after each new message, but not on a hidden page [4.msg.08] [4.msg.09] [4.msg.10] [4.msg.11] [9.const.21] [9.const.22]', async ({
  pair,
  open,
  request,
}) => {
  const { chatId } = pair
  await write(request, pair.maestro, chatId, 'primera')
  const page = await open(pair.buscador, '/ayuda', { fresh: true })
  const badge = page.locator('[data-badge="no-leidos"]').filter({ visible: true })
  await expect(badge).toHaveText('1')
  await page.clock.install()
  const marks: unknown[] = []
  await page.route('**/rest/v1/rpc/mark_messages_as_read', async (route) => {
    marks.push(route.request().postDataJSON())
    await route.continue()
  })
  const chat = Promise.withResolvers<void>()
  await page.route('**/rest/v1/chats?select=id%2C*', async (route) => {
    await chat.promise
    await route.continue()
  })
  await page.goto(pathOf('buscador', chatId))
  await page.evaluate<void>(
    "window.asked = 0; addEventListener('refreshNavbarCount', () => { window.asked += 1 })",
  )
  await expect(page.getByText('Cargando conversación…')).toBeAttached()
  await stopClock(page)
  chat.resolve()
  /** The clock is stopped, so the page renders an answer when the clock advances. Returns by how much it was advanced. */
  const appears = async (text: string) => {
    let advanced = 0
    await expect(async () => {
      await page.clock.runFor(1)
      advanced += 1
      await expect(message(page, text)).toBeVisible({ timeout: 200 })
    }).toPass()
    return advanced
  }
  /** The message was shown while the clock advanced by `shown`, so the wait began at some moment of that time. */
  const expectMarkAfter = async (wait: number, shown: number) => {
    const before = marks.length
    await page.clock.runFor(wait - 20 - shown)
    await settled(page)
    expect(marks, `not yet after ${wait - 20} ms`).toHaveLength(before)
    await page.clock.runFor(shown + 30)
    await expect.poll(() => marks.length).toBe(before + 1)
  }
  await expectMarkAfter(300, await appears('primera'))
  expect(marks).toEqual([{ p_chat_id: chatId, p_user_role: 'buscador', p_hasta: expect.any(Number) }])
  await expect.poll(() => page.evaluate<number>('window.asked')).toBe(1)
  await expect(async () => {
    await page.clock.runFor(50)
    await expect(badge).toHaveCount(0, { timeout: 200 })
  }).toPass()

  const visibility = (state: 'visible' | 'hidden') =>
    page.evaluate<void>(
      `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
       document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`,
    )
  const before = marks.length
  await visibility('hidden')
  await write(request, pair.maestro, chatId, 'segunda')
  await appears('segunda')
  await page.clock.runFor(1000)
  await settled(page)
  expect(marks).toHaveLength(before)
  await visibility('visible')
  await expect.poll(() => marks.length).toBe(before + 1)
  await write(request, pair.maestro, chatId, 'tercera')
  await expectMarkAfter(200, await appears('tercera'))
  expect(marks).toHaveLength(before + 2)
})

test('a message that arrives while the reader has scrolled up is marked as read when it is on the screen, not before', async ({
  pair,
  open,
  request,
}) => {
  const { chatId } = pair
  const rows = Array.from({ length: 40 }, (_, nth) => ({
    author: pair.maestro,
    chatId,
    text: `línea ${nth + 1}`,
  }))
  await store(request, rows)
  const maestro = await open(pair.maestro, pathOf('maestro', chatId))
  const seeker = await open(pair.buscador, '/healthz', { fresh: true })
  const marks: number[] = []
  seeker.on('request', (one) => {
    if (one.url().includes('mark_messages_as_read')) marks.push(one.postDataJSON().p_hasta)
  })
  await seeker.goto(pathOf('buscador', chatId))
  await expect(message(seeker, 'línea 40')).toBeInViewport()
  await expect(message(maestro, 'línea 40')).toContainText('Visto')
  await scrollUpTo(message(seeker, 'línea 10'))
  const [first = 0] = marks
  const before = marks.length

  for (let nth = 1; nth <= 20; nth += 1) await write(request, pair.maestro, chatId, `abajo ${nth}`)
  await expect(seeker.getByRole('button', { name: 'Nuevos mensajes: 20. Ir al final' })).toBeVisible()
  // The mark is made again, and names the last message that was on the screen.
  await expect.poll(() => marks.length).toBeGreaterThan(before)
  expect(new Set(marks)).toEqual(new Set([first]))
  await expect(message(maestro, 'abajo 20')).toHaveAttribute('data-estado', 'enviado')
  await expect(message(maestro, 'abajo 1').first()).toHaveAttribute('data-estado', 'enviado')

  // Some of the new messages: the others are still unseen.
  await log(seeker).evaluate((element) => element.scrollTo(0, -400))
  await expect.poll(() => marks.at(-1)).toBeGreaterThan(first)
  await expect(message(maestro, 'abajo 20')).toHaveAttribute('data-estado', 'enviado')
  await seeker.getByRole('button', { name: 'Ir al final' }).click()
  await expect(message(maestro, 'abajo 20')).toContainText('Visto')
})

test('a message that arrives above an own picture that is uploading is not marked as read by a reader who has scrolled up', async ({
  pair,
  open,
  request,
}) => {
  const { chatId } = pair
  const rows = Array.from({ length: 40 }, (_, nth) => ({
    author: pair.maestro,
    chatId,
    text: `línea ${nth + 1}`,
  }))
  await store(request, rows)
  const maestro = await open(pair.maestro, pathOf('maestro', chatId))
  const seeker = await open(pair.buscador, '/healthz', { fresh: true })
  const marks = new Set<number>()
  seeker.on('request', (one) => {
    if (one.url().includes('mark_messages_as_read')) marks.add(one.postDataJSON().p_hasta)
  })
  await seeker.goto(pathOf('buscador', chatId))
  await expect(message(maestro, 'línea 40')).toContainText('Visto')
  const held = Promise.withResolvers<void>()
  await seeker.route('**/storage/v1/object/chat-media/**', async (route) => {
    await held.promise
    await route.continue()
  })
  await give(seeker, 'paste', { name: 'fuga.jpg', type: 'image/jpeg', bytes: await picture(300) })
  await preview(seeker).getByRole('button', { name: 'Enviar imagen' }).click()
  await expect(messages(seeker).last().getByRole('img')).toHaveAttribute('src', /^blob:/)
  await scrollUpTo(message(seeker, 'línea 10'))
  const before = [...marks]

  await write(request, pair.maestro, chatId, 'abajo')
  await expect(seeker.getByRole('button', { name: 'Nuevo mensaje: 1. Ir al final' })).toBeVisible()
  await expect(seeker.locator('[data-anuncio]')).toHaveText('Julia: abajo')
  held.resolve()
  await expect(messages(maestro).getByRole('img')).toHaveCount(1)
  await expect(seeker.getByRole('button', { name: 'Nuevo mensaje: 1. Ir al final' })).toBeVisible()
  expect([...marks]).toEqual(before)
  await expect(message(maestro, 'abajo')).toHaveAttribute('data-estado', 'enviado')
  await seeker.getByRole('button', { name: 'Ir al final' }).click()
  await expect(message(maestro, 'abajo')).toContainText('Visto')
})

test('a draft stays in its chat after a reload and after visiting another chat, and signing out removes it', async ({
  pair,
  open,
}) => {
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
  await field(page).fill('a medias')
  await page.reload()
  await expect(field(page)).toHaveValue('a medias')
  await page.getByRole('link', { name: 'Volver a tus conversaciones' }).click()
  await expect(page).toHaveURL('/chats')
  await page.goto(pathOf('buscador', pair.chatId))
  await expect(field(page)).toHaveValue('a medias')
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate<string>('JSON.stringify(localStorage)')).not.toContain('a medias')
})

test('a conversation passes axe in both colour schemes, and its end stays visible above a keyboard', async ({
  pair,
  open,
  request,
}) => {
  const long = 'Se-tapó-el-fregadero-y-no-hay-manera-de-destaparlo-con-lo-que-tengo-en-casa '.repeat(4)
  await write(request, pair.buscador, pair.chatId, 'Buenas tardes')
  await write(request, pair.buscador, pair.chatId, long)
  await write(request, pair.maestro, pair.chatId, 'Con gusto.\n\n¿Qué día le queda bien?')
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
  await say(page, 'El martes, por favor')
  await say(page, 'o escríbame a ana@correo.mx')
  await expect(messages(page)).toHaveCount(5)
  await expectAccessibleAtAllSizes(page, 'conversacion')
  for (const height of [740, 420]) {
    await page.setViewportSize({ width: 360, height })
    await expect(messages(page).last()).toBeInViewport()
    await expect(field(page)).toBeInViewport({ ratio: 1 })
  }
})

test.describe('messages that could not be read', () => {
  test.use({ expectedErrors: new RegExp(REFUSED.source) })

  test('are not marked as read: their author sees no Visto until they were shown', async ({
    pair,
    open,
    request,
  }) => {
    const seeker = await open(pair.buscador, pathOf('buscador', pair.chatId))
    await say(seeker, 'primera')
    await expect(message(seeker, 'primera')).toHaveAttribute('data-estado', 'enviado')
    const maestro = await open(pair.maestro, '/healthz', { fresh: true })
    const marks: unknown[] = []
    maestro.on('request', (one) => {
      if (one.url().includes('mark_messages_as_read')) marks.push(one.postDataJSON())
    })
    await maestro.route('**/functions/v1/get-messages', (route) => route.fulfill({ status: 500, json: {} }))
    await maestro.goto(pathOf('maestro', pair.chatId))
    await expect(maestro.getByRole('button', { name: 'Reintentar' })).toBeVisible()
    expect(marks).toEqual([])
    await maestro.unroute('**/functions/v1/get-messages')
    await maestro.getByRole('button', { name: 'Reintentar' }).click()
    await expect(message(maestro, 'primera')).toBeVisible()
    await expect(message(seeker, 'primera')).toContainText('Visto')
    // A later message does not take the mark back.
    await maestro.goto('/ayuda')
    await say(seeker, 'segunda')
    await expect(message(seeker, 'segunda')).toHaveAttribute('data-estado', 'enviado')
    await expect(message(seeker, 'primera')).toContainText('Visto')
    expect(await written(request, pair.maestro, pair.chatId)).toEqual(['primera', 'segunda'])
  })
})

test.describe('a read mark that fails', () => {
  test.use({ expectedErrors: new RegExp(`${REFUSED.source}|^mark as read`) })

  test('is made again while the live channel stays joined', async ({ pair, open, request }) => {
    const seeker = await open(pair.buscador, '/ayuda', { fresh: true })
    const badge = seeker.locator('[data-badge="no-leidos"]').filter({ visible: true })
    let failures = 0
    await seeker.route('**/rest/v1/rpc/mark_messages_as_read', (route) => {
      failures += 1
      return failures > 2 ? route.fallback() : route.abort()
    })
    await write(request, pair.maestro, pair.chatId, 'primera')
    await expect(badge).toHaveText('1')
    const maestro = await open(pair.maestro, pathOf('maestro', pair.chatId))
    await seeker.goto(pathOf('buscador', pair.chatId))
    await expect(message(maestro, 'primera')).toContainText('Visto')
    await expect(badge).toHaveCount(0)
  })
})

test.describe('a conversation whose live channel cannot be joined', () => {
  test.use({ expectedErrors: new RegExp(`${REFUSED.source}|WebSocket connection`) })

  test('says that it reconnects, and shows new messages, read marks and an unlocked contact within some seconds', async ({
    pair,
    open,
    request,
  }) => {
    const seeker = await open(pair.buscador, '/healthz', { fresh: true })
    await seeker.routeWebSocket(/realtime/, (socket) => void socket.close())
    await seeker.goto(pathOf('buscador', pair.chatId))
    await say(seeker, 'hola')
    await write(request, pair.maestro, pair.chatId, 'sin canal')
    await expect(message(seeker, 'sin canal')).toBeVisible()
    await expect(seeker.getByText('Reconectando…')).toBeVisible()
    await open(pair.maestro, pathOf('maestro', pair.chatId))
    await expect(message(seeker, 'hola')).toContainText('Visto')
    await unlockContact(request, pair)
    await expect(mic(seeker)).toBeVisible()
  })
})
