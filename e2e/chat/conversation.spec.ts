import type { Locator, Page } from '@playwright/test'
import {
  expect,
  field,
  log,
  makePeopleWithChat,
  message,
  messages,
  pathOf,
  SEND,
  say,
  sendButton,
  shown,
  store,
  test,
  write,
  written,
} from '../support/conversation.ts'
import { inDays } from '../support/days.ts'
import {
  expectAccessible,
  expectDarkContrast,
  expectNoOverflow,
  PHONE_NUMBER,
  RED,
  REFUSED,
  settled,
  stopClock,
} from '../support/fixtures.ts'

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

  // A message that was not seen does not take the mark of the earlier ones back.
  await seeker.goto(pathOf('buscador', chatId))
  await say(seeker, 'Ya no se preocupe')
  await expect(message(seeker, 'Ya no se preocupe')).toHaveAttribute('data-estado', 'enviado')
  await expect(message(seeker, 'Perfecto')).toContainText('Visto')
})

test.describe('a message', () => {
  test.use({ expectedErrors: REFUSED })

  /** Answers the sending only when the returned function is called, and refuses this text. */
  async function holdAnswers(page: Page, refused: string) {
    const answer = Promise.withResolvers<void>()
    const sent: string[] = []
    await page.route(SEND, async (route) => {
      const { contenido } = route.request().postDataJSON()
      sent.push(contenido)
      await answer.promise
      if (contenido !== refused) return route.continue()
      await route.fulfill({ status: 500, json: { success: false, error: 'no', code: 'INTERNAL' } })
    })
    return { sent, release: answer.resolve }
  }

  async function expectReturned(page: Page, text: string, sentence: string) {
    const toast = page.locator('[data-toast]')
    await expect(toast.locator('[data-title]')).toHaveText('Error')
    await expect(toast.locator('[data-description]')).toHaveText(sentence)
    await expect(message(page, text)).toHaveCount(0)
    await expect(field(page)).toHaveValue(text)
    await expect(field(page)).toBeFocused()
  }

  test('of either person is shown before the server answers; the next one waits for that answer, each is sent once, and one that fails returns to the field [4.msg.01] [4.msg.02] [4.msg.04] [4.msg.05] [5.msg.02] [5.msg.03] [8.load.09] [2.maes.19] [8.load.10]', async ({
    pair,
    open,
    request,
  }) => {
    const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
    const { sent, release } = await holdAnswers(page, 'no te vayas')
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
    await say(page, 'no te vayas')
    expect(await shown(page)).toEqual(['hola', 'otra cosa', 'no te vayas'])
    expect(sent).toEqual(['hola'])
    release()
    await expect(mine).toHaveAttribute('data-mensaje', /^[0-9a-f-]{36}$/)
    await expect(mine).toHaveAttribute('data-estado', 'enviado')
    expect(await element?.evaluate((node) => node.isConnected)).toBe(true)
    await expect(message(page, 'otra cosa')).toHaveAttribute('data-estado', 'enviado')
    await expectReturned(page, 'no te vayas', 'No se pudo enviar el mensaje')
    expect(sent).toEqual(['hola', 'otra cosa', 'no te vayas'])

    const maestro = await open(pair.maestro, pathOf('maestro', pair.chatId))
    const held = await holdAnswers(maestro, 'ya no puedo')
    await say(maestro, 'buenas tardes')
    await expect(message(maestro, 'buenas tardes')).toHaveAttribute('data-mensaje', /^temp-/)
    await say(maestro, 'ya no puedo')
    expect(held.sent).toEqual(['buenas tardes'])
    held.release()
    await expectReturned(maestro, 'ya no puedo', 'No se pudo enviar el mensaje. Inténtalo de nuevo.')
    expect(await written(request, pair.maestro, pair.chatId)).toEqual(['hola', 'otra cosa', 'buenas tardes'])
  })
})

test('a blocked message stays in its place, in red and with its reason, only its author sees it, and the next one and an equal text are announced again [2.maes.22] [3.ent.34]', async ({
  pair,
  open,
  request,
}) => {
  const { chatId } = pair
  const seeker = await open(pair.buscador, pathOf('buscador', chatId))
  const maestro = await open(pair.maestro, pathOf('maestro', chatId))
  const announced = (page: Page) => page.locator('[data-anuncio]')
  for (const page of [seeker, maestro]) {
    await say(page, 'márcame al 55 1234 5678')
    const blocked = message(page, 'márcame').last()
    await expect(blocked).toContainText('Mensaje bloqueado')
    await expect(blocked.locator('[data-texto]')).toHaveCSS('color', RED)
    await expect(announced(page)).toHaveText(/^Mensaje bloqueado\. Por tu seguridad, los teléfonos/)
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
  await expectDarkContrast(seeker, { path: 'test-results/pictures/mensaje-bloqueado.jpg', quality: 85 })

  await maestro.evaluate(`window.changes = 0
    new MutationObserver(() => { window.changes += 1 })
      .observe(document.querySelector('[data-anuncio]'), { childList: true, characterData: true, subtree: true })`)
  const expectChange = async (act: () => Promise<unknown>) => {
    const before = await maestro.evaluate<number>('window.changes')
    await act()
    await expect.poll(() => maestro.evaluate<number>('window.changes')).toBeGreaterThan(before)
  }
  await write(request, pair.buscador, chatId, 'sí')
  await expect(announced(maestro)).toHaveText('Ana: sí')
  await expectChange(() => write(request, pair.buscador, chatId, 'sí'))
  await expect(announced(maestro)).toHaveText('Ana: sí')
  await say(maestro, 'márcame al 55 1234 5678')
  await expect(announced(maestro)).toHaveText(/^Mensaje bloqueado/)
  await expectChange(() => say(maestro, 'mira https://example.com/fotos'))
  const link = message(maestro, 'example.com')
  await expect(link).toContainText('Mensaje bloqueado')
  await expect(announced(maestro)).toHaveText(/^Mensaje bloqueado/)
  await expect(link.getByRole('link'), 'a blocked link stays text').toHaveCount(0)
})

test('messages are separated by day, also for the inbox, and long ones fit on a phone with its keyboard [2.chats.13] [2.chats.14] [2.chats.15] [2.chats.16]', async ({
  pair: { chatId, buscador, maestro },
  open,
  request,
}) => {
  const atTime = (days: number, time: string) => new Date(`${inDays(days)}T${time}:00-06:00`)
  const times = [
    ['hace mucho', new Date('2026-02-01T23:59:00-06:00')],
    ['ayer tarde', atTime(-1, '23:59')],
    ['hoy uno', atTime(0, '00:01')],
    ['hoy dos', atTime(0, '00:01')],
  ] as const
  await store(
    request,
    times.map(([text, at]) => ({ author: maestro, chatId, text, at })),
  )
  const page = await open(buscador, pathOf('buscador', chatId))
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
  await page.getByRole('link', { name: 'Volver a tus conversaciones' }).click()
  await expect(page).toHaveURL('/chats')
  const row = page.locator('main').getByRole('listitem')
  await expect(row.locator('time')).toHaveText('00:01')
  await row.getByRole('link').click()
  await say(page, 'Se-tapó-el-fregadero-y-no-hay-manera-de-destaparlo-con-lo-que-tengo-en-casa '.repeat(4))
  for (const height of [740, 420]) {
    await page.setViewportSize({ width: 360, height })
    await expect(messages(page).last()).toBeInViewport()
    await expect(field(page)).toBeInViewport({ ratio: 1 })
  }
  await expectNoOverflow(page)
})

test.describe('a chat that does not exist', () => {
  test.use({ expectedErrors: REFUSED })
  test('or that belongs to others is shown as not found, with a link back [2.chats.18] [2.maes.23] [2.maes.24] [2.maes.25] [6.role.13] [6.role.17]', async ({
    pair,
    open,
    request,
  }) => {
    await write(request, pair.buscador, pair.chatId, 'es nuestro')
    const others = await makePeopleWithChat(request)
    for (const [side, id, inbox] of [
      ['buscador', UNKNOWN_ID, '/chats'],
      ['maestro', 'no-es-un-chat', '/chat-maestro'],
    ] as const) {
      const page = await open(others[side], pathOf(side, pair.chatId))
      const heading = page.getByRole('heading', { name: 'Chat no encontrado' })
      await expect(heading).toBeVisible()
      await expect(page.getByText('es nuestro')).toHaveCount(0)
      await page.goto(pathOf(side, id))
      await expect(heading).toBeVisible()
      if (side === 'maestro')
        await expect(page.getByText('Este chat no existe o no tienes acceso a él.')).toBeVisible()
      await page.getByRole('link', { name: 'Volver a tus conversaciones' }).last().click()
      await expect(page).toHaveURL(inbox)
    }
  })
})

test('visible messages are marked as read 300 ms after opening the chat and 200 ms after each new message, but not on a hidden page [4.msg.08] [4.msg.09] [4.msg.10] [4.msg.11] [9.const.21] [9.const.22]', async ({
  pair,
  open,
  request,
}) => {
  const { chatId } = pair
  await write(request, pair.maestro, chatId, 'primera')
  const page = await open(pair.buscador, '/healthz', { fresh: true })
  const badge = page.locator('[data-badge="no-leidos"]').filter({ visible: true })
  const marks: unknown[] = []
  page.on('request', (one) => {
    if (one.url().includes('mark_messages_as_read')) marks.push(one.postDataJSON())
  })
  await page.clock.install()
  await page.goto('/chats')
  await expect(badge).toHaveText('1')
  await page.evaluate<void>(
    "window.asked = 0; addEventListener('refreshNavbarCount', () => { window.asked += 1 })",
  )
  const chat = page.getByRole('list', { name: 'Conversaciones' }).getByRole('link')
  await expect(chat).toBeVisible()
  await stopClock(page)
  await chat.click()
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

/** Only the messages near the screen are in the page. */
async function scrollUpTo(row: Locator) {
  await expect(async () => {
    await log(row.page()).evaluate((element) => element.scrollBy(0, -300))
    await expect(row).toBeAttached({ timeout: 200 })
  }).toPass()
  await row.scrollIntoViewIfNeeded()
}

test('in a long conversation, messages that arrive while the reader has scrolled up do not lead back to the end and are marked as read when they are on the screen, and paper has all of it', async ({
  pair,
  open,
  request,
}) => {
  const { chatId, maestro: author } = pair
  const lines = Array.from({ length: 60 }, (_, nth) => `línea ${nth + 1}${' y algo más'.repeat(nth % 7)}`)
  await store(
    request,
    lines.map((text) => ({ author, chatId, text })),
  )
  const maestro = await open(author, pathOf('maestro', chatId))
  const seeker = await open(pair.buscador, '/healthz', { fresh: true })
  const marks: number[] = []
  seeker.on('request', (one) => {
    if (one.url().includes('mark_messages_as_read')) marks.push(one.postDataJSON().p_hasta)
  })
  await seeker.goto(pathOf('buscador', chatId))
  await expect(message(seeker, 'línea 60')).toBeInViewport()
  await expect(message(maestro, 'línea 60')).toContainText('Visto')

  await test.step('a message arrives before the browser has reported the scrolling', async () => {
    await seeker.evaluate(FIRST_SCROLL_IS_NOT_REPORTED)
    await log(seeker).evaluate((element) => element.scrollTo(0, -600))
    await write(request, author, chatId, 'Ya voy en camino')
    const arrived = seeker.getByRole('button', { name: 'Nuevo mensaje: 1. Ir al final' })
    await expect(arrived).toBeVisible()
    expect(await log(seeker).evaluate((element) => element.scrollTop)).toBeLessThan(-500)
    await arrived.click()
    await expect(message(seeker, 'Ya voy en camino')).toBeInViewport()
    await expect(message(maestro, 'Ya voy en camino')).toContainText('Visto')
  })

  await test.step('messages are marked as read when they are on the screen, not before', async () => {
    await scrollUpTo(message(seeker, 'línea 30'))
    const seen = marks.at(-1) ?? 0
    const before = marks.length
    for (let nth = 1; nth <= 20; nth += 1) await write(request, author, chatId, `abajo ${nth}`)
    await expect(seeker.getByRole('button', { name: 'Nuevos mensajes: 20. Ir al final' })).toBeVisible()
    // The mark is made again, and names the last message that was on the screen.
    await expect.poll(() => marks.length).toBeGreaterThan(before)
    expect(new Set(marks.slice(before))).toEqual(new Set([seen]))
    await expect(message(maestro, 'abajo 20')).toHaveAttribute('data-estado', 'enviado')
    await expect(message(maestro, 'abajo 1').first()).toHaveAttribute('data-estado', 'enviado')
    // Some of the new messages: the others are still unseen.
    await log(seeker).evaluate((element) => element.scrollTo(0, -400))
    await expect.poll(() => marks.at(-1)).toBeGreaterThan(seen)
    await expect(message(maestro, 'abajo 20')).toHaveAttribute('data-estado', 'enviado')
    await seeker.getByRole('button', { name: 'Ir al final' }).click()
    await expect(message(maestro, 'abajo 20')).toContainText('Visto')
  })

  await test.step('it is printed as a whole, without controls', async () => {
    const all = lines.length + 21
    expect(await messages(seeker).count()).toBeLessThan(all)
    // After the listener of the screen, which renders all messages.
    await seeker.evaluate(`addEventListener('beforeprint', () => {
      window.printed = document.querySelectorAll('[data-mensaje]').length
    })`)
    const paper = (await seeker.pdf({ format: 'Letter' })).toString('latin1')
    expect(paper.match(/\/Type \/Page\b/g)?.length, 'printed pages').toBeGreaterThan(1)
    expect(await seeker.evaluate('printed')).toBe(all)
    await seeker.emulateMedia({ media: 'print' })
    await expect(messages(seeker).last()).toBeVisible()
    const controls = seeker.locator('textarea, button, header a[aria-label]').filter({ visible: true })
    await expect(controls).toHaveCount(0)
  })
})

const FIRST_SCROLL_IS_NOT_REPORTED = `addEventListener(
  'scroll',
  (event) => event.stopImmediatePropagation(),
  { capture: true, once: true },
)`

test('the title of the tab tells of a message on every screen until it is read, and a draft stays in its chat after a reload and a visit elsewhere until its author signs out', async ({
  pair,
  open,
  request,
}) => {
  const page = await open(pair.buscador, '/ayuda')
  await expect(page).toHaveTitle(/^(?!\().*Maestros CDMX/)
  await write(request, pair.maestro, pair.chatId, 'hola')
  await expect(page).toHaveTitle(/^\(1\) .*Maestros CDMX/)
  await page.getByRole('link', { name: 'Chats' }).first().click()
  await expect(page).toHaveURL('/chats')
  await expect(page).toHaveTitle(/^\(1\) .*Maestros CDMX/)
  const chat = page.getByRole('list', { name: 'Conversaciones' }).getByRole('link')
  await chat.click()
  await expect(message(page, 'hola')).toBeVisible()
  await expect(page).toHaveTitle(/^[^(].* · Conversación · Maestros CDMX$/)

  await field(page).fill('a medias')
  await page.reload()
  await expect(field(page)).toHaveValue('a medias')
  await page.getByRole('link', { name: 'Volver a tus conversaciones' }).click()
  await expect(page).toHaveURL('/chats')
  await chat.click()
  await expect(field(page)).toHaveValue('a medias')
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate<string>('JSON.stringify(localStorage)')).not.toContain('a medias')
})
