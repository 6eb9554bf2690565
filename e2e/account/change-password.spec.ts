import type { Page } from '@playwright/test'
import { makePerson, passwordSignsIn, post } from '../support/auth-people.ts'
import {
  expect,
  expectAccessible,
  field,
  PASSWORD,
  REFUSED,
  remember,
  STORAGE_KEY,
  test,
} from '../support/fixtures.ts'

const NEW_PASSWORD = 'nueva1'

async function open(page: Page, session: object) {
  await page.goto('/healthz')
  await remember(page, { [STORAGE_KEY]: JSON.stringify(session) })
  await page.goto('/mis-datos')
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  return page.getByRole('dialog')
}

type Typed = { current?: string; next?: string; again?: string }

async function change(page: Page, { current = PASSWORD, next = NEW_PASSWORD, again = next }: Typed = {}) {
  await field(page, 'Contraseña actual').fill(current)
  await field(page, 'Nueva contraseña').fill(next)
  await field(page, 'Confirmar contraseña').fill(again)
  await page.getByRole('button', { name: 'Actualizar contraseña' }).click()
}

for (const role of ['buscador', 'maestro'] as const) {
  test(`a ${role} changes the password while signed in: this session stays, others end, and an e-mail says so`, async ({
    page,
    request,
  }) => {
    const { email, session } = await makePerson(request, role)
    const signIn = { email, password: PASSWORD }
    const elsewhere = await (await post(request, '/auth/v1/token?grant_type=password', signIn)).json()
    const dialog = await open(page, session)
    await expectAccessible(page)
    await field(page, 'Contraseña actual').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Mostrar contraseña' }).first().click()
    await expect(field(page, 'Contraseña actual')).toHaveAttribute('type', 'text')
    await change(page)
    await expect(page.getByText('¡Contraseña actualizada!')).toBeVisible()
    await expect(dialog).toHaveCount(0)

    const { refresh_token } = elsewhere
    expect((await post(request, '/auth/v1/token?grant_type=refresh_token', { refresh_token })).ok()).toBe(
      false,
    )
    expect(await passwordSignsIn(request, email, PASSWORD)).toBe(false)
    expect(await passwordSignsIn(request, email, NEW_PASSWORD)).toBe(true)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Tus datos' })).toBeVisible()
    const subjects = async () => {
      const mails = await (await request.get(`/_outbox.json?to=${encodeURIComponent(email)}`)).json()
      return mails.map(({ subject }: { subject: string }) => subject)
    }
    await expect.poll(subjects).toEqual(['Tu contraseña cambió'])
  })
}

test.describe('a change of the password that is refused', () => {
  test.use({ expectedErrors: REFUSED })

  test('says at its field what is wrong, and keeps the password', async ({ page, request }) => {
    const { email, session } = await makePerson(request, 'buscador')
    const dialog = await open(page, session)
    const cases = [
      ['Contraseña actual', 'Escribe tu contraseña.', { current: '' }],
      ['Nueva contraseña', 'La contraseña debe tener al menos 6 caracteres.', { next: '12345' }],
      ['Confirmar contraseña', 'Las contraseñas no coinciden.', { again: 'otra cosa' }],
      ['Contraseña actual', 'La contraseña actual no es correcta.', { current: 'equivocada' }],
      ['Nueva contraseña', 'Elige una contraseña distinta de la anterior.', { next: PASSWORD }],
    ] as const
    for (const [label, message, given] of cases) {
      await test.step(message, async () => {
        await change(page, given)
        await expect(dialog.getByText(message)).toBeVisible()
        await expect(field(page, label)).toBeFocused()
      })
    }
    expect(await passwordSignsIn(request, email, PASSWORD)).toBe(true)
  })

  test('by a network that loses the answer is complete when it is sent again', async ({ page, request }) => {
    const { email, session } = await makePerson(request, 'buscador')
    await open(page, session)
    // A change that has not arrived: the account has had this password from the beginning.
    await page.route('**/auth/v1/user', (route) => route.abort(), { times: 1 })
    await change(page, { current: 'equivocada', next: PASSWORD })
    await expect(page.getByText('No se pudo actualizar la contraseña')).toBeVisible()
    await change(page, { current: 'equivocada', next: PASSWORD })
    await expect(page.getByText('La contraseña actual no es correcta.')).toBeVisible()
    await page.route(
      '**/auth/v1/user',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await change(page)
    await expect(page.getByText('No se pudo actualizar la contraseña')).toBeVisible()
    expect(await passwordSignsIn(request, email, NEW_PASSWORD)).toBe(true)
    // Other fields are another change, whose current password is wrong.
    await change(page, { next: 'nueva2' })
    await expect(page.getByText('La contraseña actual no es correcta.')).toBeVisible()
    await page.route('**/auth/v1/user', (route) => route.abort(), { times: 1 })
    await change(page)
    await expect(page.getByText('No se pudo actualizar la contraseña')).toBeVisible()
    await change(page)
    await expect(page.getByText('¡Contraseña actualizada!')).toBeVisible()
    expect(await passwordSignsIn(request, email, NEW_PASSWORD)).toBe(true)
  })
})
