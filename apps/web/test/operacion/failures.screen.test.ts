import { operacionInicio } from '@maestros/contrato/operacion/operacion-inicio'
import { operacionResponderSolicitud } from '@maestros/contrato/operacion/operacion-responder-solicitud'
import { operacionSolicitud } from '@maestros/contrato/operacion/operacion-solicitud'
import { operacionSolicitudes } from '@maestros/contrato/operacion/operacion-solicitudes'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { inicio, rememberOperator, solicitud } from '../setup/rows/operacion.ts'
import { answer, callsOf, LOST } from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'
import { button, field, heading, toast } from '../setup/screen/parts.ts'

test('a request that could not be read is read again by the button only, and an answer that fails stays in its field, also after another screen', async () => {
  rememberOperator()
  answer(operacionInicio, inicio)
  answer(operacionSolicitud, LOST)
  open(`/operacion/solicitudes/${solicitud.id}`)
  const failed = page.getByText('No pudimos cargar esta pantalla')
  await expect.element(failed).toBeVisible()
  dispatchEvent(new Event('online'))
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(failed).toBeVisible()
  expect(callsOf('operacion-solicitud')).toHaveLength(1)
  answer(operacionSolicitud, solicitud)
  await button('Reintentar').click()
  await expect.element(page.getByText(solicitud.mensaje)).toBeVisible()
  expect(callsOf('operacion-solicitud')).toHaveLength(2)

  const text = 'Lo estamos revisando.'
  answer(operacionResponderSolicitud, LOST)
  await field('Tu respuesta').fill(text)
  await button('Enviar respuesta').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(field('Tu respuesta')).toHaveValue(text)
  answer(operacionSolicitudes, { solicitudes: [], total: 0, siguiente: null })
  await page.getByRole('link', { name: 'Volver a la lista' }).click()
  await expect.element(heading('Solicitudes de ayuda')).toBeVisible()
  history.back()
  await expect.element(field('Tu respuesta')).toHaveValue(text)
  answer(operacionResponderSolicitud, { estado: 'en_proceso' })
  await button('Enviar respuesta').click()
  await expect.element(toast('La respuesta quedó guardada y sale por correo.')).toBeVisible()
  await expect.element(field('Tu respuesta')).toHaveValue('')
})
