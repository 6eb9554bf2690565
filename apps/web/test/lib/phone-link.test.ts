import { beforeEach, describe, expect, test } from 'vitest'
import { getClient } from '#lib/client.ts'
import { openPhoneLink } from '#lib/phone-link.ts'
import { getSession } from '#lib/session-state.ts'
import { STORAGE_KEY } from '#lib/stored-session.ts'
import { OTHER, signedIn, USER } from '../setup/people.ts'
import { startTestServer } from '../setup/server.ts'
import '../setup/window.ts'

const { answers, calls } = startTestServer()

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const expires_at = Math.floor(Date.now() / 1000) + 3600
const userOf = (id: string) => ({
  id,
  email: `${id}@ejemplo.mx`,
  aud: 'authenticated',
  app_metadata: {},
  user_metadata: {},
  created_at: '',
})
const sessionOf = (userId: string) => ({
  access_token: `${part({ alg: 'HS256' })}.${part({ sub: userId, exp: expires_at })}.AAAA`,
  refresh_token: `${userId}-renewal`,
  token_type: 'bearer',
  expires_in: 3600,
  expires_at,
  user: userOf(userId),
})
const stored = () => JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null')?.user.id

beforeEach(async () => {
  calls.length = 0
  answers.logout = () => ({ json: {} })
  answers.verify = () => ({ json: sessionOf(OTHER) })
  answers.user = () => ({ json: userOf(OTHER) })
  answers.profiles = () => ({ json: { role: 'buscador' } })
  // The client reads what is stored when it is made.
  await getClient()
  localStorage.setItem(STORAGE_KEY, JSON.stringify(sessionOf(USER)))
  signedIn(USER)
})

const open = async () => {
  const link = await openPhoneLink('token')
  if (typeof link === 'string') throw new Error(link)
  return link
}

describe('the link of a QR code', () => {
  test('signs this browser in when it is accepted', async () => {
    const link = await open()
    expect(stored()).toBe(USER)
    expect(await link.accept()).toBe('open')
    expect(stored()).toBe(OTHER)
    expect(getSession()).toMatchObject({ status: 'signed-in', userId: OTHER })
  })

  test('whose session was ended meanwhile has expired, and the own session stays', async () => {
    const link = await open()
    answers.user = () => ({ status: 403, json: { code: 403, error_code: 'session_not_found', msg: 'ended' } })
    expect(await link.accept()).toBe('expired')
    expect(stored()).toBe(USER)
  })

  test('can be accepted again when nothing answered, and the own session stays until then', async () => {
    const link = await open()
    answers.user = () => 'no answer'
    expect(await link.accept()).toBe('unreachable')
    expect(stored()).toBe(USER)
    answers.user = () => ({ json: userOf(OTHER) })
    expect(await link.accept()).toBe('open')
  })

  test('is accepted also when the role cannot be read: no screen of the person before stays', async () => {
    const link = await open()
    answers.profiles = () => 'no answer'
    expect(await link.accept()).toBe('open')
    expect(stored()).toBe(OTHER)
    expect(getSession()).toEqual({ status: 'unreachable' })
  })

  test('is opened after the sign-outs that are still to be sent', async () => {
    localStorage.setItem(
      'maestros-pending-sign-out',
      JSON.stringify([{ ...sessionOf(OTHER), userId: OTHER }]),
    )
    await open()
    expect(calls.map(({ name }) => name)).toEqual(['logout', 'verify'])
  })
})
