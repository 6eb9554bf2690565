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

const at = (path: string) => server.baseURL + path
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Falta confirmar tu correo' })
const broken = (page: Page) => page.getByRole('alert').filter({ hasText: 'Ese enlace ya no sirve' })
const code = (page: Page) => field(page, 'Código de seis dígitos')
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirmar mi correo' })
const resend = (page: Page) => page.getByRole('button', { name: 'Reenviar correo' })
const sentAgain = (page: Page) => page.getByText('Listo. Si esa cuenta está por confirmar')

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

test('a new seeker reads how to confirm the address, and has the e-mail sent again; in another browser its first link says that it no longer works, and enters with the code of the e-mail, to the page that was wanted', async ({
  page,
  openPage,
}) => {
  const avisos = (of: Page) => of.getByRole('heading', { level: 1, name: 'Avisos' })
  await page.goto(at('/avisos'))
  await page.getByRole('link', { name: 'Regístrate gratis' }).click()
  await expect(page).toHaveURL(at('/registro'))
  const { email } = await signUp(page, '/registro')
  await expect(page).toHaveURL(at('/login'))
  await expect(code(page)).toBeFocused()
  await expect(code(page)).toHaveAttribute('inputmode', 'numeric')
  await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code')
  await expectAccessible(page)
  const first = await mailTo(email)

  await test.step('a code that is missing or wrong is reported at its field', async () => {
    await confirm(page).click()
    await expect(page.getByText('Escribe los seis números del código.')).toBeVisible()
    await code(page).fill(first.code === '000000' ? '000001' : '000000')
    await confirm(page).click()
    await expect(page.getByText('El código no es correcto o ya venció.')).toBeVisible()
    await expect(code(page)).toBeFocused()
  })
  await resend(page).click()
  await expect(sentAgain(page)).toBeVisible()
  const second = await mailTo(email, 2)
  await test.step('an early second request says how long to wait', async () => {
    await page.reload()
    await expect(notice(page)).toBeVisible()
    await resend(page).click()
    await expect(
      page.getByText('Hace poco se pidió un correo para esta dirección. Espera un rato'),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: /^Reenviar correo en [1-5]?\d s$/ })).toBeVisible()
  })

  const other = await openPage()
  await other.goto(first.link)
  await expect(other, 'the address keeps no error').toHaveURL(at('/login'))
  await expect(broken(other)).toBeVisible()
  await expectAccessible(other)
  await test.step('the link of the other browser asks for the address before anything is sent', async () => {
    await resend(other).click()
    await expect(other.getByText('Escribe tu correo electrónico.')).toBeVisible()
    const asked = field(other, 'Correo con el que te registraste')
    await expect(asked).toBeFocused()
    await asked.fill(newEmail())
    await resend(other).click()
    await expect(sentAgain(other)).toBeVisible()
    await asked.fill(email)
  })
  await code(other).fill(`${second.code.slice(0, 3)} ${second.code.slice(3)}`)
  await confirm(other).click()
  await expect(avisos(other)).toBeVisible()
  await signInThroughForm(page, email)
  await expect(avisos(page)).toBeVisible()
  await expect(page).toHaveURL(at('/avisos'))
})

test('a new maestro whose link has been used reads so on /login-maestro; the sign-in says that the address is to be confirmed, and offers the code [8.auth.04]', async ({
  page,
}) => {
  const { email, password } = await signUp(page, '/registro-maestro')
  await expect(page).toHaveURL(at('/login-maestro'))
  const { code: right } = await mailTo(email)
  const hash = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid'
  await page.goto(`${at('/dashboard-maestro')}#${hash}`)
  await expect(page, 'the address keeps no error').toHaveURL(at('/login-maestro'))
  await expect(broken(page)).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
  await signInThroughForm(page, email, password)
  await expect(page.getByText('Email no confirmado')).toBeVisible()
  await expect(notice(page)).toContainText(email)
  await code(page).fill(right)
  await confirm(page).click()
  // The onboarding adds its step to the address.
  await expect(page).toHaveURL((url) => url.href.split('?')[0] === at('/onboarding-maestro'))
})

test('/auth offers the same after its sign-up; the link of the e-mail, which no longer works then, leads home without an error in the address', async ({
  page,
}) => {
  const home = page.getByRole('heading', { name: '¿En qué alcaldía será el servicio?' })
  await page.goto(at('/auth'))
  await page.getByRole('tab', { name: 'Registrarse' }).click()
  const { email } = await signUp(page, '/auth')
  const mail = await mailTo(email)
  await code(page).fill(mail.code)
  await confirm(page).click()
  await expect(page).toHaveURL(at('/'))
  await expect(home).toBeVisible()
  await page.goto(mail.link)
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
