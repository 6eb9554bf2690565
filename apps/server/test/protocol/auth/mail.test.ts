import { describe, expect, it } from 'vitest'
import { appForTests, startAppOfTest } from '../../setup/app.ts'
import {
  authRequest,
  clientOf,
  keepingClient,
  lastMailTo,
  mailsTo,
  newEmail,
  openLink,
  openPage,
  signUp,
} from './people.ts'

const app = appForTests()

const recover = (email: string, redirectTo?: string) =>
  app.client().auth.resetPasswordForEmail(email, redirectTo === undefined ? {} : { redirectTo })

async function recovered(data: Record<string, unknown> = { role: 'buscador', nombre: 'Ana' }, path?: string) {
  const account = await signUp(app, data)
  const { error } = await recover(account.email, path === undefined ? undefined : app.url + path)
  if (error) throw error
  return { ...account, mail: await lastMailTo(app, account.email) }
}

const mailAge = (userId: string, minutes: number) => app.sql`
  update auth.one_time_tokens set expires_at = expires_at - make_interval(mins => ${minutes})
  where user_id = ${userId}`

const EXPIRED = {
  error: 'access_denied',
  error_code: 'otp_expired',
  error_description: 'Email link is invalid or has expired',
}

describe('requesting a new password', () => {
  it('sends an e-mail with a link that opens a session and reports a recovery [7.auth.09]', async () => {
    const { mail, user } = await recovered({ role: 'buscador', nombre: 'Ana' }, '/reset-password')
    expect(mail.subject).toBe('Elige una contraseña nueva')
    expect(mail.link.origin).toBe(app.url)
    const opened = await openLink(mail.link)
    expect(opened.status).toBe(303)
    expect(opened.to.href.split('#')[0]).toBe(`${app.url}/reset-password`)
    expect(Object.fromEntries(opened.hash)).toMatchObject({
      token_type: 'bearer',
      expires_in: '3600',
      type: 'recovery',
    })
    const client = await clientOf(app, opened)
    expect((await client.auth.getUser()).data.user?.id).toBe(user.id)
    expect((await client.auth.updateUser({ password: 'nueva-clave-1' })).error).toBeNull()
  })

  it('works once', async () => {
    const { mail } = await recovered()
    await openLink(mail.link)
    const { status, hash } = await openLink(mail.link)
    expect(status).toBe(303)
    expect(Object.fromEntries(hash)).toEqual(EXPIRED)
  })

  it('opened twice at the same time opens one session', async () => {
    const { mail } = await recovered()
    const opened = await Promise.all([1, 2, 3, 4].map(() => openLink(mail.link)))
    expect(opened.filter(({ hash }) => hash.has('access_token'))).toHaveLength(1)
  })

  it('works for 30 minutes, and no longer [9.const.04]', async () => {
    const early = await recovered()
    await mailAge(early.user.id, 29)
    expect((await openLink(early.mail.link)).hash.has('access_token')).toBe(true)
    const late = await recovered()
    await mailAge(late.user.id, 30)
    expect(Object.fromEntries((await openLink(late.mail.link)).hash)).toEqual(EXPIRED)
    const code = await recovered()
    await mailAge(code.user.id, 30)
    const { error } = await app
      .client()
      .auth.verifyOtp({ email: code.email, token: code.mail.code, type: 'recovery' })
    expect(error).toMatchObject({ code: 'otp_expired' })
  })

  it('again makes the older e-mail invalid', async () => {
    const { email, mail } = await recovered()
    await recover(email)
    expect(Object.fromEntries((await openLink(mail.link)).hash)).toEqual(EXPIRED)
    expect((await openLink((await lastMailTo(app, email)).link)).hash.has('access_token')).toBe(true)
  })

  it('is invalid after the password has changed', async () => {
    const { client, mail } = await recovered()
    await client.auth.updateUser({ password: 'nueva-clave-1' })
    expect(Object.fromEntries((await openLink(mail.link)).hash)).toEqual(EXPIRED)
  })

  it('for an e-mail address without an account answers that it does not exist', async () => {
    const { error } = await recover(newEmail(), `${app.url}/reset-password`)
    expect(error).toMatchObject({ message: 'User not found', code: 'user_not_found', status: 404 })
  })

  it.each([
    ['maestro', '/reset-password', 'User not found'],
    ['maestro', '/reset-password-buscador', 'User not found'],
    ['buscador', '/reset-password-maestro', 'User not found'],
    ['buscador', '/reset-password', undefined],
    ['buscador', '/reset-password-buscador', undefined],
    ['maestro', '/reset-password-maestro', undefined],
    ['maestro', '/otra', undefined],
  ])('of a %s account on the screen %s answers %s', async (role, path, message) => {
    const { email } = await signUp(app, { role })
    expect((await recover(email, app.url + path)).error?.message).toBe(message)
    expect(await mailsTo(app, email)).toHaveLength(message === undefined ? 1 : 0)
  })

  it('with a value that is not an e-mail address is refused', async () => {
    expect((await recover('nadie')).error).toMatchObject({ code: 'validation_failed', status: 400 })
    expect((await recover('')).error).toMatchObject({ message: 'Password recovery requires an email' })
  })

  it('stores only hashes of the link and the code', async () => {
    const { user, mail } = await recovered()
    const [row] = await app.sql`select one_time_tokens::text as text from auth.one_time_tokens
      where user_id = ${user.id}`
    expect(row?.text).not.toContain(mail.token)
    // The digits of the code may occur inside a hash by chance.
    expect(row?.text).not.toMatch(new RegExp(`\\b${mail.code}\\b`))
  })

  it('opens no session for a suspended account', async () => {
    const { user, mail } = await recovered()
    await app.sql`update public.profiles set suspendido_en = now() where id = ${user.id}`
    const { hash } = await openLink(mail.link)
    expect(Object.fromEntries(hash)).toMatchObject({ error: 'access_denied', error_code: 'user_banned' })
  })
})

describe('a code from an e-mail', () => {
  it.each(['recovery', 'email'] as const)('opens a session with the type %s', async (type) => {
    const { email, mail, user } = await recovered()
    const { data, error } = await app.client().auth.verifyOtp({ email, token: mail.code, type })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(user.id)
    expect(Object.fromEntries((await openLink(mail.link)).hash)).toEqual(EXPIRED)
  })

  it('and the token of the link open a session', async () => {
    const { mail, user } = await recovered()
    const { data } = await app.client().auth.verifyOtp({ token_hash: mail.token, type: 'recovery' })
    expect(data.user?.id).toBe(user.id)
  })

  it('can be guessed at most five times, also in parallel; the link still works', async () => {
    for (const together of [true, false]) {
      const { email, mail, user } = await recovered()
      const wrong = mail.code === '000000' ? '111111' : '000000'
      const guess = (token: string) => app.client().auth.verifyOtp({ email, token, type: 'recovery' })
      const guesses = Array.from({ length: 5 }, () => () => guess(wrong))
      if (together) await Promise.all(guesses.map((one) => one()))
      else
        for (const one of guesses)
          expect((await one()).error).toMatchObject({ code: 'otp_expired', status: 403 })
      const { error } = await guess(mail.code)
      expect(error).toMatchObject({ code: 'otp_expired', message: 'Token has expired or is invalid' })
      const [row] = await app.sql`select attempts from auth.one_time_tokens where user_id = ${user.id}`
      expect(row).toMatchObject({ attempts: 5 })
      expect((await openLink(mail.link)).hash.has('access_token')).toBe(true)
    }
  })

  it('that is right at the fifth attempt opens a session', async () => {
    const { email, mail } = await recovered()
    const wrong = mail.code === '000000' ? '111111' : '000000'
    for (let i = 0; i < 4; i++) await app.client().auth.verifyOtp({ email, token: wrong, type: 'recovery' })
    expect(
      (await app.client().auth.verifyOtp({ email, token: mail.code, type: 'recovery' })).error,
    ).toBeNull()
  })

  it('of another account is not accepted', async () => {
    const one = await recovered()
    const other = await signUp(app)
    const { error } = await app
      .client()
      .auth.verifyOtp({ email: other.email, token: one.mail.code, type: 'recovery' })
    expect(error).toMatchObject({ code: 'otp_expired' })
  })

  it.each([
    [{ token: '123456', email: 'a@example.com' }, 'Verify requires a verification type'],
    [{ type: 'recovery' }, 'Verify requires either a token or a token hash'],
    [{ type: 'recovery', token: '1', token_hash: 'x' }, 'Verify requires either a token or a token hash'],
    [
      { type: 'recovery', token_hash: 'x', email: 'a@example.com' },
      'Only the token_hash and type should be provided',
    ],
    [{ type: 'sms', token: '1', phone: '55' }, 'Invalid email verification type'],
  ])('in an invalid request is refused: %j', async (body, msg) => {
    const answer = await authRequest(app, '/verify', { body })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error_code: 'validation_failed', msg })
  })
})

it('a redirect that is not allowed is a warning in the log, which says where the link leads and not what the query contains', async () => {
  const warned = await startAppOfTest({ LOG_LEVEL: 'warn' }, app)
  const { email } = await signUp(app)
  const ask = (redirectTo: string) => warned.client().auth.resetPasswordForEmail(email, { redirectTo })
  expect((await ask(`${warned.url}/reset-password`)).error).toBeNull()
  expect(warned.lines.join('')).not.toContain('redirect')
  expect((await ask('https://otra.example/nueva?access_token=secreto')).error).toBeNull()
  const log = warned.lines.join('')
  expect(log).toContain('the redirect of an e-mail is not allowed')
  expect(log).toContain('"requested":"https://otra.example/nueva","used":"')
  expect(log).not.toContain('secreto')
})

describe('a link', () => {
  it('never redirects to another site', async () => {
    const redirectTo = 'https://evil.example/reset-password'
    const { email } = await signUp(app)
    await recover(email, redirectTo)
    const { link } = await lastMailTo(app, email)
    expect(link.searchParams.get('redirect_to')).toBe(`${app.url}/reset-password`)
    // Also not when someone changes the link afterwards.
    link.searchParams.set('redirect_to', redirectTo)
    const { status, to } = await openLink(link)
    expect(status).toBe(303)
    expect(to.origin).toBe(app.url)
  })

  it('redirects to a loopback page outside production', async () => {
    const redirectTo = 'http://[::1]:8080/reset-password'
    const { email } = await signUp(app)
    await recover(email, `${redirectTo}#algo`)
    const { to } = await openLink((await lastMailTo(app, email)).link)
    expect(to.href.split('#')[0]).toBe(redirectTo)
    expect(to.hash).not.toContain('algo')
  })

  it('opens the reset page of the role instead of another page', async () => {
    const { mail } = await recovered({ role: 'maestro' }, '/onboarding-maestro')
    const { to, hash } = await openLink(mail.link)
    expect(to.href.split('#')[0]).toBe(`${app.url}/reset-password-maestro`)
    expect(hash.get('type')).toBe('recovery')
  })

  it('is not used up by a mail scanner that requests only its headers', async () => {
    const { mail } = await recovered()
    expect((await fetch(mail.link, { method: 'HEAD', redirect: 'manual' })).status).toBe(404)
    expect((await openLink(mail.link)).hash.has('access_token')).toBe(true)
  })

  it('without its parameters is refused', async () => {
    expect((await authRequest(app, '/verify?type=recovery')).status).toBe(400)
    expect((await authRequest(app, '/verify?token=x')).status).toBe(400)
    expect((await authRequest(app, '/verify?token=x&type=otra')).status).toBe(400)
  })
})

it('a recovery link reports a password recovery to the listeners of its page [4.auth.20]', async () => {
  const { mail } = await recovered({ role: 'buscador' }, '/reset-password')
  openPage((await openLink(mail.link)).to)
  const { client } = keepingClient(app, { detectSessionInUrl: true })
  const events: string[] = []
  client.auth.onAuthStateChange((event) => void events.push(event))
  await expect.poll(() => events).toContain('PASSWORD_RECOVERY')
})
