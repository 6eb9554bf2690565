import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { completeProfile, headersOf, signUp, succeed } from '../support/api.ts'
import { expect, REFUSED, test } from '../support/fixtures.ts'

/** The page for developers that sends a welcome e-mail. */

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

test('/test-email is in English, with two fields that have sample ids and two buttons, and sends the welcome e-mail of a seeker for the typed id, each time [1.prod.19] [2.maes.32] [2.maes.33] [2.maes.34] [7.fn.22]', async ({
  page,
  request,
}) => {
  const { email, session } = await signUp(request, 'buscador')
  await page.goto('/test-email')
  const main = page.getByRole('main')
  await expect(main).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome email test' })).toBeVisible()
  await expect(main.getByRole('button')).toHaveText([
    'Send maestro welcome email',
    'Send buscador welcome email',
  ])
  for (const label of ['Maestro ID', 'Buscador ID']) await expect(main.getByLabel(label)).toHaveValue(UUID)
  await page.getByLabel('Buscador ID').fill(session.user.id)
  for (const times of [1, 2]) {
    const asked = page.waitForRequest('**/functions/v1/send-buscador-welcome-email')
    await send(page, 'buscador')
    expect((await asked).postDataJSON()).toEqual({ buscador_id: session.user.id, forzar: true })
    await expect(page.getByText('The buscador welcome email was queued.')).toBeVisible()
    await expect.poll(() => welcomes(request, email, 'Te damos la bienvenida')).toBe(times)
  }
})

test('it sends the welcome e-mail of a maestro for the typed id [7.fn.25] [2.maes.34]', async ({
  page,
  request,
}) => {
  const { email, session } = await signUp(request, 'maestro')
  const headers = await headersOf(request, session.access_token)
  const profile = { nombre: 'Luis', apellido: 'Gómez', alcaldia: 'Tlalpan', oficio: 'Plomería' }
  await completeProfile(request, { id: session.user.id, headers, ...profile })
  await page.goto('/test-email')
  await page.getByLabel('Maestro ID').fill(session.user.id)
  const asked = page.waitForRequest('**/functions/v1/send-maestro-welcome-email')
  await send(page, 'maestro')
  expect((await asked).postDataJSON()).toEqual({ maestro_id: session.user.id, forzar: true })
  await expect(page.getByText('The maestro welcome email was queued.')).toBeVisible()
  await expect.poll(() => welcomes(request, email, 'Tu perfil de maestro está listo')).toBe(1)
})

test.describe('with a wrong id', () => {
  test.use({ expectedErrors: REFUSED })

  test('it says in English that the id is not valid or unknown, and sends nothing [2.maes.34]', async ({
    page,
  }) => {
    await page.goto('/test-email')
    let calls = 0
    page.on('request', (request) => {
      if (request.url().includes('/functions/v1/')) calls += 1
    })
    await page.getByLabel('Buscador ID').fill('no-es-un-uuid')
    await send(page, 'buscador')
    await expect(page.getByText('Type a valid UUID.')).toBeVisible()
    expect(calls).toBe(0)
    await page.getByLabel('Buscador ID').fill(randomUUID())
    await send(page, 'buscador')
    await expect(page.getByText('There is no confirmed buscador with this ID.')).toBeVisible()
    await send(page, 'maestro')
    await expect(page.getByText('There is no maestro with a complete profile and this ID.')).toBeVisible()
  })
})

const send = (page: Page, role: string) =>
  page.getByRole('button', { name: `Send ${role} welcome email` }).click()

async function welcomes(request: APIRequestContext, to: string, subject: string): Promise<number> {
  const mails: { subject: string }[] = await succeed(
    request.get(`/_outbox.json?to=${encodeURIComponent(to)}`),
  )
  return mails.filter((mail) => mail.subject.startsWith(subject)).length
}
