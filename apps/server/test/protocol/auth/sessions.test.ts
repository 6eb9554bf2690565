import { createHmac } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { cleanUp } from '../../../src/protocol/auth/cleanup.ts'
import { appForTests } from '../../setup/app.ts'
import { authRequest, PASSWORD, signInAgain, signUp } from './people.ts'

const app = appForTests()

const refresh = (refresh_token: string) => app.client().auth.refreshSession({ refresh_token })
const sessionIdOf = (token: string) => String(decodeJwt(token).session_id)
const countSessions = async (userId: string) =>
  (await app.sql`select id from auth.sessions where user_id = ${userId}`).length
const age = (sessionId: string, seconds: number) => app.sql`
  update auth.refresh_tokens set used_at = used_at - make_interval(secs => ${seconds})
  where session_id = ${sessionId}`

describe('signing out', () => {
  it('everywhere ends every session [7.auth.05]', async () => {
    const account = await signUp(app)
    const other = await signInAgain(app, account)
    expect((await account.client.auth.signOut({ scope: 'global' })).error).toBeNull()
    for (const { session } of [account, other]) {
      expect((await refresh(session.refresh_token)).error).toMatchObject({ code: 'refresh_token_not_found' })
      const answer = await authRequest(app, '/user', { token: session.access_token })
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({
        error_code: 'session_not_found',
        msg: 'Session from session_id claim in JWT does not exist',
      })
    }
  })

  it.each(['local', 'others'] as const)(
    'with the scope %s ends only the sessions that it names',
    async (scope) => {
      const account = await signUp(app)
      const other = await signInAgain(app, account)
      expect((await account.client.auth.signOut({ scope })).error).toBeNull()
      const [ended, kept] = scope === 'local' ? [account, other] : [other, account]
      expect((await refresh(ended.session.refresh_token)).error).not.toBeNull()
      expect((await refresh(kept.session.refresh_token)).error).toBeNull()
    },
  )

  it('with any other scope is refused', async () => {
    const { session } = await signUp(app)
    const answer = await authRequest(app, '/logout?scope=todo', {
      method: 'POST',
      token: session.access_token,
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ msg: 'Unsupported logout scope "todo"' })
  })

  it('answers 204 with an empty body', async () => {
    const { session } = await signUp(app)
    const answer = await authRequest(app, '/logout', { method: 'POST', token: session.access_token })
    expect(answer.status).toBe(204)
    expect(await answer.text()).toBe('')
  })
})

describe('an access token', () => {
  const claimsOf = (token: string) => decodeJwt(token)
  const sign = (claims: Record<string, unknown>, secret = app.services.secrets.jwtSecret, alg = 'HS256') =>
    new SignJWT(claims).setProtectedHeader({ alg, typ: 'JWT' }).sign(new TextEncoder().encode(secret))
  const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  it('that is malformed or was changed is an invalid JWT [8.auth.24]', async () => {
    const { session } = await signUp(app)
    const [head, , signature] = session.access_token.split('.')
    const tampered = `${head}.${text({ ...claimsOf(session.access_token), role: 'service_role' })}.${signature}`
    for (const token of ['no-es-un-token', 'a.b.c', tampered]) {
      const { error } = await app.client().auth.getUser(token)
      expect(error).toMatchObject({ code: 'bad_jwt', status: 403 })
      expect(error?.message).toContain('invalid JWT: unable to parse or verify signature, ')
    }
  })

  it('with another secret or algorithm, no algorithm, no session or an earlier time is refused', async () => {
    const { session } = await signUp(app)
    const claims = claimsOf(session.access_token)
    const none = `${text({ alg: 'none', typ: 'JWT' })}.${text(claims)}.`
    const unsigned = `${text({ alg: 'none', typ: 'JWT' })}.${text(claims)}`
    const forged = `${text({ alg: 'none' })}.${text(claims)}.${createHmac('sha256', '').update('x').digest('base64url')}`
    const { session_id: _, ...sessionless } = claims
    const tokens = [
      none,
      unsigned,
      forged,
      await sign(claims, 'otro-secreto-de-treinta-y-dos-letras'),
      await sign(claims, app.services.secrets.jwtSecret.repeat(2), 'HS512'),
      await sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 }),
      await sign(sessionless),
      await sign({ ...claims, role: 'service_role' }),
      await sign({ ...claims, sub: 'nadie' }),
      app.services.secrets.publishableKey,
    ]
    for (const token of tokens) {
      for (const [path, method] of [
        ['/user', 'GET'],
        ['/user', 'PUT'],
        ['/logout', 'POST'],
      ] as const) {
        const body = method === 'PUT' ? { body: { password: 'cambiada-123' } } : {}
        const answer = await authRequest(app, path, { method, token, ...body })
        expect(answer.status).toBe(403)
        expect(await answer.json()).toMatchObject({ error_code: 'bad_jwt' })
      }
    }
    expect((await app.client().auth.getUser(await sign(claims))).error).toBeNull()
  })

  it('of a deleted account is refused with that reason', async () => {
    const { session, user } = await signUp(app)
    await app.sql`delete from auth.users where id = ${user.id}`
    const answer = await authRequest(app, '/user', { token: session.access_token })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ error_code: 'user_not_found' })
  })

  it('cannot name the session of another person', async () => {
    const one = await signUp(app)
    const other = await signUp(app)
    const token = await sign({
      ...claimsOf(one.session.access_token),
      session_id: sessionIdOf(other.session.access_token),
    })
    expect((await authRequest(app, '/user', { token })).status).toBe(403)
  })

  it('is required', async () => {
    const answer = await authRequest(app, '/user')
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({
      error_code: 'no_authorization',
      msg: 'This endpoint requires a valid Bearer token',
    })
  })

  it('that has expired does not prevent its owner from signing in again', async () => {
    const { session, email } = await signUp(app)
    const token = await sign({ ...claimsOf(session.access_token), exp: 1 })
    const answer = await authRequest(app, '/token?grant_type=password', {
      body: { email, password: PASSWORD },
      token,
    })
    expect(answer.status).toBe(200)
  })
})

it('an account has a thousand sessions at most: a sign-in ends the least recently used one', async () => {
  const account = await signUp(app)
  const other = await signUp(app)
  const { id } = account.user
  await app.sql`
    insert into auth.sessions (id, user_id, method, created_at, refreshed_at)
    select gen_random_uuid(), ${id}, 'password', now() - interval '40 days', now() - n * interval '1 hour'
    from generate_series(1, 1010) n`
  await age(sessionIdOf(account.session.access_token), 30 * 86_400)
  const opened = await signInAgain(app, account)
  const left = await app.sql<{ id: string; last: Date }[]>`
    select id, coalesce(refreshed_at, created_at) as last from auth.sessions where user_id = ${id} order by last`
  expect(left).toHaveLength(1000)
  expect(left.at(-1)?.id).toBe(sessionIdOf(opened.session.access_token))
  expect(Date.now() - (left[0]?.last.getTime() ?? 0)).toBeLessThan(1000 * 3_600_000)
  expect((await opened.client.auth.getUser()).error).toBeNull()
  expect(await countSessions(other.user.id)).toBe(1)
})

it('clean-up removes rows that have no use any more, and leaves the rest', async () => {
  const kept = await signUp(app)
  const old = await signUp(app)
  await refresh(kept.session.refresh_token)
  await app.client().auth.resetPasswordForEmail(kept.email)
  await app.client().auth.resetPasswordForEmail(old.email)
  await age(sessionIdOf(kept.session.access_token), 31 * 86_400)
  await app.sql`update auth.sessions set created_at = now() - interval '181 days' where user_id = ${old.user.id}`
  await app.sql`update auth.one_time_tokens set expires_at = now() - interval '1 s' where user_id = ${old.user.id}`
  await cleanUp(app.sql)
  expect(await countSessions(old.user.id)).toBe(0)
  expect(await countSessions(kept.user.id)).toBe(1)
  const left = await app.sql`select used_at from auth.refresh_tokens
    where session_id = ${sessionIdOf(kept.session.access_token)}`
  expect(left).toMatchObject([{ used_at: null }])
  const mails = await app.sql`select user_id from auth.one_time_tokens
    where user_id in (${kept.user.id}, ${old.user.id})`
  expect(mails).toMatchObject([{ user_id: kept.user.id }])
})
