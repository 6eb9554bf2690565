import { beforeEach, expect, test } from 'vitest'
import { attemptFor, keepDraft, readDraft, UNTOUCHED } from '#features/ayuda/drafts.ts'
import { OTHER, signedIn, signedOut, USER } from '../setup/people.ts'

beforeEach(() => signedIn())

const CONTENTS = { nombre: 'Ana', correo: 'ana@example.com', mensaje: 'Necesito ayuda', imagenes_url: [] }

test('equal contents are sent with the same id, also after a reload, and changed contents with another one', () => {
  const first = attemptFor(UNTOUCHED, CONTENTS)
  expect(first.id).toMatch(/^[0-9a-f-]{36}$/)
  keepDraft(USER, { ...UNTOUCHED, mensaje: CONTENTS.mensaje, attempt: first })
  const draft = readDraft(USER)
  expect(attemptFor(draft, { ...CONTENTS }).id).toBe(first.id)
  expect(attemptFor(draft, { ...CONTENTS, mensaje: 'Necesito más ayuda' }).id).not.toBe(first.id)
  expect(attemptFor(draft, { ...CONTENTS, imagenes_url: ['/una.jpg'] }).id).not.toBe(first.id)
})

test('a draft belongs to one person, and signing out removes it', () => {
  keepDraft(USER, { ...UNTOUCHED, mensaje: 'de Ana' })
  keepDraft(OTHER, { ...UNTOUCHED, mensaje: 'de otra persona' })
  signedIn(USER, true)
  signedOut()
  expect(readDraft(USER)).toEqual(UNTOUCHED)
  expect(readDraft(OTHER).mensaje).toBe('de otra persona')
})

test('a stored draft of another shape counts as none', () => {
  localStorage.setItem(`maestros-ayuda:${USER}`, '{"mensaje": 7}')
  expect(readDraft(USER)).toEqual(UNTOUCHED)
})
