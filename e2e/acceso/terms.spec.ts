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
const IDS = '[1.prod.05] [1.prod.06] [1.prod.07] [1.prod.15] [1.prod.17] [1.prod.24]'

test('the terms on /registro open and close with a click, in nine sections [2.auth.08] [2.auth.09] [2.auth.10] [2.auth.11]', async ({
  page,
}) => {
  await page.goto('/registro')
  const title = page.getByRole('heading', { name: 'TÉRMINOS Y CONDICIONES – USUARIO BUSCADOR', exact: true })
  await expect(title).toBeHidden()
  await page.getByText('Leer los términos y condiciones').click()
  await expect(title).toBeVisible()
  await expect(page.getByText('Última actualización: 04/agosto/2025')).toBeVisible()
  await expect(page.locator('details section')).toHaveCount(9)
  await page.getByText('Leer los términos y condiciones').click()
  await expect(title).toBeHidden()
})

test('the terms on /registro-maestro are a dialog of six sections that can be closed [2.auth.18] [2.auth.19]', async ({
  page,
}) => {
  await page.goto('/registro-maestro')
  const open = page.getByRole('button', { name: 'Leer los términos y condiciones' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Términos y Condiciones - Usuario Maestro', exact: true })
  await expect(dialog.locator('section')).toHaveCount(6)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(open).toBeFocused()
  await expect(page.getByRole('checkbox')).not.toBeChecked()
})

for (const path of ['/registro', '/registro-maestro']) {
  test(`the terms on ${path} describe the product and its limits ${IDS}`, async ({ page }) => {
    await page.goto(path)
    await page.getByText('Leer los términos y condiciones').click()
    const terms = page.locator('details, [role=dialog]')
    for (const sentence of SAID) await expect(terms).toContainText(sentence)
  })
}
