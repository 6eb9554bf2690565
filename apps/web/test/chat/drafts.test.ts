import { beforeEach, expect, test } from 'vitest'
import { readDraft, restoreToDraft, setDraft } from '#features/chat/drafts.ts'
import { CHAT, OTHER, signedIn, signedOut, USER } from '../setup/people.ts'

const stored = (userId = USER) => JSON.parse(localStorage.getItem(`maestros-borradores:${userId}`) ?? '{}')

beforeEach(() => signedIn())

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
  restoreToDraft(USER, CHAT, 'primero')
  expect(stored()[CHAT]).toBe('primero')
  setDraft(USER, CHAT, 'primero\nescrito después')
  restoreToDraft(USER, CHAT, 'segundo')
  expect(stored()[CHAT]).toBe('primero\nsegundo\nescrito después')
  setDraft(USER, CHAT, 'cambiado')
  restoreToDraft(USER, CHAT, 'tercero')
  expect(stored()[CHAT]).toBe('tercero\ncambiado')
})

test('what another tab stores does not replace what is being typed here, and is shown when nothing is', () => {
  const storedByOtherTab = (text: string) =>
    localStorage.setItem(`maestros-borradores:${USER}`, JSON.stringify({ [CHAT]: text }))
  setDraft(USER, CHAT, 'hola')
  storedByOtherTab('')
  expect(readDraft(USER, CHAT)).toBe('hola')
  setDraft(USER, CHAT, '')
  storedByOtherTab('de la otra')
  expect(readDraft(USER, CHAT)).toBe('de la otra')
})

test('signing out removes the drafts of that person only', () => {
  setDraft(USER, CHAT, 'hola')
  setDraft(OTHER, CHAT, 'de otra persona')
  signedIn(USER, true)
  signedOut()
  expect(stored()).toEqual({})
  expect(stored(OTHER)).toEqual({ [CHAT]: 'de otra persona' })
})

test('a session that expires keeps the drafts', () => {
  setDraft(USER, CHAT, 'hola')
  signedOut(true)
  expect(stored()).toEqual({ [CHAT]: 'hola' })
})
