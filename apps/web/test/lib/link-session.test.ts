import { beforeEach, describe, expect, test } from 'vitest'
import { STORAGE_KEY } from '#lib/client/stored-session.ts'
import { linkQuestion } from '#lib/session/links/link-question.ts'
import { keptLink, takeLink } from '#lib/session/links/link-session.ts'
import { openLink } from '#lib/session/links/open-link.ts'
import { noteSignUp } from '#lib/session/links/own-sign-ups.ts'
import { openResetLink } from '#lib/session/recovery.ts'
import { startSession } from '#lib/session/session.ts'
import { getSession } from '#lib/session/session-state.ts'
import { accountOf, linkOf, OTHER, USER } from '../setup/people.ts'
import { SOON, startTestServer } from '../setup/server.ts'
import '../setup/window.ts'

/** The session of a link in a browser where USER may be signed in. The link is one of OTHER, or of who the test says. */

const { answers, calls } = startTestServer()

const { access_token, refresh_token } = linkOf(OTHER)
const TOKENS = { access_token, refresh_token }
const ended = { status: 403, json: { code: 403, error_code: 'session_not_found', msg: 'ended' } }

/** The addresses that the page has gone to. */
let left: string[] = []
function open(path: string) {
  left = []
  const replace = (to: string) => left.push(to.replace(location.origin, ''))
  const page = Object.assign(new URL(path, location.origin), { replace })
  Object.assign(globalThis, { location: page })
}
const storeOwn = () => localStorage.setItem(STORAGE_KEY, JSON.stringify(linkOf(USER)))
const stored = () => JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null')?.user.id
const asked = () => expect.poll(() => linkQuestion()?.kind, SOON)

async function question() {
  await asked().toBe('ask')
  const shown = linkQuestion()
  if (shown?.kind !== 'ask') throw new Error(shown?.kind)
  return shown
}

beforeEach(() => {
  calls.length = 0
  open('/dashboard-maestro?a=1')
  answers.user = () => ({ json: accountOf(OTHER) })
  answers.profiles = () => ({ json: { display_name: 'Rosa Luna', role: 'maestro' } })
})

describe('the tokens of a link', () => {
  const text = new URLSearchParams(TOKENS)
  test.each([
    [`/dashboard-maestro?a=1#${text}`, '/dashboard-maestro?a=1'],
    [`/reset-password?${text}`, '/reset-password'],
    [`/avisos?access_token=x&refresh_token=y#${text}`, '/avisos'],
    [`/onboarding-maestro#${text}&type=signup`, '/onboarding-maestro'],
    [`/.//evil.example#${text}`, '/.//evil.example'],
  ])('leave the address %s and are there after a reload', (path, without) => {
    open(path)
    expect(takeLink()).toEqual(TOKENS)
    expect(location.href).toBe(new URL(without, location.origin).href)
    expect(takeLink()).toEqual(TOKENS)
  })

  test('are none when one of the two is missing', () => {
    open('/avisos#access_token=a')
    expect(takeLink()).toBeNull()
  })
})

test('a reset link is not stored, and its account is known', async () => {
  open(`/reset-password#${new URLSearchParams(TOKENS)}`)
  await startSession()
  await expect.poll(getSession, SOON).toMatchObject({ status: 'anonymous' })
  expect(await openResetLink()).toMatchObject({ email: `${OTHER}@ejemplo.mx`, kept: false })
  expect([linkQuestion(), localStorage.length, keptLink()]).toMatchObject([null, 0, {}])
})

describe('a link while nobody is signed in', () => {
  test('shows whose account it is and stores nothing until the person agrees', async () => {
    void openLink(TOKENS)
    const { account, own, answer } = await question()
    expect([account, own]).toEqual([
      { email: `${OTHER}@ejemplo.mx`, name: 'Rosa Luna', role: 'maestro' },
      null,
    ])
    expect(localStorage.length).toBe(0)
    expect(calls.find(({ name }) => name === 'profiles')?.token).toBe(TOKENS.access_token)
    answer(true)
    await expect.poll(stored, SOON).toBe(OTHER)
    await expect.poll(() => left, SOON).toEqual(['/dashboard-maestro?a=1'])
  })

  test('stores nothing when the person refuses it, and the page goes on without it', async () => {
    open(`/dashboard-maestro#${new URLSearchParams(TOKENS)}`)
    void startSession()
    ;(await question()).answer(false)
    await expect.poll(() => left, SOON).toEqual(['/dashboard-maestro'])
    expect([localStorage.length, keptLink()]).toEqual([0, null])
  })

  test('to an account that was created in this browser is opened without a question', async () => {
    noteSignUp(OTHER)
    expect(await openLink(TOKENS)).toBeNull()
    expect([stored(), linkQuestion(), left]).toEqual([OTHER, null, []])
  })

  test('asks when the account was created in this browser long ago', async () => {
    localStorage.setItem(`maestros-alta:${OTHER}`, String(Date.now() - 1))
    void openLink(TOKENS)
    await asked().toBe('ask')
  })

  test('that the server refuses says why', async () => {
    answers.user = () => ({ status: 403, json: { code: 403, error_code: 'user_banned', msg: 'banned' } })
    expect(await openLink(TOKENS)).toBe('user_banned')
    expect([linkQuestion(), localStorage.length]).toEqual([null, 0])
  })

  test.each(['user', 'profiles'])('can be tried again when %s is not answered', async (name) => {
    const answer = answers[name]
    answers[name] = () => 'no answer'
    void openLink(TOKENS)
    await asked().toBe('unreachable')
    if (answer) answers[name] = answer
    const shown = linkQuestion()
    if (shown?.kind === 'unreachable') shown.answer(true)
    await asked().toBe('ask')
    expect(localStorage.length).toBe(0)
  })
})

describe('a link while somebody is signed in', () => {
  beforeEach(storeOwn)

  test('asks before it changes the account, also when its account was created in this browser', async () => {
    noteSignUp(OTHER)
    void openLink(TOKENS)
    const { own, answer } = await question()
    expect([own, stored()]).toEqual([`${USER}@ejemplo.mx`, USER])
    answer(false)
    await expect.poll(() => left, SOON).toEqual(['/'])
    expect(stored()).toBe(USER)
  })

  test('is opened without a question when it is of the same person', async () => {
    answers.user = () => ({ json: accountOf(USER) })
    expect(await openLink(TOKENS)).toBeNull()
    expect(localStorage.getItem(STORAGE_KEY)).toContain(TOKENS.access_token)
  })

  test('that ended before the person agreed leaves the own session as it is', async () => {
    void openLink(TOKENS)
    const { answer } = await question()
    answers.user = () => ended
    answer(true)
    await asked().toBe('expired')
    expect(stored()).toBe(USER)
  })

  test('asks again when that person has signed out in another tab meanwhile', async () => {
    void openLink(TOKENS)
    const { answer } = await question()
    localStorage.removeItem(STORAGE_KEY)
    answer(true)
    await expect.poll(() => linkQuestion(), SOON).toMatchObject({ kind: 'ask', own: null })
    expect(stored()).toBeUndefined()
  })
})
