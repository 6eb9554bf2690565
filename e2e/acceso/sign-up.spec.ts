import type { Page } from '@playwright/test'
import { acceptTerms, createAccount, fillSignUp, makePerson } from '../support/auth-people.ts'
import { expect, REFUSED, signInThroughForm, storedSession, test } from '../support/fixtures.ts'
import { failCall } from '../support/maestro.ts'

const SIGN_UPS = [
  {
    role: 'buscador',
    path: '/registro',
    login: '/login',
    nombre: 'María José',
    title: '¡Cuenta creada!',
    home: '/seleccion-delegacion',
    redirect: '/seleccion-delegacion',
    ids: '[2.auth.12] [8.auth.12] [3.ent.38] [7.auth.02] [2.pub.05] [5.reg.05] [9.const.03] [7.fn.21]',
  },
  {
    role: 'maestro',
    path: '/registro-maestro',
    login: '/login-maestro',
    // Only names of seekers must be letters.
    nombre: 'Juan3',
    title: '¡Cuenta de maestro creada!',
    home: '/onboarding-maestro',
    redirect: '/dashboard-maestro',
    ids: '[2.auth.20] [8.auth.13] [3.ent.39] [7.auth.03] [2.pub.17] [5.regm.05] [2.auth.17]',
  },
] as const

const WELCOME = '**/functions/v1/send-buscador-welcome-email'
const SIGN_UP = '**/auth/v1/signup*'
const button = createAccount

for (const { role, path, login, nombre, title, home, redirect, ids } of SIGN_UPS) {
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
    const { email, password } = await signUp(page, { nombre, password: 'seis66' })
    const made = await sent
    const { user } = await made.json()
    await expect(page.getByText(title)).toBeVisible()
    await expect(page).toHaveURL(login)
    expect(await storedSession(page)).toBeUndefined()

    const asked = made.request()
    expect(new URL(new URL(asked.url()).searchParams.get('redirect_to') ?? '').pathname).toBe(redirect)
    expect(asked.postDataJSON().data).toEqual({
      display_name: `${nombre} Muñoz Ibáñez`,
      nombre,
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

test.describe('an invalid sign-up on /registro', () => {
  const required = { Nombre: 'El campo nombre es requerido.', Apellido: 'El campo apellido es requerido.' }
  const letters = {
    Nombre: 'El nombre solo puede contener letras y espacios.',
    Apellido: 'El apellido solo puede contener letras y espacios.',
  }
  const refused: [string, Parameters<typeof fillSignUp>[1], Record<string, string>, string][] = [
    ['an empty name', { nombre: '', apellido: '   ' }, required, '[5.reg.01] [5.reg.02]'],
    ['a blank name', { nombre: '   ', apellido: '' }, required, '[5.reg.01] [5.reg.02]'],
    ['digits in the name', { nombre: 'Juan3', apellido: 'Pérez-1' }, letters, '[5.reg.03] [5.reg.04]'],
    [
      'two passwords',
      { confirmacion: 'otra cosa' },
      { 'Confirmar contraseña': 'Las contraseñas no coinciden.' },
      '[5.reg.06]',
    ],
    [
      'five characters as a password',
      { password: '12345' },
      { Contraseña: 'La contraseña debe tener al menos 6 caracteres.' },
      '[5.reg.08]',
    ],
    [
      'half an address',
      { email: 'ana@' },
      { 'Correo electrónico': 'Email inválido. Revisa que esté completo.' },
      '',
    ],
  ]
  // One page for all cases: a page load takes longer than the cases.
  test(`needs accepted terms and shows each error at its field, the first of which gets the focus ${refused.map(([, , , ids]) => ids).join(' ')} [5.reg.07] [5.reg.09]`, async ({
    page,
  }) => {
    const sent = signUpRequests(page)
    await page.goto('/registro')
    await fillSignUp(page)
    await expectTermsNeeded(page)
    for (const [what, given, errors] of refused) {
      await test.step(what, async () => {
        await fillSignUp(page, given)
        await button(page).click()
        await expect(page.getByRole('alert')).toHaveText(Object.values(errors))
        for (const [nth, [label, message]] of Object.entries(errors).entries()) {
          const wrong = page.getByLabel(label, { exact: true })
          await expect(wrong).toHaveAccessibleDescription(new RegExp(message))
          if (nth === 0) await expect(wrong).toBeFocused()
        }
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

  test('is refused with a sentence at the field, and another password is accepted, also when the request for the welcome e-mail fails [7.fn.23]', async ({
    page,
  }) => {
    await page.goto('/registro')
    const { email } = await signUp(page, { password: 'password' })
    await expect(page.getByRole('alert')).toHaveText([/más difícil de adivinar/])
    await expect(page.getByLabel('Contraseña', { exact: true })).toBeFocused()
    await page.route(WELCOME, (route) => route.abort('connectionreset'))
    await fillSignUp(page, { email })
    await button(page).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('¡Cuenta creada!')).toBeVisible()
  })
})

test.describe('an invalid sign-up on /registro-maestro', () => {
  const refused = [
    ['an empty name', { nombre: ' ' }, 'Por favor ingresa tu nombre.', '[5.regm.02]'],
    ['an empty surname', { apellido: '' }, 'Por favor ingresa tu apellido.', '[5.regm.03]'],
    ['two passwords', { confirmacion: 'otra cosa' }, 'Las contraseñas no coinciden.', '[5.regm.01]'],
  ] as const
  test(`needs accepted terms and shows each error at its field ${refused.map(([, , , id]) => id).join(' ')} [5.regm.04]`, async ({
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
  })
})

test.describe('a sign-up that is refused', () => {
  test.use({ expectedErrors: REFUSED })

  test('says why, keeps what was typed and links to the sign-in of the role; its notice does not follow to the next screen [8.auth.07] [8.auth.08] [8.auth.10] [8.auth.11]', async ({
    page,
    request,
  }) => {
    const { email } = await makePerson(request, 'buscador')
    const exists = page.getByText('Cuenta existente')
    await page.goto('/registro')
    await test.step('because the server does not accept the address, or for any other reason', async () => {
      const invalid = 'Unable to validate email address: invalid format'
      await failCall(page, SIGN_UP, 400, { code: 400, error_code: 'validation_failed', msg: invalid })
      await signUp(page)
      await expect(page.getByText('Email inválido', { exact: true })).toBeVisible()
      await failCall(page, SIGN_UP, 422, { code: 422, error_code: 'otra', msg: 'Mensaje del servidor' })
      await button(page).click()
      await expect(page.getByText('Error al registrarse')).toBeVisible()
      await expect(page.getByText('Mensaje del servidor')).toBeVisible()
      await page.unroute(SIGN_UP)
    })
    await test.step('because the address has an account', async () => {
      await signUp(page, { email })
      await expect(exists).toBeVisible()
      await expect(page.getByLabel('Correo electrónico')).toBeFocused()
      await expect(page.getByLabel('Nombre')).toHaveValue('María José')
      await expect(page.locator('[data-toast] a[href="/login"]')).toBeVisible()
      await page.getByRole('link', { name: 'Regístrate como maestro' }).click()
      await expect(page.getByRole('heading', { name: 'Regístrate como maestro' })).toBeVisible()
      await expect(exists).toHaveCount(0)
    })
    await test.step('because the address of a new maestro has an account', async () => {
      await signUp(page, { email })
      await expect(exists).toBeVisible()
      await expect(page.getByLabel('Correo electrónico')).toBeFocused()
      await expect(page.getByLabel('Nombre')).toHaveValue('María José')
      await page.locator('[data-toast] a[href="/login-maestro"]').click()
      await expect(page).toHaveURL('/login-maestro')
    })
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

function signUpRequests(page: Page) {
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/signup')) sent += 1
  })
  return () => sent
}
