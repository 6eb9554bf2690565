import { beforeEach, describe, expect, test } from 'vitest'
import { getClient } from '#lib/client/client.ts'
import { STORAGE_KEY } from '#lib/client/stored-session.ts'
import { keptLink } from '#lib/session/links/link-session.ts'
import { openPhoneLink } from '#lib/session/links/phone-link.ts'
import { linkOf, OTHER, USER } from '../setup/people.ts'
import { startTestServer } from '../setup/server.ts'
import '../setup/window.ts'

const { answers, calls } = startTestServer()

const STEP = '/onboarding-maestro?paso=ine'
const session = linkOf(OTHER)
const { access_token, refresh_token } = session

let reloads = 0
beforeEach(async () => {
  calls.length = 0
  reloads = 0
  answers.logout = () => ({ json: {} })
  answers.verify = () => ({ json: session })
  Object.assign(location, { reload: () => (reloads += 1) })
  location.href = new URL('/continuar', location.origin).href
  // The client reads what is stored when it is made.
  await getClient()
  localStorage.setItem(STORAGE_KEY, JSON.stringify(linkOf(USER)))
})

describe('the link of a QR code', () => {
  test('opens the page of the step, which asks before it stores the session', async () => {
    expect(await openPhoneLink('token', STEP)).toBe('opened')
    expect([location.pathname + location.search, reloads]).toEqual([STEP, 1])
    expect(keptLink()).toEqual({ access_token, refresh_token })
    expect(localStorage.getItem(STORAGE_KEY)).toContain(USER)
  })

  test('that was used before has expired, and one without an answer can be tried again', async () => {
    answers.verify = () => ({ status: 403, json: { code: 403, error_code: 'otp_expired', msg: 'used' } })
    expect(await openPhoneLink('token', STEP)).toBe('expired')
    answers.verify = () => 'no answer'
    expect(await openPhoneLink('token', STEP)).toBe('unreachable')
    expect([keptLink(), reloads]).toEqual([null, 0])
  })

  test('is opened after the sign-outs that are still to be sent', async () => {
    localStorage.setItem('maestros-pending-sign-out', JSON.stringify([{ ...linkOf(OTHER), userId: OTHER }]))
    await openPhoneLink('token', STEP)
    expect(calls.map(({ name }) => name)).toEqual(['logout', 'verify'])
  })
})
