import { z } from 'zod'
import { type ChatRow, chatChange } from '../bus/changes.ts'
import type { Services } from '../services.ts'

/** Procedures that write a row others watch: told once they have succeeded, whichever way they were called. */
export type AfterCall = Record<string, (given: unknown) => Promise<void>>

const Marked = z.object({ p_chat_id: z.guid() })

export function afterCalls({ db, bus, log }: Services): AfterCall {
  const markedAsRead = async (given: unknown) => {
    const { p_chat_id } = Marked.parse(given)
    const [found] = await db.sql<{ chat: ChatRow }[]>`
      select to_jsonb(c) as chat from public.chats c where id = ${p_chat_id}`
    if (found) bus.publish(chatChange('UPDATE', found.chat))
  }
  return {
    mark_messages_as_read: (given) =>
      // It is done: that others were not told at once is no reason to call it failed.
      markedAsRead(given).catch((error: unknown) =>
        log.error({ err: error }, 'a chat marked as read was not told'),
      ),
  }
}
