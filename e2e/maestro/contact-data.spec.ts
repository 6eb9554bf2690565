import type { Locator, Page } from '@playwright/test'
import { succeed } from '../support/api.ts'
import { makeBuscador } from '../support/chats.ts'
import { expect, expectAccessible, PHONE_NUMBER, REFUSED, test } from '../support/fixtures.ts'
import { layersRemoved } from '../support/layers.ts'
import { completeMe, expectToast, failCall, requestContact, setFlags, storedRow } from '../support/maestro.ts'

/** A maestro changes name and phone after the onboarding. */

test.use({ account: { role: 'maestro' } })

const SAVE = '**/functions/v1/guardar-contacto'

async function open(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Cambiar nombre o teléfono' }).click()
  const dialog = page.getByRole('dialog', { name: 'Datos de contacto' })
  await expect(dialog).toBeVisible()
  return dialog
}

const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Guardar' }).click()

test('name and phone are changed in a dialog; the profile, the dashboard and a seeker who has the contact get them', async ({
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
  const fields = ['Nombre', 'Apellido', 'Teléfono'].map((label) => dialog.getByLabel(label))
  const values = ['Luis', 'Hernández', telefono]
  for (const [nth, field] of fields.entries()) await expect(field).toHaveValue(values[nth] ?? '')
  await dialog.getByLabel('Nombre').fill('Rosa')
  await dialog.getByLabel('Teléfono').fill('(55) 8765-4321')
  await save(dialog)
  await expectToast(page, 'Datos de contacto actualizados correctamente')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Rosa H.' })).toBeVisible()
  await expect(main.getByText('Tu teléfono termina en 4321.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cambiar nombre o teléfono' })).toBeFocused()
  const seen = await succeed(
    request.get(`/functions/v1/maestro-profile/${person.id}`, { headers: ana.headers }),
  )
  expect(seen).toMatchObject({ nombre: 'Rosa', apellido: 'Hernández', telefono: '5587654321' })
  await page.goto('/dashboard-maestro')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, Rosa')
})

test.describe('wrong data', () => {
  test.use({ expectedErrors: new RegExp(`${REFUSED.source}|^profile edit`) })

  test('say why beside their field and keep what was typed; a failed save can be repeated', async ({
    page,
    request,
  }) => {
    const person = await completeMe(page, request)
    await page.goto('/perfil-maestro?editar=contacto')
    const dialog = page.getByRole('dialog', { name: 'Datos de contacto' })
    for (const [label, wrong, sentence, right] of [
      ['Nombre', ' ', 'Escribe tu nombre.', 'Luis'],
      ['Apellido', '', 'Escribe tu apellido.', 'Hernández'],
      ['Teléfono', '55 1234', 'Revisa tu teléfono: debe tener entre 8 y 20 dígitos.', '55 1234 5678'],
    ] as const) {
      await dialog.getByLabel(label).fill(wrong)
      await save(dialog)
      await expect(dialog.getByRole('alert')).toHaveText(sentence)
      await expect(dialog.getByLabel(label)).toBeFocused()
      await dialog.getByLabel(label).fill(right)
      await expect(dialog.getByRole('alert')).toHaveCount(0)
    }
    await dialog.getByLabel('Apellido').fill('Hernández 55 1234 5678')
    await save(dialog)
    await expect(dialog.getByRole('alert')).toHaveText(
      'El apellido no puede llevar teléfonos, correos, enlaces ni redes.',
    )
    await expectToast(page, 'Error al actualizar tus datos de contacto')
    await dialog.getByLabel('Apellido').fill('Vega')
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await failCall(page, SAVE)
    const failed = page.waitForResponse(SAVE)
    await save(dialog)
    await failed
    await expectToast(page, 'Error al actualizar tus datos de contacto')
    await page.unroute(SAVE)
    await save(dialog)
    await expectToast(page, 'Datos de contacto actualizados correctamente')
    expect(await storedRow(request, person, 'apellido,telefono')).toEqual({
      apellido: 'Vega',
      telefono: '5512345678',
    })
  })
})

test('the dialog says before a change that a new name ends the verification of the INE', async ({
  page,
  request,
}) => {
  const { id } = await completeMe(page, request)
  await page.goto('/perfil-maestro')
  const unverified = await open(page)
  await expect(unverified.getByRole('note')).toHaveCount(0)
  await unverified.getByRole('button', { name: 'Cancelar' }).click()
  await expect(unverified).toHaveCount(0)
  await layersRemoved(page)
  await setFlags(request, id, { ine_verificado: true })
  await page.reload()
  const dialog = await open(page)
  await expect(dialog.getByRole('note')).toHaveText(/tu INE vuelve a quedar pendiente/)
  await expectAccessible(page, '[role=dialog]')
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    const path = `test-results/pictures/perfil-maestro-contacto-${width}.jpg`
    await page.screenshot({ path, quality: 85 })
  }
  await dialog.getByLabel('Teléfono').fill('5587654321')
  await save(dialog)
  const verification = page.locator('#verificacion')
  await expect(dialog).toHaveCount(0)
  await expect(verification.getByText('Verificado', { exact: true })).toHaveCount(1)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.screenshot({ path: 'test-results/pictures/perfil-maestro-360.jpg', fullPage: true, quality: 85 })
  const again = await open(page)
  await again.getByLabel('Apellido').fill('Vega')
  await save(again)
  await expect(verification.getByText('Pendiente', { exact: true })).toHaveCount(3)
})
