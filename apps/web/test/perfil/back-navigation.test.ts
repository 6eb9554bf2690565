import { expect, test } from 'vitest'
import { backNavigationOf } from '#features/perfil/back-navigation.ts'

const arrival = {
  fromChat: null,
  chatIsPrevious: false,
  pathname: '/perfil/7',
  referrer: '',
  loadedPath: '/resultados',
  earlierScreens: 2,
}
const REFERRER = 'https://maestros.example/chats/9'

test('a profile that was opened from a chat leads back to that chat', () => {
  expect(backNavigationOf({ ...arrival, fromChat: '9' })).toEqual({ label: 'Volver al chat', to: '/chats/9' })
})

test('a profile whose chat is the entry before it leads there by the history', () => {
  const way = backNavigationOf({ ...arrival, fromChat: '9', chatIsPrevious: true })
  expect(way).toEqual({ label: 'Volver al chat', to: 'previous' })
})

test('a chat id in the address cannot lead to another path', () => {
  expect(backNavigationOf({ ...arrival, fromChat: '../login?x#y' }).to).toBe('/chats/..%2Flogin%3Fx%23y')
})

test('a profile that was loaded by a link on a chat page leads to the inbox', () => {
  const loaded = { ...arrival, referrer: REFERRER, loadedPath: '/perfil/7' }
  expect(backNavigationOf(loaded)).toEqual({ label: 'Volver al chat', to: '/chats' })
})

test('the referrer does not count for a profile that was opened later in the same document', () => {
  expect(backNavigationOf({ ...arrival, referrer: REFERRER, loadedPath: '/perfil/6' }).to).toBe('previous')
})

test('a profile of the list leads to the screen before it', () => {
  expect(backNavigationOf(arrival)).toEqual({ label: 'Volver al listado', to: 'previous' })
})

test('a profile in a new tab leads to the results and leaves the history', () => {
  const way = backNavigationOf({ ...arrival, earlierScreens: 0 })
  expect(way).toEqual({ label: 'Volver al listado', to: '/resultados', replace: true })
})
