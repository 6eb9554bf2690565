import { beforeEach, expect, test } from 'vitest'
import {
  editDraft,
  followShared,
  readDraft,
  readReply,
  restoreToDraft,
  restoreToSharedDraft,
  setDraft,
  setReply,
} from '#features/chat/drafts.ts'
import { CHAT, OTHER, signedIn, signedOut, USER } from '../setup/people.ts'

const stored = (userId = USER) => JSON.parse(localStorage.getItem(`maestros-borradores:${userId}`) ?? '{}')

const restore = (contenido: string, respuestaA?: string) =>
  restoreToDraft({ userId: USER, chatId: CHAT, contenido, respuestaA })

beforeEach(() => {
  signedIn()
  setReply(USER, CHAT, null)
})

test('a draft belongs to one chat of one person, and an empty one is not stored', () => {
  setDraft(USER, CHAT, 'hola')
  setDraft(USER, 'otro chat', 'adiós')
  setDraft(OTHER, CHAT, 'de otra persona')
  expect(stored()).toEqual({ [CHAT]: 'hola', 'otro chat': 'adiós' })
  setDraft(USER, CHAT, '')
  expect(stored()).toEqual({ 'otro chat': 'adiós' })
  expect(stored(OTHER)).toEqual({ [CHAT]: 'de otra persona' })
})

test('messages that were not sent return to the draft in their order, before what was typed since', () => {
  restore('primero')
  expect(stored()[CHAT]).toBe('primero')
  setDraft(USER, CHAT, 'primero\nescrito después')
  restore('segundo')
  expect(stored()[CHAT]).toBe('primero\nsegundo\nescrito después')
  setDraft(USER, CHAT, 'cambiado')
  restore('tercero')
  expect(stored()[CHAT]).toBe('tercero\ncambiado')
})

test('a text of another tab returns to the draft without its quote where nobody types: a later message here is no answer', () => {
  setDraft(USER, CHAT, '')
  restoreToSharedDraft({ userId: USER, chatId: CHAT, contenido: 'de otra pestaña', respuestaA: 'mensaje-1' })
  expect(stored()[CHAT]).toContain('de otra pestaña')
  expect(readReply(USER, CHAT)).toBeNull()
})

test('a text that returns to the draft brings its quote, unless another message is being answered', () => {
  restore('sin cita')
  expect(readReply(USER, CHAT)).toBeNull()
  restore('con cita', 'mensaje-1')
  expect(readReply(USER, CHAT)).toBe('mensaje-1')
  setReply(USER, CHAT, 'mensaje-2')
  restore('con otra cita', 'mensaje-3')
  expect(readReply(USER, CHAT)).toBe('mensaje-2')
  expect(readReply(OTHER, CHAT)).toBeNull()
})

test('a message of the conversation gives its text once, and again after the field was emptied', () => {
  const edit = () => editDraft({ id: 'mensaje-1', userId: USER, chatId: CHAT, contenido: 'otra vez' })
  setDraft(USER, CHAT, '')
  edit()
  edit()
  expect(readDraft(USER, CHAT)).toBe('otra vez')
  setDraft(USER, CHAT, '')
  edit()
  expect(readDraft(USER, CHAT)).toBe('otra vez')
})

test('what another tab stores does not replace what is typed here, also while the field is empty, and is shown when the chat is opened again', () => {
  const storedByOtherTab = (text: string) =>
    localStorage.setItem(`maestros-borradores:${USER}`, JSON.stringify({ [CHAT]: text }))
  setDraft(USER, CHAT, 'hola')
  storedByOtherTab('')
  expect(readDraft(USER, CHAT)).toBe('hola')
  setDraft(USER, CHAT, '')
  storedByOtherTab('de la otra')
  expect(readDraft(USER, CHAT)).toBe('')
  followShared(USER, CHAT)
  expect(readDraft(USER, CHAT)).toBe('de la otra')
})

test('signing out removes the drafts of that person only', () => {
  setDraft(USER, CHAT, 'hola')
  setDraft(OTHER, CHAT, 'de otra persona')
  setReply(USER, CHAT, 'mensaje-1')
  signedIn(USER, true)
  signedOut()
  expect(stored()).toEqual({})
  expect(readReply(USER, CHAT)).toBeNull()
  expect(stored(OTHER)).toEqual({ [CHAT]: 'de otra persona' })
})

test('a session that expires keeps the drafts', () => {
  setDraft(USER, CHAT, 'hola')
  signedOut(true)
  expect(stored()).toEqual({ [CHAT]: 'hola' })
})
