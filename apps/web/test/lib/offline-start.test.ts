import { beforeEach, describe, expect, test } from 'vitest'
import {
  hasCopy,
  markCopy,
  rememberedPerson,
  rememberPerson,
  STORAGE_KEY,
} from '#lib/client/stored-session.ts'
import { expectedPerson, getSession, setSession } from '#lib/session/session-state.ts'
import { OTHER, USER } from '../setup/people.ts'

/** Node has no IndexedDB: the deletion is noted here, and the browser tests look at a real one. */
const deleted: string[] = []
Object.assign(globalThis, { indexedDB: { deleteDatabase: (name: string) => void deleted.push(name) } })

const person = { userId: USER, role: 'buscador', perfilCompleto: false } as const
const signedIn = (userId: string, leaving = false) =>
  setSession({ ...person, status: 'signed-in', userId, leaving })
const store = (userId: string) => localStorage.setItem(STORAGE_KEY, JSON.stringify({ user: { id: userId } }))

beforeEach(() => {
  deleted.length = 0
  store(USER)
  rememberPerson(person)
  markCopy(USER)
})

describe('the remembered person', () => {
  test('is the one of the stored session', () => {
    expect(rememberedPerson()).toEqual(person)
  })

  test.each([
    ['another person', () => store(OTHER)],
    ['nobody', () => localStorage.removeItem(STORAGE_KEY)],
    ['something unreadable', () => localStorage.setItem(STORAGE_KEY, '{')],
  ])('is not used when the stored session is of %s', (_who, change) => {
    change()
    expect(rememberedPerson()).toBeNull()
  })
})

describe('the person whose data are read in advance', () => {
  test('is the remembered one while the session is loading, and then the signed-in person', () => {
    setSession({ status: 'loading' })
    expect(expectedPerson()).toEqual(person)
    signedIn(OTHER)
    expect(expectedPerson()?.userId).toBe(OTHER)
  })

  test.each([
    ['signing out begins', () => signedIn(USER, true)],
    ['the server cannot be reached', () => setSession({ status: 'unreachable' })],
    ['nobody is signed in', () => setSession({ status: 'anonymous', expired: false })],
    [
      'another session is stored',
      () => {
        setSession({ status: 'loading' })
        store(OTHER)
      },
    ],
  ])('is nobody when %s', (_when, change) => {
    change()
    expect(expectedPerson()).toBeNull()
  })
})

describe('the copy for reading without a network', () => {
  test('stays while the same person is signed in', () => {
    signedIn(USER)
    expect([hasCopy(USER), deleted]).toEqual([true, []])
  })

  test.each([
    ['signing out begins', () => signedIn(USER, true)],
    ['the session has ended', () => setSession({ status: 'anonymous', expired: true, ended: true })],
  ])('is deleted with the remembered person when %s', (_when, change) => {
    change()
    expect([hasCopy(USER), deleted, rememberedPerson()]).toEqual([false, ['maestros-copia'], null])
  })

  test('is deleted when another person signs in', () => {
    signedIn(OTHER)
    expect([hasCopy(USER), deleted, getSession()]).toEqual([
      false,
      ['maestros-copia'],
      expect.objectContaining({ userId: OTHER }),
    ])
  })
})
