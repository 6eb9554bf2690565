import { getMessages } from '@maestros/contrato/chat/get-messages'
import { sendMessage } from '@maestros/contrato/chat/send-message'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, held, odd, refusal } from '../setup/screen/answers.ts'
import {
  answerSending,
  field,
  makeConversation,
  message,
  messages,
  openConversation,
  say,
  sendButton,
  sent,
  toast,
} from '../setup/screen/conversation.ts'
import { installClock, passUntil } from '../setup/screen/time.ts'

/** What becomes of a text that the server refuses, limits or blocks. */

describe('a message that the server refuses', () => {
  const sides = [
    ['buscador', 'No se pudo enviar el mensaje'],
    ['maestro', 'No se pudo enviar el mensaje. Inténtalo de nuevo.'],
  ] as const
  test.each(sides)('disappears, and its text returns to the field of the %s', async (side, sentence) => {
    const conversation = makeConversation({ side })
    const refused = held<never>()
    answer(sendMessage, refused.reply)
    await openConversation(conversation)
    await say('no te vayas')
    await expect.element(message('no te vayas')).toHaveAttribute('data-estado', 'enviando')
    refused.release(refusal('INTERNAL'))
    await expect.element(toast(sentence)).toBeVisible()
    await expect.element(toast('Error')).toBeVisible()
    await expect.element(messages).not.toBeInTheDocument()
    await expect.element(field).toHaveValue('no te vayas')
    answerSending(conversation)
    await sendButton.click()
    await expect.element(message('no te vayas')).toHaveAttribute('data-estado', 'enviado')
  })

  const bodies = [
    ['success false alone', { success: false }],
    ['an error alone', { error: 'no' }],
    ['a code alone', { code: 'FORBIDDEN' }],
  ] as const
  test.each(bodies)('with 200 and %s disappears, and its text returns', async (_, body) => {
    const conversation = makeConversation()
    answer(sendMessage, odd(200, body))
    await openConversation(conversation)
    await say('no te vayas')
    await expect.element(toast('No se pudo enviar el mensaje')).toBeVisible()
    await expect.element(messages).not.toBeInTheDocument()
    await expect.element(field).toHaveValue('no te vayas')
  })
})

test('a message that hits a rate limit stays in the conversation and is sent when the time of the server is over', async () => {
  installClock()
  const conversation = makeConversation()
  answer(sendMessage, refusal('RATE_LIMITED', 'Podrás enviar otro en 5 segundos.', { 'retry-after': '5' }))
  await openConversation(conversation)
  await say('uno tras otro')
  const waiting = message('uno tras otro')
  await expect.element(waiting).toHaveAttribute('data-estado', 'enTurno')
  await expect.element(waiting).toMatchTextContent('Se enviará en un momento')
  await expect.element(field).toHaveValue('')
  answerSending(conversation)
  const before = Date.now()
  await passUntil(() => sent().length === 2, 100)
  expect(Date.now() - before).toBeGreaterThan(3000)
  await expect.element(waiting).toHaveAttribute('data-estado', 'enviado')
})

test('a message that is blocked without a reason is red too', async () => {
  const conversation = makeConversation()
  const { chatId, own: autor_id } = conversation
  const specified = { id: crypto.randomUUID(), chat_id: chatId, autor_id, tipo: 'texto' }
  const blocked = {
    ...specified,
    contenido: 'sin motivo',
    creado_en: '2026-03-05T18:00:00Z',
    bloqueado: true,
  }
  answer(getMessages, odd(200, { success: true, messages: [blocked] }))
  await openConversation(conversation)
  await expect.element(message('sin motivo')).toMatchTextContent('Mensaje bloqueado')
  const probe = page.getByText('sin motivo', { exact: true }).element()
  expect(getComputedStyle(probe).color).toMatch(RED)
})

const RED = /^(?:oklch\(0\.51 0\.195 27\)|lab\(41\.2\d* 61\.4\d* 44\.1\d*\))$/
