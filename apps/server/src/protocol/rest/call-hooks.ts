import { LADOS } from '@maestros/dominio/chat/lado'
import { z } from 'zod'
import { type ChatRow, chatRead } from '../../platform/bus/changes.ts'
import type { Services } from '../../platform/services.ts'

/** Publishes the changes of procedures that write live rows, after the call has succeeded. */
export type CallHooks = Record<string, (callArguments: unknown) => Promise<void>>

const Arguments = z.object({ p_chat_id: z.guid(), p_user_role: z.enum(LADOS) })

export function callHooks({ db, bus, log }: Services): CallHooks {
  const publishChat = async (callArguments: unknown) => {
    const { p_chat_id, p_user_role } = Arguments.parse(callArguments)
    const [found] = await db.sql<{ chat: ChatRow }[]>`
      select to_jsonb(c) as chat from public.chats c where id = ${p_chat_id}`
    if (found) bus.publish(chatRead(found.chat, p_user_role))
  }
  return {
    mark_messages_as_read: (callArguments) =>
      // The call has succeeded: a failed notification must not make it fail.
      publishChat(callArguments).catch((error: unknown) =>
        log.error({ err: error }, 'a chat marked as read was not published'),
      ),
  }
}
