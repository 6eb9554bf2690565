import type { Page } from '@playwright/test'
import { partsOf } from '../../apps/server/test/setup/services/mail-parts.ts'
import { startSmtp, type TestSmtp } from '../../apps/server/test/setup/services/smtp.ts'
import { acceptTerms, createAccount, fillSignUp, newEmail } from '../support/auth-people.ts'
import { expect, expectAccessible, field, REFUSED, signInThroughForm, test } from '../support/fixtures.ts'
import { hold } from '../support/hold.ts'
import { ownServer } from '../support/own-server.ts'

/** With a mail server, an account can be used only after its e-mail address was confirmed. */

test.describe.configure({ mode: 'default', timeout: 150_000 })
// The welcome e-mail is asked for without a session, and refused codes are logged.
test.use({ expectedErrors: REFUSED })

let smtp: TestSmtp
let server: Awaited<ReturnType<typeof ownServer>>
test.beforeAll(async () => {
  smtp = await startSmtp()
  server = await ownServer({ SMTP_URL: smtp.url })
})
test.afterAll(async () => {
  await server.end()
  await smtp.close()
})

const WAYS = [
  { role: 'buscador', signUp: '/registro', login: '/login', home: '/seleccion-delegacion' },
  { role: 'maestro', signUp: '/registro-maestro', login: '/login-maestro', home: '/onboarding-maestro' },
] as const

const at = (path: string) => server.baseURL + path
/** The onboarding adds its step to the address. */
const expectAt = (page: Page, path: string) =>
  expect(page).toHaveURL((url) => url.href.split('?')[0] === at(path))
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Falta confirmar tu correo' })
const broken = (page: Page) => page.getByRole('alert').filter({ hasText: 'Ese enlace ya no sirve' })
const code = (page: Page) => field(page, 'Código de seis dígitos')
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirmar mi correo' })
/** In another browser than the one of the sign-up, the link first shows whose account it is. */
async function openElsewhere(page: Page, link: string) {
  await page.goto(link)
  await page.getByRole('button', { name: 'Entrar como María José Muñoz Ibáñez' }).click()
}
const resend = (page: Page) => page.getByRole('button', { name: 'Reenviar correo' })

/** The link and the code of the newest confirmation e-mail, when `count` of them have arrived. */
async function mailTo(email: string, count = 1) {
  const texts = () =>
    smtp.received
      .filter(({ to }) => to === email)
      .map(({ raw }) => partsOf(raw).text)
      .filter((text) => text.includes('/auth/v1/verify'))
  await expect.poll(() => texts().length).toBe(count)
  const text = texts().at(-1) ?? ''
  return {
    link: /https?:\S+\/auth\/v1\/verify\S+/.exec(text)?.[0] ?? '',
    code: /^\d{6}$/m.exec(text)?.[0] ?? '',
  }
}

async function signUp(page: Page, path: string) {
  if (!page.url().startsWith(at(path))) await page.goto(at(path))
  const person = await fillSignUp(page)
  await acceptTerms(page)
  await createAccount(page).click()
  await expect(notice(page)).toContainText(person.email)
  return person
}

for (const { role, signUp: path, login, home } of WAYS) {
  test(`a new ${role} reads at once how to confirm the address, and enters with the code of the e-mail`, async ({
    page,
  }) => {
    const { email } = await signUp(page, path)
    await expect(page).toHaveURL(at(login))
    await expect(code(page)).toBeFocused()
    await expect(code(page)).toHaveAttribute('inputmode', 'numeric')
    await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code')
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.screenshot({ path: `test-results/pictures/confirmation-${role}-360.jpg`, quality: 85 })

    const mail = await mailTo(email)
    await confirm(page).click()
    await expect(page.getByText('Escribe los seis números del código.')).toBeVisible()
    await code(page).fill(mail.code === '000000' ? '000001' : '000000')
    await confirm(page).click()
    await expect(page.getByText('El código no es correcto o ya venció.')).toBeVisible()
    await expect(code(page)).toBeFocused()
    await code(page).fill(`${mail.code.slice(0, 3)} ${mail.code.slice(3)}`)
    await confirm(page).click()
    await expectAt(page, home)
  })
}

test('the e-mail is sent again, only the newest works, and an early second request says how long to wait', async ({
  page,
  openPage,
}) => {
  const { email } = await signUp(page, '/registro')
  const first = await mailTo(email)
  await resend(page).click()
  await expect(page.getByText('Listo. Si esa cuenta está por confirmar')).toBeVisible()
  const second = await mailTo(email, 2)
  await page.reload()
  await expect(notice(page)).toBeVisible()
  await resend(page).click()
  await expect(
    page.getByText('Hace poco se pidió un correo para esta dirección. Espera un rato'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /^Reenviar correo en [1-5]?\d s$/ })).toBeVisible()

  const other = await openPage()
  await other.goto(first.link)
  await expect(broken(other)).toBeVisible()
  await openElsewhere(other, second.link)
  await expect(other).toHaveURL(new RegExp(`${at('/seleccion-delegacion')}#?$`))
})

test('a sign-in of an account to be confirmed says so and offers the same [8.auth.04]', async ({ page }) => {
  const { email, password } = await signUp(page, '/registro-maestro')
  const { code: first } = await mailTo(email)
  // The browser takes the address that is already open as a reload, which keeps the notice of the sign-up.
  await page.goto(at('/healthz'))
  await page.goto(at('/login-maestro'))
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
  await signInThroughForm(page, email, password)
  await expect(page.getByText('Email no confirmado')).toBeVisible()
  await expect(notice(page)).toContainText(email)
  await code(page).fill(first)
  await confirm(page).click()
  await expectAt(page, '/onboarding-maestro')
})

test('/auth offers the same after its sign-up', async ({ page }) => {
  await page.goto(at('/auth'))
  await page.getByRole('tab', { name: 'Registrarse' }).click()
  const { email } = await signUp(page, '/auth')
  await code(page).fill((await mailTo(email)).code)
  await confirm(page).click()
  await expect(page).toHaveURL(at('/'))
})

for (const { role, signUp: path, login, home } of WAYS) {
  test(`a ${role} whose link has been used reads so on ${login}, and enters with the code of a newer e-mail; the address keeps no error`, async ({
    page,
    openPage,
  }) => {
    const { email } = await signUp(page, path)
    await mailTo(email)
    await resend(page).click()
    const { code: newest } = await mailTo(email, 2)
    const other = await openPage()
    const hash = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid'
    await other.goto(`${at(role === 'maestro' ? '/dashboard-maestro' : home)}#${hash}`)
    await expect(other).toHaveURL(at(login))
    await expect(broken(other)).toBeVisible()
    await expectAccessible(other)

    await resend(other).click()
    await expect(other.getByText('Escribe tu correo electrónico.')).toBeVisible()
    const asked = field(other, 'Correo con el que te registraste')
    await expect(asked).toBeFocused()
    await asked.fill(newEmail())
    await resend(other).click()
    await expect(other.getByText('Listo. Si esa cuenta está por confirmar')).toBeVisible()
    await asked.fill(email)
    await code(other).fill(newest)
    await confirm(other).click()
    await expectAt(other, home)
  })
}

test('a signed-in person who opens the used link again stays at home, and the error is removed from the address', async ({
  page,
}) => {
  const { email } = await signUp(page, '/registro')
  const { link } = await mailTo(email)
  const home = page.getByRole('heading', { name: '¿En qué alcaldía será el servicio?' })
  await page.goto(link)
  await expect(home).toBeVisible()
  await page.goto(link)
  await expect(home).toBeVisible()
  await expect(page).toHaveURL(at('/seleccion-delegacion'))
})

test('a seeker who signs up from a search page sees its results after the link of a repeated e-mail in another browser, and after the sign-in in this one', async ({
  page,
  openPage,
}) => {
  const results = (of: Page) => of.getByRole('heading', { level: 1, name: 'Plomería en Coyoacán' })
  await page.goto(at('/maestros/plomeria/coyoacan'))
  await expect(page.getByText('Guardamos lo que estabas buscando.')).toBeVisible()
  await page.locator('a[href^="/registro?"]').first().click()
  await expect(page).toHaveURL(/\/registro\?/)
  const { email } = await signUp(page, '/registro')
  await expect(page).toHaveURL(at('/login'))
  await mailTo(email)
  await resend(page).click()
  const mail = await mailTo(email, 2)
  const other = await openPage()
  // The results are opened before the auth client has read the session from the address.
  const open = await hold(other, '**/config.json')
  await other.goto(mail.link)
  const trade = () => other.evaluate<string | null>("localStorage.getItem('oficioSeleccionado')")
  await expect.poll(trade).toBe('Plomería')
  open()
  await other.getByRole('button', { name: 'Entrar como' }).click()
  await expect(results(other)).toBeVisible()
  expect(other.url()).not.toContain('access_token')
  await other.reload()
  await expect(results(other)).toBeVisible()
  await expect(other).toHaveURL(at('/resultados'))

  await page.reload()
  // The page has filled in the e-mail address by then.
  await expect(notice(page)).toBeVisible()
  await signInThroughForm(page, email)
  await expect(results(page)).toBeVisible()
  await expect(page).toHaveURL(at('/resultados'))
})

test('the link of the confirmation leads to the page that the new seeker wanted, also in another browser', async ({
  page,
  openPage,
}) => {
  await page.goto(at('/avisos'))
  await expect(page).toHaveURL(at('/login'))
  await page.getByRole('link', { name: 'Regístrate gratis' }).click()
  await expect(page).toHaveURL(at('/registro'))
  const { email } = await signUp(page, '/registro')
  const { link } = await mailTo(email)
  const other = await openPage()
  await openElsewhere(other, link)
  await expect(other.getByRole('heading', { level: 1, name: 'Avisos' })).toBeVisible()
  await signInThroughForm(page, email)
  await expect(page).toHaveURL(at('/avisos'))
})
