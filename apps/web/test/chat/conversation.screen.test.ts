import { getChats } from '@maestros/contrato/chat/get-chats'
import { getMessages } from '@maestros/contrato/chat/get-messages'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mensaje } from '../setup/messages.ts'
import { chat, chatEnLista } from '../setup/rows/chat.ts'
import {
  answer,
  answerCount,
  answerRpc,
  answerTable,
  answerUploads,
  callsOf,
  held,
  LOST,
  odd,
} from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'
import {
  announced,
  log,
  makeConversation,
  marks,
  message,
  messages,
  openConversation,
  pageBefore,
  passPoll,
  receive,
  say,
  scrollUpTo,
  sendPicture,
} from '../setup/screen/conversation.ts'
import { installClock, passTime, passUntil } from '../setup/screen/time.ts'

/** How a conversation is read: without live events, which arrive nowhere in these tests, and with late or failing answers. */

const lines = (count: number) => Array.from({ length: count }, (_, nth) => `línea ${nth + 1}`)
const topOf = (text: string) => log.getByText(text, { exact: true }).element().getBoundingClientRect().top
const toEnd = page.getByRole('button', { name: /Ir al final/ })
const isShown = (text: string) => message(text).query() !== null

test('a conversation whose live channel cannot be joined says that it reconnects, and shows new messages, read marks and an unlocked contact within some seconds', async () => {
  installClock()
  const conversation = makeConversation()
  const { chatId: id, own: buscador_id, other: maestro_id } = conversation
  await openConversation(conversation)
  await say('hola')
  await expect.element(message('hola')).toHaveAttribute('data-estado', 'enviado')
  receive(conversation, 'sin canal')
  answerTable('chats', [chat({ id, buscador_id, maestro_id, leido_maestro_hasta: 1 })])
  answerTable('accesos_contacto', [{ creado_en: '2026-03-05T18:00:00Z' }])
  await passPoll()
  await expect.element(page.getByText('Reconectando…')).toBeVisible()
  await expect.element(message('sin canal')).toBeVisible()
  await expect.element(message('hola')).toMatchTextContent('Visto')
  await expect.element(page.getByRole('button', { name: 'Grabar nota de voz' })).toBeVisible()
})

test('messages are separated by day also on a device whose clock is a day fast, and the inbox counts the day of the last message in the same way', async () => {
  const now = { date: 'Thu, 05 Mar 2026 07:00:00 GMT' }
  installClock()
  vi.setSystemTime('2026-03-06T01:00:00-06:00')
  const { chatId, other, path, own } = makeConversation()
  const times = [
    ['hace mucho', '2026-02-01T23:59:00-06:00'],
    ['ayer tarde', '2026-03-04T23:59:00-06:00'],
    ['hoy uno', '2026-03-05T00:01:00-06:00'],
    ['hoy dos', '2026-03-05T00:01:00-06:00'],
  ] as const
  const rows = times.map(([contenido, creado_en], nth) =>
    mensaje(nth + 1, { chat_id: chatId, autor_id: other, contenido, creado_en }),
  )
  answer(getMessages, odd(200, { success: true, messages: rows, cursor: null }, now))
  const last_message = { creado_en: times[3][1], tipo: 'texto' as const, contenido: 'hoy dos', propio: false }
  const chats = [chatEnLista({ id: chatId, last_message, ultimo_mensaje_en: times[3][1] })]
  answer(getChats, odd(200, { success: true, chats, cursor: null }, now))
  const as = { id: own, role: 'buscador' as const }
  open(path, { as })
  const days = log.getByRole('region')
  for (const [label, ...texts] of [
    ['domingo, 1 de febrero de 2026', 'hace mucho'],
    ['Ayer', 'ayer tarde'],
    ['Hoy', 'hoy uno', 'hoy dos'],
  ] as const) {
    const day = log.getByRole('region', { name: label, exact: true })
    await expect.element(day.getByRole('paragraph')).toMatchTextContent(label)
    expect([...day.element().querySelectorAll('[data-texto]')].map((one) => one.textContent)).toEqual(texts)
  }
  expect(days.elements()).toHaveLength(3)
  await expect.element(messages.first()).toMatchTextContent('23:59')
  open('/chats', { as })
  await expect
    .element(page.getByRole('main').getByRole('listitem').getByRole('time'))
    .toHaveTextContent('00:01')
})

test('a long conversation opens at its end, loads older messages without moving, and announces new ones', async () => {
  installClock()
  const conversation = makeConversation({ texts: lines(90) })
  const older = held<ReturnType<typeof pageBefore>>()
  const whole = conversation.messages
  answer(getMessages, ({ cursor }) => (cursor ? older.reply : pageBefore(whole)))
  await openConversation(conversation)
  await expect.element(message('línea 90')).toBeInViewport()
  expect(isShown('línea 40')).toBe(false)
  await scrollUpTo('línea 60')
  await expect.poll(() => callsOf('get-messages').length).toBe(2)
  const place = topOf('línea 60')
  const height = log.element().scrollHeight
  older.release(pageBefore(whole, '50'))
  await expect.poll(() => log.element().scrollHeight).toBeGreaterThan(height + 1000)
  expect(Math.abs(topOf('línea 60') - place)).toBeLessThanOrEqual(1)
  receive(conversation, 'acabo de llegar')
  await passPoll()
  await expect.element(toEnd).toMatchTextContent('Nuevo mensaje')
  expect(announced()).toBe('Julia: acabo de llegar')
  expect(Math.abs(topOf('línea 60') - place)).toBeLessThanOrEqual(1)
  await toEnd.click()
  await expect.element(message('acabo de llegar')).toBeInViewport()
  await expect.element(toEnd).not.toBeInTheDocument()
})

test('a message that arrives above an own picture that is uploading is not marked as read by a reader who has scrolled up', async () => {
  installClock()
  const conversation = makeConversation({ texts: lines(40) })
  const upload = held<object>()
  answerUploads(() => upload.reply)
  await openConversation(conversation)
  await expect.poll(marks).toEqual([40])
  await sendPicture(300)
  await expect
    .element(messages.last().getByRole('img'))
    .toHaveAttribute('src', expect.stringMatching(/^blob:/))
  await scrollUpTo('línea 10')
  receive(conversation, 'abajo')
  await passPoll()
  await expect.element(toEnd).toMatchTextContent('Nuevo mensaje')
  expect(announced()).toBe('Julia: abajo')
  upload.release({ Key: '', Id: conversation.chatId })
  await expect.poll(() => conversation.messages.length).toBe(42)
  await passTime(2000)
  await expect.element(toEnd).toHaveAccessibleName('Nuevo mensaje: 1. Ir al final')
  expect(new Set(marks())).toEqual(new Set([40]))
  await toEnd.click()
  await passTime(1000)
  expect(marks().at(-1)).toBe(41)
})

test('messages that could not be read are not marked as read until they were shown', async () => {
  installClock()
  const conversation = makeConversation({ side: 'maestro', texts: ['primera'] })
  answer(getMessages, odd(500))
  open(conversation.path, { as: { id: conversation.own, role: 'maestro' } })
  const retry = page.getByRole('button', { name: 'Reintentar' })
  await passUntil(() => retry.query() !== null)
  await passTime(2000)
  expect(marks()).toEqual([])
  answer(getMessages, pageBefore(conversation.messages))
  await retry.click()
  await expect.element(message('primera')).toBeVisible()
  await passUntil(() => marks().length > 0)
  expect(marks()).toEqual([1])
})

test('a read mark that fails is made again, and the badge then disappears', async () => {
  installClock()
  const conversation = makeConversation({ texts: ['primera'] })
  answerCount('chats', 1)
  answerRpc('mark_messages_as_read', () => {
    if (marks().length < 3) return LOST
    answerCount('chats', 0)
    return odd(204)
  })
  await openConversation(conversation)
  const badge = page.getByRole('link', { name: /^Chats.*1/ })
  await expect.element(badge).toBeVisible()
  await passUntil(() => marks().length === 3)
  expect(marks()).toEqual([1, 1, 1])
  await expect.element(badge).not.toBeInTheDocument()
  await passTime(60_000)
  expect(marks()).toHaveLength(3)
})
