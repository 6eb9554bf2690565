import { getMessages, MENSAJES_POR_PAGINA } from '@maestros/contrato/chat/get-messages'
import type { Mensaje } from '@maestros/contrato/chat/mensaje'
import { type SendMessageInput, sendMessage } from '@maestros/contrato/chat/send-message'
import { pedirResena } from '@maestros/contrato/resenas/pedir-resena'
import type { Role } from '@maestros/dominio/acceso/roles'
import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mensaje } from '../messages.ts'
import { chat } from '../rows/chat.ts'
import { answer, answerRpc, answerTable, answerUploads, callsOf } from './answers.ts'
import { open } from './app.tsx'
import { passUntil } from './time.ts'

/** A conversation of Ana, a seeker, and Julia, a maestro, as the server has it, and what is on the screen of one of them. */

/** What the server has of a chat. A test may change it while the screen is open. */
export type Conversation = { chatId: string; own: string; other: string; messages: Mensaje[]; path: string }

type Given = { side?: Role; texts?: readonly string[] }

/** Answers the calls of a new chat. Its people are new too, because messages that wait are stored by person. */
export function makeConversation({ side = 'buscador', texts = [] }: Given = {}): Conversation {
  const [chatId, own, other] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const [buscador_id, maestro_id] = side === 'buscador' ? [own, other] : [other, own]
  const path = side === 'buscador' ? `/chats/${chatId}` : `/chat-maestro/${chatId}`
  const conversation: Conversation = { chatId, own, other, messages: [], path }
  for (const text of texts) receive(conversation, text)
  answerTable('chats', [chat({ id: chatId, buscador_id, maestro_id })])
  answerTable('accesos_contacto', [])
  answer(getMessages, ({ cursor }) => pageBefore(conversation.messages, cursor))
  answerSending(conversation)
  answerRpc('mark_messages_as_read')
  answer(pedirResena, { pedir: false })
  answerUploads(({ name }) => ({ Key: name, Id: crypto.randomUUID() }))
  return conversation
}

/** A page of messages, as the server answers it. Its cursor is the number of messages before it. */
export function pageBefore(all: readonly Mensaje[], cursor?: string) {
  const end = cursor === undefined ? all.length : Number(cursor)
  const start = Math.max(0, end - MENSAJES_POR_PAGINA)
  return { success: true as const, messages: all.slice(start, end), cursor: start > 0 ? String(start) : null }
}

/** Accepts what is sent, as the server does. */
export function answerSending(conversation: Conversation) {
  answer(sendMessage, ({ tipo, contenido, client_id = null }) => ({
    success: true as const,
    message: add(conversation, { autor_id: conversation.own, tipo, contenido, client_id }),
  }))
}

/** A message of the other person arrives at the server. */
export const receive = (conversation: Conversation, contenido: string) =>
  add(conversation, { autor_id: conversation.other, contenido })

function add({ chatId, messages }: Conversation, changes: Partial<Mensaje>): Mensaje {
  const added = mensaje(messages.length + 1, { chat_id: chatId, ...changes })
  messages.push(added)
  return added
}

/** Shows the conversation to the person of its side. */
export async function openConversation(conversation: Conversation) {
  const role = conversation.path.startsWith('/chats') ? 'buscador' : 'maestro'
  const router = open(conversation.path, { as: { id: conversation.own, role } })
  await expect.element(field).toBeVisible()
  return router
}

export const field = page.getByPlaceholder('Escribe un mensaje...')
export const sendButton = page.getByRole('button', { name: 'Enviar mensaje' })
export const log = page.getByRole('log')
export const messages = log.getByRole('listitem')
export const message = (text: string | RegExp) => messages.filter({ hasText: text })
export const announced = () => document.querySelector('[data-anuncio]')?.textContent ?? ''
export const toast = (text: string | RegExp) => page.getByRole('region', { name: 'Avisos' }).getByText(text)

export async function say(text: string) {
  await field.fill(text)
  await userEvent.keyboard('{Enter}')
}

/** What was sent, oldest first. */
export const sent = () => callsOf('send-message').map(({ body }) => (body as SendMessageInput).contenido)

/** Up to which message the screen has reported that it was read, at each report. */
export const marks = () =>
  callsOf('mark_messages_as_read').map(({ body }) => (body as { p_hasta: number }).p_hasta)

/** Advances the clock until the messages were read again, as they are while no live event arrives. */
export async function passPoll() {
  const before = callsOf('get-messages').length
  await passUntil(() => callsOf('get-messages').length > before)
}

/** Chooses a picture of this width, by pasting it, and sends it from its preview. */
export async function sendPicture(width: number) {
  const canvas = new OffscreenCanvas(width, 60)
  canvas.getContext('2d')?.fillRect(0, 0, width, 60)
  const clipboardData = new DataTransfer()
  clipboardData.items.add(
    new File([await canvas.convertToBlob({ type: 'image/jpeg' })], 'fuga.jpg', { type: 'image/jpeg' }),
  )
  field
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
  const preview = page.getByRole('dialog', { name: 'Vista previa de imagen' })
  await preview.getByRole('button', { name: 'Enviar imagen' }).click()
  // The picture goes on in the conversation.
  await userEvent.keyboard('{Escape}')
  await expect.element(preview).not.toBeInTheDocument()
}

/** Scrolls up until this message is rendered: only the messages near the screen are. */
export async function scrollUpTo(text: string) {
  await expect
    .poll(
      () => {
        log.element().scrollBy(0, -300)
        return log.getByText(text, { exact: true }).query()
      },
      { interval: 50 },
    )
    .not.toBeNull()
  log.getByText(text, { exact: true }).element().scrollIntoView({ block: 'nearest' })
}
