import { sendBuscadorWelcomeEmail } from '@maestros/contrato/onboarding/send-buscador-welcome-email'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { sessionOf } from '../setup/people.ts'
import { BUSCADOR } from '../setup/rows/people.ts'
import { answer, answerAuth, LOST, NEVER, odd } from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'
import { button, field, toast } from '../setup/screen/parts.ts'
import { installClock, passUntil } from '../setup/screen/time.ts'

/** A sign-up whose calls fail. */

const create = button(/^Crear cuenta/)

async function fill() {
  await field('Nombre').fill('María José')
  await field('Apellido').fill('Muñoz Ibáñez')
  await field('Correo electrónico').fill('maria@ejemplo.mx')
  await field('Contraseña').fill('clave-larga')
  await field('Confirmar contraseña').fill('clave-larga')
  await page.getByRole('checkbox').click()
}

function answerSignUp() {
  answerAuth('signup', sessionOf(BUSCADOR.id))
  answerAuth('logout', {})
}

test.each([500, 404])(
  'a welcome e-mail that is answered with %d does not affect the sign-up',
  async (status) => {
    answerSignUp()
    answer(sendBuscadorWelcomeEmail, odd(status, { error: 'no' }))
    open('/registro')
    await fill()
    await create.click()
    await expect.poll(() => location.pathname).toBe('/login')
    await expect.element(toast('¡Cuenta creada!')).toBeVisible()
    expect(page.getByText(/Error/).query()).toBeNull()
  },
)

test('a sign-up that is lost, fails or is never answered keeps what was typed, and can be tried again', async () => {
  installClock()
  open('/registro')
  await fill()
  answerAuth('signup', LOST)
  await create.click()
  await expect.element(toast('No pudimos conectar. Revisa tu conexión e inténtalo de nuevo.')).toBeVisible()
  await expect.element(field('Contraseña')).toHaveValue('clave-larga')

  answerAuth('signup', odd(500, { code: 500, error_code: 'otra', msg: 'Mensaje del servidor' }))
  await create.click()
  await expect.element(toast('Error al registrarse')).toBeVisible()
  await expect.element(toast('Mensaje del servidor')).toBeVisible()

  answerAuth('signup', NEVER)
  await create.click()
  await expect.element(button('Creando tu cuenta…')).toBeDisabled()
  await passUntil(() => toast('Error al registrarse').query() !== null)

  answerSignUp()
  answer(sendBuscadorWelcomeEmail, { success: true })
  await create.click()
  await expect.element(toast('¡Cuenta creada!')).toBeVisible()
})

test('a failure of the helper of /auth is shown, and the helper can be tried again', async () => {
  answerAuth('signup', odd(500, { msg: 'No hoy' }))
  open('/auth')
  await button('Crear usuario de prueba').click()
  await expect.element(toast('No se pudo crear el usuario de prueba')).toBeVisible()
  await expect.element(toast('No hoy')).toBeVisible()
  answerSignUp()
  await button('Crear usuario de prueba').click()
  await expect.element(toast('Usuario de prueba creado')).toBeVisible()
})
