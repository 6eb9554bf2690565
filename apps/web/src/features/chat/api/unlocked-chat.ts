import { readAgain } from '#lib/session/query-client.ts'
import { readContactAccess } from './contact-access.ts'
import { chatsKey } from './keys.ts'

/**
 * Reads again what shows the name of a maestro whose contact was just unlocked, and the notice in the chat. Live events do
 * the same, but they do not arrive without a socket.
 */
export function refreshUnlockedChat(chatId: string) {
  for (const queryKey of [chatsKey('buscador'), ['chat', chatId], ['mensajes', chatId]]) {
    void readAgain({ queryKey })
  }
  readContactAccess()
}
