import { miPerfil } from '@maestros/contrato/maestro/mi-perfil'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { miPerfil as miPerfilDe } from '../setup/rows/maestro.ts'
import { LUIS, MAESTRO } from '../setup/rows/people.ts'
import { answer, answerTable, answerUploads, callsOf, held, odd, type Row } from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'
import { pickPicture } from '../setup/screen/pictures.ts'

/** The edit dialogs of the own profile on slow and failing networks. */

const TEXT = 'Hago rejas, portones y barandales con garantía por escrito.'

const toast = (text: string) => page.getByRole('region', { name: 'Avisos' }).getByText(text)
const description = page.getByRole('dialog', { name: 'Editar descripción' })
const photoDialog = page.getByRole('dialog', { name: 'Cambiar foto' })
const save = description.getByRole('button', { name: 'Guardar' })
const updates = () => callsOf('maestros').filter(({ method }) => method === 'PATCH')
const update = (reply: Parameters<typeof answerTable<'maestros'>>[1]) =>
  answerTable('maestros', reply, 'PATCH')
const UPDATED = [{ id: MAESTRO }]

/** The profile is opened from the dashboard, which is then behind it in the history. */
async function openFromDashboard() {
  open('/dashboard-maestro', { as: LUIS })
  await page.getByRole('navigation').getByRole('link', { name: 'Perfil' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Luis P.' })).toBeVisible()
}

async function editDescription() {
  await openFromDashboard()
  await page.getByRole('button', { name: 'Editar descripción' }).click()
  await description.getByLabelText('Descripción').fill(TEXT)
}

test('a change is sent once by two clicks, and a person who closes its dialog meanwhile stays on the profile', async () => {
  const slow = held<Partial<Row<'maestros'>>[]>()
  update(slow.reply)
  await editDescription()
  await save.click()
  const busy = description.getByRole('button', { name: 'Guardando…' })
  await expect.element(busy).toHaveAttribute('aria-disabled', 'true')
  busy.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.poll(() => updates().length).toBe(1)
  await description.getByRole('button', { name: 'Cancelar' }).click()
  await expect.element(description).not.toBeInTheDocument()
  answer(miPerfil, miPerfilDe({ descripcion: TEXT }))
  slow.release(UPDATED)
  await expect.element(toast('Descripción actualizada correctamente')).toBeVisible()
  expect(updates().map(({ body }) => body)).toEqual([{ descripcion: TEXT }])
  expect(location.pathname).toBe('/perfil-maestro')
})

test('a dialog closes when its part is saved and shows it again, before the profile is read again', async () => {
  update(UPDATED)
  await editDescription()
  const again = held<ReturnType<typeof miPerfilDe>>()
  answer(miPerfil, again.reply)
  await save.click()
  await expect.element(description).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Editar descripción' }).click()
  await expect.element(description.getByLabelText('Descripción')).toHaveValue(TEXT)
  again.release(miPerfilDe({ descripcion: TEXT }))
})

test('a photo whose profile could not be changed is kept and sent again under the same name', async () => {
  const stored: string[] = []
  answerUploads(({ name }) => {
    stored.push(name)
    return stored.length === 1
      ? { Key: name }
      : odd(400, { statusCode: '409', message: 'The resource already exists' })
  })
  update(odd(500))
  await openFromDashboard()
  await page.getByRole('button', { name: 'Cambiar foto' }).click()
  await pickPicture(photoDialog)
  await expect.element(toast('Error al subir la foto. Intenta nuevamente.')).toBeVisible()
  const kept = photoDialog.getByText('Tu foto sigue aquí.')
  await expect.element(kept).toBeVisible()
  // A touch beside the dialog discards nothing.
  await userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true })
  await expect.element(kept).toBeVisible()
  const slow = held<Partial<Row<'maestros'>>[]>()
  update(slow.reply)
  await photoDialog.getByRole('button', { name: 'Reintentar' }).click()
  await expect.poll(() => updates().length).toBe(2)
  await userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true })
  await expect.element(photoDialog.getByRole('progressbar')).toBeVisible()
  // A person who closes the dialog during the last request stays on the profile.
  await photoDialog.getByRole('button', { name: 'Cerrar' }).click()
  await expect.element(photoDialog).not.toBeInTheDocument()
  slow.release(UPDATED)
  await expect.element(toast('¡Perfecto! Tu foto de perfil se ha guardado correctamente.')).toBeVisible()
  expect(location.pathname).toBe('/perfil-maestro')
  expect(stored).toHaveLength(2)
  expect(stored[1]).toBe(stored[0])
})

test('each verification shows its state, the reason of a rejection and what to do; a rejected one is sent again', async () => {
  answer(
    miPerfil,
    miPerfilDe({
      verificacion: [
        { tipo: 'ine', estado: 'rechazado', motivo: 'La foto está borrosa.', corrige_con: ['ine'] },
        { tipo: 'domicilio', estado: 'en_revision', motivo: null, corrige_con: null },
        { tipo: 'curp', estado: 'verificado', motivo: null, corrige_con: null },
      ],
    }),
  )
  open('/perfil-maestro', { as: LUIS })
  const card = page.getByRole('main')
  for (const text of [
    'Rechazado',
    'En revisión',
    'Verificado',
    /^Motivo: La foto está borrosa\.$/,
    'Qué sigue: envía otra foto de tu INE. Después lo revisamos otra vez.',
    'Quienes buscan ven que tu CURP está verificada, no cuál es.',
    'Lo estamos revisando. Te avisaremos al terminar.',
  ])
    await expect.element(card.getByText(text, { exact: true })).toBeVisible()
  expect(card.getByText(/^Motivo: /).elements()).toHaveLength(1)
  await page.getByRole('button', { name: 'Enviar tu INE de nuevo' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Tu INE' })).toBeVisible()
  expect(location.pathname + location.search).toBe('/perfil-maestro?editar=ine')
})
