import type { Page } from '@playwright/test'
import { acceptTerms, createAccount, fillSignUp, makePerson } from '../support/auth-people.ts'
import { expect, REFUSED, signInThroughForm, storedSession, test } from '../support/fixtures.ts'
import { failCall } from '../support/maestro.ts'

const SIGN_UPS = [
  {
    role: 'buscador',
    path: '/registro',
    login: '/login',
    title: '¡Cuenta creada!',
    home: '/seleccion-delegacion',
    redirect: '/seleccion-delegacion',
    ids: '[2.auth.12] [8.auth.12] [3.ent.38] [7.auth.02] [2.pub.05] [5.reg.05] [9.const.03] [7.fn.21]',
  },
  {
    role: 'maestro',
    path: '/registro-maestro',
    login: '/login-maestro',
    title: '¡Cuenta de maestro creada!',
    home: '/onboarding-maestro',
    redirect: '/dashboard-maestro',
    ids: '[2.auth.20] [8.auth.13] [3.ent.39] [7.auth.03] [2.pub.17]',
  },
] as const

const WELCOME = '**/functions/v1/send-buscador-welcome-email'
const SIGN_UP = '**/auth/v1/signup*'
const button = createAccount

for (const { role, path, login, title, home, redirect, ids } of SIGN_UPS) {
  test(`signing up on ${path} creates the account, welcomes only a seeker, and redirects to ${login}, where it can sign in ${ids}`, async ({
    page,
    request,
  }) => {
    const welcomes: unknown[] = []
    page.on('request', (sent) => {
      if (/functions.v1.send-.*-welcome-email/.test(sent.url())) welcomes.push(sent.postDataJSON())
    })
    await page.goto(path)
    const sent = page.waitForResponse(SIGN_UP)
    const { email, password } = await signUp(page, { password: 'seis66' })
    const made = await sent
    const { user } = await made.json()
    await expect(page.getByText(title)).toBeVisible()
    await expect(page).toHaveURL(login)
    expect(await storedSession(page)).toBeUndefined()

    const asked = made.request()
    expect(new URL(new URL(asked.url()).searchParams.get('redirect_to') ?? '').pathname).toBe(redirect)
    expect(asked.postDataJSON().data).toEqual({
      display_name: 'María José Muñoz Ibáñez',
      nombre: 'María José',
      apellido: 'Muñoz Ibáñez',
      role,
      terminos_aceptados: true,
      fecha_aceptacion: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })

    await expect(page.getByLabel('Correo electrónico')).toHaveValue(email)
    await expect(page.getByLabel('Contraseña', { exact: true })).toBeFocused()
    await signInThroughForm(page, email, password)
    await expect(page).toHaveURL(home)
    const subjects = async () =>
      (await (await request.get(`/_outbox.json?to=${encodeURIComponent(email)}`)).json()).map(
        (mail: { subject: string }) => mail.subject,
      )
    const isWelcomed = role === 'buscador'
    expect(welcomes).toEqual(isWelcomed ? [{ buscador_id: user.id }] : [])
    await expect.poll(subjects).toEqual(isWelcomed ? ['Te damos la bienvenida a Maestros CDMX'] : [])
  })
}

test.describe('a welcome e-mail whose request fails because the connection breaks', () => {
  test.use({ expectedErrors: REFUSED })
  test('does not affect the sign-up [7.fn.23]', async ({ page }) => {
    await page.goto('/registro')
    await page.route(WELCOME, (route) => route.abort('connectionreset'))
    await signUp(page)
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('¡Cuenta creada!')).toBeVisible()
  })
})

test.describe('an invalid sign-up on /registro', () => {
  const refused = [
    ['an empty name', { nombre: '' }, 'El campo nombre es requerido.', 'Nombre', '[5.reg.01]'],
    ['a blank name', { nombre: '   ' }, 'El campo nombre es requerido.', 'Nombre', '[5.reg.01]'],
    ['an empty surname', { apellido: '' }, 'El campo apellido es requerido.', 'Apellido', '[5.reg.02]'],
    ['a blank surname', { apellido: '   ' }, 'El campo apellido es requerido.', 'Apellido', '[5.reg.02]'],
    ['a digit in the name', { nombre: 'Juan3' }, LETTERS('nombre'), 'Nombre', '[5.reg.03]'],
    [
      'a hyphen and a digit in the surname',
      { apellido: 'Pérez-1' },
      LETTERS('apellido'),
      'Apellido',
      '[5.reg.04]',
    ],
    [
      'two passwords',
      { confirmacion: 'otra cosa' },
      'Las contraseñas no coinciden.',
      'Confirmar contraseña',
      '[5.reg.06]',
    ],
    [
      'five characters as a password',
      { password: '12345' },
      'La contraseña debe tener al menos 6 caracteres.',
      'Contraseña',
      '[5.reg.08]',
    ],
    [
      'half an address',
      { email: 'ana@' },
      'Email inválido. Revisa que esté completo.',
      'Correo electrónico',
      '',
    ],
  ] as const
  // One page for all cases: a page load takes longer than the cases.
  test(`needs accepted terms and shows each error at its field, which gets the focus ${refused.map(([, , , , id]) => id).join(' ')} [5.reg.07] [5.reg.09]`, async ({
    page,
  }) => {
    const sent = signUpRequests(page)
    await page.goto('/registro')
    await fillSignUp(page)
    await expectTermsNeeded(page)
    for (const [what, given, message, label] of refused) {
      await test.step(what, async () => {
        await fillSignUp(page, given)
        await button(page).click()
        await expect(page.getByRole('alert')).toHaveText([message])
        await expect(page.getByLabel(label, { exact: true })).toBeFocused()
        await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(message))
      })
    }
    await test.step('several errors are shown at once, and each disappears when its field is corrected', async () => {
      await fillSignUp(page, { nombre: '', email: 'x', password: '12345', confirmacion: '123456' })
      await button(page).click()
      await expect(page.getByRole('alert')).toHaveCount(4)
      await expect(page.getByLabel('Nombre')).toBeFocused()
      await page.getByLabel('Contraseña', { exact: true }).fill('123456')
      await expect(page.getByText('Las contraseñas no coinciden.')).toHaveCount(0)
      await expect(page.getByRole('alert')).toHaveCount(2)
    })
    expect(sent()).toBe(0)
  })
})

test.describe('a sign-up with a common password', () => {
  test.use({ expectedErrors: REFUSED })

  test('is refused with a sentence at the field, and another password is accepted', async ({ page }) => {
    await page.goto('/registro')
    const email = `${crypto.randomUUID()}@example.com`
    await fillSignUp(page, { email, password: 'password', confirmacion: 'password' })
    await acceptTerms(page)
    await button(page).click()
    await expect(page.getByRole('alert')).toHaveText([/más difícil de adivinar/])
    await expect(page.getByLabel('Contraseña', { exact: true })).toBeFocused()
    await fillSignUp(page, { email })
    await button(page).click()
    await expect(page).toHaveURL(/\/login/)
  })
})

test.describe('an invalid sign-up on /registro-maestro', () => {
  const refused = [
    ['an empty name', { nombre: ' ' }, 'Por favor ingresa tu nombre.', '[5.regm.02]'],
    ['an empty surname', { apellido: '' }, 'Por favor ingresa tu apellido.', '[5.regm.03]'],
    ['two passwords', { confirmacion: 'otra cosa' }, 'Las contraseñas no coinciden.', '[5.regm.01]'],
  ] as const
  test(`needs accepted terms and shows each error at its field; a digit in the name is none, because only names of seekers must be letters ${refused.map(([, , , id]) => id).join(' ')} [5.regm.04] [5.regm.05]`, async ({
    page,
  }) => {
    const sent = signUpRequests(page)
    await page.goto('/registro-maestro')
    await fillSignUp(page)
    await expectTermsNeeded(page)
    for (const [what, given, message] of refused) {
      await test.step(what, async () => {
        await fillSignUp(page, given)
        await button(page).click()
        await expect(page.getByRole('alert')).toHaveText([message])
      })
    }
    expect(sent()).toBe(0)
    await fillSignUp(page, { nombre: 'Juan3' })
    await button(page).click()
    await expect(page.getByText('¡Cuenta de maestro creada!')).toBeVisible()
  })
})

test.describe('a sign-up that is refused', () => {
  test.use({ expectedErrors: REFUSED })

  for (const [path, login, id] of [
    ['/registro', '/login', '[8.auth.07]'],
    ['/registro-maestro', '/login-maestro', '[8.auth.08]'],
  ] as const) {
    test(`on ${path} because the e-mail address has an account links to ${login} and keeps what was typed ${id}`, async ({
      page,
      request,
    }) => {
      const { email } = await makePerson(request, 'buscador')
      await page.goto(path)
      await signUp(page, { email })
      await expect(page.getByText('Cuenta existente')).toBeVisible()
      await expect(page.getByLabel('Correo electrónico')).toBeFocused()
      await expect(page.getByLabel('Nombre')).toHaveValue('María José')
      await page.locator(`[data-toast] a[href="${login}"]`).click()
      await expect(page).toHaveURL(login)
    })
  }

  test('shows a notice with a link that does not follow to the next screen', async ({ page, request }) => {
    const { email } = await makePerson(request, 'buscador')
    await page.goto('/registro')
    await signUp(page, { email })
    await expect(page.getByText('Cuenta existente')).toBeVisible()
    await page.getByRole('link', { name: 'Regístrate como maestro' }).click()
    await expect(page).toHaveURL('/registro-maestro')
    await expect(page.getByText('Cuenta existente')).toHaveCount(0)
  })

  test('because the server does not accept the e-mail address says so, and for any other reason shows its message [8.auth.10] [8.auth.11]', async ({
    page,
  }) => {
    await page.goto('/registro')
    const invalid = 'Unable to validate email address: invalid format'
    await failCall(page, SIGN_UP, 400, { code: 400, error_code: 'validation_failed', msg: invalid })
    await signUp(page)
    await expect(page.getByText('Email inválido', { exact: true })).toBeVisible()
    await failCall(page, SIGN_UP, 422, { code: 422, error_code: 'otra', msg: 'Mensaje del servidor' })
    await button(page).click()
    await expect(page.getByText('Error al registrarse')).toBeVisible()
    await expect(page.getByText('Mensaje del servidor')).toBeVisible()
  })
})

test.describe('with the keyboard alone', () => {
  test('a maestro reads and accepts the terms in their dialog and signs up', async ({ page }) => {
    await page.goto('/registro-maestro')
    await fillSignUp(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const reading = page.getByRole('button', { name: 'Leer los términos y condiciones' })
    await expect(reading).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.getByRole('button', { name: 'Aceptar los términos' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(reading).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('checkbox')).toBeChecked()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/login-maestro')
  })
})

async function signUp(page: Page, given: Parameters<typeof fillSignUp>[1] = {}) {
  const filled = await fillSignUp(page, given)
  await acceptTerms(page)
  await button(page).click()
  return filled
}

/** The button is disabled, and a forced submit shows the reason. Accepts the terms then. */
async function expectTermsNeeded(page: Page) {
  await expect(button(page)).toBeDisabled()
  await page.evaluate("document.querySelector('button[disabled]').removeAttribute('disabled')")
  await button(page).click()
  await expect(page.getByRole('alert')).toHaveText([
    'Debes aceptar los términos y condiciones para continuar.',
  ])
  await acceptTerms(page)
  await expect(button(page)).toBeEnabled()
  await expect(page.getByRole('alert')).toHaveCount(0)
}

function LETTERS(field: string) {
  return `El ${field} solo puede contener letras y espacios.`
}

function signUpRequests(page: Page) {
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/signup')) sent += 1
  })
  return () => sent
}
