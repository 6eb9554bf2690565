import type { Page } from '@playwright/test'
import { expect, field, messages, pathOf, say, test, unlockContact } from '../support/conversation.ts'
import { refuseDevices, removeDevices } from '../support/fake-camera.ts'
import { REFUSED } from '../support/fixtures.ts'
import { mic, timer } from '../support/voice.ts'

test.use({ expectedErrors: REFUSED })

/** A browser that has no microphone, may not use it, or cannot record. */

const CASES: [name: string, sentence: string, prepare: (page: Page) => Promise<unknown>][] = [
  ['has no microphone', 'No encontramos un micrófono en este dispositivo.', removeDevices],
  ['has no permission for the microphone', 'No tenemos permiso para usar el micrófono.', refuseDevices],
  [
    'cannot record',
    'Este navegador no puede grabar notas de voz.',
    (page) => page.evaluate('delete window.MediaRecorder'),
  ],
]

for (const [name, sentence, prepare] of CASES) {
  test(`a browser that ${name} says so in a sentence, and texts can still be sent`, async ({
    pair,
    open,
    request,
  }) => {
    await unlockContact(request, pair)
    const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
    await prepare(page)
    await mic(page).click()
    await expect(page.getByLabel('Avisos').getByText(sentence)).toBeVisible()
    await expect(timer(page)).toHaveCount(0)
    await expect(field(page)).toBeVisible()
    await say(page, 'escribo entonces')
    await expect(messages(page).last()).toHaveAttribute('data-estado', /enviado|visto/)
  })
}

test('a button that is released just when the recording has failed leaves no recording behind', async ({
  pair,
  open,
  request,
}) => {
  await unlockContact(request, pair)
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
  await page.evaluate(RELEASE_AFTER_FAILURE)
  await mic(page).hover()
  await page.mouse.down()
  await expect(page.getByLabel('Avisos').getByText('Este navegador no puede grabar')).toBeVisible()
  await expect(timer(page)).toHaveCount(0)
  await expect(field(page)).toBeVisible()
})

test('when the code of the recorder cannot be loaded, the field comes back with a sentence', async ({
  pair,
  open,
  request,
}) => {
  await unlockContact(request, pair)
  const page = await open(pair.buscador, '/healthz')
  await page.route('**/assets/recording-bar-*.js', (route) => route.abort())
  await page.goto(pathOf('buscador', pair.chatId))
  await mic(page).click()
  await expect(page.getByLabel('Avisos').getByText('conexión')).toBeVisible()
  await expect(field(page)).toBeVisible()
  await page.unroute('**/assets/recording-bar-*.js')
  await removeDevices(page)
  await mic(page).click()
  // Now it is loaded, and there is no microphone.
  await expect(page.getByLabel('Avisos').getByText('No encontramos un micrófono')).toBeVisible()
})

/**
 * A browser that cannot record. When the recorder has found that out, the pointer is released at once, before the page is drawn
 * again.
 */
const RELEASE_AFTER_FAILURE = `Object.defineProperty(window, 'MediaRecorder', {
  get() {
    let steps = 20
    const release = () => {
      steps -= 1
      if (steps > 0) queueMicrotask(release)
      else dispatchEvent(new PointerEvent('pointerup', { pointerId: 1 }))
    }
    queueMicrotask(release)
  },
})`
