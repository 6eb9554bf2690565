import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { BUSCADOR } from '../setup/rows/people.ts'
import { answerTable, callsOf, LOST, odd } from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'

test('a choice that cannot be saved goes back and the screen says why, and the next change is saved', async () => {
  answerTable('preferencias_avisos', [])
  open('/avisos', { as: BUSCADOR })
  const mensajes = page
    .getByRole('region', { name: 'Por correo' })
    .getByRole('switch', { name: /^Mensajes sin leer/ })
  await expect.element(mensajes).toBeChecked()
  // The server of this test has no hours without notifications.
  expect(page.getByText(/no suena nada/).query()).toBeNull()
  for (const [reply, sentence] of [
    [LOST, 'No pudimos conectar. Revisa tu conexión e inténtalo de nuevo.'],
    [
      odd(500, { message: 'no', code: 'XX000', details: null, hint: null }),
      'No pudimos guardar el cambio. Inténtalo de nuevo.',
    ],
  ] as const) {
    answerTable('preferencias_avisos', reply, 'POST')
    await mensajes.click()
    await expect.element(page.getByText(sentence)).toBeVisible()
    await expect.element(mensajes).toBeChecked()
  }
  answerTable('preferencias_avisos', [], 'POST')
  await mensajes.click()
  await expect.element(mensajes).not.toBeChecked()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  expect(callsOf('preferencias_avisos').at(-1)?.body).toEqual({
    user_id: BUSCADOR.id,
    correo_mensajes: false,
  })
})
