import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { personalStore } from '#lib/personal-store.ts'

/** What someone has typed and not sent, a chat. */
const drafts = personalStore('borradores', z.record(z.string(), z.string()), {})

export const useDraft = (userId: string, chatId: string): string =>
  useSyncExternalStore(drafts.subscribe, () => drafts.read(userId)[chatId] ?? '')

export function setDraft(userId: string, chatId: string, text: string) {
  const { [chatId]: _, ...others } = drafts.read(userId)
  drafts.write(userId, text === '' ? others : { ...others, [chatId]: text })
}

/** A message that was not sent comes back to the input, before whatever was begun since. */
export function restoreToDraft(userId: string, chatId: string, text: string) {
  const begun = drafts.read(userId)[chatId] ?? ''
  setDraft(userId, chatId, begun === '' ? text : `${text}\n${begun}`)
}
