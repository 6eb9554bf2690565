import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { cleanUp, UNCONFIRMED_DAYS } from '../../../src/protocol/auth/cleanup.ts'
import { beforeTests } from '../../setup/app.ts'
import { partsOf } from '../../setup/services/mail-parts.ts'
import { startMailingApp } from '../../setup/services/mailing-app.ts'
import { authRequest, clientOf, linkMails, newEmail, openLink, PASSWORD } from './people.ts'

/** With a mail server configured, an account cannot be used until its e-mail address is confirmed. */

const app = beforeTests(() => startMailingApp())
afterAll(() => app.close())
const mailsTo = (email: string) => linkMails(app.smtp.received, email)
beforeEach(() => app.smtp.behave('accept'))

async function signUp(redirectTo?: string) {
  const email = newEmail()
  const options = { data: { role: 'buscador', nombre: 'Ana' } }
  const { data, error } = await app.client().auth.signUp({
    email,
    password: PASSWORD,
    options: redirectTo === undefined ? options : { ...options, emailRedirectTo: redirectTo },
  })
  if (error) throw error
  await app.runJobs()
  return { email, data, mail: mailsTo(email).at(-1) }
}

const signIn = (email: string) => app.client().auth.signInWithPassword({ email, password: PASSWORD })

describe('an account whose address is not confirmed', () => {
  it('has no session, cannot sign in, and opens a session by the link of its e-mail on the requested page', async () => {
    const { email, data, mail } = await signUp(`${app.url}/seleccion-delegacion`)
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ email, user_metadata: { role: 'buscador', nombre: 'Ana' } })
    expect(data.user?.email_confirmed_at).toBeUndefined()
    expect(data.user?.confirmation_sent_at).toBeDefined()
    expect((await signIn(email)).error).toMatchObject({
      message: 'Email not confirmed',
      code: 'email_not_confirmed',
      status: 400,
    })
    const { to, hash } = await openLink(mail?.link ?? '')
    expect(to.href.split('#')[0]).toBe(`${app.url}/seleccion-delegacion`)
    expect(hash.get('type')).toBe('signup')
    const { data: asked } = await app.client().auth.getUser(hash.get('access_token') ?? '')
    expect(asked.user?.email_confirmed_at).toBeDefined()
    expect((await signIn(email)).error).toBeNull()
  })

  it('can be confirmed for 24 hours, and its e-mail says so', async () => {
    const age = (userId: string | undefined, minutes: number) => app.sql`
      update auth.one_time_tokens set expires_at = expires_at - make_interval(mins => ${minutes})
      where user_id = ${userId ?? ''}`
    const [early, late] = [await signUp(), await signUp()]
    await age(early.data.user?.id, 24 * 60 - 1)
    expect((await openLink(early.mail?.link ?? '')).hash.has('access_token')).toBe(true)
    await age(late.data.user?.id, 24 * 60)
    expect((await openLink(late.mail?.link ?? '')).hash.get('error_code')).toBe('otp_expired')
    const sent = app.smtp.received.find(({ to }) => to === late.email)
    expect(partsOf(sent?.raw ?? '').text).toContain('El enlace sirve una sola vez y vence en 24 horas.')
  })

  it('opens its own session when somebody else has put tokens into the requested page', async () => {
    const page = `${app.url}/dashboard-maestro`
    const { email, mail } = await signUp(`${page}?access_token=ajeno&refresh_token=ajeno&volver=%2Fchats`)
    const { to, hash } = await openLink(mail?.link ?? '')
    expect(to.href.split('#')[0]).toBe(`${page}?volver=%2Fchats`)
    const { data } = await app.client().auth.getUser(hash.get('access_token') ?? '')
    expect(data.user?.email).toBe(email)
    // Also not when the address of the link itself is changed.
    const link = new URL((await signUp()).mail?.link ?? '')
    link.searchParams.set('redirect_to', `${page}?Access_Token=ajeno&refresh_token=ajeno`)
    expect((await openLink(link)).to.href.split('#')[0]).toBe(page)
  })

  it('gets the same answer as a wrong password when the password is wrong', async () => {
    const { email } = await signUp()
    const { error } = await app.client().auth.signInWithPassword({ email, password: 'equivocada' })
    expect(error).toMatchObject({ code: 'invalid_credentials' })
  })

  it('opens a session by the code of its e-mail', async () => {
    const { email, mail } = await signUp()
    const { data, error } = await app
      .client()
      .auth.verifyOtp({ email, token: mail?.code ?? '', type: 'signup' })
    expect(error).toBeNull()
    expect(data.session?.user.email).toBe(email)
  })

  it('cannot be taken by signing up again', async () => {
    const { email } = await signUp()
    const { error } = await app.client().auth.signUp({ email, password: 'otra-clave' })
    expect(error).toMatchObject({ message: 'User already registered', code: 'user_already_exists' })
  })

  it('gets its e-mail again, and the older one becomes invalid', async () => {
    const { email, mail } = await signUp()
    expect((await app.client().auth.resend({ type: 'signup', email })).error).toBeNull()
    await app.runJobs()
    expect(mailsTo(email)).toHaveLength(2)
    expect((await openLink(mail?.link ?? '')).hash.get('error_code')).toBe('otp_expired')
    expect((await openLink(mailsTo(email).at(-1)?.link ?? '')).hash.has('access_token')).toBe(true)
  })

  it.each(['link', 'code'] as const)(
    'is confirmed by the %s of a recovery, which makes the password of the sign-up unusable',
    async (used) => {
      const { email } = await signUp()
      expect((await app.client().auth.resetPasswordForEmail(email)).error).toBeNull()
      await app.runJobs()
      const mail = mailsTo(email).at(-1)
      let owner = app.client()
      if (used === 'code') {
        const { error } = await owner.auth.verifyOtp({ email, token: mail?.code ?? '', type: 'recovery' })
        expect(error).toBeNull()
      } else {
        const opened = await openLink(mail?.link ?? '')
        expect(opened.hash.get('type')).toBe('recovery')
        owner = await clientOf(app, opened)
      }
      // Somebody else may have signed up with the address of the owner.
      expect((await signIn(email)).error).toMatchObject({ code: 'invalid_credentials' })
      expect((await owner.auth.updateUser({ password: 'nueva-clave-1' })).error).toBeNull()
      const { error } = await app.client().auth.signInWithPassword({ email, password: 'nueva-clave-1' })
      expect(error).toBeNull()
    },
  )

  it('keeps its password in a recovery when it was confirmed before', async () => {
    const { email, mail } = await signUp()
    await openLink(mail?.link ?? '')
    await app.client().auth.resetPasswordForEmail(email)
    await app.runJobs()
    expect((await openLink(mailsTo(email).at(-1)?.link ?? '')).hash.get('type')).toBe('recovery')
    expect((await signIn(email)).error).toBeNull()
  })

  it('allows five wrong codes for its e-mails of both kinds together, and its links still work', async () => {
    const { email, mail } = await signUp()
    const right = mail?.code ?? ''
    const enters = async (type: 'signup' | 'recovery', token: string) =>
      (await app.client().auth.verifyOtp({ email, token, type })).error === null
    const guess = async (type: 'signup' | 'recovery', times: number, rights: string[]) => {
      const wrong = ['000000', '111111', '222222'].find((code) => !rights.includes(code)) ?? ''
      for (let i = 0; i < times; i++) expect(await enters(type, wrong)).toBe(false)
    }
    await guess('signup', 3, [right])
    expect((await app.client().auth.resetPasswordForEmail(email)).error).toBeNull()
    await app.runJobs()
    const recovery = mailsTo(email).at(-1)?.code ?? ''
    await guess('recovery', 2, [right, recovery])
    expect(await enters('recovery', recovery)).toBe(false)
    expect(await enters('signup', right)).toBe(false)
    expect((await openLink(mail?.link ?? '')).hash.has('access_token')).toBe(true)
  })

  it('cannot be confirmed with the type of the other e-mail', async () => {
    const { mail } = await signUp()
    const { error } = await app.client().auth.verifyOtp({ token_hash: mail?.token ?? '', type: 'recovery' })
    expect(error).toMatchObject({ code: 'otp_expired' })
  })
})

describe('sending the confirmation e-mail again', () => {
  it('sends nothing to an unknown or a confirmed address, and the answer does not show it', async () => {
    const { email, mail } = await signUp()
    await openLink(mail?.link ?? '')
    for (const address of [email, newEmail()]) {
      const answer = await authRequest(app, '/resend', { body: { type: 'signup', email: address } })
      expect(answer.status).toBe(200)
      expect(await answer.json()).toEqual({})
    }
    await app.runJobs()
    expect(mailsTo(email)).toHaveLength(1)
  })

  it.each([
    ['otra', 400],
    ['email_change', 422],
    ['sms', 400],
  ])('with the type %s is refused', async (type, status) => {
    const answer = await authRequest(app, '/resend', { body: { type, email: newEmail() } })
    expect(answer.status).toBe(status)
  })
})

describe('an account whose address was not confirmed for a week', () => {
  const olderBy = (email: string, days: number) =>
    app.sql`
      with older as (
        update auth.users set created_at = created_at - make_interval(days => ${days}) where email = ${email} returning id
      )
      update auth.one_time_tokens set expires_at = expires_at - make_interval(days => ${days})
      where user_id in (select id from older)`
  const exists = async (email: string) =>
    (await app.sql`select from auth.users where email = ${email}`).length === 1

  it('is deleted with its profile, and its address can be used for another account', async () => {
    const { email, data } = await signUp()
    await olderBy(email, UNCONFIRMED_DAYS - 1)
    await cleanUp(app.sql)
    expect(await exists(email)).toBe(true)
    await olderBy(email, 1)
    await cleanUp(app.sql)
    expect(await exists(email)).toBe(false)
    expect(await app.sql`select from public.profiles where id = ${data.user?.id ?? ''}`).toHaveLength(0)
    const again = await app
      .client()
      .auth.signUp({ email, password: PASSWORD, options: { data: { role: 'maestro', nombre: 'Ana' } } })
    expect(again.error).toBeNull()
  })

  it('stays while the link of an e-mail that was sent again works', async () => {
    const { email } = await signUp()
    await olderBy(email, UNCONFIRMED_DAYS)
    await app.client().auth.resend({ type: 'signup', email })
    await app.runJobs()
    await cleanUp(app.sql)
    expect((await openLink(mailsTo(email).at(-1)?.link ?? '')).hash.get('type')).toBe('signup')
    expect((await signIn(email)).error).toBeNull()
  })

  it('is deleted a day later although somebody keeps requesting its e-mail', async () => {
    const { email } = await signUp()
    await olderBy(email, UNCONFIRMED_DAYS + 1)
    await app.client().auth.resend({ type: 'signup', email })
    await app.client().auth.resetPasswordForEmail(email)
    await cleanUp(app.sql)
    expect(await exists(email)).toBe(false)
    await app.runJobs()
  })

  it('that another e-mail has confirmed has no link of the sign-up any more', async () => {
    const { email, mail } = await signUp()
    await app.client().auth.resetPasswordForEmail(email)
    await app.runJobs()
    const recovery = mailsTo(email).at(-1)?.link ?? ''
    expect((await openLink(recovery)).hash.get('type')).toBe('recovery')
    expect((await openLink(mail?.link ?? '')).hash.get('error_code')).toBe('otp_expired')
  })

  it('is deleted in several batches when there are many', async () => {
    await app.sql`
      insert into auth.users (email, encrypted_password, created_at)
      select 'olvidada' || n || '@example.com', 'x', now() - interval '30 days' from generate_series(1, 450) n`
    await cleanUp(app.sql)
    expect(await app.sql`select from auth.users where email like 'olvidada%'`).toHaveLength(0)
  })

  it('stays when it was confirmed, is suspended, or has signed in', async () => {
    const [confirmed, suspended, signedIn] = [await signUp(), await signUp(), await signUp()]
    await openLink(confirmed.mail?.link ?? '')
    await app.runJobs()
    // Without the sign-in of the confirmation, only the confirmation itself keeps the account.
    await app.sql`delete from auth.sessions where user_id = ${confirmed.data.user?.id ?? ''}`
    await app.sql`update auth.users set last_sign_in_at = null where email = ${confirmed.email}`
    await app.sql`update public.profiles set suspendido_en = now() where id = ${suspended.data.user?.id ?? ''}`
    await app.sql`update auth.users set last_sign_in_at = now() where email = ${signedIn.email}`
    for (const { email } of [confirmed, suspended, signedIn]) await olderBy(email, 30)
    await cleanUp(app.sql)
    for (const { email } of [confirmed, suspended, signedIn]) expect(await exists(email)).toBe(true)
  })
})

it('an e-mail that the mail server refuses leaves no account, so that its owner can try again', async () => {
  app.smtp.behave('refuse')
  const { email, mail } = await signUp()
  expect(mail).toBeUndefined()
  expect(app.takeErrors().join()).toContain('a job has failed for good')
  const [failed] = await app.sql`select nombre, error from interno.trabajos_fallidos`
  expect(failed).toMatchObject({ nombre: 'send-one-time-mail' })
  expect(failed?.error).toContain('no such mailbox')
  app.smtp.behave('accept')
  await app.client().auth.resend({ type: 'signup', email })
  await app.runJobs()
  expect((await openLink(mailsTo(email).at(-1)?.link ?? '')).hash.has('access_token')).toBe(true)
})

it('the settings say that addresses are confirmed by e-mail', async () => {
  expect(await (await authRequest(app, '/settings')).json()).toMatchObject({ mailer_autoconfirm: false })
})
