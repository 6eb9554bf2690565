import { NOTA_DE_VOZ } from '@maestros/dominio/limites'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mensaje } from '../setup/messages.ts'
import { expectAccessible } from '../setup/screen/accessible.ts'
import { answerTable } from '../setup/screen/answers.ts'
import { field, makeConversation, openConversation, toast } from '../setup/screen/conversation.ts'

/** Voice notes in a browser that cannot record them, and addresses that cannot be played. */

const mic = page.getByRole('button', { name: 'Grabar nota de voz' })
const timer = page.getByRole('timer', { name: 'Tiempo de grabación' })

/** A chat whose contact is unlocked, so that voice notes are offered. */
function makeUnlocked() {
  const conversation = makeConversation()
  answerTable('accesos_contacto', [{ creado_en: '2026-03-05T18:00:00Z' }])
  return conversation
}

const failDevices = (name: string) =>
  vi
    .spyOn(navigator.mediaDevices, 'getUserMedia')
    .mockImplementation(() => Promise.reject(new DOMException('no', name)))

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a browser', () => {
  const cases = [
    {
      name: 'has no microphone',
      said: 'No encontramos un micrófono en este dispositivo. Conecta uno o escribe tu mensaje.',
      prepare: () => failDevices('NotFoundError'),
    },
    {
      name: 'has no permission for the microphone',
      said: 'No tenemos permiso para usar el micrófono. Permítelo en los ajustes del sitio de tu navegador e inténtalo de nuevo.',
      prepare: () => failDevices('NotAllowedError'),
    },
    {
      name: 'cannot record',
      said: 'Este navegador no puede grabar notas de voz. Escribe tu mensaje.',
      prepare: () => vi.stubGlobal('MediaRecorder', undefined),
    },
  ]
  test.each(cases)(
    'that $name says so in a sentence, and shows the field again',
    async ({ said, prepare }) => {
      prepare()
      await openConversation(makeUnlocked())
      await mic.click()
      await expect.element(toast(said)).toBeVisible()
      await expect.element(timer).not.toBeInTheDocument()
      await expect.element(field).toBeVisible()
    },
  )
})

test('a button that is released just when the recording has failed leaves no recording behind', async () => {
  const pointer = { pointerId: 1, bubbles: true }
  const releaseAfter = async (steps: number) => {
    for (let step = 0; step < steps; step += 1) await Promise.resolve()
    dispatchEvent(new PointerEvent('pointerup', pointer))
  }
  let steps = 0
  const begin = failDevices('NotFoundError').mockImplementation(() => {
    void releaseAfter(steps)
    return Promise.reject(new DOMException('no', 'NotFoundError'))
  })
  await openConversation(makeUnlocked())
  await expect.element(mic).toBeVisible()
  // There is no such pointer that could be captured.
  vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue()
  // One of these moments is after the failure was noticed and before the page is drawn again.
  for (steps of [1, 2, 3, 4, 5, 6, 7, 8]) {
    mic.element().dispatchEvent(new PointerEvent('pointerdown', pointer))
    await expect.poll(() => begin.mock.calls.length).toBe(steps)
    await expect.element(timer).not.toBeInTheDocument()
    await expect.element(field).toBeVisible()
  }
  expect(begin).toHaveBeenCalledTimes(steps)
})

describe('a voice note', () => {
  let conversation: ReturnType<typeof makeConversation>
  /** The voice note of the other person, with this address of its file. */
  const noteAt = (contenido: string) =>
    mensaje(1, {
      chat_id: conversation.chatId,
      autor_id: conversation.other,
      tipo: 'audio',
      contenido,
      duracion_ms: 1000,
      picos: new Array(NOTA_DE_VOZ.picos).fill(50),
    })
  const playButton = page.getByRole('button', { name: 'Reproducir la nota de voz de Julia' })
  const pauseButton = page.getByRole('button', { name: 'Pausar la nota de voz de Julia' })

  beforeEach(() => {
    conversation = makeUnlocked()
  })

  test('whose address has expired gets a new one and plays', async () => {
    conversation.messages.push(noteAt('/expired/nota.webm?token=1'))
    await openConversation(conversation)
    conversation.messages[0] = noteAt(URL.createObjectURL(silence(1)))
    await playButton.click()
    await expect.element(pauseButton).toBeVisible()
    await expect.element(playButton).toBeVisible()
    await expect.element(page.getByText(/no puede reproducir/)).not.toBeInTheDocument()
  })

  test('of a format that the browser cannot play is offered as a download', async () => {
    const address = `${location.origin}/unknown/nota.webm?token=1`
    conversation.messages.push(noteAt(address))
    await openConversation(conversation)
    await playButton.click()
    await expect.element(page.getByText(/no puede reproducir esta nota de voz\./)).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Descargar la nota de voz' }))
      .toHaveAttribute('href', `${address}&download=nota-de-voz.webm`)
    await expectAccessible()
  })
})

/** A sound file of this many seconds: WAV with 8000 bytes a second. */
function silence(seconds: number): Blob {
  const bytes = 8000 * seconds
  const file = new DataView(new ArrayBuffer(44 + bytes))
  const write = (at: number, text: string) =>
    [...text].forEach((letter, nth) => void file.setUint8(at + nth, letter.charCodeAt(0)))
  write(0, 'RIFF')
  file.setUint32(4, 36 + bytes, true)
  write(8, 'WAVEfmt ')
  file.setUint32(16, 16, true)
  file.setUint16(20, 1, true)
  file.setUint16(22, 1, true)
  file.setUint32(24, 8000, true)
  file.setUint32(28, 8000, true)
  file.setUint16(32, 1, true)
  file.setUint16(34, 8, true)
  write(36, 'data')
  file.setUint32(40, bytes, true)
  return new Blob([file], { type: 'audio/wav' })
}
