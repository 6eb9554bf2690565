import type { Lado } from '@maestros/dominio/chat/lado'
import { queryClient } from '#lib/session/query-client.ts'
import { expectedWithRole } from '#lib/session/session-state.ts'
import { chatQuery } from './chat.ts'
import { mensajesQuery } from './messages.ts'

/** Loads a chat and its newest messages while the code of the screen loads. Only for a person of this side. */
export function prefetchConversation(chatId: string, side: Lado) {
  const person = expectedWithRole(side)
  if (!person) return
  void queryClient.prefetchQuery(chatQuery({ chatId, side, userId: person.userId }))
  void queryClient.prefetchQuery(mensajesQuery(chatId))
}
