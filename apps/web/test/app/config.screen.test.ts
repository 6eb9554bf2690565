import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { BUSCADOR } from '../setup/rows/people.ts'
import { answerConfig, CONFIG, callsOf, NEVER } from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'
import { button, toast } from '../setup/screen/parts.ts'
import { installClock, passUntil } from '../setup/screen/time.ts'

test('a configuration that is never answered can be requested again, and one for production allows no test users and no test e-mails', async () => {
  installClock()
  answerConfig(NEVER)
  open('/', { as: BUSCADOR })
  await passUntil(() => page.getByText('No pudimos abrir tu cuenta').query() !== null)
  answerConfig({ ...CONFIG, production: true })
  await button('Reintentar').click()
  // Another call may still wait for the configuration.
  await passUntil(() => button('Coyoacán').query() !== null)

  open('/test-email')
  await expect.element(page.getByText('This page is not available in production.')).toBeVisible()
  expect(page.getByRole('main').getByRole('button').query()).toBeNull()

  localStorage.clear()
  open('/auth')
  await button('Crear usuario de prueba').click()
  await expect.element(toast('Los usuarios de prueba no están disponibles en producción.')).toBeVisible()
  expect(callsOf('signup')).toEqual([])
})
