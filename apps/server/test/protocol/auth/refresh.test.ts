import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { cleanUp } from '../../../src/protocol/auth/cleanup.ts'
import { appForTests, startAppOfTest } from '../../setup/app.ts'
import { whileOpen } from '../../setup/rows/chats.ts'
import { type Account, authRequest, signInAgain, signUp } from './people.ts'

const app = appForTests({ LIMIT_REFRESH_PERSON: '10/300' })

async function exchange(refreshToken: string | undefined, at = app) {
  const { data, error } = await at.client().auth.refreshSession({ refresh_token: refreshToken ?? '' })
  return { token: data.session?.refresh_token, code: error?.code }
}
/** Sent without the official client, which would hide a server error by retrying. */
const exchangePlainly = (refresh_token: string) =>
  authRequest(app, '/token?grant_type=refresh_token', { body: { refresh_token } })
const sessionId = ({ session }: Pick<Account, 'session'>) =>
  String(decodeJwt(session.access_token).session_id)
const tokensOf = (account: Account) => app.sql<{ used: boolean }[]>`
  select used_at is not null as used from auth.refresh_tokens
  where session_id = ${sessionId(account)} order by id`

describe('a refresh token', () => {
  it('is exchanged for a new pair of the same session', async () => {
    const account = await signUp(app)
    const { data, error } = await app.client().auth.refreshSession(account.session)
    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(account.session.refresh_token)
    expect(data.session && sessionId({ session: data.session })).toBe(sessionId(account))
    expect((await app.client().auth.getUser(data.session?.access_token)).error).toBeNull()
  })

  it('repeated gives the same successor, also hours later, until the successor is used, as two tabs and a lost answer need', async () => {
    const account = await signUp(app)
    const first = await exchange(account.session.refresh_token)
    for (let times = 0; times < 2; times++) {
      await app.sql`
        update auth.refresh_tokens set used_at = used_at - interval '5 hours' where session_id = ${sessionId(account)}`
      expect(await exchange(account.session.refresh_token)).toEqual(first)
    }
    expect(await tokensOf(account)).toMatchObject([{ used: true }, { used: false }])
    const next = await exchange(first.token)
    expect(next.code).toBeUndefined()
    expect(await exchange(first.token)).toEqual(next)
  })

  it('repeated after its successor was used ends its session with all its tokens, and no other session', async () => {
    const account = await signUp(app)
    const other = await signInAgain(app, account)
    const first = await exchange(account.session.refresh_token)
    const next = await app.client().auth.refreshSession({ refresh_token: first.token ?? '' })
    const reuse = await app.client().auth.refreshSession(account.session)
    expect(reuse.error).toMatchObject({
      message: 'Invalid Refresh Token: Already Used',
      code: 'refresh_token_already_used',
      status: 400,
    })
    expect((await exchange(next.data.session?.refresh_token)).code).toBe('refresh_token_not_found')
    const { error } = await app.client().auth.getUser(next.data.session?.access_token)
    expect(error?.name).toBe('AuthSessionMissingError')
    expect(await tokensOf(account)).toHaveLength(0)
    expect((await exchange(other.session.refresh_token)).code).toBeUndefined()
  })

  it('sent many times at once is answered each time with the same successor', async () => {
    const account = await signUp(app)
    const { refresh_token } = account.session
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(refresh_token)))
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => undefined))
    expect(new Set(answers.map(({ token }) => token)).size).toBe(1)
    expect(await tokensOf(account)).toMatchObject([{ used: true }, { used: false }])
  })

  it('sent during the sign-out of its session waits for it, and is then unknown', async () => {
    const account = await signUp(app)
    const { done } = await whileOpen(
      app,
      { before: (sql) => sql`delete from auth.sessions where user_id = ${account.user.id}` },
      () => exchangePlainly(account.session.refresh_token),
    )
    expect(done.status).toBe(400)
    expect(await done.json()).toMatchObject({ error_code: 'refresh_token_not_found' })
  })

  it.each(['', 'desconocido', 'a'.repeat(5000)])(
    'that was never created is not found: %.12s',
    async (token) => {
      const answer = await exchangePlainly(token)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({
        error_code: 'refresh_token_not_found',
        msg: 'Invalid Refresh Token: Refresh Token Not Found',
      })
    },
  )

  it('is stored only as a hash', async () => {
    const account = await signUp(app)
    const rows = await app.sql`select encode(token_hash, 'escape') as text, octet_length(token_hash) as size
      from auth.refresh_tokens where session_id = ${sessionId(account)}`
    expect(rows).toMatchObject([{ size: 32 }])
    expect(rows[0]?.text).not.toContain(account.session.refresh_token)
  })

  it('is kept for 30 days after its use, so that its later use by somebody who stole it still ends the session', async () => {
    const account = await signUp(app)
    const age = (days: number) => app.sql`
      update auth.refresh_tokens set used_at = now() - make_interval(days => ${days})
      where session_id = ${sessionId(account)} and used_at is not null`
    await exchange(account.session.refresh_token)
    await age(29)
    await cleanUp(app.sql)
    expect(await tokensOf(account)).toHaveLength(2)
    await age(31)
    await cleanUp(app.sql)
    expect(await tokensOf(account)).toMatchObject([{ used: false }])
  })

  it('has a successor that cannot be derived without the secret', async () => {
    const other = await startAppOfTest({ JWT_SECRET: 'otro-secreto-de-treinta-y-dos-letras' }, app)
    const account = await signUp(app)
    const here = await exchange(account.session.refresh_token)
    await app.sql`update auth.refresh_tokens set used_at = null where session_id = ${sessionId(account)}`
    expect(await exchange(account.session.refresh_token, other)).not.toEqual(here)
  })

  it('of a suspended account is refused with the reason, although a session has been opened meanwhile', async () => {
    const account = await signUp(app)
    const { session, user } = account
    await app.sql`update public.profiles set suspendido_en = now() where id = ${user.id}`
    // The suspension has ended the session. A sign-in at the same moment may leave one like this.
    const id = sessionId(account)
    await app.sql`insert into auth.sessions (id, user_id) values (${id}, ${user.id})`
    const hash = createHash('sha256').update(session.refresh_token).digest()
    await app.sql`insert into auth.refresh_tokens (session_id, token_hash) values (${id}, ${hash})`
    expect((await exchange(session.refresh_token)).code).toBe('user_banned')
  })
})

it('refreshes of one person are limited over all sessions, with 429 and the seconds to wait; another person is not affected', async () => {
  const account = await signUp(app)
  const again = await signInAgain(app, account)
  let token = account.session.refresh_token
  for (let i = 0; i < 9; i++) token = (await exchange(token)).token ?? ''
  expect((await exchange(again.session.refresh_token)).code).toBeUndefined()
  const refused = await exchangePlainly(token)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(240)
  expect(await refused.json()).toMatchObject({ error_code: 'over_request_rate_limit' })
  const other = await signUp(app)
  expect((await exchange(other.session.refresh_token)).code).toBeUndefined()
})
