import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { keepWantedPath, takeWantedPath } from '#lib/session/recovery.ts'
import { useWantedPath, wantedPath } from '#lib/session/wanted-path.ts'

const LINK = { pathname: '/chat-maestro/1', search: '?mensaje=2', hash: '' }
const ANONYMOUS = { status: 'anonymous', expired: false } as const

test.each([
  ['who arrives by a link without a session', { ...ANONYMOUS, arrived: true }, '/chat-maestro/1?mensaje=2'],
  ['whose session the server has ended', { ...ANONYMOUS, ended: true }, '/chat-maestro/1?mensaje=2'],
  ['who has signed out, here or in another tab', ANONYMOUS, undefined],
  ['who has closed the account', { ...ANONYMOUS, expired: true, closed: { until: '' } }, undefined],
  ['whose account was suspended', { ...ANONYMOUS, expired: true, suspended: { help: null } }, undefined],
] as const)('the page of a visitor %s', (_who, session, wanted) => {
  expect(wantedPath(session, LINK)).toBe(wanted)
})

test.each(['/', '/onboarding-maestro'])('%s is not wanted: the home of each role leads there', (pathname) => {
  expect(
    wantedPath({ ...ANONYMOUS, arrived: true }, { pathname, search: '?utm=1', hash: '' }),
  ).toBeUndefined()
})

test.each([
  ['of a part of the page stays', '#verificacion', '/perfil-maestro#verificacion'],
  ['with tokens does not', '#access_token=a&refresh_token=b', '/perfil-maestro'],
])('the hash %s', (_what, hash, wanted) => {
  const location = { pathname: '/perfil-maestro', search: '', hash }
  expect(wantedPath({ ...ANONYMOUS, arrived: true }, location)).toBe(wanted)
})

test.each([
  ['/avisos', '/avisos'],
  ['//evil.example/a', 'none'],
  ['/\\evil.example', 'none'],
  ['https://evil.example', 'none'],
])('the address %s in the navigation state leads to %s: other sites are ignored', (volver, wanted) => {
  const Wanted = () => useWantedPath() ?? 'none'
  const initialEntries = [{ pathname: '/login', state: { volver } }]
  expect(renderToStaticMarkup(createElement(MemoryRouter, { initialEntries }, createElement(Wanted)))).toBe(
    wanted,
  )
})

afterEach(() => vi.useRealTimers())

const MINUTE = 60_000

test.each([
  ['is known once, after the recovery', 29, '/avisos'],
  ['is no longer wanted when the link of the e-mail has expired', 31, undefined],
])('the wanted page of a visitor who requests a recovery %s', (_what, minutes, wanted) => {
  vi.useFakeTimers()
  keepWantedPath('/avisos')
  vi.advanceTimersByTime(minutes * MINUTE)
  expect(takeWantedPath()).toBe(wanted)
  expect(takeWantedPath(), 'the second time').toBeUndefined()
})

test('a recovery that is requested without a wanted page replaces the page of an earlier one', () => {
  keepWantedPath('/avisos')
  keepWantedPath(undefined)
  expect(takeWantedPath()).toBeUndefined()
})
