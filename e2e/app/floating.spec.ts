import { MENSAJE_MAX } from '@maestros/dominio/limites'
import type { Page } from '@playwright/test'
import { acceptTerms, createAccount, fillSignUp } from '../support/auth-people.ts'
import { dialog, makeRosa, unlock } from '../support/contact.ts'
import { makePeopleWithChat } from '../support/conversation.ts'
import { expect, remember, STORAGE_KEY, stopClock, test } from '../support/fixtures.ts'
import { give, picture } from '../support/typing.ts'

/** What floats over a screen: a dialog before a question, a question before toasts (apps/web/src/ui/toasts/toaster.tsx). */

const toasts = (page: Page) => page.locator('[data-toast]')
const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]

/** The titles and controls on the screen that a toast lies over. While a dialog is open, only those of the dialog count. */
const COVERED = `(() => {
  const boxes = [...document.querySelectorAll('[data-toast]')].map((one) => one.getBoundingClientRect())
  if (boxes.length === 0) return ['no toast']
  const scope = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document
  return [...scope.querySelectorAll('h1, h2, h3, button, a[href], input, textarea, header')]
    .filter((one) => !one.closest('[data-toast]'))
    .filter((one) => {
      const box = one.getBoundingClientRect()
      if (box.width < 2 || box.height < 2) return false
      return boxes.some(
        ({ left, right, top, bottom }) =>
          left < box.right && right > box.left && top < box.bottom && bottom > box.top,
      )
    })
    .map((one) => one.textContent || one.getAttribute('aria-label') || one.tagName)
})()`
const expectNothingCovered = (page: Page) => expect.poll(() => page.evaluate<string[]>(COVERED)).toEqual([])

test.describe('a toast', () => {
  test.use({ account: 'buscador' })

  test('beside the dialog of the contact covers none of its titles and buttons', async ({
    page,
    request,
  }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await unlock(page, (await makeRosa(request)).id)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await page.getByRole('button', { name: 'Copiar teléfono' }).click()
      await expect(toasts(page)).toHaveText('Teléfono copiado')
      await expectNothingCovered(page)
      await expect(dialog(page)).toBeVisible()
    }
    await page.screenshot({ path: 'test-results/pictures/telefono-copiado-1280.png' })
  })
})

test('a toast goes along to the screen that its act leads to, and leaves with it after two seconds', async ({
  freshPage: page,
}) => {
  await page.clock.install()
  await page.goto('/registro')
  await fillSignUp(page)
  await acceptTerms(page)
  await stopClock(page)
  await createAccount(page).click()
  await expect(async () => {
    await page.clock.runFor(10)
    await expect(toasts(page)).toContainText('¡Cuenta creada!', { timeout: 500 })
  }).toPass()
  await expect(page).toHaveURL('/login')
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
  await expect(page).toHaveURL('/recuperar-buscador')
  await page.clock.runFor(100)
  await expect(toasts(page)).toHaveCount(1)
  await page.clock.runFor(2000)
  await expect(toasts(page)).toHaveCount(0)
})

test.describe('in a conversation', () => {
  const COMPOSER = 'Escribe un mensaje...'

  test('at most two toasts are shown, and the next waits until the first was shown for two seconds', async ({
    freshPage: page,
    request,
  }) => {
    const { buscador, chatId } = await makePeopleWithChat(request)
    await page.clock.install()
    await openConversation(page, buscador, chatId)
    await stopClock(page)
    await page.getByRole('button', { name: 'Enviar video' }).click()
    await page.getByPlaceholder(COMPOSER).fill('a'.repeat(MENSAJE_MAX + 1))
    await page.getByPlaceholder(COMPOSER).press('Enter')
    await expect(toasts(page)).toHaveCount(2)
    await give(page, 'drop', { name: 'lista.pdf', type: 'application/pdf', bytes: Buffer.from('x') })
    await page.clock.runFor(1000)
    await expect(toasts(page)).toHaveCount(2)
    await expect(toasts(page).first()).toContainText('Próximamente')
    await page.clock.runFor(1500)
    await expect(toasts(page)).toHaveCount(2)
    await expect(toasts(page).first()).not.toContainText('Próximamente')
    await expectNothingCovered(page)
  })

  test('the question about notifications waits while a dialog or a picture is open, and covers no control', async ({
    freshPage: page,
    request,
  }) => {
    const { buscador, chatId } = await makePeopleWithChat(request)
    await page.addInitScript("Object.defineProperty(Notification, 'permission', { get: () => 'default' })")
    await openConversation(page, buscador, chatId)
    await page.getByPlaceholder(COMPOSER).fill('Buenas tardes')
    await page.getByPlaceholder(COMPOSER).press('Enter')
    const question = toasts(page).filter({ hasText: '¿Te avisamos cuando te respondan?' })
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await expect(question).toBeVisible()
      await expectNothingCovered(page)
      await page.screenshot({ path: `test-results/pictures/pregunta-push-${size.width}.png` })
    }
    await page.getByRole('button', { name: 'Más opciones' }).click()
    await expect(dialog(page)).toBeVisible()
    await expect(question).toHaveCount(0)
    await dialog(page).getByRole('button', { name: 'Cerrar' }).click()
    await expect(question).toBeVisible()
    await give(page, 'drop', { name: 'foto.jpg', type: 'image/jpeg', bytes: await picture(200) })
    await expect(dialog(page)).toBeVisible()
    await expect(question).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Ahora no' }).click()
    await expect(question).toHaveCount(0)
  })
})

async function openConversation(page: Page, session: object, chatId: string) {
  await page.goto('/healthz')
  await remember(page, { [STORAGE_KEY]: JSON.stringify(session) })
  await page.goto(`/chats/${chatId}`)
  await expect(page.getByRole('button', { name: 'Enviar video' })).toBeVisible()
}
