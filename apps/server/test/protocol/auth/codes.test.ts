import { describe, expect, it } from 'vitest'
import { cleanUp } from '../../../src/protocol/auth/cleanup.ts'
import { appForTests, startAppOfTest } from '../../setup/app.ts'
import { lastMailTo, openLink, signUp } from './people.ts'
import { pkceClient } from './pkce-client.ts'

const app = appForTests()

async function newMail(email: string) {
  const { error } = await app.client().auth.resetPasswordForEmail(email)
  if (error) throw error
  return lastMailTo(app, email)
}
const enters = async (email: string, token: string) =>
  (await app.client().auth.verifyOtp({ email, token, type: 'recovery' })).error === null

async function guessWrong(email: string, right: string, times: number) {
  const wrong = right === '000000' ? '111111' : '000000'
  for (let i = 0; i < times; i++) expect(await enters(email, wrong)).toBe(false)
}
const windowAge = (userId: string, minutes: number) => app.sql`
  update auth.one_time_tokens set attempts_since = attempts_since - make_interval(mins => ${minutes})
  where user_id = ${userId}`

describe('wrong codes', () => {
  it('are counted for the account: a new e-mail does not allow more guesses', async () => {
    const { email } = await signUp(app)
    await guessWrong(email, (await newMail(email)).code, 3)
    await guessWrong(email, (await newMail(email)).code, 2)
    const last = await newMail(email)
    expect(await enters(email, last.code)).toBe(false)
    expect((await openLink(last.link)).hash.has('access_token')).toBe(true)
  })

  it('are counted together for e-mails with and without PKCE', async () => {
    const { email } = await signUp(app)
    await guessWrong(email, (await newMail(email)).code, 3)
    expect((await pkceClient(app).auth.resetPasswordForEmail(email)).error).toBeNull()
    const { code } = await lastMailTo(app, email)
    await guessWrong(email, code, 2)
    expect(await enters(email, code)).toBe(false)
  })

  it('are reset by a new e-mail 30 minutes after the first of them', async () => {
    const { email, user } = await signUp(app)
    await guessWrong(email, (await newMail(email)).code, 5)
    await windowAge(user.id, 29)
    expect(await enters(email, (await newMail(email)).code)).toBe(false)
    await windowAge(user.id, 1)
    expect(await enters(email, (await newMail(email)).code)).toBe(true)
  })

  it('are counted from the first wrong code and not from the first e-mail', async () => {
    const { email, user } = await signUp(app)
    const mail = await newMail(email)
    await windowAge(user.id, 29)
    await guessWrong(email, mail.code, 5)
    await windowAge(user.id, 29)
    expect(await enters(email, (await newMail(email)).code)).toBe(false)
  })

  it('survive the clean-up of an expired e-mail code until their window has passed', async () => {
    const { email, user } = await signUp(app)
    await guessWrong(email, (await newMail(email)).code, 5)
    await app.sql`update auth.one_time_tokens set expires_at = now() - interval '1 s' where user_id = ${user.id}`
    await cleanUp(app.sql)
    expect(await enters(email, (await newMail(email)).code)).toBe(false)
    await app.sql`update auth.one_time_tokens set expires_at = now() - interval '1 s' where user_id = ${user.id}`
    await windowAge(user.id, 30)
    await cleanUp(app.sql)
    expect(await app.sql`select kind from auth.one_time_tokens where user_id = ${user.id}`).toHaveLength(0)
  })
})

describe('a right code', () => {
  it('opens a session only with the type of its own e-mail', async () => {
    const { email } = await signUp(app)
    const { code } = await newMail(email)
    const asSignup = await app.client().auth.verifyOtp({ email, token: code, type: 'signup' })
    expect(asSignup.error?.code).toBe('otp_expired')
    expect(await enters(email, code)).toBe(true)
  })

  it('is stored with the secret: a server with another secret does not accept it', async () => {
    const other = await startAppOfTest({ JWT_SECRET: 'otro-secreto-de-treinta-y-dos-letras' }, app)
    const { email } = await signUp(app)
    const { code } = await newMail(email)
    const elsewhere = await other.client().auth.verifyOtp({ email, token: code, type: 'recovery' })
    expect(elsewhere.error?.code).toBe('otp_expired')
    expect(await enters(email, code)).toBe(true)
  })

  it('works once', async () => {
    const { email } = await signUp(app)
    const { code } = await newMail(email)
    expect(await enters(email, code)).toBe(true)
    expect(await enters(email, code)).toBe(false)
  })
})
