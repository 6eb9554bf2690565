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

/** The texts that were last put back into a field, in order. */
let restored = { chatId: '', text: '' }

/** Puts the text of a refused message back into the field: after those refused before it, before what was typed since. */
export function restoreToDraft(userId: string, chatId: string, text: string) {
  const draft = drafts.read(userId)[chatId] ?? ''
  const earlier =
    restored.chatId === chatId && `${draft}\n`.startsWith(`${restored.text}\n`) ? restored.text : ''
  const typed = earlier === '' ? draft : draft.slice(earlier.length + 1)
  restored = { chatId, text: lines(earlier, text) }
  setDraft(userId, chatId, lines(restored.text, typed))
}

const lines = (...texts: string[]) => texts.filter((text) => text !== '').join('\n')
