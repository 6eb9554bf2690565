import { useEffect, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { personalRecord } from '#lib/session/personal/personal-record.ts'
import { onForget } from '#lib/session/personal/personal-store.ts'

/** What a person has typed and not sent, by chat id. */
const drafts = personalRecord('borradores', z.string())

/**
 * What the fields of this tab have. All tabs store one draft of a chat. A field takes it when it is opened and follows it until somebody
 * types there, or until it is empty: then it has a text of its own, which no other tab changes.
 */
const typed = new Map<string, string>()
const keyOf = (userId: string, chatId: string) => `${userId}:${chatId}`

/** The messages that are being answered in this tab, by their ids. */
const replies = new Map<string, string>()
const replyListeners = new Set<() => void>()

/** The ids of the messages whose text was taken into the field, until it is empty again. */
const taken = new Map<string, Set<string>>()

onForget(async (userId) => {
  for (const map of [typed, replies, taken]) {
    for (const key of map.keys()) if (key.startsWith(keyOf(userId, ''))) map.delete(key)
  }
})

export const readDraft = (userId: string, chatId: string): string =>
  typed.get(keyOf(userId, chatId)) ?? drafts.read(userId, chatId) ?? ''

/** Whether the field of this chat has a text that was typed in this tab. */
export const isTyping = (userId: string, chatId: string): boolean =>
  (typed.get(keyOf(userId, chatId)) ?? '') !== ''

/** The text of the open field of a chat. */
export function useDraft(userId: string, chatId: string): string {
  const text = useSyncExternalStore(onDraft, () => readDraft(userId, chatId))
  useEffect(() => {
    // A text that was typed since this render is kept.
    if (text === '' && !typed.has(keyOf(userId, chatId))) typed.set(keyOf(userId, chatId), '')
  }, [userId, chatId, text])
  useEffect(() => () => followShared(userId, chatId), [userId, chatId])
  return text
}

const draftListeners = new Set<() => void>()

function onDraft(listener: () => void): () => void {
  const stop = drafts.subscribe(listener)
  draftListeners.add(listener)
  return () => {
    stop()
    draftListeners.delete(listener)
  }
}

/** A field in which nothing is typed shows the draft of all tabs again. */
export function followShared(userId: string, chatId: string) {
  if (isTyping(userId, chatId)) return
  typed.delete(keyOf(userId, chatId))
  for (const listener of draftListeners) listener()
}

export function setDraft(userId: string, chatId: string, text: string) {
  const key = keyOf(userId, chatId)
  typed.set(key, text)
  if (text === '') taken.delete(key)
  drafts.keep(userId, chatId, text || null)
}

/** The id of the message that the next text of this chat answers to; null for none. */
export function setReply(userId: string, chatId: string, id: string | null) {
  if (id === null) replies.delete(keyOf(userId, chatId))
  else replies.set(keyOf(userId, chatId), id)
  for (const listener of replyListeners) listener()
}

export const readReply = (userId: string, chatId: string): string | null =>
  replies.get(keyOf(userId, chatId)) ?? null

export const useReply = (userId: string, chatId: string): string | null =>
  useSyncExternalStore(onReply, () => readReply(userId, chatId))

function onReply(listener: () => void): () => void {
  replyListeners.add(listener)
  return () => void replyListeners.delete(listener)
}

/** The texts that were last put back into a field, in order. */
let restored = { chatId: '', text: '' }

/** A text that was to be sent, and the message that it answers to. */
type Restored = { userId: string; chatId: string; contenido: string; respuestaA?: string | undefined }

/**
 * Puts the text of a refused message back into the field. Its quote returns too, unless the person answers to a message already: the
 * field has one quote.
 */
export function restoreToDraft(refused: Restored) {
  const { userId, chatId, respuestaA } = refused
  setDraft(userId, chatId, withRestored(refused))
  if (respuestaA && readReply(userId, chatId) === null) setReply(userId, chatId, respuestaA)
}

/**
 * For a message that was written in another tab: where nobody types, its text is in the draft of all tabs only. Each tab has its own
 * quote, so that of the message does not return.
 */
export function restoreToSharedDraft(refused: Restored) {
  const { userId, chatId } = refused
  if (isTyping(userId, chatId)) return restoreToDraft(refused)
  followShared(userId, chatId)
  drafts.keep(userId, chatId, withRestored(refused))
}

/** The draft with the text of a refused message: after those refused before it, before what was typed since. */
function withRestored({ userId, chatId, contenido: text }: Restored): string {
  const draft = readDraft(userId, chatId)
  const earlier =
    restored.chatId === chatId && `${draft}\n`.startsWith(`${restored.text}\n`) ? restored.text : ''
  const typed = earlier === '' ? draft : draft.slice(earlier.length + 1)
  restored = { chatId, text: lines(earlier, text) }
  return lines(restored.text, typed)
}

const editListeners = new Set<(chatId: string) => void>()

/** Calls `listener` when a message was put back into the field to be edited. */
export function onEdit(listener: (chatId: string) => void): () => void {
  editListeners.add(listener)
  return () => void editListeners.delete(listener)
}

/**
 * Puts a message back into the field, for the person who wants to edit it. `id`: of a message that stays in the conversation, whose
 * text is taken once.
 */
export function editDraft({ id, ...edited }: Restored & { id?: string }) {
  const key = keyOf(edited.userId, edited.chatId)
  const ids = taken.get(key) ?? new Set()
  if (id === undefined || !ids.has(id)) restoreToDraft(edited)
  if (id !== undefined) taken.set(key, ids.add(id))
  for (const listener of editListeners) listener(edited.chatId)
}

const lines = (...texts: string[]) => texts.filter((text) => text !== '').join('\n')
