import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerUploads, callsOf, held, LOST, odd } from '../setup/screen/answers.ts'
import {
  log,
  makeConversation,
  message,
  messages,
  openConversation,
  say,
  sendPicture,
  sent,
  toast,
} from '../setup/screen/conversation.ts'
import { installClock, passUntil } from '../setup/screen/time.ts'

/** Pictures in the conversation while they wait, are uploaded, or were refused. */

const uploaded = () => ({ Key: '', Id: crypto.randomUUID() })

test('an upload shows its progress in the conversation, can be cancelled there, and a text behind it then goes out', async () => {
  const conversation = makeConversation()
  answerUploads(() => held<object>().reply)
  await openConversation(conversation)
  await sendPicture(300)
  await say('detrás')
  const bubble = messages.filter({ has: page.getByRole('progressbar', { name: 'Avance del envío' }) })
  await expect.element(bubble.getByRole('img')).toHaveAttribute('src', expect.stringMatching(/^blob:/))
  expect(sent()).toEqual([])
  await bubble.getByRole('button').click()
  await page.getByRole('button', { name: 'Cancelar envío' }).click()
  await expect.element(message('detrás')).toHaveAttribute('data-estado', 'enviado')
  expect(messages.elements()).toHaveLength(1)
  expect(sent()).toEqual(['detrás'])
})

test('a picture whose upload was stored and whose answer was lost is sent, without a message in English', async () => {
  installClock()
  const conversation = makeConversation()
  answerUploads(storedWithoutAnswer())
  await openConversation(conversation)
  await sendPicture(300)
  await passUntil(() => sent().length === 1)
  const [first, second] = callsOf('send-message')
  expect(second).toBeUndefined()
  expect(Object(first?.body).tipo).toBe('imagen')
  await expect.element(messages).toHaveAttribute('data-estado', 'enviado')
  await expect
    .element(page.getByRole('region', { name: 'Avisos' }).getByRole('listitem'))
    .not.toBeInTheDocument()
})

/** The server has the object, so it refuses the second attempt. */
function storedWithoutAnswer() {
  let attempts = 0
  return () => {
    attempts += 1
    if (attempts === 1) return LOST
    return odd(400, { statusCode: '409', error: 'Duplicate', message: 'The resource already exists' })
  }
}

test('a refused picture stays in the conversation and can be retried there', async () => {
  const conversation = makeConversation()
  // A proxy refuses it in its own words.
  answerUploads(() => odd(413, '<h1>Too large</h1>'))
  await openConversation(conversation)
  await sendPicture(300)
  await expect.element(toast('Error al subir la imagen: la imagen es demasiado grande.')).toBeVisible()
  const refused = message('No se envió')
  await expect.element(refused).toBeVisible()
  await say('después')
  await expect.element(message('después')).toHaveAttribute('data-estado', 'enviado')
  answerUploads(uploaded)
  await refused.getByRole('button', { name: 'Reintentar' }).click()
  await expect.poll(sent).toEqual(['después', expect.stringMatching(/\.jpg$/)])
  await expect.element(refused).not.toBeInTheDocument()
  await expect.element(log.getByRole('button', { name: /^Imagen que enviaste/ })).toBeVisible()
})
