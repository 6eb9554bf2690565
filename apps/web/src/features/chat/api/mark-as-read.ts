import type { Lado } from '@maestros/dominio/lado'
import { unwrap } from '#lib/call-error.ts'
import { getClient } from '#lib/client.ts'
import { showUnread } from './live-chats.ts'

/** Marks the messages of the other person up to `hasta`, the `secuencia` of the last one that was shown. */
export async function markAsRead(chatId: string, side: Lado, hasta: number) {
  const { rest } = await getClient()
  unwrap(await rest.rpc('mark_messages_as_read', { p_chat_id: chatId, p_user_role: side, p_hasta: hasta }))
  // The live event does the same, but it does not arrive without a socket.
  showUnread(side, chatId, 0)
}
