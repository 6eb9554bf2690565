import type { Page } from '@playwright/test'
import { completeProfile, headersOf, signUp } from '../support/api.ts'
import { expect, pathOf, test, write } from '../support/conversation.ts'
import { expectAccessible, field } from '../support/fixtures.ts'
import { expectToast } from '../support/maestro.ts'

/** A seeker changes the own name after the sign-up. */

const openDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'Cambiar mi nombre' }).click()
  return page.getByRole('dialog', { name: 'Cambiar mi nombre' })
}
const save = (page: Page) => page.getByRole('button', { name: 'Guardar' }).click()

test('a seeker corrects the own name; the maestro reads it in the inbox and the conversation, and the help form has it', async ({
  pair,
  open,
  request,
}) => {
  const inbox = await open(pair.maestro, '/chat-maestro')
  const rows = inbox.getByRole('list', { name: 'Conversaciones' }).getByRole('listitem')
  await expect(rows).toContainText('Ana Ruiz')

  const page = await open(pair.buscador, '/mis-datos')
  const main = page.locator('main')
  await expect(main.getByText('Ana Ruiz', { exact: true })).toBeVisible()
  const dialog = await openDialog(page)
  await expect(field(page, 'Nombre')).toHaveValue('Ana')
  await expect(field(page, 'Apellido')).toHaveValue('Ruiz')
  await expectAccessible(page, '[role=dialog]')
  await field(page, 'Nombre').fill(' Anahí ')
  await field(page, 'Apellido').fill('Ruiz Soto')
  await save(page)
  await expectToast(page, 'Tu nombre cambió')
  await expect(dialog).toHaveCount(0)
  await expect(main.getByText('Anahí Ruiz Soto', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cambiar mi nombre' })).toBeFocused()

  // The open inbox reads its rows again with the next message.
  await write(request, pair.buscador, pair.chatId, 'Hola, ¿trabaja mañana?')
  await expect(rows).toContainText('Anahí Ruiz Soto')
  await inbox.goto(pathOf('maestro', pair.chatId))
  await expect(inbox.getByRole('heading', { level: 1 })).toContainText('Anahí R')

  await page.reload()
  await expect(main.getByText('Anahí Ruiz Soto', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Ayuda' }).first().click()
  await expect(page).toHaveURL('/ayuda')
  await expect(field(page, 'Nombre')).toHaveValue('Anahí Ruiz Soto')
})

test('a maestro finds a link to name and phone of the own profile instead', async ({ open, request }) => {
  const { session } = await signUp(request, 'maestro')
  const headers = await headersOf(request, session.access_token)
  await completeProfile(request, {
    id: session.user.id,
    headers,
    nombre: 'Luis',
    apellido: 'Paz',
    alcaldia: 'Tláhuac',
    oficio: 'Herrería',
  })
  const page = await open(session, '/mis-datos')
  const link = page.getByRole('link', { name: 'Cambiar mi nombre o teléfono' })
  await expect(link).toBeVisible()
  await expect(page.getByRole('button', { name: 'Preparar mi copia' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cambiar mi nombre' })).toHaveCount(0)
  await link.click()
  await expect(page.getByRole('dialog', { name: 'Datos de contacto' })).toBeVisible()
})
