import { unwrap } from '#lib/client/call-error.ts'
import { getClient } from '#lib/client/client.ts'
import type { ChatKey } from './chat.ts'
import { showUnread } from './live-chats.ts'
import { countAfter, knownMensajes } from './messages.ts'

/** Marks the messages of the other person up to `hasta`, the `secuencia` of the last one that was on the screen. */
export async function markAsRead({ chatId, side, userId }: ChatKey, hasta: number) {
  const { rest } = await getClient()
  unwrap(await rest.rpc('mark_messages_as_read', { p_chat_id: chatId, p_user_role: side, p_hasta: hasta }))
  // The live event does the same, but it does not arrive without a socket.
  const mensajes = knownMensajes(chatId)
  showUnread(side, chatId, mensajes ? countAfter(mensajes, userId, hasta) : 0)
}
