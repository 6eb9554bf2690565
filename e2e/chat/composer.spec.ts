import type { Page } from '@playwright/test'
import { expect, field, message, messages, pathOf, sendButton, test, write } from '../support/conversation.ts'

/** Long and empty texts, and the little space above the keyboard of a phone held sideways. */

const count = (page: Page) => page.getByText(/^[\d,]+ de 4,000$/)

test('a long text is counted from 3,500 characters on, is never cut, and is sent when it fits', async ({
  pair,
  open,
}) => {
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
  await field(page).fill('x'.repeat(3499))
  await expect(count(page)).toHaveCount(0)
  await field(page).press('End')
  await field(page).press('x')
  await expect(count(page)).toHaveText('3,500 de 4,000')

  const long = `${'y'.repeat(4000)}fin`
  await field(page).fill('')
  await field(page).evaluate((element, text) => {
    element.focus()
    element.ownerDocument.execCommand('insertText', false, text)
  }, long)
  await expect(field(page)).toHaveValue(long)
  await expect(count(page)).toHaveText('4,003 de 4,000')
  await expect(page.getByText(/sobran 3 caracteres/)).toBeVisible()
  await sendButton(page).click()
  await expect(page.getByLabel('Avisos').getByText(/sobran 3 caracteres/)).toBeVisible()
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue(long)
  await expect(messages(page)).toHaveCount(0)

  await page.reload()
  await expect(field(page)).toHaveValue(long)
  await field(page).press('Control+End')
  for (let surplus = 0; surplus < 3; surplus += 1) await field(page).press('Backspace')
  await expect(count(page)).toHaveText('4,000 de 4,000')
  await field(page).press('Enter')
  await expect(message(page, 'y'.repeat(4000))).toHaveAttribute('data-estado', 'enviado')
})

test('a text of invisible characters only cannot be sent', async ({ pair, open }) => {
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
  for (const nothing of ['\u200b\u2060', '\u3164', ' \u00ad\n']) {
    await field(page).fill(nothing)
    await expect(sendButton(page)).toBeDisabled()
    await field(page).press('Enter')
  }
  await field(page).fill('\u200bsí')
  await expect(sendButton(page)).toBeEnabled()
  await expect(messages(page)).toHaveCount(0)
})

test('with the keyboard of a phone held sideways the bars fold, and the messages keep most of the space', async ({
  pair,
  open,
  request,
}) => {
  for (const text of ['uno', 'dos', 'tres', 'cuatro', 'cinco'])
    await write(request, pair.maestro, pair.chatId, text)
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId), { fresh: true })
  await page.addInitScript(KEYBOARD)
  await page.setViewportSize({ width: 740, height: 412 })
  await page.reload()
  await expect(messages(page)).toHaveCount(5)
  const arrow = page.getByRole('link', { name: 'Volver a tus conversaciones' })
  const menu = page.getByRole('button', { name: /^Abrir menú/ })
  await expect(arrow).toBeInViewport()
  await expect(menu).toBeInViewport()
  for (const [visible, least, folded] of [
    [280, 140, false],
    [160, 80, true],
  ] as const) {
    await field(page).focus()
    await page.evaluate(`openKeyboard(${visible})`)
    await expect(menu).toBeHidden()
    await expect(arrow).toBeVisible({ visible: !folded })
    await expect
      .poll(async () => (await page.getByRole('log').boundingBox())?.height)
      .toBeGreaterThanOrEqual(least)
    const composer = await field(page).boundingBox()
    expect((composer?.y ?? 0) + (composer?.height ?? 0)).toBeLessThanOrEqual(visible)
    await expect(messages(page).last()).toBeInViewport()
    await page.screenshot({ path: `test-results/pictures/teclado-${visible}.jpg`, quality: 85 })
    await page.evaluate('openKeyboard(412)')
    await expect(arrow).toBeVisible()
    await expect(menu).toBeVisible()
  }
})

/** A desktop browser has no on-screen keyboard: this says how high the part above one would be. */
const KEYBOARD = `
  const visible = Object.assign(new EventTarget(), { height: innerHeight, scale: 1, offsetTop: 0 })
  Object.defineProperty(window, 'visualViewport', { value: visible })
  window.openKeyboard = (height) => {
    visible.height = height
    visible.dispatchEvent(new Event('resize'))
  }`
