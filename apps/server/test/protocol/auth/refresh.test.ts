import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../../../src/protocol/auth/cleanup.ts'
import { startApp, type TestApp } from '../../setup/app.ts'
import { type Account, authRequest, signInAgain, signUp } from './people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ LIMIT_REFRESH_PERSON: '5/300' })
})
afterAll(() => app.close())

async function exchange(refreshToken: string | undefined, at = app) {
  const { data, error } = await at.client().auth.refreshSession({ refresh_token: refreshToken ?? '' })
  return { token: data.session?.refresh_token, code: error?.code }
}
const sessionId = ({ session }: Account) => String(decodeJwt(session.access_token).session_id)
const tokensOf = (account: Account) => app.sql<{ used: boolean }[]>`
  select used_at is not null as used from auth.refresh_tokens
  where session_id = ${sessionId(account)} order by id`

describe('a refresh token that is used twice', () => {
  it('leaves one chain: both answers contain the same successor', async () => {
    const account = await signUp(app)
    const first = await exchange(account.session.refresh_token)
    const second = await exchange(account.session.refresh_token)
    expect(second).toEqual(first)
    expect(await tokensOf(account)).toMatchObject([{ used: true }, { used: false }])
  })

  it('ends the session when its successor was already used', async () => {
    const account = await signUp(app)
    const first = await exchange(account.session.refresh_token)
    const next = await exchange(first.token)
    expect((await exchange(account.session.refresh_token)).code).toBe('refresh_token_already_used')
    expect((await exchange(next.token)).code).toBe('refresh_token_not_found')
    expect(await tokensOf(account)).toHaveLength(0)
  })

  it('is answered with the same successor after hours too, as long as the successor was never used', async () => {
    const account = await signUp(app)
    const age = () => app.sql`
      update auth.refresh_tokens set used_at = used_at - interval '5 hours' where session_id = ${sessionId(account)}`
    const first = await exchange(account.session.refresh_token)
    await age()
    expect(await exchange(account.session.refresh_token)).toEqual(first)
    await age()
    expect(await exchange(account.session.refresh_token)).toEqual(first)
    expect((await exchange(first.token)).code).toBeUndefined()
    expect((await exchange(account.session.refresh_token)).code).toBe('refresh_token_already_used')
  })

  it('is kept for 30 days, so that its later use by somebody who stole it still ends the session', async () => {
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
    expect(await tokensOf(account)).toHaveLength(1)
  })

  it('has a successor that cannot be derived without the secret', async () => {
    const other = await startApp({ JWT_SECRET: 'otro-secreto-de-treinta-y-dos-letras' }, app)
    try {
      const account = await signUp(app)
      const here = await exchange(account.session.refresh_token)
      await app.sql`update auth.refresh_tokens set used_at = null where session_id = ${sessionId(account)}`
      expect(await exchange(account.session.refresh_token, other)).not.toEqual(here)
    } finally {
      await other.close()
    }
  })
})

describe('refreshes of one person', () => {
  it('are limited over all sessions, with 429 and the seconds to wait; another person is not affected', async () => {
    const account = await signUp(app)
    const again = await signInAgain(app, account)
    let token = account.session.refresh_token
    for (let i = 0; i < 4; i++) token = (await exchange(token)).token ?? ''
    const elsewhere = await exchange(again.session.refresh_token)
    expect(elsewhere.code).toBeUndefined()
    const refused = await authRequest(app, '/token?grant_type=refresh_token', {
      body: { refresh_token: token },
    })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(240)
    expect(await refused.json()).toMatchObject({ error_code: 'over_request_rate_limit' })
    const other = await signUp(app)
    expect((await exchange(other.session.refresh_token)).code).toBeUndefined()
  })
})

describe('the refresh token of a suspended account', () => {
  it('is refused with the reason, although a session has been opened meanwhile', async () => {
    const { session, user } = await signUp(app)
    const id = String(decodeJwt(session.access_token).session_id)
    await app.sql`update public.profiles set suspendido_en = now() where id = ${user.id}`
    // The suspension has ended the session. A sign-in at the same moment may leave one like this.
    await app.sql`insert into auth.sessions (id, user_id) values (${id}, ${user.id})`
    const hash = createHash('sha256').update(session.refresh_token).digest()
    await app.sql`insert into auth.refresh_tokens (session_id, token_hash) values (${id}, ${hash})`
    expect((await exchange(session.refresh_token)).code).toBe('user_banned')
  })
})
