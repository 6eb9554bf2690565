import type { Locator, Page } from '@playwright/test'
import { makePerson } from '../support/auth-people.ts'
import { field, message } from '../support/conversation.ts'
import { expect, PASSWORD, test } from '../support/fixtures.ts'

/** The whole journey of a seeker with the keyboard alone. The focus is never lost. */

test('a seeker gets from the sign-in to a sent message with the keyboard alone: borough, trade, results, profile, chat [1.prod.01] [4.state.01]', async ({
  page,
  request,
}) => {
  const { email } = await makePerson(request, 'buscador')
  await page.goto('/login')
  await page.getByLabel('Correo electrónico').waitFor()
  await tabTo(page, page.getByLabel('Correo electrónico'))
  await page.keyboard.type(email)
  await tabTo(page, page.getByLabel('Contraseña', { exact: true }))
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL('/seleccion-delegacion')
  await press(page, page.getByRole('button', { name: 'Milpa Alta' }))
  await press(page, page.getByRole('button', { name: 'Continuar' }))
  await expect(page).toHaveURL('/seleccion-oficio')
  await press(page, page.getByRole('button', { name: 'Tapicería' }))
  await press(page, page.getByRole('button', { name: 'Buscar' }))
  await expect(page).toHaveURL('/resultados')
  const card = page.getByRole('article').first()
  await press(page, card.getByRole('heading').getByRole('button'))
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await press(page, dialog.getByRole('link', { name: 'Ver perfil completo' }))
  await expect(page).toHaveURL(/\/perfil\/[0-9a-f-]{36}$/)
  await press(page, page.getByRole('button', { name: 'Chatear con el maestro' }))
  await expect(page).toHaveURL(/\/chats\/[0-9a-f-]{36}$/)
  await tabTo(page, field(page))
  await page.keyboard.type('¿Puede venir mañana?')
  await page.keyboard.press('Enter')
  await expect(message(page, '¿Puede venir mañana?')).toHaveAttribute('data-estado', 'enviado')
  await expect(field(page)).toBeFocused()
})

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  const focused = () => target.evaluate((element) => element === element.ownerDocument.activeElement)
  for (let tabs = 0; tabs < 60 && !(await focused()); tabs += 1) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}

async function press(page: Page, target: Locator) {
  await expect(target).toBeEnabled()
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}
