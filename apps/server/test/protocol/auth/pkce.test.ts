import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cleanUp } from '../../../src/protocol/auth/cleanup.ts'
import { appForTests } from '../../setup/app.ts'
import { authRequest, lastMailTo, newEmail, openLink, openPage, PASSWORD, signUp } from './people.ts'
import { codeOf, pkceClient } from './pkce-client.ts'

/** Without a mail server: e-mails go to the local mailbox. */
const app = appForTests()

async function recovered(path = '/reset-password') {
  const account = await signUp(app)
  const store = new Map<string, string>()
  const client = pkceClient(app, store)
  const { error } = await client.auth.resetPasswordForEmail(account.email, { redirectTo: app.url + path })
  if (error) throw error
  return { ...account, client, store, mail: await lastMailTo(app, account.email) }
}

const exchange = (auth_code: string, code_verifier: string) =>
  authRequest(app, '/token?grant_type=pkce', { body: { auth_code, code_verifier } })

/** Requests an e-mail with the test's own challenge, and returns the code that its link gives. */
async function codeFor(challenge: string, method: string) {
  const { email, user } = await signUp(app)
  const answer = await authRequest(app, '/recover', {
    body: { email, code_challenge: challenge, code_challenge_method: method },
  })
  expect(answer.status).toBe(200)
  return { user, code: await codeOf((await lastMailTo(app, email)).link) }
}
const VERIFIER = 'v'.repeat(50)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

describe('a recovery by PKCE', () => {
  it('redirects with a code that the same client exchanges for a session, which may change the password', async () => {
    const { client, mail, user, email } = await recovered('/reset-password?de=correo')
    expect(mail.token).toMatch(/^pkce_/)
    const { to } = await openLink(mail.link)
    expect(to.origin + to.pathname).toBe(`${app.url}/reset-password`)
    expect(to.searchParams.get('de')).toBe('correo')
    expect(to.hash).toBe('')
    const { data, error } = await client.auth.exchangeCodeForSession(to.searchParams.get('code') ?? '')
    expect(error).toBeNull()
    expect(data.user?.id).toBe(user.id)
    expect((await client.auth.updateUser({ password: 'nueva-clave-1' })).error).toBeNull()
    const signIn = await app.client().auth.signInWithPassword({ email, password: 'nueva-clave-1' })
    expect(signIn.error).toBeNull()
  })

  it('is reported as a password recovery to the page that the link opens', async () => {
    const { store, mail } = await recovered()
    const { to } = await openLink(mail.link)
    openPage(to)
    const client = pkceClient(app, store, true)
    const events: string[] = []
    client.auth.onAuthStateChange((event) => void events.push(event))
    await expect.poll(() => events).toContain('PASSWORD_RECOVERY')
  })

  it('is not needed after a sign-up, whose session opens at once when no mail is delivered', async () => {
    const { data, error } = await pkceClient(app).auth.signUp({ email: newEmail(), password: PASSWORD })
    expect(error).toBeNull()
    expect(data.session).not.toBeNull()
  })

  it('gives a session for the code that is typed from the e-mail, as in Supabase', async () => {
    const { client, mail, email, user } = await recovered()
    const { data } = await client.auth.verifyOtp({ email, token: mail.code, type: 'recovery' })
    expect(data.user?.id).toBe(user.id)
  })

  it('reports a used link with its reason in the query and in the hash', async () => {
    const { mail } = await recovered()
    await codeOf(mail.link)
    const { to, hash } = await openLink(mail.link)
    for (const given of [to.searchParams, hash]) {
      expect(given.get('error')).toBe('access_denied')
      expect(given.get('error_code')).toBe('otp_expired')
    }
    expect(to.searchParams.has('code')).toBe(false)
  })

  it('requested again without PKCE gives a plain link', async () => {
    const { email } = await recovered()
    await app.client().auth.resetPasswordForEmail(email)
    const { link, token } = await lastMailTo(app, email)
    expect(token).not.toMatch(/^pkce_/)
    expect((await openLink(link)).hash.has('access_token')).toBe(true)
  })
})

describe('the code of a link', () => {
  it.each([
    ['s256', CHALLENGE],
    ['S256', CHALLENGE],
    ['plain', VERIFIER],
  ])('can be exchanged by the method %s', async (method, challenge) => {
    const { code } = await codeFor(challenge, method)
    expect((await exchange(code, VERIFIER)).status).toBe(200)
  })

  it('can be exchanged once', async () => {
    const { code } = await codeFor(CHALLENGE, 's256')
    const answers = await Promise.all([1, 2, 3, 4].map(() => exchange(code, VERIFIER)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
  })

  it('can be exchanged by the right verifier only, and a wrong one does not use it up', async () => {
    const { code } = await codeFor(CHALLENGE, 's256')
    for (const wrong of ['w'.repeat(50), CHALLENGE, `${VERIFIER}v`]) {
      const answer = await exchange(code, wrong)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({
        error_code: 'bad_code_verifier',
        msg: 'code challenge does not match previously saved code verifier',
      })
    }
    expect((await exchange(code, VERIFIER)).status).toBe(200)
  })

  it('of another flow is refused for a client that waits for its own', async () => {
    const { mail } = await recovered()
    const other = await recovered()
    const { error } = await other.client.auth.exchangeCodeForSession(await codeOf(mail.link))
    expect(error).toMatchObject({ code: 'bad_code_verifier', status: 400 })
  })

  it('that was never created, or the token of the link itself, is not found', async () => {
    const { mail } = await recovered()
    for (const code of ['desconocido', mail.token]) {
      const answer = await exchange(code, VERIFIER)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ error_code: 'flow_state_not_found' })
    }
  })

  it('is valid for 5 minutes and is then reported as expired, until the clean-up of the next day', async () => {
    const { code, user } = await codeFor(CHALLENGE, 's256')
    const age = (minutes: number) => app.sql`
      update auth.flow_states set expires_at = expires_at - make_interval(mins => ${minutes})
      where user_id = ${user.id}`
    await age(5)
    const expired = await exchange(code, VERIFIER)
    expect(expired.status).toBe(422)
    expect(await expired.json()).toMatchObject({ error_code: 'flow_state_expired' })
    await cleanUp(app.sql)
    expect((await exchange(code, VERIFIER)).status).toBe(422)
    await age(24 * 60)
    await cleanUp(app.sql)
    expect((await exchange(code, VERIFIER)).status).toBe(404)
  })

  it('is invalid after the password has changed, and for a suspended account', async () => {
    const { mail, session } = await recovered()
    const code = await codeOf(mail.link)
    await authRequest(app, '/user', {
      method: 'PUT',
      token: session.access_token,
      body: { password: 'nueva-clave-1' },
    })
    expect((await exchange(code, VERIFIER)).status).toBe(404)
    const banned = await codeFor(CHALLENGE, 's256')
    await app.sql`update public.profiles set suspendido_en = now() where id = ${banned.user.id}`
    const answer = await exchange(banned.code, VERIFIER)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ error_code: 'user_banned' })
  })

  it('is stored only as a hash', async () => {
    const { code, user } = await codeFor(CHALLENGE, 's256')
    const [row] = await app.sql`
      select flow_states::text as text, encode(code_hash, 'escape') as hash
      from auth.flow_states where user_id = ${user.id}`
    expect(row?.text).not.toContain(code)
    expect(row?.hash).not.toContain(code)
  })

  it('is refused without its verifier, and the verifier without the code', async () => {
    for (const body of [{}, { auth_code: 'x' }, { code_verifier: 'x' }]) {
      const answer = await authRequest(app, '/token?grant_type=pkce', { body })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ error_code: 'validation_failed' })
    }
  })
})

describe('a challenge', () => {
  it.each([
    [{ code_challenge: CHALLENGE }, 'PKCE flow requires code_challenge_method and code_challenge'],
    [{ code_challenge_method: 's256' }, 'PKCE flow requires code_challenge_method and code_challenge'],
    [
      { code_challenge: 'corto', code_challenge_method: 's256' },
      'code challenge has to be between 43 and 128 characters',
    ],
    [
      { code_challenge: 'x'.repeat(129), code_challenge_method: 's256' },
      'code challenge has to be between 43 and 128 characters',
    ],
    [
      { code_challenge: 'ñ'.repeat(43), code_challenge_method: 's256' },
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    ],
    [{ code_challenge: CHALLENGE, code_challenge_method: 'md5' }, 'unsupported code_challenge method'],
  ])('that is invalid is refused wherever an e-mail is requested: %j', async (challenge, msg) => {
    const { email } = await signUp(app)
    for (const [path, body] of [
      ['/signup', { email: newEmail(), password: PASSWORD }],
      ['/recover', { email }],
      ['/resend', { email, type: 'signup' }],
    ] as const) {
      const answer = await authRequest(app, path, { body: { ...body, ...challenge } })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ error_code: 'validation_failed', msg })
    }
  })
})
