import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { personalStore } from '#lib/personal-store.ts'

/** What a person has typed and not sent, by chat id. */
const drafts = personalStore('borradores', z.record(z.string(), z.string()), {})

export const useDraft = (userId: string, chatId: string): string =>
  useSyncExternalStore(drafts.subscribe, () => drafts.read(userId)[chatId] ?? '')

export function setDraft(userId: string, chatId: string, text: string) {
  const { [chatId]: _, ...others } = drafts.read(userId)
  drafts.write(userId, text === '' ? others : { ...others, [chatId]: text })
}

/** Puts the text of a refused message back into the field, before what was typed since. */
export function restoreToDraft(userId: string, chatId: string, text: string) {
  const typed = drafts.read(userId)[chatId] ?? ''
  setDraft(userId, chatId, typed === '' ? text : `${text}\n${typed}`)
}
