import type { Page } from '@playwright/test'
import { expect, messages } from './conversation.ts'

/** Voice notes, with the fake microphone of Chromium, which beeps: see fake-camera.ts. */

export const mic = (page: Page) => page.getByRole('button', { name: 'Grabar nota de voz' })
export const timer = (page: Page) => page.getByRole('timer', { name: 'Tiempo de grabación' })
export const sendVoice = (page: Page) => page.getByRole('button', { name: 'Enviar nota de voz' })
export const cancelVoice = (page: Page) => page.getByRole('button', { name: 'Cancelar grabación' })
export const playButton = (page: Page) => page.getByRole('button', { name: /^Reproducir / })
export const pauseButton = (page: Page) => page.getByRole('button', { name: /^Pausar / })

/** The bubbles of voice notes. */
export const voiceNotes = (page: Page) => messages(page).filter({ has: page.locator('[data-nota-de-voz]') })

/** The code of the recorder and of its notes is loaded with the conversation, and is needed before the network is lost. */
export const expectRecorder = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate<string>("performance.getEntriesByType('resource').map(({ name }) => name).join()"),
    )
    .toMatch(/\/recording-bar-.*\/voice-note-|\/voice-note-.*\/recording-bar-/)

/** Records for at least a second with one click, and sends it. */
export async function sendVoiceNote(page: Page) {
  await mic(page).click()
  await expect(timer(page)).toHaveText(/^0:0[1-9]$/)
  await sendVoice(page).click()
  await expect(mic(page)).toBeVisible()
}
