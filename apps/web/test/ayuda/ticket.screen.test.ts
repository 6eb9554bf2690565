import { misSolicitudes } from '@maestros/contrato/ayuda/mis-solicitudes'
import { submitSupportTicket } from '@maestros/contrato/ayuda/submit-support-ticket'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { BUSCADOR, MAESTRO } from '../setup/rows/people.ts'
import {
  answer,
  answerPictureAddresses,
  answerTable,
  answerUploads,
  callsOf,
  held,
  LOST,
} from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'
import { picture } from '../setup/screen/pictures.ts'

/** The form of the help centre and its pictures while the server is slow, or its answers are lost. */

const MESSAGE = 'No puedo abrir mis conversaciones desde ayer.'
const SUCCESS = 'Tu solicitud fue enviada con éxito. Nos pondremos en contacto contigo pronto.'
const NOT_KEPT =
  'Una imagen de tu solicitud no se subió y no quedó guardada. Abre la ayuda y agrégala otra vez.'
const SENT = { success: true, ticket_id: MAESTRO } as const

const form = page.getByRole('form', { name: 'Enviar Ticket de Soporte' })
const name = form.getByLabelText('Nombre')
const message = form.getByLabelText('Mensaje')
const previews = form.getByRole('img')
const send = form.getByRole('button', { name: 'Enviar Ticket' })
const sending = form.getByRole('button', { name: 'Enviando...' })
const uploading = form.getByRole('button', { name: 'Subiendo imágenes...' })
const notice = (text: string) => page.getByRole('region', { name: 'Avisos' }).getByText(text)

/** The names of the stored pictures. */
let pictures: string[]

const upload = (path: string) => {
  pictures.push(path)
  return { Key: path, Id: MAESTRO }
}

beforeEach(() => {
  pictures = []
  answer(misSolicitudes, { solicitudes: [], total: 0 })
  answer(submitSupportTicket, SENT)
  answerUploads((call) => upload(call.name))
  answerPictureAddresses({ signedURL: '/object/sign/support-tickets/imagen.jpg?token=t' })
})

async function openHelp() {
  open('/ayuda', { as: BUSCADOR })
  answerTable('profiles', [{ role: 'buscador', nombre: 'Ana', apellido: 'Ruiz' }])
  // Name and e-mail of the account are read first.
  await expect.element(name).toHaveValue('Ana Ruiz')
}

/** Leaves the screen inside the app, where uploads go on. */
async function leave() {
  await page.getByRole('link', { name: 'Nueva búsqueda' }).click()
  await expect.element(form).not.toBeInTheDocument()
}

const openAgain = () => page.getByRole('link', { name: 'Ayuda' }).click()

async function attach(file: File) {
  const input = document.querySelector('input[type=file]')
  if (!input) throw new Error('The form has no field for pictures.')
  await userEvent.upload(input, file)
}

const tickets = () => callsOf('submit-support-ticket').map(({ body }) => body)

test('what was typed is kept until it is sent, also when the person leaves the screen meanwhile', async () => {
  const sent = held<typeof SENT>()
  answer(submitSupportTicket, sent.reply)
  await openHelp()
  await name.fill('Ana de la Cruz')
  await message.fill(MESSAGE)
  await send.click()
  await expect.element(sending).toBeVisible()
  await leave()
  history.back()
  await expect.element(message).toHaveValue(MESSAGE)
  await sending.click({ force: true })
  sent.release(SENT)
  await expect.element(notice(SUCCESS)).toBeVisible()
  await expect.element(message).toHaveValue('')
  await expect.element(name).toHaveValue('Ana Ruiz')
  expect(tickets()).toEqual([expect.objectContaining({ nombre: 'Ana de la Cruz', mensaje: MESSAGE })])
})

test('a ticket whose answer was lost is sent again as the same ticket with its picture, also after the screen was opened again', async () => {
  answer(submitSupportTicket, LOST)
  await openHelp()
  await message.fill(MESSAGE)
  await attach(await picture())
  await send.click()
  await expect.element(notice('Error al enviar el ticket de soporte')).toBeVisible()
  await openHelp()
  await expect.element(message).toHaveValue(MESSAGE)
  await expect.element(previews).toBeVisible()
  answer(submitSupportTicket, SENT)
  await send.click()
  await expect.element(notice(SUCCESS)).toBeVisible()
  await expect.element(previews).not.toBeInTheDocument()
  const [first, second] = tickets()
  expect(second).toEqual(first)
  expect(second).toMatchObject({
    client_id: expect.any(String),
    imagenes_url: pictures.map((path) => `/storage/v1/object/authenticated/${path}`),
  })
})

test('a picture that is still uploading when the person leaves the screen is in the ticket later', async () => {
  const end = Promise.withResolvers<void>()
  answerUploads((call) => end.promise.then(() => upload(call.name)))
  await openHelp()
  await message.fill(MESSAGE)
  await attach(await picture())
  await expect.element(uploading).toBeVisible()
  await leave()
  await openAgain()
  await expect.element(previews).toBeVisible()
  await expect.element(uploading).toBeVisible()
  await leave()
  end.resolve()
  await expect.poll(() => JSON.stringify({ ...localStorage })).toContain(`${BUSCADOR.id}/`)
  await openAgain()
  await expect.element(previews).toBeVisible()
  await send.click()
  await expect.element(notice(SUCCESS)).toBeVisible()
  expect(tickets()).toMatchObject([{ imagenes_url: [expect.stringContaining(String(pictures[0]))] }])
})

test('a person who has left the screen is told that a picture was not kept', async () => {
  const failed = held<object>()
  answerUploads(() => failed.reply)
  await openHelp()
  await attach(await picture())
  await expect.element(uploading).toBeVisible()
  await leave()
  failed.release(LOST)
  await expect.element(notice(NOT_KEPT)).toBeVisible()
  await openAgain()
  await expect.element(send).toBeVisible()
  await expect.element(previews).not.toBeInTheDocument()

  // One that failed while the form was open is lost when it is closed.
  await attach(await picture())
  await expect.element(notice('Error al subir las imágenes')).toBeVisible()
  await leave()
  await expect.element(notice(NOT_KEPT)).toBeVisible()
})

test('a file with the type of a picture and other content is not uploaded, and the ticket can still be sent', async () => {
  await openHelp()
  await message.fill(MESSAGE)
  await attach(new File(['no soy una foto'], 'x.jpg', { type: 'image/jpeg' }))
  await expect.element(notice('Error al subir las imágenes')).toBeVisible()
  await form.getByRole('button', { name: 'Quitar la imagen 1' }).click()
  await send.click()
  await expect.element(notice(SUCCESS)).toBeVisible()
  expect(pictures).toEqual([])
  expect(tickets()).toMatchObject([{ imagenes_url: [] }])
})
