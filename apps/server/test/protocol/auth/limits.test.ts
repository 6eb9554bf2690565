import { createClient } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { addressGroup } from '../../../src/platform/limits/address.ts'
import { cleanUp } from '../../../src/protocol/auth/cleanup.ts'
import { appForTests } from '../../setup/app.ts'
import { authRequest, lastMailTo, newEmail, openLink, PASSWORD } from './people.ts'

/** Behind a trusted proxy, so that each test can use its own address. */
const app = appForTests({
  LIMIT_SIGNIN_EMAIL: '',
  LIMIT_SIGNIN_ACCOUNT: '13/300',
  LIMIT_SIGNIN_ADDRESS: '12/300',
  LIMIT_SIGNUP_ADDRESS: '1/300',
  LIMIT_RECOVER_EMAIL: '',
  LIMIT_RECOVER_EMAIL_HOUR: '',
  LIMIT_RECOVER_ADDRESS: '1/300',
  TRUSTED_PROXIES: '127.0.0.1',
})
/** Without a proxy. */
const direct = appForTests({ LIMIT_SIGNIN_ADDRESS: '2/300', LIMIT_SIGNUP_ADDRESS_DAY: '2/86400' }, app)

const WRONG = 'equivocada'
const Answer = z.object({ error_code: z.string().optional() })

let last = 0
const newAddress = () => `198.51.100.${++last}`
const from = (address: string) => ({ 'x-forwarded-for': address })

/** The official client, through the proxy. */
const clientFrom = (address: string) =>
  createClient(app.url, app.services.secrets.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { headers: from(address) },
  })

async function signUp(role = 'buscador') {
  const email = newEmail()
  const { data, error } = await clientFrom(newAddress()).auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { role } },
  })
  if (error || !data.user) throw error ?? new Error('no account was made')
  return { email, user: data.user }
}

async function signIn(email: string, password: string, address = newAddress(), at = app) {
  const answer = await authRequest(at, '/token?grant_type=password', {
    body: { email, password },
    headers: from(address),
  })
  const { error_code: code } = Answer.parse(await answer.json())
  return { status: answer.status, code, retryAfter: Number(answer.headers.get('retry-after')) }
}

describe('failed sign-ins', () => {
  it('of one e-mail from one address are 10 in 5 minutes, and then the right password is refused too', async () => {
    const { email } = await signUp()
    const address = newAddress()
    for (let i = 0; i < 10; i++) {
      expect((await signIn(email, WRONG, address)).code).toBe('invalid_credentials')
    }
    const refused = await signIn(email.toUpperCase(), PASSWORD, address)
    expect(refused).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    expect(refused.retryAfter).toBeGreaterThan(240)
    expect(refused.retryAfter).toBeLessThanOrEqual(300)
    const { error } = await clientFrom(address).auth.signInWithPassword({ email, password: PASSWORD })
    expect(error).toMatchObject({
      status: 429,
      code: 'over_request_rate_limit',
      message: 'Request rate limit reached',
    })
    // They do not lock out the owner of the account.
    expect(await signIn(email, PASSWORD)).toMatchObject({ status: 200 })
  })

  it('of one e-mail from many addresses have their own, higher limit', async () => {
    const { email } = await signUp()
    for (let i = 0; i < 13; i++) expect((await signIn(email, WRONG)).status).toBe(400)
    expect(await signIn(email, PASSWORD)).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  })

  it('from the addresses of ten strangers do not refuse the owner where she had a session in the last 90 days', async () => {
    const { email, user } = await signUp()
    const [home, office, hotel] = [newAddress(), newAddress(), '2001:db8:a:b::1']
    const refresh_token = (await clientFrom(home).auth.signInWithPassword({ email, password: PASSWORD })).data
      .session?.refresh_token
    await clientFrom(office).auth.refreshSession({ refresh_token: refresh_token ?? '' })
    await signIn(email, PASSWORD, hotel)
    // An ended session counts too.
    await app.sql`delete from auth.sessions where user_id = ${user.id}`
    const strangers = Array.from({ length: 10 }, newAddress)
    for (let i = 0; i < 13; i++) await signIn(email, WRONG, strangers[i % 10])
    expect(await signIn(email, PASSWORD, strangers[0])).toMatchObject({ status: 429 })
    expect(await signIn(email, PASSWORD)).toMatchObject({ status: 429 })

    for (const address of [home, office, '2001:db8:a:b::2']) {
      expect(await signIn(email, WRONG, address)).toMatchObject({ status: 400 })
      expect(await signIn(email, PASSWORD, address)).toMatchObject({ status: 200 })
    }
    // Her own mistakes there still count.
    for (let i = 0; i < 9; i++) await signIn(email, WRONG, home)
    expect(await signIn(email, PASSWORD, home)).toMatchObject({ status: 429 })
    // A session of another account at the address is none of hers.
    const other = await signUp()
    const cafe = newAddress()
    expect(await signIn(other.email, PASSWORD, cafe)).toMatchObject({ status: 200 })
    expect(await signIn(email, PASSWORD, cafe)).toMatchObject({ status: 429 })

    await app.sql`update auth.known_addresses set seen_on = current_date - 91 where user_id = ${user.id}`
    expect(await signIn(email, PASSWORD, office)).toMatchObject({ status: 429 })
    await cleanUp(app.sql)
    expect(await app.sql`select from auth.known_addresses where user_id = ${user.id}`).toHaveLength(0)
  })

  it('sent in parallel give no more information than those sent one by one', async () => {
    const { email } = await signUp()
    const address = newAddress()
    const answers = await Promise.all([
      ...Array.from({ length: 19 }, () => signIn(email, WRONG, address)),
      signIn(email, PASSWORD, address),
    ])
    expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(10)
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(9)
  })

  it('that exceed the limit during a comparison also refuse the right password', async () => {
    const { email } = await signUp()
    const address = newAddress()
    const held = await app.sql.reserve()
    await held`begin`
    await held`lock table auth.users in access exclusive mode`
    const signing = signIn(email, PASSWORD, address)
    const waiting = () => app.sql`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(waiting).toHaveLength(1)
    const { limits, config } = app.services
    for (let i = 0; i < 10; i++)
      await limits.hit(`auth:signin:pair:${address}:${email}`, config.LIMIT_SIGNIN_EMAIL)
    await held`commit`
    held.release()
    expect(await signing).toMatchObject({ status: 429 })
  })

  it('of one address are limited for any e-mail', async () => {
    const { email } = await signUp()
    const address = newAddress()
    for (let i = 0; i < 12; i++) expect((await signIn(newEmail(), WRONG, address)).status).toBe(400)
    expect(await signIn(email, PASSWORD, address)).toMatchObject({ status: 429 })
    expect(await signIn(email, PASSWORD)).toMatchObject({ status: 200 })
  })

  it('count, and successful sign-ins do not', async () => {
    const { email } = await signUp()
    const address = newAddress()
    const answers = await Promise.all(Array.from({ length: 13 }, () => signIn(email, PASSWORD, address)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })
})

describe('a forwarded address', () => {
  it('is ignored from a caller that is not a trusted proxy', async () => {
    for (let i = 0; i < 2; i++) await signIn(newEmail(), WRONG, newAddress(), direct)
    expect(await signIn(newEmail(), WRONG, newAddress(), direct)).toMatchObject({ status: 429 })
  })

  it('from a proxy named in the settings is stored with the session', async () => {
    const { email, user } = await signUp()
    const address = newAddress()
    await signIn(email, PASSWORD, address)
    const rows = await app.sql`
      select host(ip) as ip from auth.sessions where user_id = ${user.id} order by created_at`
    expect(rows.at(-1)).toMatchObject({ ip: address })
  })

  it('that is unusual causes no error', async () => {
    const { email } = await signUp()
    for (const address of ['no es una', 'fe80::1%eth0', '203.0.113.9, 10.0.0.1', '::ffff:203.0.113.9'])
      expect(await signIn(email, PASSWORD, address), address).toMatchObject({ status: 200 })
  })

  it('of IPv6 counts with its whole /64, and IPv4 counts the same in every notation', () => {
    expect(addressGroup('2001:db8:1:2::1')).toBe(addressGroup('2001:db8:1:2:ffff:1:2:3'))
    expect(addressGroup('2001:db8:1:2::1')).not.toBe(addressGroup('2001:db8:1:3::1'))
    expect(addressGroup('2001:DB8::1')).toBe('2001:db8:0:0::/64')
    expect(addressGroup('::1')).toBe('0:0:0:0::/64')
    expect(addressGroup('::ffff:203.0.113.1')).toBe('203.0.113.1')
    expect(addressGroup('203.0.113.1')).toBe('203.0.113.1')
  })
})

describe('sign-ups', () => {
  it('of one address are limited', async () => {
    const { auth } = clientFrom(newAddress())
    const one = () => auth.signUp({ email: newEmail(), password: PASSWORD })
    expect((await one()).error).toBeNull()
    expect((await one()).error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  })

  it('of one IPv6 /48 are limited to ten times as many as those of a /64', async () => {
    const one = async (address: string) =>
      (await clientFrom(address).auth.signUp({ email: newEmail(), password: PASSWORD })).error
    for (let network = 0; network < 10; network++) {
      expect(await one(`2001:db8:a:${network}::1`)).toBeNull()
      // What a /64 tries beyond its limit does not count for its neighbours.
      expect(await one(`2001:db8:a:${network}::1`)).toMatchObject({ status: 429 })
    }
    expect(await one('2001:db8:a:ffff::1')).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    expect(await one('2001:db8:b:ffff::1')).toBeNull()
  })

  it('of one address are also limited in a longer window', async () => {
    const one = () => authRequest(direct, '/signup', { body: { email: newEmail(), password: PASSWORD } })
    for (let i = 0; i < 2; i++) expect((await one()).status).toBe(200)
    const refused = await one()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000)
  })
})

describe('e-mails', () => {
  const CHALLENGE = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' }
  const recover = (email: string, path = '/reset-password', address = newAddress()) =>
    clientFrom(address).auth.resetPasswordForEmail(email, { redirectTo: app.url + path })

  it('for recovery and for confirmation are limited to five per hour for each e-mail address', async () => {
    const { email } = await signUp()
    const aMinuteLater = (kind: string) => app.services.limits.clear(`auth:${kind}:email:${email}`)
    const resend = () =>
      authRequest(app, '/resend', { body: { type: 'signup', email }, headers: from(newAddress()) })
    for (let i = 0; i < 5; i++) {
      expect((await recover(email)).error).toBeNull()
      expect((await resend()).status).toBe(200)
      await aMinuteLater('recover')
      await aMinuteLater('resend')
    }
    expect((await recover(email)).error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
    const refused = await resend()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect((await recover((await signUp()).email)).error).toBeNull()
  })

  it('for recovery can be requested again within the hour as soon as no link of the earlier ones works', async () => {
    const { email, user } = await signUp()
    const aMinuteLater = () => app.services.limits.clear(`auth:recover:email:${email}`)
    const halfAnHourLater = () =>
      app.sql`update auth.one_time_tokens set expires_at = now() where user_id = ${user.id} and not pkce`
    for (let i = 0; i < 5; i++) {
      expect((await recover(email)).error).toBeNull()
      await aMinuteLater()
    }
    // The link of an e-mail with PKCE is of no use to the owner.
    const body = { email, ...CHALLENGE }
    expect((await authRequest(app, '/recover', { body, headers: from(newAddress()) })).status).toBe(200)
    // Sent before the next one is requested: jobs that wait together run at the same time, in any order.
    await app.runJobs()
    const refused = await authRequest(app, '/recover', { body: { email }, headers: from(newAddress()) })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(30 * 60)
    await halfAnHourLater()
    expect((await recover(email)).error).toBeNull()
    const { link } = await lastMailTo(app, email)
    await aMinuteLater()
    expect((await recover(email)).error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
    expect((await openLink(link)).hash.has('access_token')).toBe(true)
  })

  it('for recovery are limited to one per minute for each e-mail address', async () => {
    const { email } = await signUp()
    const other = await signUp()
    expect((await recover(email)).error).toBeNull()
    const { error } = await recover(email)
    expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
    expect(error?.message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/)
    const answer = await authRequest(app, '/recover', { body: { email }, headers: from(newAddress()) })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(30)
    expect((await recover(other.email)).error).toBeNull()
  })

  it('for recovery with PKCE neither refuse nor replace those that the owner requests without it', async () => {
    const { email } = await signUp()
    const withPkce = () =>
      authRequest(app, '/recover', { body: { email, ...CHALLENGE }, headers: from(newAddress()) })
    expect((await withPkce()).status).toBe(200)
    expect((await withPkce()).status).toBe(429)
    // Sent before the next one is requested: jobs that wait together run at the same time, in any order.
    await app.runJobs()
    expect((await recover(email)).error).toBeNull()
    const { link } = await lastMailTo(app, email)
    await app.services.limits.clear(`auth:recover:pkce:email:${email}`)
    expect((await withPkce()).status).toBe(200)
    expect((await openLink(link)).hash.has('access_token')).toBe(true)
  })

  it('for confirmation with PKCE do not refuse those that the owner requests without it', async () => {
    const email = newEmail()
    const body = { type: 'signup', email }
    const resend = (more: Record<string, string>) =>
      authRequest(app, '/resend', { body: { ...body, ...more }, headers: from(newAddress()) })
    expect((await resend(CHALLENGE)).status).toBe(200)
    expect((await resend(CHALLENGE)).status).toBe(429)
    expect((await resend({})).status).toBe(200)
  })

  it('requested on the wrong screen can be requested on the right one at once', async () => {
    const { email } = await signUp('maestro')
    expect((await recover(email)).error).toMatchObject({ code: 'user_not_found' })
    expect((await recover(email, '/reset-password-maestro')).error).toBeNull()
  })

  it('for recovery of an unknown account never answer that an e-mail was sent, however often they are requested', async () => {
    const email = newEmail()
    for (let i = 0; i < 6; i++) {
      expect((await recover(email)).error).toMatchObject({ status: 404, code: 'user_not_found' })
    }
  })

  it('are limited by address, for any e-mail and kind', async () => {
    const address = newAddress()
    await recover(newEmail(), '/reset-password', address)
    const recovery = await recover(newEmail(), '/reset-password', address)
    expect(recovery.error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    const resent = await clientFrom(address).auth.resend({ type: 'signup', email: newEmail() })
    expect(resent.error).toMatchObject({ status: 429 })
  })

  it('are limited by IPv6 /48 too', async () => {
    for (let network = 0; network < 10; network++) {
      const { error } = await recover(newEmail(), '/reset-password', `2001:db8:c:${network}::1`)
      expect(error).toMatchObject({ code: 'user_not_found' })
    }
    const { error } = await recover(newEmail(), '/reset-password', '2001:db8:c:ffff::1')
    expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  })

  it('for confirmation are sent again at most once a minute', async () => {
    const email = newEmail()
    const resend = () => clientFrom(newAddress()).auth.resend({ type: 'signup', email })
    expect((await resend()).error).toBeNull()
    expect((await resend()).error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
  })

  it('contain a code that cannot be guessed by requesting many of them', async () => {
    const { email } = await signUp()
    const guess = (token: string) =>
      authRequest(app, '/verify', { body: { type: 'recovery', email, token }, headers: from(newAddress()) })
    for (let i = 0; i < 10; i++) expect((await guess('nada')).status).toBe(403)
    await recover(email)
    expect((await guess((await lastMailTo(app, email)).code)).status).toBe(429)
    expect((await signIn(email, PASSWORD)).status).toBe(200)
  })
})
