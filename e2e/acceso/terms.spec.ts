import { fillSignUp } from '../support/auth-people.ts'
import { expect, test } from '../support/fixtures.ts'

/** What the terms must say to each role (specification, section 1). */
const SAID = [
  /únicamente un directorio/,
  /[Nn]o es un intermediario ni un mercado en línea \(marketplace\)/,
  /no intermedia trabajos ni pagos/,
  /En esta etapa inicial.* gratuito y sin comisiones/,
  /suspender o eliminar una cuenta por incumplir estos términos, por dar datos falsos, por un comportamiento inapropiado o por usar la plataforma para algo ilícito/,
  /deben ser verdaderos/,
  /leyes de los Estados Unidos Mexicanos.*tribunales de la Ciudad de México/,
]

test('the terms on /registro open and close with a click, in nine sections, and describe the product and its limits [2.auth.08] [2.auth.09] [2.auth.10] [2.auth.11] [1.prod.05] [1.prod.06] [1.prod.07] [1.prod.15] [1.prod.17] [1.prod.24]', async ({
  page,
}) => {
  await page.goto('/registro')
  const title = page.getByRole('heading', { name: 'TÉRMINOS Y CONDICIONES – USUARIO BUSCADOR', exact: true })
  await expect(title).toBeHidden()
  await page.getByText('Leer los términos y condiciones').click()
  await expect(title).toBeVisible()
  await expect(page.getByText('Última actualización: 04/agosto/2025')).toBeVisible()
  await expect(page.locator('details section')).toHaveCount(9)
  for (const sentence of SAID) await expect(page.locator('details')).toContainText(sentence)
  await page.getByText('Leer los términos y condiciones').click()
  await expect(title).toBeHidden()
})

test('the terms on /registro-maestro are a dialog of six sections that describe the product and its limits; with the keyboard alone it is closed, or accepts the terms for the sign-up [2.auth.18] [2.auth.19] [1.prod.05] [1.prod.06] [1.prod.07] [1.prod.15] [1.prod.17] [1.prod.24]', async ({
  page,
}) => {
  await page.goto('/registro-maestro')
  await fillSignUp(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const open = page.getByRole('button', { name: 'Leer los términos y condiciones' })
  const dialog = page.getByRole('dialog', { name: 'Términos y Condiciones - Usuario Maestro', exact: true })
  await expect(open).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.locator('section')).toHaveCount(6)
  for (const sentence of SAID) await expect(dialog).toContainText(sentence)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(open).toBeFocused()
  await expect(page.getByRole('checkbox')).not.toBeChecked()

  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Aceptar los términos' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(open).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login-maestro')
})
