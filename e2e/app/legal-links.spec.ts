import { expect, test } from '../support/fixtures.ts'
import { PHONE } from '../support/onboarding.ts'

/** The legal texts and the help can be reached where a person needs them. */

const PRIVACY = /^Acuerdo de privacidad/

test('the privacy notice opens in another tab from the sign-up, so that what is typed stays', async ({
  page,
}) => {
  await page.goto('/registro-maestro')
  await page.getByLabel('Nombre', { exact: true }).fill('Nuria')
  const opened = page.waitForEvent('popup')
  await page.getByRole('main').getByRole('link', { name: PRIVACY }).click()
  await expect((await opened).getByRole('heading', { level: 1 })).toHaveText('Acuerdo de privacidad')
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Nuria')
  await (await opened).close()
})

test('a reset screen without a valid link leads back to the start', async ({ page }) => {
  for (const path of ['/reset-password', '/reset-password-maestro']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Enlace Expirado' })).toBeVisible()
    await page.getByRole('link', { name: 'Volver al inicio' }).click()
    await expect(page).toHaveURL('/login')
  }
})

test.describe('a signed-in person', () => {
  test.use({ account: 'buscador' })

  test('finds the own data at the top of the help, and the legal texts in both', async ({ page }) => {
    await page.goto('/ayuda')
    await expect(page.getByRole('link', { name: PRIVACY })).toHaveAttribute('href', '/acuerdo-de-privacidad')
    await page
      .getByRole('list', { name: 'En esta página' })
      .getByRole('link', { name: 'Tus datos, avisos y cuenta' })
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tus datos')
    await page.getByRole('link', { name: PRIVACY }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Acuerdo de privacidad')
    // The navigation bar, and no second header with the brand.
    await expect(page.getByRole('banner')).toHaveCount(1)
  })
})

test.describe('a maestro in the onboarding', () => {
  test.use({ account: { role: 'maestro' } })

  test('finds the privacy notice where documents and pictures are given and returns to the same step, and keeps the focus near a choice that was removed or made the main one', async ({
    page,
  }) => {
    await page.setViewportSize(PHONE)
    for (const paso of ['selfie', 'identidad', 'ine']) {
      await page.goto(`/onboarding-maestro?paso=${paso}`)
      await page.getByRole('link', { name: PRIVACY }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Acuerdo de privacidad')
      await page.goBack()
      await expect(page).toHaveURL(`/onboarding-maestro?paso=${paso}`)
    }
    await page.goto('/onboarding-maestro?paso=oficios')
    for (const name of ['Plomería', 'Herrería'])
      await page.getByRole('checkbox', { name, exact: true }).check()
    const remove = (name: string) => page.getByRole('button', { name: `Quitar ${name}` })
    await page.getByRole('button', { name: /principal.*Herrería|Herrería.*principal/ }).press('Enter')
    await expect(remove('Herrería')).toBeFocused()
    await remove('Herrería').press('Enter')
    await expect(remove('Plomería')).toBeFocused()
    await remove('Plomería').press('Enter')
    await expect(page.getByLabel('Buscar oficio')).toBeFocused()
  })
})
