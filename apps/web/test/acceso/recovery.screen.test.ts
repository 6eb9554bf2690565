import { expect, test } from 'vitest'
import { answerAuth, LOST, NEVER, odd } from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'
import { button, field, heading, toast } from '../setup/screen/parts.ts'
import { installClock, passUntil } from '../setup/screen/time.ts'

test('a recovery request that fails, is lost or is never answered says so, and can be tried again', async () => {
  installClock()
  open('/recuperar-buscador')
  await field('Correo electrónico').fill('ana@ejemplo.mx')
  const send = button('Enviar Instrucciones')
  const unexpected = toast('Ocurrió un error inesperado')
  answerAuth('recover', odd(500, { code: 500, error_code: 'otra', msg: 'Mensaje del servidor' }))
  await send.click()
  await expect.element(toast('Mensaje del servidor')).toBeVisible()

  answerAuth('recover', odd(500))
  await send.click()
  await expect.element(unexpected).toBeVisible()

  answerAuth('recover', NEVER)
  await send.click()
  await expect.element(button('Enviando…')).toBeDisabled()
  await expect.element(unexpected).not.toBeInTheDocument()
  await passUntil(() => unexpected.query() !== null)

  answerAuth('recover', LOST)
  await send.click()
  await expect.element(toast('No pudimos conectar. Revisa tu conexión e inténtalo de nuevo.')).toBeVisible()
  await expect.element(field('Correo electrónico')).toHaveValue('ana@ejemplo.mx')

  answerAuth('recover', {})
  await send.click()
  await expect.element(heading('Email Enviado')).toHaveFocus()
})
