import { onboardingEnlace } from '@maestros/contrato/onboarding/onboarding-enlace'
import { describe, expect, test } from 'vitest'
import { cleanUp } from '../../../src/protocol/auth/cleanup.ts'
import { appForTests } from '../../setup/app.ts'
import { call } from '../../setup/functions.ts'
import { whileOpen } from '../../setup/rows/chats.ts'
import { makeBuscador, signOut, suspend, type TestPerson } from '../../setup/rows/maestros.ts'
import { makeNewcomer } from '../../setup/rows/onboarding.ts'

const app = appForTests({ LOG_LEVEL: 'trace' })

const linkOf = async (person: TestPerson) =>
  onboardingEnlace.output.parse((await call(person.client, 'onboarding-enlace', { body: {} })).data)
/** As the phone does: the official client, without a session. */
const open = (token: string) => app.client().auth.verifyOtp({ type: 'magiclink', token_hash: token })

describe('the link of a QR code', () => {
  test('signs a phone in to the same account, once', async () => {
    const person = await makeNewcomer(app)
    const { token, segundos } = await linkOf(person)
    expect(segundos).toBe(600)
    const phone = app.client()
    const { data, error } = await phone.auth.verifyOtp({ type: 'magiclink', token_hash: token })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(person.id)
    expect(await call(phone, 'onboarding-borrador', { body: {} })).toMatchObject({ status: 200 })
    expect((await open(token)).error?.code).toBe('otp_expired')
    // The desktop stays signed in.
    expect(await call(person.client, 'onboarding-borrador', { body: {} })).toMatchObject({ status: 200 })
  })

  test('does not allow the phone to change the password when the session of the desktop is too old for it', async () => {
    const person = await makeNewcomer(app)
    await app.sql`update auth.sessions set created_at = now() - interval '200 days' where id = ${person.sessionId}`
    const { token } = await linkOf(person)
    const phone = app.client()
    const { data } = await phone.auth.verifyOtp({ type: 'magiclink', token_hash: token })
    const change = () => phone.auth.updateUser({ password: 'otra-secreta-456' })
    expect((await change()).error?.code).toBe('reauthentication_needed')
    await phone.auth.refreshSession()
    expect((await change()).error?.code).toBe('reauthentication_needed')
    // The session of the phone is not old because of that: the clean-up keeps it.
    await cleanUp(app.sql)
    expect((await phone.auth.getUser()).data.user?.id).toBe(data.user?.id)
  })

  test('opened by two phones at once signs in only one', async () => {
    const { token } = await linkOf(await makeNewcomer(app))
    const opened = await Promise.all(Array.from({ length: 5 }, () => open(token)))
    expect(opened.filter(({ error }) => error === null)).toHaveLength(1)
  })

  test('is refused as one of an ended session when the desktop signs out at the same time', async () => {
    const person = await makeNewcomer(app)
    const { done } = await whileOpen(
      app,
      { before: (sql) => sql`delete from auth.sessions where id = ${person.sessionId}` },
      () => call(person.client, 'onboarding-enlace', { body: {} }),
    )
    expect(done).toMatchObject({ status: 401, code: 'SESSION_EXPIRED' })
  })

  test('stops working after ten minutes, and when the desktop makes another or signs out', async () => {
    const person = await makeNewcomer(app)
    const first = await linkOf(person)
    const second = await linkOf(person)
    expect((await open(first.token)).error?.code).toBe('otp_expired')
    await app.sql`
      update auth.phone_links set expires_at = expires_at - interval '600 seconds' where session_id = ${person.sessionId}`
    expect((await open(second.token)).error?.code).toBe('otp_expired')
    const third = await linkOf(person)
    await signOut(app, person)
    expect((await open(third.token)).error?.code).toBe('otp_expired')
  })

  test('does not open a suspended account, whose sessions have ended', async () => {
    const person = await makeNewcomer(app)
    const { token } = await linkOf(person)
    await suspend(app, person.id)
    expect((await open(token)).error?.code).toBe('otp_expired')
  })

  test('is for maestros only, is stored as a hash, and is in no log line', async () => {
    expect((await call((await makeBuscador(app)).client, 'onboarding-enlace', { body: {} })).status).toBe(403)
    const { token } = await linkOf(await makeNewcomer(app))
    const rows = await app.sql`select encode(token_hash, 'escape') as text from auth.phone_links`
    expect(JSON.stringify(rows)).not.toContain(token)
    await open(token)
    await open(`${token}x`)
    expect(app.lines.length).toBeGreaterThan(0)
    expect(app.lines.filter((line) => line.includes(token))).toEqual([])
  })

  test.each(['', 'x', 'ñ'.repeat(5000), '\0'])('with a token that is none is refused: %j', async (token) => {
    const { error } = await open(token)
    expect(error?.status).toBeGreaterThanOrEqual(400)
    expect(error?.status).toBeLessThan(500)
  })
})
