import { z } from 'zod'
import { type ChatRow, chatChange } from '../bus/changes.ts'
import type { Services } from '../services.ts'

/** Publishes the changes of procedures that write live rows, after the call has succeeded. */
export type CallHooks = Record<string, (callArguments: unknown) => Promise<void>>

const Arguments = z.object({ p_chat_id: z.guid() })

export function callHooks({ db, bus, log }: Services): CallHooks {
  const publishChat = async (callArguments: unknown) => {
    const { p_chat_id } = Arguments.parse(callArguments)
    const [found] = await db.sql<{ chat: ChatRow }[]>`
      select to_jsonb(c) as chat from public.chats c where id = ${p_chat_id}`
    if (found) bus.publish(chatChange('UPDATE', found.chat))
  }
  return {
    mark_messages_as_read: (callArguments) =>
      // The call has succeeded: a failed notification must not make it fail.
      publishChat(callArguments).catch((error: unknown) =>
        log.error({ err: error }, 'a chat marked as read was not published'),
      ),
  }
}
