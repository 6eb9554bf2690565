import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../setup/app.ts'
import { type Account, authRequest, lastMailTo, openLink, PASSWORD, signUp } from './people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ LIMIT_SIGNIN_EMAIL: '3/300' })
})
afterAll(() => app.close())

const NEW_PASSWORD = 'cambiada-456'

const age = (accessToken: string, minutes: number) => app.sql`
  update auth.sessions set created_at = created_at - make_interval(mins => ${minutes})
  where id = ${String(decodeJwt(accessToken).session_id)}`

async function oldAccount(minutes = 31): Promise<Account> {
  const account = await signUp(app)
  await age(account.session.access_token, minutes)
  return account
}

const signsIn = async (email: string, password: string) =>
  (await app.client().auth.signInWithPassword({ email, password })).error === null

describe('changing the password', () => {
  it('in a session opened more than 30 minutes ago requires a new sign-in', async () => {
    const { client, email } = await oldAccount()
    const { error } = await client.auth.updateUser({ password: NEW_PASSWORD })
    expect(error).toMatchObject({
      status: 400,
      code: 'reauthentication_needed',
      message: 'Password update requires reauthentication',
    })
    expect(await signsIn(email, PASSWORD)).toBe(true)
  })

  it('stays refused in an old session after its tokens were refreshed', async () => {
    const { client } = await oldAccount()
    await client.auth.refreshSession()
    const { error } = await client.auth.updateUser({ password: NEW_PASSWORD })
    expect(error).toMatchObject({ code: 'reauthentication_needed' })
  })

  it('in a session opened less than 30 minutes ago works', async () => {
    const { client, email } = await oldAccount(29)
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
    expect(await signsIn(email, NEW_PASSWORD)).toBe(true)
  })

  it('with the current password works in an old session', async () => {
    const { client, email } = await oldAccount()
    const { error } = await client.auth.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD })
    expect(error).toBeNull()
    expect(await signsIn(email, NEW_PASSWORD)).toBe(true)
  })

  it('with a wrong current password is refused, also in a new session, and counts as a guess', async () => {
    const { client, email } = await signUp(app)
    const change = (current_password: string) =>
      client.auth.updateUser({ password: NEW_PASSWORD, current_password })
    for (let i = 0; i < 3; i++) {
      expect((await change('equivocada')).error).toMatchObject({
        status: 400,
        code: 'current_password_invalid',
      })
    }
    expect((await change(PASSWORD)).error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    expect(await signsIn(email, NEW_PASSWORD)).toBe(false)
  })

  it('with a nonce in an old session is refused, because our e-mails contain none', async () => {
    const { client } = await oldAccount()
    const { error } = await client.auth.updateUser({ password: NEW_PASSWORD, nonce: '123456' })
    expect(error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
  })

  it('after opening the link of a recovery e-mail works, however old the other sessions are', async () => {
    const { email } = await oldAccount()
    await app.client().auth.resetPasswordForEmail(email, { redirectTo: `${app.url}/reset-password` })
    const { hash } = await openLink((await lastMailTo(app, email)).link)
    const client = app.client()
    await client.auth.setSession({
      access_token: hash.get('access_token') ?? '',
      refresh_token: hash.get('refresh_token') ?? '',
    })
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
    expect(await signsIn(email, NEW_PASSWORD)).toBe(true)
  })

  it('does not concern other data: an old session may still change the metadata', async () => {
    const { session } = await oldAccount()
    const answer = await authRequest(app, '/user', {
      method: 'PUT',
      token: session.access_token,
      body: { data: { tema: 'claro' } },
    })
    expect(answer.status).toBe(200)
  })
})
