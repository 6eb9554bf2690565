import { signUp } from '../support/api.ts'
import { makeBuscador } from '../support/chats.ts'
import { heading, signInToConsole } from '../support/console.ts'
import { expect, REFUSED, test } from '../support/fixtures.ts'
import { expectToast } from '../support/maestro.ts'

/** Accounts, their suspension, and the audit. */

const ANA = { nombre: 'Ana', apellido: 'Ruiz' }

test('an account is found by its e-mail, which is in no address and no storage, and is suspended and restored, which the audit shows; a search without a result says so, and the same search again is another look', async ({
  page,
  request,
}) => {
  const { email, session } = await signUp(request, 'buscador', ANA)
  await signInToConsole(page, request)
  await page.goto('/operacion/cuentas')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByRole('alert')).toHaveText('Escribe un correo, un id o un teléfono.')
  const looks: string[] = []
  page.on('request', (call) => {
    if (call.url().endsWith('/operacion-cuentas')) looks.push(call.url())
  })
  const what = page.getByLabel('Correo, id o teléfono')
  await what.fill('nadie@e2e.test')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByText('No hay ninguna cuenta así')).toBeVisible()
  await what.press('Enter')
  await expect.poll(() => looks.length).toBe(2)
  await what.fill(email)
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Ana Ruiz' })).toBeVisible()
  await expect(page).toHaveURL('/operacion/cuentas')
  const stored = await page.evaluate<string>('JSON.stringify([{...localStorage}, {...sessionStorage}])')
  for (const searched of ['nadie@e2e.test', email]) expect(stored).not.toContain(searched)
  await page.getByRole('button', { name: 'Suspender' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Motivo para la auditoría').fill('Pidió dinero a tres maestros.')
  await dialog.getByLabel('Mensaje para la persona').fill('corto')
  await dialog.getByRole('button', { name: 'Suspender' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Escribe al menos 10 caracteres.')
  await dialog.getByLabel('Mensaje para la persona').fill('')
  await dialog.getByRole('button', { name: 'Suspender' }).click()
  await expectToast(page, 'La cuenta está suspendida.')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const whoAmI = () =>
    request.get('/auth/v1/user', {
      headers: { apikey: 'x', Authorization: `Bearer ${session.access_token}` },
    })
  expect((await whoAmI()).ok()).toBe(false)
  await page.getByRole('button', { name: 'Restaurar' }).click()
  await dialog.getByLabel('Motivo para la auditoría').fill('Se aclaró con los maestros.')
  await dialog.getByRole('button', { name: 'Restaurar' }).click()
  await expectToast(page, 'La cuenta ya no está suspendida.')
  await expect(page.getByRole('button', { name: 'Suspender' })).toBeVisible()
  await page.goto(`/operacion/auditoria?cuenta=${session.user.id}`)
  await expect(page.getByText('suspendió a', { exact: true })).toBeVisible()
  await expect(page.getByText('Se aclaró con los maestros.')).toBeVisible()
  await expect(page.getByText('miró la cuenta de', { exact: true }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Ver toda la auditoría' }).click()
  await expect(page).toHaveURL('/operacion/auditoria')
  await expect(heading(page, 'Auditoría')).toBeVisible()
})

test.describe('an operator of the level revisor', () => {
  test.use({ expectedErrors: REFUSED })

  test('has no audit and no suspension, on the screen or by its address', async ({ page, request }) => {
    const { id } = await makeBuscador(request, ANA)
    const operator = await signInToConsole(page, request, 'revisor')
    await page.setViewportSize({ width: 1280, height: 860 })
    await page.goto(`/operacion/cuentas/${id}`)
    await expect(page.getByRole('heading', { level: 2, name: 'Ana Ruiz' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Suspender' })).toHaveCount(0)
    await expect(page.getByText('Lo último de la auditoría')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Reportes' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Auditoría' })).toHaveCount(0)
    await page.goto('/operacion/auditoria')
    await expect(page.getByText('Solo para responsables')).toBeVisible()
    const data = { cuenta_id: id, suspender: true, motivo: 'Una prueba de permisos.' }
    const { headers } = operator
    const answer = await request.post('/functions/v1/operacion-suspender', { headers, data })
    expect(answer.status()).toBe(403)
  })
})
