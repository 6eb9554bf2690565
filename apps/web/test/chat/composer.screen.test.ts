import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  field,
  log,
  makeConversation,
  message,
  messages,
  openConversation,
  sendButton,
  toast,
} from '../setup/screen/conversation.ts'

/** Long and empty texts, and the little space above the keyboard of a phone held sideways. */

const count = page.getByText(/^[\d,]+ de 4,000$/)

test('a long text is counted from 3,500 characters on, is never cut, and is sent when it fits', async () => {
  await openConversation(makeConversation())
  await field.fill('x'.repeat(3499))
  await expect.element(count).not.toBeInTheDocument()
  await userEvent.keyboard('{End}x')
  await expect.element(count).toHaveTextContent('3,500 de 4,000')

  const long = `${'y'.repeat(4000)}fin`
  await field.fill('')
  // As a paste does it, which a limit of the field would cut.
  document.execCommand('insertText', false, long)
  await expect.element(field).toHaveValue(long)
  await expect.element(count).toHaveTextContent('4,003 de 4,000')
  await expect.element(page.getByText(/sobran 3 caracteres/)).toBeVisible()
  await sendButton.click()
  await expect.element(toast(/sobran 3 caracteres/)).toBeVisible()
  await userEvent.click(field)
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue(long)
  expect(messages.query()).toBeNull()

  await userEvent.keyboard('{Control>}{End}{/Control}{Backspace}{Backspace}{Backspace}')
  await expect.element(count).toHaveTextContent('4,000 de 4,000')
  await userEvent.keyboard('{Enter}')
  await expect.element(message('y'.repeat(4000))).toHaveAttribute('data-estado', 'enviado')
})

test('a text of invisible characters only cannot be sent', async () => {
  await openConversation(makeConversation())
  for (const nothing of ['\u200b\u2060', '\u3164', ' \u00ad\n']) {
    await field.fill(nothing)
    await expect.element(sendButton).toBeDisabled()
    await userEvent.keyboard('{Enter}')
  }
  await field.fill('\u200bsí')
  await expect.element(sendButton).toBeEnabled()
  expect(messages.query()).toBeNull()
})

test('with the keyboard of a phone held sideways the bars fold, and the messages keep most of the space', async () => {
  await page.viewport(740, 412)
  const openKeyboard = fakeKeyboard()
  await openConversation(makeConversation({ texts: ['uno', 'dos', 'tres', 'cuatro', 'cinco'] }))
  await expect.poll(() => messages.elements()).toHaveLength(5)
  const arrow = page.getByRole('link', { name: 'Volver a tus conversaciones' })
  const menu = page.getByRole('button', { name: /^Abrir menú/ })
  await expect.element(arrow).toBeInViewport()
  await expect.element(menu).toBeInViewport()
  for (const [visible, least, folded] of [
    [280, 140, false],
    [160, 80, true],
  ] as const) {
    await field.click()
    openKeyboard(visible)
    await expect.element(menu).not.toBeInTheDocument()
    if (folded) await expect.element(arrow).not.toBeInTheDocument()
    else await expect.element(arrow).toBeVisible()
    await expect.poll(() => log.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(least)
    expect(field.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(visible)
    await expect.element(messages.last()).toBeInViewport()
    openKeyboard(412)
    await expect.element(arrow).toBeVisible()
    await expect.element(menu).toBeVisible()
  }
})

/** A desktop browser has no on-screen keyboard: the returned function says how high the part above one would be. */
function fakeKeyboard() {
  const viewport = Object.assign(new EventTarget(), { height: innerHeight, scale: 1, offsetTop: 0 })
  Object.defineProperty(window, 'visualViewport', { value: viewport, configurable: true })
  return (height: number) => {
    viewport.height = height
    viewport.dispatchEvent(new Event('resize'))
  }
}

const { visualViewport } = window
afterEach(async () => {
  Object.defineProperty(window, 'visualViewport', { value: visualViewport, configurable: true })
  await page.viewport(1280, 720)
})
