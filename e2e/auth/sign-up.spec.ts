import type { Page } from '@playwright/test'
import { acceptTerms, createAccount, fillSignUp, makePerson } from '../support/auth-people.ts'
import {
  expect,
  PASSWORD,
  REFUSED,
  settled,
  signInThroughForm,
  storedSession,
  test,
} from '../support/fixtures.ts'

const SIGN_UPS = [
  {
    role: 'buscador',
    path: '/registro',
    login: '/login',
    title: '¡Cuenta creada!',
    home: '/seleccion-delegacion',
    redirect: '/seleccion-delegacion',
    ids: '[2.auth.12] [8.auth.12] [3.ent.38] [7.auth.02] [2.pub.05] [5.reg.05] [9.const.03]',
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
const button = createAccount

for (const { role, path, login, title, home, redirect, ids } of SIGN_UPS) {
  test(`signing up on ${path} creates the account and redirects to ${login}, where it can sign in ${ids}`, async ({
    page,
  }) => {
    await page.goto(path)
    await welcome(page, { json: { success: true } })
    const sent = page.waitForRequest('**/auth/v1/signup*')
    const { email, password } = await fillSignUp(page, { password: 'seis66' })
    await acceptTerms(page)
    await button(page).click()
    await expect(page.getByText(title)).toBeVisible()
    await expect(page).toHaveURL(login)
    expect(await storedSession(page)).toBeUndefined()

    const request = await sent
    expect(new URL(new URL(request.url()).searchParams.get('redirect_to') ?? '').pathname).toBe(redirect)
    expect(request.postDataJSON().data).toEqual({
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
  })
}

test.describe('the welcome e-mail of a seeker', () => {
  test('is requested with the id of the new account, and arrives [7.fn.21]', async ({ page, request }) => {
    await page.goto('/registro')
    const made = page.waitForResponse('**/auth/v1/signup*')
    const asked = page.waitForResponse(WELCOME)
    await signUp(page)
    const { user } = await (await made).json()
    const answer = await asked
    expect(answer.request().postDataJSON()).toEqual({ buscador_id: user.id })
    expect(answer.ok()).toBe(true)
    const mails = () => request.get(`/_outbox.json?to=${encodeURIComponent(user.email)}`)
    const subjects = async () =>
      (await (await mails()).json()).map((mail: { subject: string }) => mail.subject)
    await expect.poll(subjects).toEqual(['Te damos la bienvenida a Maestros CDMX'])
  })

  test('is not requested when a maestro signs up', async ({ page }) => {
    let asked = 0
    page.on('request', (request) => {
      if (/functions.v1.send-.*-welcome-email/.test(request.url())) asked += 1
    })
    await page.goto('/registro-maestro')
    await signUp(page)
    await expect(page).toHaveURL('/login-maestro')
    await settled(page)
    expect(asked).toBe(0)
  })

  test.describe('when its request fails', () => {
    test.use({ expectedErrors: REFUSED })
    test('because the connection breaks, the sign-up is not affected [7.fn.23]', async ({ page }) => {
      await page.goto('/registro')
      await page.route(WELCOME, (route) => route.abort('connectionreset'))
      await signUp(page)
      await expect(page).toHaveURL('/login')
      await expect(page.getByText('¡Cuenta creada!')).toBeVisible()
    })

    const failures = {
      'with an error': { status: 500, json: { error: 'no' } },
      'since there is no such function': { status: 404, json: { error: 'no' } },
    }
    for (const [how, answer] of Object.entries(failures)) {
      test(`${how} does not affect the sign-up [mock 7.fn.23]`, async ({ page }) => {
        await page.goto('/registro')
        await welcome(page, answer)
        await signUp(page)
        await expect(page).toHaveURL('/login')
        await expect(page.getByText('¡Cuenta creada!')).toBeVisible()
        await expect(page.getByText('Error')).toHaveCount(0)
      })
    }
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
  test(`shows the error at its field, which gets the focus ${refused.map(([, , , , id]) => id).join(' ')}`, async ({
    page,
  }) => {
    const sent = signUpRequests(page)
    await page.goto('/registro')
    await acceptTerms(page)
    for (const [what, given, message, label] of refused) {
      await test.step(what, async () => {
        await fillSignUp(page, given)
        await button(page).click()
        await expect(page.getByRole('alert')).toHaveText([message])
        await expect(page.getByLabel(label, { exact: true })).toBeFocused()
        await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(message))
      })
    }
    expect(sent()).toBe(0)
  })

  test('without accepted terms is not possible: the button is disabled, and a forced submit shows the reason [5.reg.07] [5.reg.09]', async ({
    page,
  }) => {
    const sent = signUpRequests(page)
    await page.goto('/registro')
    await fillSignUp(page)
    await expect(button(page)).toBeDisabled()
    await button(page).evaluate((element) => element.removeAttribute('disabled'))
    await button(page).click()
    await expect(page.getByText('Debes aceptar los términos y condiciones para continuar.')).toBeVisible()
    expect(sent()).toBe(0)
    await acceptTerms(page)
    await expect(button(page)).toBeEnabled()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('shows all errors at once, and each disappears when its field is corrected', async ({ page }) => {
    await page.goto('/registro')
    await fillSignUp(page, { nombre: '', email: 'x', password: '12345', confirmacion: '123456' })
    await acceptTerms(page)
    await button(page).click()
    await expect(page.getByRole('alert')).toHaveCount(4)
    await expect(page.getByLabel('Nombre')).toBeFocused()
    await page.getByLabel('Contraseña', { exact: true }).fill('123456')
    await expect(page.getByText('Las contraseñas no coinciden.')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(2)
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
  test(`shows the error at its field ${refused.map(([, , , id]) => id).join(' ')}`, async ({ page }) => {
    const sent = signUpRequests(page)
    await page.goto('/registro-maestro')
    await acceptTerms(page)
    for (const [what, given, message] of refused) {
      await test.step(what, async () => {
        await fillSignUp(page, given)
        await button(page).click()
        await expect(page.getByRole('alert')).toHaveText([message])
      })
    }
    expect(sent()).toBe(0)
  })

  test('without accepted terms is not possible [5.regm.04]', async ({ page }) => {
    const sent = signUpRequests(page)
    await page.goto('/registro-maestro')
    await fillSignUp(page)
    await expect(button(page)).toBeDisabled()
    await button(page).evaluate((element) => element.removeAttribute('disabled'))
    await button(page).click()
    await expect(page.getByRole('alert')).toHaveText([
      'Debes aceptar los términos y condiciones para continuar.',
    ])
    expect(sent()).toBe(0)
  })

  test('does not include a name with a digit: only names of seekers must be letters [5.regm.05]', async ({
    page,
  }) => {
    await page.goto('/registro-maestro')
    await fillSignUp(page, { nombre: 'Juan3' })
    await acceptTerms(page)
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

  test('because the server does not accept the e-mail address says so [8.auth.10]', async ({ page }) => {
    await page.goto('/registro')
    await answerSignUp(page, 400, {
      error_code: 'validation_failed',
      msg: 'Unable to validate email address: invalid format',
    })
    await signUp(page)
    await expect(page.getByText('Email inválido', { exact: true })).toBeVisible()
  })

  for (const status of [422, 500]) {
    test(`with any other error (${status}) shows the server’s message [8.auth.11]`, async ({ page }) => {
      await page.goto('/registro')
      await answerSignUp(page, status, { error_code: 'otra', msg: 'Mensaje del servidor' })
      await signUp(page)
      await expect(page.getByText('Error al registrarse')).toBeVisible()
      await expect(page.getByText('Mensaje del servidor')).toBeVisible()
    })
  }

  test('because there is no connection keeps what was typed, and the next try works', async ({
    page,
    context,
  }) => {
    await page.goto('/registro')
    await page.getByLabel('Avisos').waitFor({ state: 'attached' })
    await context.setOffline(true)
    await signUp(page)
    await expect(
      page.getByText('No pudimos conectar. Revisa tu conexión e inténtalo de nuevo.'),
    ).toBeVisible()
    await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue(PASSWORD)
    await context.setOffline(false)
    await button(page).click()
    await expect(page).toHaveURL('/login')
  })

  test('because the server never answers fails after a time, and can be tried again', async ({
    freshPage: page,
  }) => {
    await page.clock.install()
    await page.goto('/registro')
    await page.route('**/auth/v1/signup*', () => undefined)
    const asked = page.waitForRequest('**/auth/v1/signup*')
    await signUp(page)
    await asked
    await expect(page.getByRole('button', { name: 'Creando tu cuenta…' })).toBeDisabled()
    await page.clock.fastForward(15_000)
    await expect(page.getByText('Error al registrarse')).toBeVisible()
    await page.unroute('**/auth/v1/signup*')
    await button(page).click()
    await expect(page.getByText('¡Cuenta creada!')).toBeVisible()
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
  await fillSignUp(page, given)
  await acceptTerms(page)
  await button(page).click()
}

const welcome = (page: Page, answer: { status?: number; json: object }) =>
  page.route(WELCOME, (route) => route.fulfill(answer))

function LETTERS(field: string) {
  return `El ${field} solo puede contener letras y espacios.`
}

const answerSignUp = (page: Page, status: number, json: object) =>
  page.route('**/auth/v1/signup*', (route) => route.fulfill({ status, json: { code: status, ...json } }))

function signUpRequests(page: Page) {
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/signup')) sent += 1
  })
  return () => sent
}
