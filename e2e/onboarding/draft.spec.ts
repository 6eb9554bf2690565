import type { Page } from '@playwright/test'
import { expectReadableEnlarged } from '../support/enlarged.ts'
import { expectAccessible, LOST_NETWORK } from '../support/fixtures.ts'
import {
  DESKTOP,
  expect,
  fillAll,
  PHONE,
  saveSteps,
  submitButton,
  TEXTS,
  test,
} from '../support/onboarding.ts'

const next = (page: Page) => page.getByRole('button', { name: 'Siguiente' }).click()
const saved = (page: Page) => expect(page.getByText('Guardado', { exact: true })).toBeVisible()

test.use({ expectedErrors: LOST_NETWORK })

test('a phone shows one step at a time with progress, whose heading has the focus, and the browser’s back button goes one step back', async ({
  who,
  openAs,
}) => {
  const page = await openAs(who, '/healthz')
  await page.setViewportSize(PHONE)
  await page.goto('/onboarding-maestro')
  await saved(page)
  const heading = (name: string) => page.getByRole('heading', { name })
  await expect(heading('Tus datos')).toBeVisible()
  await expect(heading('Tus datos'), 'the first focus is left to the browser').not.toBeFocused()
  await expect(page.getByText('Paso 1 de 9')).toBeVisible()
  await page.getByLabel('Teléfono', { exact: true }).fill('5512345678')
  await next(page)
  await expect(heading('Tus oficios')).toBeFocused()
  await expect(page).toHaveURL('/onboarding-maestro?paso=oficios')
  const trade = page.getByRole('checkbox', { name: 'Albañilería' })
  await trade.check()
  await expectAccessible(page)
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await next(page)
  await expect(heading('Dónde trabajas')).toBeFocused()
  expect(await page.evaluate('scrollY')).toBe(0)
  await page.goBack()
  await expect(heading('Tus oficios')).toBeFocused()
  await expect(trade).toBeChecked()
  await page.goBack()
  await expect(page.getByLabel('Teléfono', { exact: true })).toHaveValue('5512345678')
  await page.goForward()
  await expect(heading('Tus oficios')).toBeVisible()
  await page.getByRole('button', { name: 'Atrás' }).click()
  await expect(heading('Tus datos')).toBeVisible()
})

test('a phone stays at its first step when the answer that completes it is there as soon as the step is', async ({
  who,
  openAs,
}) => {
  const page = await openAs(who, '/healthz', { fresh: true })
  await page.setViewportSize(PHONE)
  // As the browser fills it in: before the address names the step.
  await page.addInitScript(`new MutationObserver((_, observer) => {
    const phone = document.querySelector('input[name="telefono"]')
    if (!phone) return
    observer.disconnect()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(phone, '5512345678')
    phone.dispatchEvent(new Event('input', { bubbles: true }))
  }).observe(document, { childList: true, subtree: true })`)
  await page.goto('/onboarding-maestro')
  await saved(page)
  await expect(page.getByLabel('Teléfono', { exact: true })).toHaveValue('5512345678')
  await next(page)
  await expect(page.getByRole('heading', { name: 'Tus oficios' })).toBeVisible()
})

test('a phone without a copy of the draft begins at the first step that lacks something, explains an answer that breaks a rule before it goes on, and lets the person leave it for later', async ({
  who,
  openAs,
  request,
}) => {
  await saveSteps(request, who, { datos: TEXTS.datos, oficios: TEXTS.oficios })
  const page = await openAs(who, '/healthz')
  await page.setViewportSize(PHONE)
  await page.goto('/onboarding-maestro')
  await expect(page.getByRole('heading', { name: 'Dónde trabajas' })).toBeVisible()
  await expect(page).toHaveURL('/onboarding-maestro?paso=alcaldias')
  await page.goto('/onboarding-maestro?paso=descripcion')
  const descripcion = page.getByLabel('Descripción', { exact: true })
  await descripcion.fill('Arreglo fugas.')
  await next(page)
  await expect(page.getByRole('alert')).toHaveText('La descripción debe tener al menos 50 caracteres.')
  await expect(descripcion).toBeFocused()
  await expectAccessible(page)
  await expectReadableEnlarged(page)
  await descripcion.fill(TEXTS.descripcion)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await next(page)
  await expect(page.getByRole('heading', { name: 'Referencias' })).toBeVisible()
  await page.goBack()
  await descripcion.fill('Arreglo fugas.')
  await next(page)
  await page.getByRole('button', { name: 'Dejarlo para después' }).click()
  await expect(page.getByRole('heading', { name: 'Referencias' })).toBeVisible()
  // A step without an answer is left without a word.
  await next(page)
  await expect(page).toHaveURL('/onboarding-maestro?paso=identidad')
})

test('a step that was opened from the review leads back to it, and the steps are readable on an enlarged screen', async ({
  who,
  openAs,
  request,
}) => {
  await fillAll(request, who, ['descripcion'])
  const page = await openAs(who, '/healthz')
  await page.setViewportSize(PHONE)
  for (const paso of ['selfie', 'referencias', 'ine', 'revisar']) {
    await page.goto(`/onboarding-maestro?paso=${paso}`)
    await saved(page)
    await expectReadableEnlarged(page)
  }
  await expectAccessible(page)
  const review = page.getByRole('heading', { name: 'Revisa y termina' })
  const work = page.getByRole('heading', { name: 'Tu trabajo' })
  const back = page.getByRole('button', { name: 'Volver a revisar' })
  await page.getByRole('button', { name: /^Tu trabajo/ }).click()
  await expect(work).toBeVisible()
  await back.click()
  await expect(review).toBeVisible()
  await submitButton(page).click()
  await expect(work).toBeVisible()
  await expect(page.getByRole('button', { name: 'Dejarlo para después' })).toBeVisible()
  await page.getByLabel('Descripción', { exact: true }).fill(TEXTS.descripcion)
  await back.click()
  await expect(review).toBeVisible()
  await page.goBack()
  await expect(work).toBeVisible()
})

test('a wide page stays where it is when a step becomes complete while its person types', async ({
  who,
  openAs,
  request,
}) => {
  await fillAll(request, who, ['descripcion', 'ine'])
  const page = await openAs(who)
  await page.setViewportSize(DESKTOP)
  await saved(page)
  const description = page.getByLabel('Descripción', { exact: true })
  await description.fill('x'.repeat(49))
  await description.scrollIntoViewIfNeeded()
  const before = await page.evaluate<number>('scrollY')
  expect(before).toBeGreaterThan(0)
  await description.press('End')
  await page.keyboard.type('yz')
  await saved(page)
  expect(await page.evaluate('scrollY')).toBe(before)
})

test('a reload, a lost network and another device lose nothing that was typed, and a step that two devices changed waits for the person’s decision', async ({
  who,
  openAs,
  request,
}) => {
  const page = await openAs(who)
  await page.setViewportSize(DESKTOP)
  const description = page.getByLabel('Descripción', { exact: true })
  const address = page.getByLabel('Domicilio', { exact: true })
  const read = async () => (await saveSteps(request, who, {})).pasos
  await description.fill('Escrito con red')
  await saved(page)
  await page.context().setOffline(true)
  await description.fill('Escrito sin red')
  await expect(page.getByText('Sin conexión: guardado en este dispositivo')).toBeVisible()
  await page.context().setOffline(false)
  await saved(page)
  // Typed and reloaded before it could be sent.
  await page.route('**/functions/v1/onboarding-borrador', (route) => route.abort())
  await address.fill('Calle sin enviar 12')
  await page.reload()
  await expect(address).toHaveValue('Calle sin enviar 12')
  await page.unroute('**/functions/v1/onboarding-borrador')
  await page.reload()
  await saved(page)
  expect(await read(), 'what another device reads').toMatchObject({
    descripcion: { valor: 'Escrito sin red' },
    domicilio: { valor: 'Calle sin enviar 12' },
  })

  await page.context().setOffline(true)
  await description.fill('De esta computadora, sin red')
  await saveSteps(request, who, { descripcion: 'Del teléfono', domicilio: 'También del teléfono' })
  await page.context().setOffline(false)
  await expect(page.getByText('Este paso también se cambió en otro dispositivo.')).toBeVisible()
  await expect(page.getByText('«Del teléfono»')).toBeVisible()
  await expect(page.getByText('Sin guardar: Tu trabajo')).toBeVisible()
  await expect(page.getByText('Guardado', { exact: true })).toHaveCount(0)
  await expect(description).toHaveValue('De esta computadora, sin red')
  await expect(address, 'a step without a conflict').toHaveValue('También del teléfono')
  // The form is not sent before the decision.
  await submitButton(page).click()
  await expect(page.getByText('Antes de enviar, elige qué se queda')).toBeVisible()
  const mine = page.getByRole('button', { name: 'Dejar lo de aquí' })
  await expect(mine).toBeFocused()
  await mine.click()
  await saved(page)
  expect((await read()).descripcion.valor).toBe('De esta computadora, sin red')
})
