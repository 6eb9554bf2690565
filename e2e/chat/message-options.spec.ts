import type { Locator, Page } from '@playwright/test'
import type { Session } from '../support/api.ts'
import {
  expect,
  field,
  message,
  messages,
  optionsOf,
  pathOf,
  say,
  test,
  unlockContact,
  write,
} from '../support/conversation.ts'
import { expectAccessible, LOST_NETWORK, settled } from '../support/fixtures.ts'

/** What one can do with a message: copy it, answer to it, delete it, and follow its links. */

const choose = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click()

test('an own message is deleted for both people, live and in the inbox', async ({ pair, open, request }) => {
  const seeker = await open(pair.buscador, pathOf('buscador', pair.chatId))
  const maestro = await open(pair.maestro, pathOf('maestro', pair.chatId))
  await say(seeker, 'Buenas tardes')
  await say(seeker, 'esto no iba aquí')
  await expect(message(maestro, 'esto no iba aquí')).toBeVisible()
  await message(seeker, 'esto no iba aquí').hover()
  await optionsOf(message(seeker, 'esto no iba aquí')).click()
  await expectAccessible(seeker)
  await choose(seeker, 'Eliminar mensaje')
  await choose(seeker, 'Eliminar para ambas personas')
  for (const page of [seeker, maestro]) {
    await expect(messages(page).last()).toContainText('Mensaje eliminado')
    await expect(message(page, 'esto no iba aquí')).toHaveCount(0)
    await expect(messages(page)).toHaveCount(2)
  }
  await expect(optionsOf(messages(seeker).last())).toHaveCount(0)
  // The message of the other person has no such option.
  await write(request, pair.maestro, pair.chatId, 'dígame')
  await message(seeker, 'dígame').hover()
  await optionsOf(message(seeker, 'dígame')).click()
  await expect(seeker.getByRole('dialog').getByRole('button', { name: 'Responder' })).toBeVisible()
  await expect(seeker.getByRole('dialog').getByRole('button', { name: 'Eliminar mensaje' })).toHaveCount(0)
})

test('a fresh message can be deleted on a device whose clock is 20 minutes fast', async ({ pair, open }) => {
  const page = await open(pair.buscador, '/healthz', { fresh: true })
  await page.clock.install({ time: Date.now() + 20 * 60_000 })
  await page.goto(pathOf('buscador', pair.chatId))
  await say(page, 'esto no iba aquí')
  await expect(message(page, 'esto no iba aquí')).toHaveAttribute('data-estado', 'enviado')
  await message(page, 'esto no iba aquí').hover()
  await optionsOf(message(page, 'esto no iba aquí')).click()
  await choose(page, 'Eliminar mensaje')
  await choose(page, 'Eliminar para ambas personas')
  await expect(messages(page).last()).toContainText('Mensaje eliminado')
})

test('an answer shows the message that it answers to, also after that one was deleted', async ({
  pair,
  open,
}) => {
  const seeker = await open(pair.buscador, pathOf('buscador', pair.chatId))
  const maestro = await open(pair.maestro, pathOf('maestro', pair.chatId))
  await say(seeker, '¿Puede venir mañana?')
  const asked = message(maestro, '¿Puede venir mañana?').first()
  await asked.hover()
  await optionsOf(asked).click()
  await choose(maestro, 'Responder')
  await expect(maestro.getByText('Respondes a Ana')).toBeVisible()
  await expect(field(maestro)).toBeFocused()
  await say(maestro, 'Claro que sí')
  await expect(maestro.getByText('Respondes a Ana')).toHaveCount(0)
  const quote = message(seeker, 'Claro que sí').locator('[data-cita]')
  await expect(quote).toContainText('¿Puede venir mañana?')
  await expect(quote).toContainText('En respuesta a ti')
  // The quote is there again after a reload.
  await seeker.reload()
  await expect(quote).toContainText('¿Puede venir mañana?')
  await messages(seeker).first().hover()
  await optionsOf(messages(seeker).first()).click()
  await choose(seeker, 'Eliminar mensaje')
  await choose(seeker, 'Eliminar para ambas personas')
  for (const page of [seeker, maestro]) {
    await expect(message(page, 'Claro que sí').locator('[data-cita]')).toContainText('Mensaje eliminado')
  }
})

test.describe('without a network', () => {
  test.use({ expectedErrors: LOST_NETWORK })

  test('a waiting answer keeps its quote when it is edited', async ({ pair, open, request }) => {
    await write(request, pair.maestro, pair.chatId, '¿A qué hora?')
    const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
    await optionsOf(message(page, '¿A qué hora?')).focus()
    await page.keyboard.press('Enter')
    await choose(page, 'Responder')
    await page.context().setOffline(true)
    await say(page, 'A las diez')
    const waiting = message(page, 'A las diez')
    await expect(waiting).toContainText('En espera de conexión')
    await expect(page.getByText('Respondes a Julia')).toHaveCount(0)
    await waiting.getByRole('button', { name: 'A las diez' }).click()
    await page.getByRole('button', { name: 'Editar' }).click()
    await expect(page.getByText('Respondes a Julia')).toBeVisible()
    await page.context().setOffline(false)
    await say(page, 'A las once')
    await expect(message(page, 'A las once')).toHaveAttribute('data-estado', /enviado|visto/)
    await expect(message(page, 'A las once').locator('[data-cita]')).toContainText('¿A qué hora?')
  })
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true })

  test('a long press on a message opens its options, a scrolling finger does not', async ({
    pair,
    open,
    request,
  }) => {
    await write(request, pair.maestro, pair.chatId, '¿A qué hora?')
    // A reused page has no touch screen.
    const page = await open(pair.buscador, pathOf('buscador', pair.chatId), { fresh: true })
    const dialog = page.getByRole('dialog', { name: 'Mensaje' })
    const finger = await fingerOn(page, message(page, '¿A qué hora?').locator('[data-texto]'))
    // Sent together: the finger must move before it has pressed for long.
    await Promise.all([finger.down(), finger.move(40)])
    // Longer than a long press.
    await page.waitForTimeout(700)
    await finger.up()
    await expect(dialog).toHaveCount(0)
    await finger.down()
    await expect(dialog).toBeVisible()
    await finger.up()
    await expect(dialog.getByRole('button', { name: 'Responder' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Responder' }).tap()
    await expect(page.getByText('Respondes a Julia')).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true })

  test('a long press on the newest messages opens their options, and its release presses none of them', async ({
    pair,
    open,
    request,
  }) => {
    for (const text of ['¿A qué hora?', '¿Traigo la pieza?', '¿Mañana?'])
      await write(request, pair.maestro, pair.chatId, text)
    const page = await open(pair.buscador, pathOf('buscador', pair.chatId), { fresh: true })
    await page.setViewportSize({ width: 360, height: 740 })
    const dialog = page.getByRole('dialog', { name: 'Mensaje' })
    await say(page, 'Mañana a las once')
    await expect(message(page, 'Mañana a las once')).toHaveAttribute('data-estado', /enviado|visto/)
    for (const text of ['Mañana a las once', '¿Mañana?', '¿Traigo la pieza?']) {
      const finger = await fingerOn(page, message(page, text).locator('[data-texto]'))
      await finger.down()
      await expect(dialog.getByRole('button', { name: 'Responder' })).toBeVisible()
      // The dialog slides into its place.
      await page.waitForTimeout(300)
      await finger.up()
      await settled(page)
      await expect(dialog).toBeVisible()
      await expect(dialog.getByRole('button', { name: 'Responder' })).toBeVisible()
      await dialog.getByRole('button', { name: 'Cerrar' }).tap()
      await expect(dialog).toHaveCount(0)
    }
    await expect(page.getByText('Respondes a Julia')).toHaveCount(0)
  })
})

/** One finger on the middle of an element. */
async function fingerOn(page: Page, element: Locator) {
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const [left, top] = [x + width / 2, y + height / 2]
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', down: number | null) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: down === null ? [] : [{ x: left, y: top + down }],
    })
  return {
    down: () => touch('touchStart', 0),
    move: (down: number) => touch('touchMove', down),
    up: () => touch('touchEnd', null),
  }
}

test('the text of a message is copied, with the keyboard alone', async ({ pair, open, request }) => {
  await write(request, pair.maestro, pair.chatId, 'primera')
  await write(request, pair.maestro, pair.chatId, 'segunda')
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await optionsOf(message(page, 'segunda')).focus()
  await page.keyboard.press('ArrowUp')
  await expect(optionsOf(message(page, 'primera'))).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Copiar texto' }).press('Enter')
  await expect(page.getByText('Texto copiado')).toBeVisible()
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe('primera')
})

test('links and telephone numbers can be tapped once the contact is unlocked, and a link says that it leads outside', async ({
  pair,
  open,
  request,
}) => {
  await unlockContact(request, pair)
  await write(request, pair.maestro, pair.chatId, 'mira https://example.com/fotos o llama al 55 1234 5678')
  for (const [session, path] of [
    [pair.buscador, pathOf('buscador', pair.chatId)],
    [pair.maestro, pathOf('maestro', pair.chatId)],
  ] as [Session, string][]) {
    const page = await open(session, path)
    const row = message(page, 'example.com')
    await expect(row.getByRole('link', { name: '55 1234 5678' })).toHaveAttribute('href', 'tel:+525512345678')
    const link = row.getByRole('link', { name: 'https://example.com/fotos' })
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
    await link.click()
    const dialog = page.getByRole('dialog', { name: 'Este enlace sale de Maestros CDMX' })
    await expect(dialog).toContainText('https://example.com/fotos')
    await expect(dialog.getByRole('link', { name: 'Abrir el enlace' })).toHaveAttribute(
      'rel',
      'noopener noreferrer nofollow',
    )
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Quedarme aquí' }).click()
    await expect(dialog).toHaveCount(0)
  }
})

test('a link in a message that was blocked stays text', async ({ pair, open }) => {
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
  await say(page, 'mira https://example.com/fotos')
  await expect(message(page, 'example.com')).toContainText('Mensaje bloqueado')
  await expect(message(page, 'example.com').getByRole('link')).toHaveCount(0)
})
