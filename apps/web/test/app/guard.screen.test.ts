import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { STORAGE_KEY } from '#lib/client/stored-session.ts'
import { BUSCADOR } from '../setup/rows/people.ts'
import { answerTable, odd } from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'
import { button, heading } from '../setup/screen/parts.ts'

test('a server that fails to say who is signed in can be asked again', async () => {
  open('/seleccion-delegacion', { as: BUSCADOR })
  answerTable('profiles', odd(500, { message: 'no' }))
  await expect.element(page.getByText('No pudimos abrir tu cuenta')).toBeVisible()
  answerTable('profiles', [{ role: 'buscador' }])
  await button('Reintentar').click()
  await expect.element(heading('¿En qué alcaldía será el servicio?')).toBeVisible()
})

test('a session that was ended on another device ends here too, and the person is redirected to the sign-in', async () => {
  open('/seleccion-delegacion', { as: BUSCADOR })
  answerTable('profiles', odd(401, { message: 'no' }))
  await expect.element(button('Iniciar Sesión')).toBeVisible()
  expect([location.pathname, localStorage.getItem(STORAGE_KEY)]).toEqual(['/login', null])
})
