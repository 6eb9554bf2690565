import { onboardingEnlace } from '@maestros/contrato/onboarding/onboarding-enlace'
import type { SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import type { ReservedSql } from 'postgres'
import { describe, expect, it } from 'vitest'
import { appForTests } from '../../setup/app.ts'
import { call } from '../../setup/functions.ts'
import { whileOpen } from '../../setup/rows/chats.ts'
import {
  type Account,
  clientOf,
  keptMailsTo,
  lastMailTo,
  openLink,
  PASSWORD,
  signInAgain,
  signUp,
} from './people.ts'

const app = appForTests({ LIMIT_SIGNIN_EMAIL: '3/300', LIMIT_PASSWORD_PERSON: '2/3600' })

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

/** The e-mails about a changed password that an address has got. */
const told = async (email: string) =>
  (await keptMailsTo(app, email)).filter(({ subject }) => subject === 'Tu contraseña cambió')

it('an easy password is refused for a signed-in person and after a recovery, and the present one stays', async () => {
  const { client, email } = await signUp(app)
  for (const password of ['password', '      ', email]) {
    const { error } = await client.auth.updateUser({ password, current_password: PASSWORD })
    expect(error).toMatchObject({ code: 'weak_password', reasons: ['pwned'] })
  }
  expect(await told(email)).toHaveLength(0)
  expect(await signsIn(email, PASSWORD)).toBe(true)
})

describe('the owner of an account whose password was changed', () => {
  it('gets one e-mail about it, which says what to do if somebody else did it', async () => {
    const { client, email } = await signUp(app, { role: 'maestro', nombre: 'Ana' })
    await client.auth.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD })
    const mails = await told(email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Hola, Ana:')
    expect(mails[0]?.text).toContain('Si no fuiste tú')
    expect(mails[0]?.text).toContain(`${app.services.config.siteUrl}/recuperar-maestro\n`)
    expect(mails[0]?.text).not.toContain(NEW_PASSWORD)
  })

  it('gets it also when the account is closed before the e-mail is sent', async () => {
    const { client, email, user } = await signUp(app)
    await client.auth.updateUser({ password: NEW_PASSWORD })
    await app.sql`update public.profiles set suspendido_en = now() where id = ${user.id}`
    expect(await told(email)).toHaveLength(1)
  })

  it('gets none when the change is refused, or when only other data of the account change', async () => {
    const { client, email } = await signUp(app)
    await client.auth.updateUser({ password: NEW_PASSWORD, current_password: 'equivocada' })
    await client.auth.updateUser({ password: PASSWORD })
    await client.auth.updateUser({ data: { tema: 'claro' } })
    expect(await told(email)).toEqual([])
  })
})

describe('changing the password', () => {
  it('in a session opened more than 30 minutes ago requires a new sign-in, also after a refresh; other data can be changed', async () => {
    const { client, email } = await oldAccount()
    const refused = {
      status: 400,
      code: 'reauthentication_needed',
      message: 'Password update requires reauthentication',
    }
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toMatchObject(refused)
    await client.auth.refreshSession()
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toMatchObject(refused)
    // Our e-mails contain no nonce.
    const withNonce = await client.auth.updateUser({ password: NEW_PASSWORD, nonce: '123456' })
    expect(withNonce.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
    expect((await client.auth.updateUser({ data: { tema: 'claro' } })).error).toBeNull()
    expect(await signsIn(email, PASSWORD)).toBe(true)
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

  it('after opening the link of a recovery e-mail works, however old the other sessions are', async () => {
    const { email } = await oldAccount()
    await app.client().auth.resetPasswordForEmail(email, { redirectTo: `${app.url}/reset-password` })
    const client = await clientOf(app, await openLink((await lastMailTo(app, email)).link))
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
    expect(await signsIn(email, NEW_PASSWORD)).toBe(true)
    expect(await told(email)).toHaveLength(1)
  })

  it('is refused when its session has ended while the password was hashed', async () => {
    const account = await signUp(app)
    const { client } = await signInAgain(app, account)
    const end = {
      before: (sql: ReservedSql) => sql`select from auth.users where id = ${account.user.id} for update`,
      after: (sql: ReservedSql) => sql`delete from auth.sessions where user_id = ${account.user.id}`,
    }
    const { done } = await whileOpen(app, end, () => client.auth.updateUser({ password: NEW_PASSWORD }))
    expect(done.error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect(await signsIn(account.email, PASSWORD)).toBe(true)
    expect(await told(account.email)).toEqual([])
  })

  it('as often as an hour allows refuses more of them, and sessions that an e-mail has opened are counted separately', async () => {
    const { client, email } = await signUp(app, { role: 'maestro' })
    const change = (who: SupabaseClient, password: string) => who.auth.updateUser({ password })
    for (let i = 0; i < 2; i++) expect((await change(client, `cambiada-${i}`)).error).toBeNull()
    const refused = { status: 429, code: 'over_request_rate_limit' }
    expect((await change(client, NEW_PASSWORD)).error).toMatchObject(refused)
    const { token } = onboardingEnlace.output.parse(
      (await call(client, 'onboarding-enlace', { body: {} })).data,
    )
    const phone = app.client()
    await phone.auth.verifyOtp({ type: 'magiclink', token_hash: token })
    expect((await change(phone, NEW_PASSWORD)).error).toMatchObject(refused)
    await app.client().auth.resetPasswordForEmail(email)
    const owner = app.client()
    await owner.auth.verifyOtp({ type: 'recovery', email, token: (await lastMailTo(app, email)).code })
    for (let i = 0; i < 2; i++) expect((await change(owner, `propia-${i}`)).error).toBeNull()
    expect((await change(owner, NEW_PASSWORD)).error).toMatchObject(refused)
    expect(await signsIn(email, 'propia-1')).toBe(true)
  })

  it('to the present one counts as a change, so that guesses of the present password are limited', async () => {
    const { client } = await signUp(app)
    for (let i = 0; i < 2; i++) {
      const { error } = await client.auth.updateUser({ password: PASSWORD })
      expect(error).toMatchObject({
        status: 422,
        code: 'same_password',
        message: 'New password should be different from the old password.',
      })
    }
    for (const password of [PASSWORD, NEW_PASSWORD]) {
      const { error } = await client.auth.updateUser({ password })
      expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    }
  })

  it('together with refused metadata does not tell whether the password is the present one, and does not count', async () => {
    const { client } = await signUp(app, { role: 'buscador' })
    for (const data of [{ role: 'x' }, { role: 'maestro' }, { tema: 'x'.repeat(9000) }]) {
      for (const password of [PASSWORD, NEW_PASSWORD]) {
        const { error } = await client.auth.updateUser({ password, data })
        expect(error).toMatchObject({ status: 422, code: 'validation_failed' })
      }
    }
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
  })

  it('invalidates every link, code and QR code that was given before', async () => {
    const { client, email, user, session } = await signUp(app, { role: 'maestro' })
    await app.client().auth.resetPasswordForEmail(email)
    const { token: qr } = onboardingEnlace.output.parse(
      (await call(client, 'onboarding-enlace', { body: {} })).data,
    )
    const sessionId = String(decodeJwt(session.access_token).session_id)
    for (const kind of ['signup', 'recovery']) {
      await app.sql`
        insert into auth.one_time_tokens (user_id, kind, token_hash, code_hash, expires_at)
        values (${user.id}, ${kind}, ${Buffer.from(`${kind}-${user.id}`)}, 'x', now() + interval '1 day')
        on conflict (user_id, kind, pkce) do nothing`
    }
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
    expect(await app.sql`select kind from auth.one_time_tokens where user_id = ${user.id}`).toEqual([])
    expect(await app.sql`select from auth.flow_states where user_id = ${user.id}`).toHaveLength(0)
    expect(await app.sql`select from auth.phone_links where session_id = ${sessionId}`).toHaveLength(0)
    const phone = await app.client().auth.verifyOtp({ type: 'magiclink', token_hash: qr })
    expect(phone.error?.code).toBe('otp_expired')
    expect((await client.auth.getUser()).error).toBeNull()
  })
})
