import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { personalStore } from '#lib/session/personal/personal-store.ts'
import { OTHER, USER } from '../setup/people.ts'

const KEY = `maestros-prueba:${USER}`
const EMPTY: string[] = []
const newStore = () => personalStore('prueba', z.array(z.string()), EMPTY)

/** What the browser sends to the other tabs of the same origin. */
const changedInOtherTab = (key: string | null) => {
  const event = Object.assign(new Event('storage'), { key })
  dispatchEvent(event)
}

test('each person reads only their own value', () => {
  const store = newStore()
  store.write(USER, ['a'])
  expect(store.read(USER)).toEqual(['a'])
  expect(store.read(OTHER)).toBe(EMPTY)
})

test('a value that does not change is the same object at each reading, as React requires', () => {
  const store = newStore()
  store.write(USER, ['a'])
  expect(store.read(USER)).toBe(store.read(USER))
})

test('a value that another tab writes is read, and reported to the subscribers', () => {
  const store = newStore()
  const listener = vi.fn()
  const stop = store.subscribe(listener)
  localStorage.setItem(KEY, '["b"]')
  changedInOtherTab(KEY)
  expect(listener).toHaveBeenCalledTimes(1)
  expect(store.read(USER)).toEqual(['b'])
  changedInOtherTab('another-key')
  expect(listener).toHaveBeenCalledTimes(1)
  changedInOtherTab(null)
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
  changedInOtherTab(KEY)
  expect(listener).toHaveBeenCalledTimes(2)
})

test.each([['{"a":'], ['{"a":1}'], ['[1]'], ['null'], ['']])(
  'stored text that does not have the expected shape is read as empty: %s',
  (raw) => {
    localStorage.setItem(KEY, raw)
    expect(newStore().read(USER)).toBe(EMPTY)
  },
)

test('a browser that refuses to store keeps the value for this page', () => {
  const store = newStore()
  const refuse = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  store.write(USER, ['a'])
  refuse.mockRestore()
  expect(store.read(USER)).toEqual(['a'])
  store.write(USER, ['b'])
  expect(localStorage.getItem(KEY)).toBe('["b"]')
})

test('a browser that refuses access to its storage reads as empty', () => {
  const refuse = vi.spyOn(localStorage, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  expect(newStore().read(USER)).toBe(EMPTY)
  refuse.mockRestore()
})
