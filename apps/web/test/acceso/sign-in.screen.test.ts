import { expect, test } from 'vitest'
import { sessionOf } from '../setup/people.ts'
import { BUSCADOR } from '../setup/rows/people.ts'
import { answerAuth, answerTable, LOST } from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'
import { button, field, toast } from '../setup/screen/parts.ts'

test('a sign-in that is lost keeps what was typed and the focus, and the next try works', async () => {
  answerAuth('token', LOST)
  open('/login')
  await field('Correo electrónico').fill('ana@ejemplo.mx')
  await field('Contraseña').fill('clave-larga')
  await button('Iniciar Sesión').click()
  await expect.element(toast('No pudimos conectar. Revisa tu conexión e inténtalo de nuevo.')).toBeVisible()
  await expect.element(field('Contraseña')).toHaveValue('clave-larga')
  await expect.element(button('Iniciar Sesión')).toHaveFocus()
  answerAuth('token', sessionOf(BUSCADOR.id))
  answerTable('profiles', [{ role: 'buscador' }])
  await button('Iniciar Sesión').click()
  await expect.poll(() => location.pathname).toBe('/seleccion-delegacion')
})
