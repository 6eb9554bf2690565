import { afterAll, describe, expect, it } from 'vitest'
import { beforeTests } from '../../setup/app.ts'
import { startMailingApp } from '../../setup/services/mailing-app.ts'
import { linkMails, newEmail, openLink, PASSWORD } from './people.ts'
import { codeOf, pkceClient } from './pkce-client.ts'

/** With a mail server: a sign-up is confirmed by its e-mail. */
const mailed = beforeTests(() => startMailingApp())
afterAll(() => mailed.close())
const mailsTo = (email: string) => linkMails(mailed.smtp.received, email)
async function lastMail(email: string) {
  await mailed.runJobs()
  const mail = mailsTo(email).at(-1)
  if (!mail) throw new Error('no e-mail arrived')
  return mail
}

describe('a sign-up by PKCE', () => {
  it('is confirmed by the link of its e-mail, whose code opens the session', async () => {
    const email = newEmail()
    const client = pkceClient(mailed)
    const options = { data: { role: 'buscador' }, emailRedirectTo: `${mailed.url}/seleccion-delegacion` }
    const { data, error } = await client.auth.signUp({ email, password: PASSWORD, options })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    const opened = await client.auth.exchangeCodeForSession(await codeOf((await lastMail(email)).link))
    expect(opened.error).toBeNull()
    expect(opened.data.user).toMatchObject({ email })
    expect(opened.data.user?.email_confirmed_at).toBeDefined()
  })

  it('works with an e-mail that was requested again', async () => {
    const email = newEmail()
    const client = pkceClient(mailed)
    await client.auth.signUp({ email, password: PASSWORD })
    const { error } = await client.auth.resend({ type: 'signup', email })
    expect(error).toBeNull()
    const opened = await client.auth.exchangeCodeForSession(await codeOf((await lastMail(email)).link))
    expect(opened.data.user).toMatchObject({ email })
  })

  it('that was confirmed by an e-mail of another client has no link of its own any more', async () => {
    const email = newEmail()
    await mailed.client().auth.signUp({ email, password: PASSWORD })
    // Jobs run at the same time: this e-mail is sent before the second one is requested.
    await mailed.runJobs()
    const other = pkceClient(mailed)
    await other.auth.resend({ type: 'signup', email })
    await mailed.runJobs()
    const [first, second] = mailsTo(email)
    if (!first || !second) throw new Error('an e-mail is missing')
    const opened = await other.auth.exchangeCodeForSession(await codeOf(second.link))
    expect(opened.data.user?.email_confirmed_at).toBeDefined()
    expect((await openLink(first.link)).hash.get('error_code')).toBe('otp_expired')
  })

  it('is not confirmed when its link is opened without the verifier of the client that signed up', async () => {
    const email = newEmail()
    const stranger = pkceClient(mailed)
    await stranger.auth.signUp({ email, password: PASSWORD })
    await codeOf((await lastMail(email)).link)
    const { error } = await stranger.auth.signInWithPassword({ email, password: PASSWORD })
    expect(error).toMatchObject({ code: 'email_not_confirmed' })
  })

  it('loses its password and its codes when another recovery confirms the account', async () => {
    const email = newEmail()
    const stranger = pkceClient(mailed)
    await stranger.auth.signUp({ email, password: PASSWORD })
    const code = await codeOf((await lastMail(email)).link)
    const owner = pkceClient(mailed)
    await owner.auth.resetPasswordForEmail(email)
    const opened = await owner.auth.exchangeCodeForSession(await codeOf((await lastMail(email)).link))
    expect(opened.data.user?.email_confirmed_at).toBeDefined()
    expect((await stranger.auth.exchangeCodeForSession(code)).error).toMatchObject({
      code: 'flow_state_not_found',
    })
    const { error } = await stranger.auth.signInWithPassword({ email, password: PASSWORD })
    expect(error).toMatchObject({ code: 'invalid_credentials' })
  })
})
