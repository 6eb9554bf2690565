import { chatInitiate } from '@maestros/contrato/chat/chat-initiate'
import { afterEach, describe, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { toast } from '#ui/toasts/toast.ts'
import { sessionOf } from '../setup/people.ts'
import { BUSCADOR, MAESTRO } from '../setup/rows/people.ts'
import { answer, answerAuth, answerTable, held, LOST, odd } from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'
import { makeConversation, openConversation } from '../setup/screen/conversation.ts'

/** Notices cover no control that leads away, and everything in them can be hit by a finger. */

const WIDTHS = [240, 360, 768, 1280]
const notices = page.getByRole('region', { name: 'Avisos' }).getByRole('listitem')

const boxOf = (control: Locator) => control.element().getBoundingClientRect()

/** Whether this control, or a part of it, is what a finger hits there. */
const isHitAt = (control: Locator, x: number, y: number) =>
  control.element().contains(document.elementFromPoint(x, y))

function isHit(control: Locator) {
  const { left, top, width, height } = boxOf(control)
  return isHitAt(control, left + width / 2, top + height / 2)
}

/** Whether a notice is drawn over this control. */
const isCovered = (control: Locator) =>
  notices
    .elements()
    .map((notice) => notice.getBoundingClientRect())
    .some(({ top, bottom }) => top < boxOf(control).bottom && bottom > boxOf(control).top)

/** The height of the area that reaches this control, measured by where a finger would hit it. */
function reachOf(control: Locator) {
  const { left, top, width, height } = boxOf(control)
  const [x, y] = [left + width / 2, top + height / 2]
  let reach = 0
  while (reach < 40 && isHitAt(control, x, y - reach) && isHitAt(control, x, y + reach)) reach += 1
  return reach * 2
}

const menuAt = (width: number) =>
  width < 768
    ? page.getByRole('button', { name: /^Abrir menú/ })
    : page.getByRole('navigation').getByRole('link', { name: 'Ayuda' })

async function expectHit(controls: Locator[], width: number) {
  for (const control of controls) {
    await expect.element(control).toBeVisible()
    expect(isHit(control), `${width} px`).toBe(true)
  }
}

afterEach(() => page.viewport(1280, 720))

describe('a notice', () => {
  test('on a profile covers neither back nor menu', async () => {
    // The screen says so in a notice when the chat cannot be opened.
    answer(chatInitiate, LOST)
    open(`/perfil/${MAESTRO}`, { as: BUSCADOR })
    for (const width of WIDTHS) {
      await page.viewport(width, 740)
      await page.getByRole('button', { name: 'Chatear con el maestro' }).click()
      await expect.element(notices.first()).toBeVisible()
      await expectHit([page.getByRole('button', { name: /^Volver/ }), menuAt(width)], width)
    }
  })

  test('in a conversation covers neither the arrow, the menu nor the composer, and no head of a dialog', async () => {
    await openConversation(makeConversation())
    answerTable('bloqueos', [])
    const video = page.getByRole('button', { name: 'Enviar video' })
    const options = page.getByRole('button', { name: 'Más opciones' })
    for (const width of WIDTHS.slice(1)) {
      await page.viewport(width, 740)
      await video.click()
      await expect.element(notices.first()).toBeVisible()
      const controls = [
        page.getByRole('link', { name: 'Volver a tus conversaciones' }),
        menuAt(width),
        page.getByPlaceholder('Escribe un mensaje...'),
      ]
      await expectHit(controls, width)
    }
    // A dialog that is opened, and then grows, while the notice is shown. It begins where the notice was.
    await page.viewport(360, 380)
    await video.click()
    await options.click()
    // A pointer over a notice keeps it.
    notices
      .first()
      .element()
      .dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    const dialog = page.getByRole('dialog')
    const close = dialog.getByRole('button', { name: 'Cerrar' })
    const head = [close, dialog.getByRole('heading')]
    for (const control of head) await expect.poll(() => isCovered(control)).toBe(false)
    await dialog.getByRole('button', { name: 'Reportar' }).click()
    for (const control of head) await expect.poll(() => isCovered(control)).toBe(false)
    await close.click()
    await expect.poll(() => isHit(menuAt(360))).toBe(true)
    expect(notices.elements().length, 'the notice is still there').toBeGreaterThan(0)
    // A finger on a notice closes the notice and not the dialog.
    await video.click()
    await options.click()
    await expect.element(dialog).toBeVisible()
    const shown = notices.elements().length
    await notices.first().getByRole('button', { name: 'Cerrar' }).click()
    await expect.poll(() => notices.elements().length).toBeLessThan(shown)
    await expect.element(dialog).toBeVisible()
  })

  test('that is shown before the bar of the app leaves the menu free when the bar appears', async () => {
    await page.viewport(360, 740)
    open('/', { as: BUSCADOR })
    const role = held<{ role: string }[]>()
    answerTable('profiles', role.reply)
    toast.info('Un aviso')
    const notice = page.getByText('Un aviso')
    await expect.element(notice).toBeVisible()
    role.release([{ role: 'buscador' }])
    await expect.poll(() => menuAt(360).query() && isHit(menuAt(360))).toBe(true)
    await expect.element(notice).toBeVisible()
  })

  test('has a close button and a link of 44 px for a finger', async () => {
    answerAuth('token', sessionOf(BUSCADOR.id))
    answerTable('profiles', [{ role: 'buscador' }])
    answerAuth('logout', odd(204))
    await page.viewport(360, 740)
    open('/login-maestro')
    await page.getByLabelText('Correo electrónico').fill('ana@ejemplo.mx')
    await page.getByLabelText('Contraseña').fill('clave-larga')
    await userEvent.keyboard('{Enter}')
    const notice = notices.filter({ has: page.getByRole('link') })
    await expect.element(notice).toBeVisible()
    // The notice moves into its place.
    await expect.poll(() => reachOf(notice.getByRole('link'))).toBeGreaterThanOrEqual(44)
    await expect
      .poll(() => reachOf(notice.getByRole('button', { name: 'Cerrar' })))
      .toBeGreaterThanOrEqual(44)
  })
})
