import { getMessages, MENSAJES_POR_PAGINA } from '@maestros/contrato/chat/get-messages'
import type { Mensaje } from '@maestros/contrato/chat/mensaje'
import { sendMessage } from '@maestros/contrato/chat/send-message'
import type { Role } from '@maestros/dominio/acceso/roles'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { mensaje } from '../messages.ts'
import { chat } from '../rows/chat.ts'
import { answer, answerRpc, answerTable, answerUploads } from './answers.ts'
import { open } from './app.tsx'

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
  answerUploads(({ name }) => ({ Key: name, Id: crypto.randomUUID() }))
  return conversation
}

function pageBefore(all: readonly Mensaje[], cursor?: string) {
  const end = cursor === undefined ? all.length : Number(cursor)
  const start = Math.max(0, end - MENSAJES_POR_PAGINA)
  return { success: true as const, messages: all.slice(start, end), cursor: start > 0 ? String(start) : null }
}

/** Accepts what is sent, as the server does. */
function answerSending(conversation: Conversation) {
  answer(sendMessage, ({ tipo, contenido, client_id = null }) => ({
    success: true as const,
    message: add(conversation, { autor_id: conversation.own, tipo, contenido, client_id }),
  }))
}

/** A message of the other person arrives at the server. */
const receive = (conversation: Conversation, contenido: string) =>
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
export const log = page.getByRole('log')
export const toast = (text: string) => page.getByRole('region', { name: 'Avisos' }).getByText(text)
