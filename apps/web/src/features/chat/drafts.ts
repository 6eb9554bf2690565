import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { onForget, personalStore } from '#lib/personal-store.ts'

/** What a person has typed and not sent, by chat id. */
const drafts = personalStore('borradores', z.record(z.string(), z.string()), {})

/**
 * What is being typed in this tab. All tabs store one draft of a chat, and another tab must neither empty nor change
 * a field in which somebody types.
 */
const typed = new Map<string, string>()
const keyOf = (userId: string, chatId: string) => `${userId}:${chatId}`

onForget(async (userId) => {
  for (const key of typed.keys()) if (key.startsWith(keyOf(userId, ''))) typed.delete(key)
})

export const readDraft = (userId: string, chatId: string): string =>
  typed.get(keyOf(userId, chatId)) ?? drafts.read(userId)[chatId] ?? ''

export const useDraft = (userId: string, chatId: string): string =>
  useSyncExternalStore(drafts.subscribe, () => readDraft(userId, chatId))

export function setDraft(userId: string, chatId: string, text: string) {
  if (text === '') typed.delete(keyOf(userId, chatId))
  else typed.set(keyOf(userId, chatId), text)
  const { [chatId]: _, ...others } = drafts.read(userId)
  drafts.write(userId, text === '' ? others : { ...others, [chatId]: text })
}

/** The texts that were last put back into a field, in order. */
let restored = { chatId: '', text: '' }

/** Puts the text of a refused message back into the field: after those refused before it, before what was typed since. */
export function restoreToDraft(userId: string, chatId: string, text: string) {
  const draft = readDraft(userId, chatId)
  const earlier =
    restored.chatId === chatId && `${draft}\n`.startsWith(`${restored.text}\n`) ? restored.text : ''
  const typed = earlier === '' ? draft : draft.slice(earlier.length + 1)
  restored = { chatId, text: lines(earlier, text) }
  setDraft(userId, chatId, lines(restored.text, typed))
}

const editListeners = new Set<(chatId: string) => void>()

/** Calls `listener` when a waiting message was put back into the field to be edited. */
export function onEdit(listener: (chatId: string) => void): () => void {
  editListeners.add(listener)
  return () => void editListeners.delete(listener)
}

/** Puts a waiting message back into the field, for the person who wants to edit it. */
export function editDraft(userId: string, chatId: string, text: string) {
  restoreToDraft(userId, chatId, text)
  for (const listener of editListeners) listener(chatId)
}

const lines = (...texts: string[]) => texts.filter((text) => text !== '').join('\n')
