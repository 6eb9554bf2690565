import { type Contacto, trackContactAccess } from '@maestros/contrato/contacto/track-contact-access'
import { maestroProfile } from '@maestros/contrato/perfil/maestro-profile'
import { resenaPropia } from '@maestros/contrato/resenas/resena-propia'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CHAT } from '../setup/people.ts'
import { BUSCADOR, MAESTRO } from '../setup/rows/people.ts'
import { perfilAbierto } from '../setup/rows/perfil.ts'
import { answer, callsOf, held, LOST, odd } from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'

/** The request of a contact when its answer is late or does not come, without live events. */

const REASON = 'Quiero enseñarle unos planos'
const CONTACT: Contacto = {
  success: true,
  chat_id: CHAT,
  nombre: 'Luis',
  apellido: 'Pérez',
  telefono: '5512345678',
}

const dialog = page.getByRole('dialog')
const detail = page.getByLabelText('Cuéntanos el motivo')
const confirm = page.getByRole('button', { name: 'Ver contacto', exact: true })
const call = page.getByRole('link', { name: /^Llamar/ })

async function openReasons() {
  open(`/perfil/${MAESTRO}`, { as: BUSCADOR })
  await page.getByRole('button', { name: 'Ver información de contacto' }).click()
  await page.getByRole('button', { name: 'Ver información de contacto directo' }).click()
}

/** The server has unlocked the contact. */
function unlock() {
  answer(maestroProfile, perfilAbierto())
  answer(resenaPropia, { resena: null, impedimento: null })
  return CONTACT
}

test('who closes the dialog before the answer comes finds the contact on the screen', async () => {
  const access = held<Contacto>()
  answer(trackContactAccess, access.reply)
  await openReasons()
  await page.getByLabelText('Es una urgencia').click()
  await confirm.click()
  await expect.poll(() => callsOf('track-contact-access')).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  access.release(unlock())
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Luis Pérez')
  await expect.element(page.getByRole('link', { name: 'Llamar', exact: true })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a request that fails keeps the reason and gets no contact, and can be repeated', async () => {
  await openReasons()
  await page.getByLabelText('Otro').click()
  await detail.fill(REASON)
  for (const failure of [odd(500), LOST] as const) {
    const failed = held<Contacto>()
    answer(trackContactAccess, failed.reply)
    await confirm.click()
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
    failed.release(failure)
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent(
        'No pudimos abrir el contacto. Tu motivo sigue aquí: inténtalo de nuevo en un momento.',
      )
    await expect.element(detail).toHaveValue(REASON)
    await expect.element(confirm).toHaveFocus()
    await expect.element(call).not.toBeInTheDocument()
    expect(document.querySelectorAll('[data-toast]')).toHaveLength(0)
  }
  answer(trackContactAccess, unlock)
  await confirm.click()
  await expect.element(dialog.getByRole('heading', { name: 'Luis Pérez' })).toHaveFocus()
  const bodies = callsOf('track-contact-access').map(({ body }) => body)
  const contexto = { alcaldia: 'Coyoacán', servicio: 'Plomería' }
  expect(bodies).toEqual(Array(3).fill({ maestro_id: MAESTRO, motivo: 'otro', detalle: REASON, contexto }))
})
