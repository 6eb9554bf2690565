import type { Locator, Page } from '@playwright/test'
import {
  expect,
  field,
  messages,
  optionsOf,
  type PeopleWithChat,
  pathOf,
  say,
  sendButton,
  test,
  unlockContact,
} from '../support/conversation.ts'
import { expectAccessible, expectDarkContrast, expectNoOverflow, REFUSED } from '../support/fixtures.ts'
import { delivered, storedText, VOZ } from '../support/typing.ts'
import {
  cancelVoice,
  expectRecorder,
  mic,
  pauseButton,
  playButton,
  sendVoice,
  sendVoiceNote,
  timer,
  voiceNotes,
} from '../support/voice.ts'

/** Voice notes: recording, sending, playing and deleting them. */

test.use({
  expectedErrors: new RegExp(`${REFUSED.source}|WebSocket connection|mark as read|unread count|chats`),
})

const UPLOAD = '**/storage/v1/object/chat-media/**'
const RECORDER = '**/assets/recording-bar-*.js'
const PHONE = { width: 360, height: 740 }

const ofSeeker = (pair: PeopleWithChat) => ({ reader: pair.maestro, author: pair.buscador })

/** The next recordings end only when the promise is resolved. */
const HOLD_LAST_PART = `
  globalThis.lastPart = Promise.withResolvers()
  const add = MediaRecorder.prototype.addEventListener
  MediaRecorder.prototype.addEventListener = function (type, listener) {
    add.call(this, type, type === 'stop' ? (event) => lastPart.promise.then(() => listener(event)) : listener)
  }`

/** Presses the microphone and keeps it down. Returns its middle. */
async function pressMic(page: Page): Promise<{ x: number; y: number }> {
  const box = await mic(page).boundingBox()
  if (!box) throw new Error('there is no microphone')
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  return at
}

const expectFingerSized = async (button: Locator) => {
  const box = await button.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
  expect(box?.width).toBeGreaterThanOrEqual(44)
}

test('the microphone is offered live once the contact is unlocked; a voice note that is recorded while the button is held is sent on release, arrives live, plays, is quoted by its name, and is deleted for both people', async ({
  pair,
  open,
  request,
}) => {
  const [seeker, maestro] = await Promise.all([
    open(pair.buscador, pathOf('buscador', pair.chatId)),
    open(pair.maestro, pathOf('maestro', pair.chatId)),
  ])
  for (const page of [seeker, maestro]) {
    await expect(sendButton(page)).toBeDisabled()
    await expect(mic(page)).toHaveCount(0)
  }
  await unlockContact(request, pair)
  for (const page of [seeker, maestro]) {
    await expect(mic(page)).toBeVisible()
    // With a text there is the button to send it.
    await field(page).fill('Hola')
    await expect(mic(page)).toHaveCount(0)
    await expect(sendButton(page)).toBeEnabled()
    await expect(page.getByRole('button', { name: 'Enviar imagen' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Enviar video' })).toBeVisible()
    await field(page).fill('')
    await expect(mic(page)).toBeVisible()
  }

  await pressMic(seeker)
  // Long enough to be seen while it plays.
  await expect(timer(seeker)).toHaveText(/^0:0[3-9]$/)
  await expect(seeker.getByText('Desliza para cancelar')).toBeVisible()
  await seeker.mouse.up()
  await expect(voiceNotes(seeker)).toHaveAttribute('data-estado', /enviado|visto/)
  await expect(field(seeker)).toBeVisible()
  await expect(voiceNotes(maestro)).toHaveCount(1)
  await expect(maestro.locator('[data-anuncio]')).toHaveText('Ana: Nota de voz')
  const slider = maestro.getByRole('slider', { name: 'Posición en la nota de voz de Ana' })
  await expect(slider).toHaveAttribute('aria-valuetext', /^0:00 de 0:0\d$/)
  await playButton(maestro).click()
  await expect(pauseButton(maestro)).toBeVisible()
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(300)
  // It ends, and can be played again from the beginning.
  await expect(playButton(maestro)).toBeVisible()
  await expect(slider).toHaveValue('0')
  expect(await delivered(request, pair.chatId, ofSeeker(pair))).toEqual([VOZ])
  await maestro.getByRole('link', { name: 'Volver a tus conversaciones' }).click()
  await maestro.getByRole('link', { name: /🎤 Nota de voz/ }).click()

  await voiceNotes(maestro).hover()
  await optionsOf(voiceNotes(maestro)).click()
  await maestro.getByRole('dialog').getByRole('button', { name: 'Responder' }).click()
  await say(maestro, 'Claro que sí')
  await expect(messages(seeker).last().locator('[data-cita]')).toContainText('Nota de voz')
  await voiceNotes(seeker).hover()
  await optionsOf(voiceNotes(seeker)).click()
  await seeker.getByRole('dialog').getByRole('button', { name: 'Eliminar mensaje' }).click()
  await seeker.getByRole('dialog').getByRole('button', { name: 'Eliminar para ambas personas' }).click()
  for (const page of [seeker, maestro]) {
    await expect(messages(page).first()).toContainText('Mensaje eliminado')
    await expect(voiceNotes(page)).toHaveCount(0)
  }
})

test('sliding to the left cancels a recording, sliding up locks it, with the keyboard it is begun, cancelled and sent, and a screen reader is told', async ({
  pair,
  open,
  request,
}) => {
  await unlockContact(request, pair)
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
  await expect(mic(page)).toBeVisible()
  const at = await pressMic(page)
  await expect(timer(page)).toHaveText(/^0:0[1-9]$/)
  await page.mouse.move(at.x - 140, at.y, { steps: 4 })
  await expect(timer(page)).toHaveCount(0)
  await page.mouse.up()
  await expect(field(page)).toBeVisible()

  await pressMic(page)
  await expect(timer(page)).toHaveText(/^0:0[1-9]$/)
  await page.mouse.move(at.x, at.y - 120, { steps: 4 })
  await expect(cancelVoice(page)).toBeVisible()
  await page.mouse.up()
  await expect(timer(page)).toHaveText(/^0:0[2-9]$/)
  for (const button of [cancelVoice(page), sendVoice(page)]) await expectFingerSized(button)
  await page.setViewportSize(PHONE)
  await expectNoOverflow(page)
  await expectAccessible(page)
  await expectDarkContrast(page, { path: 'test-results/pictures/nota-fijada.jpg', quality: 85 })
  await cancelVoice(page).click()
  await expect(field(page)).toBeVisible()

  await mic(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Grabando sin mantener presionado')).toBeAttached()
  await expect(sendVoice(page)).toBeFocused()
  await expect(timer(page)).toHaveText(/^0:0[1-9]$/)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Grabación cancelada.')).toBeAttached()
  await expect(mic(page)).toBeFocused()
  await page.evaluate<unknown>(HOLD_LAST_PART)
  await page.keyboard.press('Enter')
  await expect(timer(page)).toHaveText(/^0:0[1-9]$/)
  await page.keyboard.press('Enter')
  // It is being sent: it can no longer be cancelled here.
  await page.keyboard.press('Escape')
  await expect(cancelVoice(page)).toBeVisible()
  await expect(page.getByText('Grabación cancelada.')).toHaveCount(0)
  await page.evaluate<unknown>('lastPart.resolve()')
  await expect(voiceNotes(page)).toHaveAttribute('data-estado', /enviado|visto/)
  expect(await delivered(request, pair.chatId, ofSeeker(pair))).toEqual([VOZ])
})

test('the position is moved with the keyboard, the speed is kept on the device, and only one note plays', async ({
  pair,
  open,
  request,
}) => {
  await unlockContact(request, pair)
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
  await mic(page).click()
  await expect(timer(page)).toHaveText(/^0:0[3-9]$/)
  await sendVoice(page).click()
  await expect(voiceNotes(page)).toHaveCount(1)
  await sendVoiceNote(page)
  await expect(voiceNotes(page)).toHaveCount(2)
  await expect(messages(page).last()).toHaveAttribute('data-estado', /enviado|visto/)
  const [first, second] = [voiceNotes(page).nth(0), voiceNotes(page).nth(1)]
  const slider = first.getByRole('slider')
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuetext', /^0:02 de 0:0[3-9]$/)
  await page.keyboard.press('ArrowLeft')
  await expect(slider).toHaveValue('1000')
  // It begins there.
  await first.getByRole('button', { name: /^Reproducir/ }).click()
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(1000)
  await second.getByRole('button', { name: /^Reproducir/ }).click()
  await expect(pauseButton(page)).toHaveCount(1)
  await expect(first.getByRole('button', { name: /^Reproducir/ })).toBeVisible()

  const speed = first.getByRole('button', { name: 'velocidad' })
  await expect(speed).toHaveText('1×')
  await speed.click()
  await expect(speed).toHaveText('1.5×')
  await speed.click()
  await page.reload()
  await expect(second.getByRole('button', { name: 'velocidad' })).toHaveText('2×')
  await page.setViewportSize(PHONE)
  for (const name of ['velocidad', 'Reproducir']) await expectFingerSized(first.getByRole('button', { name }))
  await expectNoOverflow(page)
  await expectAccessible(page)
  await expectDarkContrast(page, { path: 'test-results/pictures/notas-de-voz.jpg', quality: 85 })
})

test('when the code of the recorder cannot be loaded a sentence says so and the next press loads it; a recording stops at three minutes and waits to be sent', async ({
  pair,
  open,
  request,
}) => {
  await unlockContact(request, pair)
  const page = await open(pair.buscador, '/healthz', { fresh: true })
  await page.route(RECORDER, (route) => route.abort())
  await page.clock.install()
  await page.goto(pathOf('buscador', pair.chatId))
  await mic(page).click()
  await expect(page.getByLabel('Avisos').getByText('conexión')).toBeVisible()
  await expect(field(page)).toBeVisible()
  await page.unroute(RECORDER)
  await mic(page).click()
  await expect(timer(page)).toHaveText(/^0:0[1-9]$/)
  await page.clock.fastForward('03:00')
  await expect(timer(page)).toHaveText('3:00')
  await expect(page.getByText('Llegaste a 3:00, que es lo máximo.')).toBeAttached()
  await page.clock.fastForward('00:10')
  await expect(timer(page)).toHaveText('3:00')
  await sendVoice(page).click()
  await expect(voiceNotes(page)).toHaveAttribute('data-estado', /enviado|visto/)
  await expect(voiceNotes(page)).toContainText('3:00')
})

/** As if the note that waits had 60 MB and lasted 2:30. The tab reads it again. */
const FILL_OUTBOX = `new Promise((resolve) => {
  indexedDB.open('maestros-por-enviar').onsuccess = ({ target: { result: database } }) => {
    const entries = database.transaction('envios', 'readwrite').objectStore('envios')
    entries.openCursor().onsuccess = ({ target: { result: cursor } }) => {
      cursor.update({ ...cursor.value, bytes: 60 * 1024 * 1024, duracionMs: 150_000 }).onsuccess = () => {
        new BroadcastChannel('maestros-por-enviar').postMessage({ kind: 'changed', userId: cursor.value.userId })
        database.close()
        resolve()
      }
    }
  }
})`

test('a voice note without a network waits with its drawing and can be cancelled; it survives a reload, is counted at sign-out, and is sent once; while many files wait none is recorded', async ({
  pair,
  open,
  request,
}) => {
  await unlockContact(request, pair)
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
  await expectRecorder(page)
  await page.context().setOffline(true)
  await sendVoiceNote(page)
  const bubble = messages(page).filter({ hasText: 'En espera de conexión' })
  await expect(bubble).toContainText(/0:0[1-9]/)
  await page.setViewportSize(PHONE)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  expect(await storedText(page)).toContain('blob of')
  await page.evaluate<void>(FILL_OUTBOX)
  await expect(voiceNotes(page)).toContainText('2:30')
  await mic(page).click()
  await expect(page.getByText('Ya hay muchos archivos en espera.')).toBeVisible()
  await expect(timer(page)).toHaveCount(0)
  await bubble.getByRole('button').click()
  await page.getByRole('button', { name: 'Cancelar envío' }).click()
  await expect(voiceNotes(page)).toHaveCount(0)
  expect(await storedText(page)).not.toContain('blob of')

  await sendVoiceNote(page)
  await expect(bubble).toContainText(/0:0[1-9]/)
  await page.route(UPLOAD, (route) => route.abort('connectionreset'))
  await page.context().setOffline(false)
  await page.reload()
  await expect(bubble).toContainText(/0:0[1-9]/)
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tienes 1 nota de voz sin enviar' })
  await dialog.getByRole('button', { name: 'Esperar a que se envíe', exact: true }).click()
  await page.unroute(UPLOAD)
  await page.evaluate<boolean>("dispatchEvent(new Event('online'))")
  await expect(voiceNotes(page)).toHaveAttribute('data-estado', /enviado|visto/)
  expect(await delivered(request, pair.chatId, ofSeeker(pair))).toEqual([VOZ])
  expect(await storedText(page)).not.toContain('blob of')
})
