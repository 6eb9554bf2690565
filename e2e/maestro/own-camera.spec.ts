import { takePicture, viewfinder } from '../support/fake-camera.ts'
import { expect, REFUSED, test } from '../support/fixtures.ts'
import { completeMe, expectToast, setFlags, storedRow } from '../support/maestro.ts'
import { PHONE } from '../support/onboarding.ts'

/** Photo and INE of the own profile on a phone, with the fake camera of Chromium. */

test.use({
  account: { role: 'maestro' },
  expectedErrors: REFUSED,
})
// The fake camera and the picture's encoding take most of a busy machine.
test.setTimeout(240_000)

test('the camera of onboarding takes another INE, which is then pending, and another photo', async ({
  page,
  request,
}) => {
  const person = await completeMe(page, request)
  await setFlags(request, person.id, { ine_verificado: true })
  await page.setViewportSize(PHONE)
  await page.goto('/perfil-maestro?editar=ine')
  const ine = page.getByRole('dialog', { name: 'Tu INE' })
  await expect(ine.getByText(/tu INE vuelve a quedar pendiente/)).toBeVisible()
  await ine.getByRole('button', { name: 'Tomar foto con cámara' }).click()
  const camera = viewfinder(page, 'Tu INE').filter({ has: page.locator('video') })
  await expect(camera.getByText('Pon el frente de tu INE dentro del marco.')).toBeVisible()
  await expect(camera.getByRole('button', { name: 'Tomar foto' })).toBeEnabled()
  // The frame's line is drawn, and what is around it is darker but visible.
  const [around, line] = [camera.locator('svg path').nth(0), camera.locator('svg path').nth(1)]
  await expect(line).not.toHaveCSS('stroke', 'none')
  await expect(around).not.toHaveCSS('fill', 'rgb(0, 0, 0)')

  // The browser's back closes the viewfinder alone.
  await page.goBack()
  await expect(page.locator('video')).toHaveCount(0)
  await ine.getByRole('button', { name: 'Tomar foto con cámara' }).click()
  await takePicture(page, 'Tu INE')
  await expectToast(page, 'INE subido correctamente')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const { ine_url } = await storedRow(request, person, 'ine_url')
  expect(ine_url).toMatch(new RegExp(`/ine_${person.id}_\\d{13}\\.jpg$`))
  await expect(page.locator('#verificacion').getByText('Pendiente', { exact: true })).toHaveCount(3)

  await page.getByRole('button', { name: 'Cambiar foto' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar foto' })
  await dialog.getByRole('button', { name: 'Tomar foto con cámara' }).click()
  await expect(page.getByText('Pon tu cara dentro del óvalo.')).toBeVisible()
  await takePicture(page, 'Cambiar foto')
  await expectToast(page, '¡Perfecto! Tu foto de perfil se ha guardado correctamente.')
  const { foto_perfil_url } = await storedRow(request, person, 'foto_perfil_url')
  expect(foto_perfil_url).toMatch(new RegExp(`/profile-photos/${person.id}/\\d{13}\\.jpg$`))
})
