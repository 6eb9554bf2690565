import { expect, test } from 'vitest'
import { STORAGE_KEY } from '#lib/client/stored-session.ts'
import { passwordChanges } from '#lib/session/password-change.ts'
import { startSession } from '#lib/session/session.ts'
import { getSession } from '#lib/session/session-state.ts'
import { USER } from '../setup/people.ts'
import { SOON, startTestServer } from '../setup/server.ts'
import '../setup/window.ts'

const { answers } = startTestServer()

test('a person who was suspended before the password is changed is signed out, with the reason', async () => {
  const expires_at = Math.floor(Date.now() / 1000) + 3600
  const user = { id: USER, aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '' }
  const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'bearer', expires_in: 3600, expires_at }
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...tokens, user }))
  answers.profiles = () => ({ json: { role: 'buscador' } })
  answers.logout = () => ({ json: {} })
  answers.user = () => ({ status: 403, json: { code: 403, error_code: 'user_banned', msg: 'banned' } })
  await startSession()
  await expect.poll(getSession, SOON).toMatchObject({ status: 'signed-in' })
  expect(await passwordChanges()({ password: 'nueva1', current_password: 'actual' })).toMatchObject({
    ok: false,
    reason: 'suspended',
  })
  expect(getSession()).toEqual({ status: 'anonymous', expired: true, suspended: { help: null } })
  expect(localStorage.getItem(STORAGE_KEY)).toBeNull()
})
