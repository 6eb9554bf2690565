import { miPerfil as miPerfilContract } from '@maestros/contrato/maestro/mi-perfil'
import { responderResena } from '@maestros/contrato/resenas/responder-resena'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { miPerfil } from '../setup/rows/maestro.ts'
import { LUIS } from '../setup/rows/people.ts'
import { resena } from '../setup/rows/perfil.ts'
import { answer, callsOf, held, LOST } from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'

test('a maestro cannot change an answer while it is being published, and can again when that failed', async () => {
  const publication = held<{ success: true }>()
  answer(miPerfilContract, miPerfil())
  answer(responderResena, publication.reply)
  open('/perfil-maestro#resenas', { as: LUIS })
  const review = page.getByRole('listitem').filter({ hasText: resena(1).comentario })
  await review.getByRole('button', { name: 'Responder' }).click()
  const field = review.getByLabelText('Tu respuesta')
  const publish = review.getByRole('button', { name: 'Publicar respuesta' })
  await field.fill('Gracias por su confianza.')
  await publish.click()
  await field.click()
  await userEvent.keyboard('{End} Hasta pronto.')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('Gracias por su confianza.')

  publication.release(LOST)
  await expect.element(review.getByRole('alert')).toBeVisible()
  answer(responderResena, { success: true })
  await userEvent.keyboard('{End} Hasta pronto.')
  await publish.click()
  await expect.element(page.getByText('Tu respuesta ya está publicada.')).toBeVisible()
  expect(callsOf('responder-resena').at(-1)?.body).toEqual({
    resena_id: resena(1).id,
    respuesta: 'Gracias por su confianza. Hasta pronto.',
  })
})
