import { succeed } from '../support/api.ts'
import { REFUSED, storedSession } from '../support/fixtures.ts'
import { DESKTOP, expect, fillAll, makeNewcomer, PHONE, test } from '../support/onboarding.ts'

test.use({ expectedErrors: REFUSED })

test('a desktop shows a code that opens the step on the phone, goes on when the phone has finished it, and leaves the form when the phone has submitted it', async ({
  who,
  openAs,
  openPage,
  request,
}) => {
  const desktop = await openAs(who)
  await desktop.setViewportSize(DESKTOP)
  const made = desktop.waitForResponse('**/functions/v1/onboarding-enlace')
  await desktop.locator('#paso-selfie').getByRole('button', { name: 'Mostrar código QR' }).click()
  const { token } = await (await made).json()
  await expect(
    desktop.getByRole('img', { name: 'Código QR para abrir este paso en tu teléfono' }),
  ).toBeVisible()
  await expect(desktop.getByText(/^Abre la cámara de tu teléfono/)).toBeFocused()

  const phone = await openPage()
  await phone.setViewportSize(PHONE)
  const asked: string[] = []
  phone.on('request', (sent) => asked.push(sent.url()))
  await phone.goto(`/continuar#enlace=${token}&paso=selfie`)
  await expect(phone.getByText('¿Es tu cuenta?')).toBeVisible()
  await expect(phone.getByText(who.email, { exact: true })).toBeVisible()
  // The token works once, and its session is not lost by a reload.
  await phone.reload()
  await expect(phone.getByText(who.email, { exact: true })).toBeVisible()
  expect(await storedSession(phone), 'nothing is stored before the answer').toBeUndefined()
  await phone.getByRole('button', { name: 'Entrar como' }).click()
  await expect(phone).toHaveURL('/onboarding-maestro?paso=selfie')
  await expect(phone.getByText(`Cuenta: ${who.email}`)).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Tomar selfie' })).toBeVisible()
  expect(
    asked.filter((url) => url.includes(token)),
    'the token is in no address that a server sees',
  ).toEqual(asked.filter((url) => url.includes('/continuar#')))

  // The phone's picture, saved through the API.
  await fillAll(request, who, ['ine'])
  await expect(desktop.getByRole('img', { name: 'Tu selfie' })).toBeVisible()
  await expect(desktop.getByText('Esperando la foto de tu teléfono…')).toHaveCount(0)

  // The link has been used.
  const other = await openPage()
  await other.goto(`/continuar#enlace=${token}&paso=selfie`)
  await expect(other.getByText('Este enlace ya no sirve')).toBeVisible()
  await expect(other).toHaveURL('/continuar')

  await desktop.locator('#paso-ine').getByRole('button', { name: 'Mostrar código QR' }).click()
  await expect(desktop.getByText('Esperando la foto de tu teléfono…')).toBeVisible()
  await fillAll(request, who)
  await phone.goto('/onboarding-maestro?paso=revisar')
  await expect(phone.getByText('Guardado', { exact: true })).toBeVisible()
  await phone.getByRole('button', { name: 'Completar mi perfil' }).click()
  await expect(phone).toHaveURL('/dashboard-maestro')
  await expect(desktop).toHaveURL('/dashboard-maestro')
  // Another onboarding does not begin with the draft of this one.
  const draft = await desktop.evaluate<string | null>(`localStorage.getItem('maestros-onboarding:${who.id}')`)
  expect(JSON.parse(draft ?? '{}')).toEqual({})
})

test('a code of another person leaves the signed-in account as it is when the person refuses it', async ({
  who,
  openAs,
  request,
}) => {
  const other = await makeNewcomer(request)
  const { token } = await succeed(
    request.post('/functions/v1/onboarding-enlace', { headers: other.headers, data: {} }),
  )
  const phone = await openAs(who, `/continuar#enlace=${token}&paso=ine`)
  await expect(phone.getByText(other.email, { exact: true })).toBeVisible()
  expect(await storedSession(phone)).toContain(who.email)
  await phone.getByRole('button', { name: 'No soy yo' }).click()
  await expect(phone).toHaveURL(/\/onboarding-maestro/)
  await expect(phone.getByText(`Cuenta: ${who.email}`)).toBeVisible()
})

test.describe('when minutes pass at once', () => {
  // Calls that the page has just made, such as that of the unread messages, then count as unanswered.
  test.use({ expectedErrors: /no answer in \d+ ms/ })

  test('a desktop still follows the phone after the code has expired', async ({ who, openAs, request }) => {
    const desktop = await openAs(who, '/onboarding-maestro', { fresh: true })
    await desktop.setViewportSize(DESKTOP)
    await desktop.clock.install()
    await desktop.locator('#paso-selfie').getByRole('button', { name: 'Mostrar código QR' }).click()
    await expect(desktop.getByText('Esperando la foto de tu teléfono…')).toBeVisible()
    await desktop.clock.fastForward('10:01')
    await expect(desktop.getByText('Este código ya venció.')).toBeVisible()
    await fillAll(request, who, ['ine'])
    await desktop.clock.fastForward('00:20')
    await expect(desktop.getByRole('img', { name: 'Tu selfie' })).toBeVisible()
    await expect(desktop.getByText('Este código ya venció.')).toHaveCount(0)
  })
})
