import { maestroProfile } from '@maestros/contrato/perfil/maestro-profile'
import { type GuardarResenaInput, guardarResena } from '@maestros/contrato/resenas/guardar-resena'
import {
  type ResenaPropia,
  resenaPropia as resenaPropiaContract,
} from '@maestros/contrato/resenas/resena-propia'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type * as z from 'zod/mini'
import { BUSCADOR, MAESTRO } from '../setup/rows/people.ts'
import { perfilAbierto, resenaPropia } from '../setup/rows/perfil.ts'
import { expectAccessible } from '../setup/screen/accessible.ts'
import {
  answer,
  answerAuth,
  answerPictureAddresses,
  answerUploads,
  callsOf,
  held,
  LOST,
  NEVER,
  odd,
} from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'
import { picture } from '../setup/screen/pictures.ts'

/** The form of a review and its photos while the server is slow, or its answers are lost. */

const COMMENT = 'Arregló la luz en una hora y dejó todo limpio.'
const PUBLISHED = 'Gracias. Tu reseña ya está publicada.'
const NOT_KEPT = 'Una foto de tu reseña no se subió y no quedó guardada. Abre tu reseña y agrégala otra vez.'

const dialog = page.getByRole('dialog', { name: 'Tu reseña de Luis' })
const comment = dialog.getByLabelText('Cuenta cómo fue')
const publish = dialog.getByRole('button', { name: 'Publicar reseña' })
const alert = dialog.getByRole('alert')
const addButton = dialog.getByRole('button', { name: 'Agregar foto' })
const removeFirst = dialog.getByRole('button', { name: 'Quitar la foto 1' })
const uploading = dialog.getByText('Subiendo la foto 1…')
const radio = (name: string) => dialog.getByRole('radio', { name })
const toast = (text: string) => page.getByRole('region', { name: 'Avisos' }).getByText(text)

/** What the server has stored: the review of the seeker, and the names of the photos. */
let own: ResenaPropia | null
let photos: string[]

beforeEach(() => {
  own = null
  photos = []
  answer(maestroProfile, perfilAbierto())
  answer(resenaPropiaContract, () => ({ resena: own, impedimento: null }))
  answer(guardarResena, store)
  answerUploads(({ name }) => upload(name))
  answerPictureAddresses({ signedURL: '/object/sign/chat-media/foto.jpg?token=t' })
})

function store({ maestro_id: _, fotos = [], ...typed }: z.input<typeof GuardarResenaInput>) {
  own = resenaPropia({ ...typed, fotos })
  return { success: true as const, resena: own }
}

function upload(name: string) {
  photos.push(name.replace('chat-media/', ''))
  return { Key: name, Id: MAESTRO }
}

async function openForm(button = 'Escribir una reseña') {
  await page.getByRole('button', { name: button }).click()
  await expect.element(dialog).toBeVisible()
}

async function openProfile() {
  open(`/perfil/${MAESTRO}`, { as: BUSCADOR })
  await openForm()
}

async function fillIn() {
  await radio('5 estrellas: Muy bien').click()
  await radio('Sí, se realizó').click()
  await comment.fill(COMMENT)
}

async function addPhoto() {
  await addButton.click()
  await expect.element(page.getByRole('dialog', { name: 'Agregar una foto' })).toBeVisible()
  const input = document.querySelector('input[type=file]:not([capture])')
  if (!input) throw new Error('The dialog has no field for files.')
  await userEvent.upload(input, await picture())
}

async function close() {
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
}

const sent = () => callsOf('guardar-resena').map(({ body }) => body)

test('a review cannot be changed while it is being saved; when that failed, nothing is lost and it can be changed again', async () => {
  await page.viewport(360, 740)
  const save = held<ReturnType<typeof store>>()
  answer(guardarResena, save.reply)
  await openProfile()
  await fillIn()
  await addPhoto()
  await expect.element(removeFirst).toBeVisible()
  await expect.element(uploading).not.toBeInTheDocument()
  // A click would scroll to the end of the form.
  radio('5 estrellas: Muy bien').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(sent).toHaveLength(1)
  await comment.click()
  await userEvent.keyboard('{End} Muy amable.')
  await expect.element(comment).toHaveFocus()
  await expect.element(comment).toHaveValue(COMMENT)
  await radio('2 estrellas: Mal').click({ force: true })
  await expect.element(radio('5 estrellas: Muy bien')).toBeChecked()
  await radio('No se realizó').click({ force: true })
  await expect.element(radio('Sí, se realizó')).toBeChecked()
  await removeFirst.click({ force: true })
  await addButton.click({ force: true })
  await expect.element(page.getByRole('dialog', { name: 'Agregar una foto' })).not.toBeInTheDocument()
  await expect.element(removeFirst).toBeVisible()
  await expectAccessible()

  save.release(LOST)
  await expect
    .element(alert)
    .toHaveTextContent('No pudimos guardar tu reseña. Lo que escribiste sigue aquí: inténtalo de nuevo.')
  // On a phone the end of the form is below the buttons.
  await expect.element(alert).toBeInViewport({ ratio: 1 })
  await close()
  await openForm()
  await expect.element(radio('5 estrellas: Muy bien')).toBeChecked()
  await expect.element(radio('Sí, se realizó')).toBeChecked()
  await expect.element(removeFirst).toBeVisible()
  await comment.click()
  await userEvent.keyboard('{End} Muy amable.')
  await radio('4 estrellas: Bien').click()
  answer(guardarResena, store)
  await publish.click()
  await expect.element(toast(PUBLISHED)).toBeVisible()
  expect(own).toMatchObject({ puntuacion: 4, comentario: `${COMMENT} Muy amable.`, fotos: photos })
  expect(photos).toHaveLength(1)
})

test('a review is saved also when its form is closed, and what is typed in a form that was opened again meanwhile is kept', async () => {
  const end = Promise.withResolvers<void>()
  answer(guardarResena, (input) => end.promise.then(() => store(input)))
  await openProfile()
  await fillIn()
  await publish.click()
  await expect.poll(sent).toHaveLength(1)
  await close()
  await openForm()
  await comment.fill(`${COMMENT} Muy amable.`)
  end.resolve()
  await expect.element(toast(PUBLISHED)).toBeVisible()
  await close()
  await openForm('Editar tu reseña')
  await expect.element(comment).toHaveValue(`${COMMENT} Muy amable.`)
})

test('a save whose answer was lost is repeated, also when the stored review was read meanwhile', async () => {
  answer(guardarResena, (input) => {
    store(input)
    return LOST
  })
  await openProfile()
  await fillIn()
  await publish.click()
  await expect.element(alert).toBeVisible()
  const reads = callsOf('resena-propia').length
  // A page that becomes visible again reads what may have changed.
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await expect.poll(() => callsOf('resena-propia').length).toBeGreaterThan(reads)
  answer(guardarResena, store)
  await publish.click()
  await expect.element(toast(PUBLISHED)).toBeVisible()
  const [first, second] = sent()
  expect(second).toEqual(first)
})

test('a photo that was not uploaded can be uploaded again, and is not forgotten on the way', async () => {
  answerUploads(() => LOST)
  await openProfile()
  await fillIn()
  await addPhoto()
  const retry = dialog.getByRole('button', { name: 'Volver a subir la foto 1' })
  await expect.element(retry).toBeVisible()
  await publish.click()
  await expect.element(dialog.getByText('Una foto no se subió. Vuelve a subirla o quítala.')).toBeVisible()
  expect(sent()).toEqual([])
  answerUploads(({ name }) => upload(name))
  await retry.click()
  await expect.element(retry).not.toBeInTheDocument()
  await expect.element(uploading).not.toBeInTheDocument()
  await publish.click()
  await expect.element(toast(PUBLISHED)).toBeVisible()
  expect(photos).toHaveLength(1)
  expect(own?.fotos).toEqual(photos)
})

test('a photo that is still uploading when the form is closed is in it when it is opened again; one that is removed does not come back', async () => {
  const end = Promise.withResolvers<void>()
  answerUploads(({ name }) => end.promise.then(() => upload(name)))
  await openProfile()
  await addPhoto()
  await expect.element(uploading).toBeInTheDocument()
  await close()
  await openForm()
  await expect.element(uploading).toBeInTheDocument()
  await expect.element(dialog.getByRole('img', { name: 'Foto 1 del trabajo' })).toBeVisible()
  await addPhoto()
  await dialog.getByRole('button', { name: 'Quitar la foto 2' }).click()
  await fillIn()
  await publish.click()
  await expect.element(alert).toHaveTextContent('Espera a que terminen de subir las fotos.')
  await close()
  end.resolve()
  await expect.poll(() => photos).toHaveLength(2)
  await expect.poll(() => JSON.stringify({ ...localStorage })).toContain(photos[0])
  await openForm()
  await expect.element(comment).toHaveValue(COMMENT)
  await expect.element(removeFirst).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Quitar la foto 2' })).not.toBeInTheDocument()
  await publish.click()
  await expect.element(toast(PUBLISHED)).toBeVisible()
  expect(own?.fotos).toEqual(photos.slice(0, 1))
})

test('a seeker is told that a photo was not kept, whether it fails before or after the form is closed', async () => {
  const slow = held<object>()
  answerUploads(() => slow.reply)
  await openProfile()
  await addPhoto()
  await expect.element(uploading).toBeInTheDocument()
  await close()
  slow.release(LOST)
  await expect.element(toast(NOT_KEPT)).toBeVisible()

  await openForm()
  await expect.element(addButton).toBeVisible()
  await expect.element(removeFirst).not.toBeInTheDocument()
  await expect.element(toast(NOT_KEPT)).not.toBeInTheDocument()
  await addPhoto()
  await expect.element(dialog.getByRole('button', { name: 'Volver a subir la foto 1' })).toBeVisible()
  await close()
  await expect.element(toast(NOT_KEPT)).toBeVisible()
})

test('signing out stops the upload of a photo whose form was closed, without a notice', async () => {
  const stop = vi.spyOn(XMLHttpRequest.prototype, 'abort')
  answerUploads(() => NEVER)
  answerAuth('logout', odd(204))
  await openProfile()
  await addPhoto()
  await expect.element(uploading).toBeInTheDocument()
  await close()
  expect(stop).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect.poll(() => location.pathname).toBe('/login')
  await expect.poll(() => stop.mock.calls.length).toBe(1)
  await expect.element(toast(NOT_KEPT)).not.toBeInTheDocument()
})

test('editing a review keeps its photos when their addresses cannot be read', async () => {
  const fotos = [`review-photos/${BUSCADOR.id}/1.jpg`]
  own = resenaPropia({ fotos })
  answerPictureAddresses(LOST)
  open(`/perfil/${MAESTRO}`, { as: BUSCADOR })
  await openForm('Editar tu reseña')
  await expect.poll(() => callsOf(`sign/chat-media/${fotos[0]}`).length).toBe(3)
  await expect.element(removeFirst).toBeVisible()
  await radio('5 estrellas: Muy bien').click()
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect.element(toast('Tu reseña quedó actualizada.')).toBeVisible()
  expect(own).toMatchObject({ puntuacion: 5, fotos })
})
