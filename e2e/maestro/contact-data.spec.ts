import type { Locator, Page } from '@playwright/test'
import { succeed } from '../support/api.ts'
import { makeBuscador } from '../support/chats.ts'
import { expect, expectAccessible, PHONE_NUMBER, REFUSED, test } from '../support/fixtures.ts'
import { closeToast, completeMe, failCall, requestContact, setFlags, storedRow } from '../support/maestro.ts'

/** A maestro changes name and phone after the onboarding. */

test.use({ account: { role: 'maestro' }, expectedErrors: new RegExp(`${REFUSED.source}|^profile edit`) })

const SAVE = '**/functions/v1/guardar-contacto'

async function open(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Cambiar nombre o teléfono' }).click()
  const dialog = page.getByRole('dialog', { name: 'Datos de contacto' })
  await expect(dialog).toBeVisible()
  return dialog
}

const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Guardar' }).click()

test('name and phone are changed in a dialog, where wrong data say why beside their field and a failed save can be repeated; the profile, the dashboard and a seeker who has the contact get them', async ({
  page,
  request,
}) => {
  const person = await completeMe(page, request)
  const ana = await makeBuscador(request, { nombre: 'Ana', apellido: 'Ruiz' })
  await requestContact(request, ana, person)
  const { telefono } = await storedRow(request, person, 'telefono')
  await page.goto('/perfil-maestro')
  const main = page.locator('main')
  await expect(main.getByText(`Tu teléfono termina en ${telefono.slice(-4)}.`)).toBeVisible()
  expect(await main.innerText()).not.toMatch(PHONE_NUMBER)
  const dialog = await open(page)
  await expect(page).toHaveURL('/perfil-maestro?editar=contacto')
  const values = { Nombre: 'Luis', Apellido: 'Hernández', Teléfono: telefono }
  for (const [label, value] of Object.entries(values))
    await expect(dialog.getByLabel(label)).toHaveValue(value)
  for (const [label, wrong, sentence, right] of [
    ['Nombre', ' ', 'Escribe tu nombre.', 'Rosa'],
    ['Apellido', '', 'Escribe tu apellido.', 'Hernández 55 1234 5678'],
    ['Teléfono', '55 1234', 'Revisa tu teléfono: debe tener entre 8 y 20 dígitos.', '(55) 8765-4321'],
  ] as const) {
    await dialog.getByLabel(label).fill(wrong)
    await save(dialog)
    await expect(dialog.getByRole('alert')).toHaveText(sentence)
    await expect(dialog.getByLabel(label)).toBeFocused()
    await dialog.getByLabel(label).fill(right)
    await expect(dialog.getByRole('alert')).toHaveCount(0)
  }
  await save(dialog)
  await expect(dialog.getByRole('alert')).toHaveText(
    'El apellido no puede llevar teléfonos, correos, enlaces ni redes.',
  )
  await closeToast(page, 'Error al actualizar tus datos de contacto')
  await dialog.getByLabel('Apellido').fill('Vega')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await failCall(page, SAVE)
  await save(dialog)
  await closeToast(page, 'Error al actualizar tus datos de contacto')
  await page.unroute(SAVE)
  await save(dialog)
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Cambiar nombre o teléfono' })).toBeFocused()
  await closeToast(page, 'Datos de contacto actualizados correctamente')
  await expect(page.getByRole('heading', { level: 1, name: 'Rosa V.' })).toBeVisible()
  await expect(main.getByText('Tu teléfono termina en 4321.')).toBeVisible()
  const seen = await succeed(
    request.get(`/functions/v1/maestro-profile/${person.id}`, { headers: ana.headers }),
  )
  expect(seen).toMatchObject({ nombre: 'Rosa', apellido: 'Vega', telefono: '5587654321' })
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, Rosa')
})

test('the dialog says before a change that a new name ends the verification of the INE, and a new phone does not', async ({
  page,
  request,
}) => {
  const { id } = await completeMe(page, request)
  await page.goto('/perfil-maestro')
  await expect((await open(page)).getByRole('note')).toHaveCount(0)
  await setFlags(request, id, { ine_verificado: true })
  await page.goto('/perfil-maestro')
  const dialog = await open(page)
  await expect(dialog.getByRole('note')).toHaveText(/tu INE vuelve a quedar pendiente/)
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByLabel('Teléfono').fill('5587654321')
  await save(dialog)
  const verification = page.locator('#verificacion')
  await expect(dialog).toHaveCount(0)
  await expect(verification.getByText('Verificado', { exact: true })).toHaveCount(1)
  await open(page)
  await dialog.getByLabel('Apellido').fill('Vega')
  await save(dialog)
  await expect(verification.getByText('Pendiente', { exact: true })).toHaveCount(3)
})
