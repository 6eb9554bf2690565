import type { Locator, Page } from '@playwright/test'
import {
  expect,
  field,
  message,
  messages,
  optionsOf,
  pathOf,
  SIDES,
  say,
  test,
  unlockContact,
  write,
  written,
} from '../support/conversation.ts'
import { NARROWEST } from '../support/enlarged.ts'
import { expectAccessible, settled } from '../support/fixtures.ts'

/** What one can do with a message: copy it, answer to it, delete it, and follow its links. */

const choose = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click()

async function openOptions(row: Locator) {
  await row.hover()
  await optionsOf(row).click()
}

test('an answer shows the message that it answers to; that one is deleted for both people, live, also on a device whose clock is 20 minutes fast', async ({
  pair,
  open,
}) => {
  const seeker = await open(pair.buscador, '/healthz', { fresh: true })
  await seeker.clock.install({ time: Date.now() + 20 * 60_000 })
  await seeker.goto(pathOf('buscador', pair.chatId))
  const maestro = await open(pair.maestro, pathOf('maestro', pair.chatId))
  await say(seeker, '¿Puede venir mañana?')
  await openOptions(message(maestro, '¿Puede venir mañana?'))
  // The message of the other person cannot be deleted.
  await expect(maestro.getByRole('dialog').getByRole('button', { name: 'Eliminar mensaje' })).toHaveCount(0)
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
  await openOptions(messages(seeker).first())
  await expectAccessible(seeker)
  await choose(seeker, 'Eliminar mensaje')
  await choose(seeker, 'Eliminar para ambas personas')
  for (const page of [seeker, maestro]) {
    await expect(messages(page).first()).toContainText('Mensaje eliminado')
    await expect(message(page, 'Claro que sí').locator('[data-cita]')).toContainText('Mensaje eliminado')
    await expect(page.getByText('¿Puede venir mañana?')).toHaveCount(0)
    await expect(messages(page)).toHaveCount(2)
  }
  await expect(optionsOf(messages(seeker).first())).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true })

  test('a long press on a message opens its options and its release presses none of them, a scrolling finger does not, and a button breaks the line', async ({
    pair,
    open,
    request,
  }) => {
    for (const text of ['¿Traigo la pieza?', '¿Mañana?'])
      await write(request, pair.maestro, pair.chatId, text)
    // A reused page has no touch screen.
    const page = await open(pair.buscador, pathOf('buscador', pair.chatId), { fresh: true })
    await page.setViewportSize({ width: 360, height: 740 })
    const dialog = page.getByRole('dialog', { name: 'Mensaje' })
    const reply = dialog.getByRole('button', { name: 'Responder' })
    const finger = await fingerOn(page, message(page, '¿Mañana?').locator('[data-texto]'))
    // Sent together: the finger must move before it has pressed for long.
    await Promise.all([finger.down(), finger.move(40)])
    // Longer than a long press.
    await page.waitForTimeout(700)
    await finger.up()
    await expect(dialog).toHaveCount(0)

    await test.step('a touch keyboard has no Shift', async () => {
      const lineBreak = page.getByRole('button', { name: 'Insertar salto de línea' })
      await expect(page.getByRole('button', { name: 'Enviar video' })).toBeVisible()
      await expect(lineBreak).toHaveCount(0)
      await field(page).fill('Mañana a las once')
      await lineBreak.click()
      await expect(field(page)).toBeFocused()
      await page.keyboard.type('y gotea')
      expect((await lineBreak.boundingBox())?.width).toBeGreaterThanOrEqual(44)
      // On a phone at 200 % the text gets the space of the picture button.
      await page.setViewportSize({ width: NARROWEST, height: 370 })
      expect((await field(page).boundingBox())?.width).toBeGreaterThanOrEqual(80)
      await expect(lineBreak).toBeVisible()
      await page.setViewportSize({ width: 360, height: 740 })
      await field(page).press('Enter')
      await expect(message(page, 'Mañana a las once')).toHaveAttribute('data-estado', /enviado|visto/)
      expect((await written(request, pair.maestro, pair.chatId)).at(-1)).toBe('Mañana a las once\ny gotea')
    })

    for (const text of ['Mañana a las once', '¿Mañana?']) {
      const finger = await fingerOn(page, message(page, text).locator('[data-texto]'))
      await finger.down()
      await expect(reply).toBeVisible()
      // The dialog slides into its place.
      await page.waitForTimeout(300)
      await finger.up()
      await settled(page)
      await expect(reply).toBeVisible()
      await expect(page.getByText('Respondes a')).toHaveCount(0)
      if (text === '¿Mañana?') break
      await dialog.getByRole('button', { name: 'Cerrar' }).tap()
      await expect(dialog).toHaveCount(0)
    }
    await reply.tap()
    await expect(page.getByText('Respondes a Julia')).toBeVisible()
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

test('a text is copied with the keyboard alone, and links and telephone numbers can be tapped once the contact is unlocked; a link says that it leads outside', async ({
  pair,
  open,
  request,
}) => {
  await unlockContact(request, pair)
  await write(request, pair.maestro, pair.chatId, 'mira https://example.com/fotos o llama al 55 1234 5678')
  await write(request, pair.maestro, pair.chatId, 'segunda')
  for (const side of SIDES) {
    const page = await open(pair[side], pathOf(side, pair.chatId))
    const row = message(page, 'example.com')
    await expect(row.getByRole('link', { name: '55 1234 5678' })).toHaveAttribute('href', 'tel:+525512345678')
    const link = row.getByRole('link', { name: 'https://example.com/fotos' })
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
    if (side === 'maestro') continue
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

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await optionsOf(message(page, 'segunda')).focus()
    await page.keyboard.press('ArrowUp')
    await expect(optionsOf(row)).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Copiar texto' }).press('Enter')
    await expect(page.getByText('Texto copiado')).toBeVisible()
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^mira https.* 5678$/)
  }
})
