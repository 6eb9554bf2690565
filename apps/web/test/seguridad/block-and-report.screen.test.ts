import { cambiarBloqueo } from '@maestros/contrato/seguridad/cambiar-bloqueo'
import { reportar } from '@maestros/contrato/seguridad/reportar'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chat } from '../setup/rows/chat.ts'
import { BUSCADOR, MAESTRO } from '../setup/rows/people.ts'
import { answer, answerTable, callsOf, held, LOST } from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'
import { field, makeConversation, openConversation } from '../setup/screen/conversation.ts'

/** Blocking and reporting from the conversation and the profile, with late and lost answers. */

const dialog = page.getByRole('dialog')
const menu = page.getByRole('button', { name: 'Más opciones' })
const entry = (name: string) => dialog.getByRole('button', { name })
const detail = dialog.getByLabelText(/^Cuéntanos/)
/** A touch beside the dialog, above the bar of the app. */
const touchBeside = () => userEvent.click(document.body, { position: { x: 8, y: 8 } })

async function openReport() {
  await menu.click()
  await entry('Reportar').click()
}

async function close() {
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
}

test('a touch beside the dialog closes the menu about a person, but not the report that is being written', async () => {
  answerTable('bloqueos', [])
  await openConversation(makeConversation())
  await menu.click()
  await expect.element(dialog).toBeVisible()
  await touchBeside()
  await expect.element(dialog).not.toBeInTheDocument()
  await openReport()
  await detail.fill('Me exige todo el dinero antes.')
  await touchBeside()
  await expect.element(detail).toHaveValue('Me exige todo el dinero antes.')
  await close()
  await menu.click()
  await expect.element(entry('Reportar')).toBeVisible()
})

test('a report whose answer was lost is kept when the dialog is closed, is sent as the same one unless it was changed, and arrives also when the dialog is closed meanwhile', async () => {
  answerTable('bloqueos', [])
  answer(reportar, LOST)
  await openConversation(makeConversation())
  await openReport()
  const other = dialog.getByRole('radio', { name: 'Otro motivo' })
  const send = dialog.getByRole('button', { name: 'Enviar reporte' })
  await userEvent.click(other)
  await detail.fill('Me exige todo el dinero antes.')
  await send.click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await close()

  await openReport()
  await expect.element(other).toBeChecked()
  await expect.element(detail).toHaveValue('Me exige todo el dinero antes.')
  const second = held<{ success: true }>()
  answer(reportar, second.reply)
  await send.click()
  await expect.poll(() => callsOf('reportar')).toHaveLength(2)
  await close()
  second.release(LOST)
  await expect
    .element(page.getByText(/^No pudimos enviar el reporte\. Guardamos lo que escribiste/))
    .toBeVisible()

  await openReport()
  await detail.fill('Me exige todo el dinero antes, y ahora me amenaza.')
  const third = held<{ success: true }>()
  answer(reportar, third.reply)
  await send.click()
  await expect.poll(() => callsOf('reportar')).toHaveLength(3)
  await close()
  third.release({ success: true })
  await expect.element(page.getByText('Recibimos tu reporte. Gracias por avisarnos.')).toBeVisible()
  const [first, repeated, changed] = callsOf('reportar').map(({ body }) => Object(body).client_id)
  expect(repeated).toBe(first)
  expect(changed).not.toBe(first)
  await openReport()
  await expect.element(detail).toHaveValue('')
})

test('a person can be blocked when it cannot be read whether they are, and the conversation says that nobody can write', async () => {
  const conversation = makeConversation()
  answerTable('bloqueos', LOST)
  answer(cambiarBloqueo, () => {
    const { chatId: id, own: buscador_id, other: maestro_id } = conversation
    answerTable('chats', [chat({ id, buscador_id, maestro_id, bloqueado_en: '2026-03-05T19:00:00Z' })])
    return { success: true as const }
  })
  await openConversation(conversation)
  await menu.click()
  await entry('Bloquear').click()
  await entry('Bloquear').click()
  await expect.element(page.getByText('No puedes enviar mensajes en esta conversación.')).toBeVisible()
  await expect.element(field).not.toBeInTheDocument()
})

test('a double click on unblock makes one request', async () => {
  answerTable('bloqueos', [{ bloqueado_id: MAESTRO }])
  const slow = held<{ success: true }>()
  answer(cambiarBloqueo, slow.reply)
  open(`/perfil/${MAESTRO}`, { as: BUSCADOR })
  await menu.click()
  await entry('Desbloquear').dblClick()
  slow.release({ success: true })
  await expect.element(page.getByText('Desbloqueaste a Luis.')).toBeVisible()
  expect(callsOf('cambiar-bloqueo')).toHaveLength(1)
})
