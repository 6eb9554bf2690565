import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { lockedMaestro } from '../support/profiles.ts'

/** Chrome before 114 and Safari before 17 have no popover attribute: explanations are shown by state there. */

test.use({ account: 'buscador' })

test('without the popover attribute an explanation is hidden until it is tapped, and closes in every way', async ({
  freshPage: page,
  request,
}) => {
  await page.addInitScript('delete HTMLElement.prototype.popover')
  const address = `/perfil/${await lockedMaestro(request)}`
  await page.goto(address)
  const badge = page.getByRole('button', { name: 'Identidad verificada' })
  const text = page.getByText('Revisamos su identificación oficial (INE)')
  await expect(badge).toBeVisible()
  expect(await page.evaluate<boolean>("'popover' in HTMLElement.prototype")).toBe(false)
  await expect(page.locator('[popover]')).toHaveCount(0)
  await expect(text).toBeHidden()

  const open = async () => {
    await badge.click()
    await expect(text).toBeVisible()
    await expect(badge).toHaveAttribute('aria-expanded', 'true')
  }
  const isClosed = async () => {
    await expect(text).toBeHidden()
    await expect(badge).toHaveAttribute('aria-expanded', 'false')
    await expect(page).toHaveURL(address)
  }
  await open()
  await expectAccessible(page)
  await badge.click()
  await isClosed()
  await open()
  await page.keyboard.press('Escape')
  await isClosed()
  await open()
  await page.goBack()
  await isClosed()
  await open()
  await page.getByRole('heading', { level: 1 }).click()
  await isClosed()
})
