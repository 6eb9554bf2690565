import type { Page } from '@playwright/test'
import {
  expect,
  field,
  messages,
  type PeopleWithChat,
  pathOf,
  SIDES,
  say,
  sendButton,
  test,
  unlockContact,
} from '../support/conversation.ts'
import { expectAccessible, expectAccessibleAtAllSizes, REFUSED } from '../support/fixtures.ts'
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

test('the microphone is offered once the contact is unlocked, live to both people', async ({
  pair,
  open,
  request,
}) => {
  const pages = await Promise.all(SIDES.map((side) => open(pair[side], pathOf(side, pair.chatId))))
  for (const page of pages) {
    await expect(sendButton(page)).toBeDisabled()
    await expect(mic(page)).toHaveCount(0)
  }
  await unlockContact(request, pair)
  for (const page of pages) {
    await expect(mic(page)).toBeVisible()
    // With a text there is the button to send it.
    await field(page).fill('Hola')
    await expect(mic(page)).toHaveCount(0)
    await expect(sendButton(page)).toBeEnabled()
    await expect(page.getByRole('button', { name: 'Enviar imagen' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Enviar video' })).toBeVisible()
  }
})

test('the microphone is offered when the contact was unlocked before the live channel was joined', async ({
  pair,
  open,
  request,
}) => {
  const page = await open(pair.maestro, '/healthz', { fresh: true })
  const joining: (() => void)[] = []
  await page.routeWebSocket(/realtime/, (socket) => void joining.push(() => socket.connectToServer()))
  await page.goto(pathOf('maestro', pair.chatId))
  await expect(sendButton(page)).toBeDisabled()
  await expect.poll(() => joining.length).toBeGreaterThan(0)
  await unlockContact(request, pair)
  for (const join of joining) join()
  await expect(mic(page)).toBeVisible()
})

test('a voice note that is recorded while the button is held is sent on release, arrives live, and plays', async ({
  pair,
  open,
  request,
}) => {
  await unlockContact(request, pair)
  const seeker = await open(pair.buscador, pathOf('buscador', pair.chatId))
  const maestro = await open(pair.maestro, pathOf('maestro', pair.chatId))
  await expect(mic(seeker)).toBeVisible()
  await pressMic(seeker)
  // Long enough to be seen while it plays.
  await expect(timer(seeker)).toHaveText(/^0:0[3-9]$/)
  await expect(seeker.getByText('Desliza para cancelar')).toBeVisible()
  await seeker.screenshot({ path: 'test-results/pictures/nota-grabando.jpg', quality: 85 })
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
  await maestro.goto('/chat-maestro')
  await expect(maestro.getByRole('link', { name: /🎤 Nota de voz/ })).toBeVisible()
})

test('the position is moved with the keyboard, the speed is kept on the device, and only one note plays', async ({
  pair,
  open,
  request,
}) => {
  await unlockContact(request, pair)
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
  for (const count of [1, 2]) {
    await mic(page).click()
    await expect(timer(page)).toHaveText(/^0:0[3-9]$/)
    await sendVoice(page).click()
    await expect(voiceNotes(page)).toHaveCount(count)
  }
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
  await expect(voiceNotes(page).nth(1).getByRole('button', { name: 'velocidad' })).toHaveText('2×')
  for (const name of ['velocidad', 'Reproducir']) {
    const box = await first.getByRole('button', { name }).boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect(box?.width).toBeGreaterThanOrEqual(44)
  }
})

test('with the keyboard a recording is begun, cancelled and sent, and a screen reader is told', async ({
  pair,
  open,
  request,
}) => {
  await unlockContact(request, pair)
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
  await mic(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Grabando sin mantener presionado')).toBeAttached()
  await expect(sendVoice(page)).toBeFocused()
  await expectAccessible(page)
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

test('sliding to the left cancels, sliding up locks, and the button to cancel discards the recording', async ({
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
  for (const button of [cancelVoice(page), sendVoice(page)]) {
    const box = await button.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect(box?.width).toBeGreaterThanOrEqual(44)
  }
  await cancelVoice(page).click()
  await expect(field(page)).toBeVisible()
  await say(page, 'mejor escrito')
  await expect(messages(page).last()).toHaveAttribute('data-estado', /enviado|visto/)
  expect(await delivered(request, pair.chatId, ofSeeker(pair))).toEqual(['mejor escrito'])
})

test('a recording stops at three minutes and waits to be sent', async ({ pair, open, request }) => {
  await unlockContact(request, pair)
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId), { fresh: true })
  await page.clock.install()
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

test('a voice note without a network waits with its drawing, survives a reload, is counted at sign-out, and is sent once', async ({
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
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.screenshot({ path: 'test-results/pictures/nota-en-espera-360.jpg', quality: 85 })
  await page.setViewportSize({ width: 1280, height: 720 })
  expect(await storedText(page)).toContain('blob of')

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

test('a voice note that waits is cancelled in the conversation, and nothing of it is left; while many files wait none is recorded', async ({
  pair,
  open,
  request,
}) => {
  await unlockContact(request, pair)
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
  await expectRecorder(page)
  await page.context().setOffline(true)
  await sendVoiceNote(page)
  await page.evaluate<void>(FILL_OUTBOX)
  await expect(voiceNotes(page)).toContainText('2:30')
  await mic(page).click()
  await expect(page.getByText('Ya hay muchos archivos en espera.')).toBeVisible()
  await expect(timer(page)).toHaveCount(0)
  await messages(page).filter({ hasText: 'En espera' }).getByRole('button').click()
  await page.getByRole('button', { name: 'Cancelar envío' }).click()
  await expect(voiceNotes(page)).toHaveCount(0)
  expect(await storedText(page)).not.toContain('blob of')
  await page.context().setOffline(false)
  await say(page, 'escrito')
  await expect(messages(page).last()).toHaveAttribute('data-estado', /enviado|visto/)
  expect(await delivered(request, pair.chatId, ofSeeker(pair))).toEqual(['escrito'])
})

test('when the code of the recorder cannot be loaded, the field comes back with a sentence, and the next press loads it', async ({
  pair,
  open,
  request,
}) => {
  await unlockContact(request, pair)
  const page = await open(pair.buscador, '/healthz')
  await page.route(RECORDER, (route) => route.abort())
  await page.goto(pathOf('buscador', pair.chatId))
  await mic(page).click()
  await expect(page.getByLabel('Avisos').getByText('conexión')).toBeVisible()
  await expect(field(page)).toBeVisible()
  await page.unroute(RECORDER)
  await mic(page).click()
  await expect(timer(page)).toBeVisible()
})

test('a voice note is deleted for both people and quoted by its name', async ({ pair, open, request }) => {
  await unlockContact(request, pair)
  const seeker = await open(pair.buscador, pathOf('buscador', pair.chatId))
  const maestro = await open(pair.maestro, pathOf('maestro', pair.chatId))
  await sendVoiceNote(seeker)
  await voiceNotes(maestro).hover()
  await voiceNotes(maestro).getByRole('button', { name: 'Opciones del mensaje' }).click()
  await maestro.getByRole('dialog').getByRole('button', { name: 'Responder' }).click()
  await say(maestro, 'Claro que sí')
  await expect(messages(seeker).last().locator('[data-cita]')).toContainText('Nota de voz')
  await voiceNotes(seeker).hover()
  await voiceNotes(seeker).getByRole('button', { name: 'Opciones del mensaje' }).click()
  await seeker.getByRole('dialog').getByRole('button', { name: 'Eliminar mensaje' }).click()
  await seeker.getByRole('dialog').getByRole('button', { name: 'Eliminar para ambas personas' }).click()
  for (const page of [seeker, maestro]) {
    await expect(messages(page).first()).toContainText('Mensaje eliminado')
    await expect(voiceNotes(page)).toHaveCount(0)
  }
})

test('voice notes look right at every width, while recording and while playing', async ({
  pair,
  open,
  request,
}) => {
  await unlockContact(request, pair)
  const maestro = await open(pair.maestro, pathOf('maestro', pair.chatId))
  await say(maestro, '¿Me cuenta qué pasó con la fuga?')
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
  await sendVoiceNote(page)
  await sendVoiceNote(maestro)
  await expect(voiceNotes(page)).toHaveCount(2)
  await voiceNotes(page).first().getByRole('slider').focus()
  await page.keyboard.press('ArrowRight')
  await expectAccessibleAtAllSizes(page, 'notas-de-voz')
  await mic(page).click()
  await expect(timer(page)).toHaveText(/^0:0[2-9]$/)
  await expectAccessibleAtAllSizes(page, 'nota-fijada')
  await cancelVoice(page).click()
  await page.setViewportSize({ width: 360, height: 740 })
  await pressMic(page)
  await expect(timer(page)).toHaveText(/^0:0[1-9]$/)
  await page.screenshot({ path: 'test-results/pictures/nota-grabando-360.jpg', quality: 85 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.screenshot({ path: 'test-results/pictures/nota-grabando-360-dark.jpg', quality: 85 })
  await page.mouse.up()
})
