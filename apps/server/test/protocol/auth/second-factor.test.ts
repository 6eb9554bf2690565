import type { SupabaseClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { cleanUp } from '../../../src/protocol/auth/cleanup.ts'
import { appForTests, beforeTests, type TestApp } from '../../setup/app.ts'
import { makeBuscador } from '../../setup/rows/maestros.ts'
import {
  codeOf,
  givePassword,
  makeOperator,
  makeSignedInOperator,
  operate,
  passwordClient,
  type ReadyOperator,
  signInOperator,
} from '../../setup/rows/operators.ts'
import { authRequest, lastMailTo, signUp } from './people.ts'

/** The second factor of operators, through the official client. */

const User = z.looseObject({ app_metadata: z.looseObject({}) })
const Refusal = z.looseObject({ error_code: z.string() })

const app = appForTests()
const olga = beforeTests(() => makeSignedInOperator(app))

const factorsOf = (id: string) =>
  app.sql<{ id: string; friendly_name: string; status: string }[]>`
    select id, friendly_name, status from auth.mfa_factors where user_id = ${id} order by created_at`
const factorOf = async ({ id }: { id: string }) => (await factorsOf(id))[0]?.id ?? ''
const refreshTokenOf = async (client: SupabaseClient) =>
  (await client.auth.getSession()).data.session?.refresh_token ?? ''
const refresh = (refresh_token: string) =>
  authRequest(app, '/token?grant_type=refresh_token', { body: { refresh_token } })
const levelOf = async (client: SupabaseClient) =>
  (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data
const forgetCode = (id: string) =>
  app.sql`update auth.mfa_factors set last_used_step = null where user_id = ${id}`
const openWindow = (id: string) =>
  app.sql`update interno.operadores set registrar_factor_hasta = now() + interval '1 hour' where operador_id = ${id}`

/** An operator with a password, who may enrol the first factor. */
async function newcomer(): Promise<ReadyOperator> {
  const operator = await makeOperator(app)
  return { ...operator, password: await givePassword(app, operator), secret: '' }
}

describe('the sign-in of an operator', () => {
  test('with the password opens a session of level aal1, which is recognized by its role', async () => {
    const client = await passwordClient(app, olga)
    expect(await levelOf(client)).toEqual({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'password', timestamp: expect.any(Number) }],
    })
    const { data } = await client.auth.getUser()
    expect(data.user?.app_metadata.rol).toBe('operador')
    expect(data.user?.factors).toEqual([
      expect.objectContaining({ id: await factorOf(olga), factor_type: 'totp', status: 'verified' }),
    ])
    expect(JSON.stringify(data.user)).not.toContain('secret')
    expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(1)
  })

  test('with a wrong password is answered like that of any account', async () => {
    const wrong = (email: string) => app.client().auth.signInWithPassword({ email, password: 'equivocada' })
    const [operator, nobody] = [await wrong(olga.email), await wrong('nadie@example.com')]
    expect(operator.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
    expect({ ...operator.error }).toEqual({ ...nobody.error })
  })

  test('with the code raises the session to aal2 and gives it new tokens', async () => {
    const client = await passwordClient(app, olga)
    const before = await refreshTokenOf(client)
    await forgetCode(olga.id)
    const code = codeOf(olga.secret)
    const { data, error } = await client.auth.mfa.challengeAndVerify({ factorId: await factorOf(olga), code })
    expect(error).toBeNull()
    expect(data?.user.app_metadata.rol).toBe('operador')
    const { data: read } = await client.auth.getClaims(data?.access_token)
    expect(read?.claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }] })
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })

    expect(await (await refresh(before)).json()).toMatchObject({ error_code: 'refresh_token_not_found' })
    const again = await client.auth.refreshSession()
    expect(again.error).toBeNull()
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
  })

  test('with the code ends the other sessions that know the password alone, and no confirmed one', async () => {
    const confirmed = await signInOperator(app, olga)
    const waiting = await passwordClient(app, olga)
    const entering = await signInOperator(app, olga)
    expect((await waiting.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect((await confirmed.client.auth.getUser()).error).toBeNull()
    expect((await entering.client.auth.getUser()).error).toBeNull()
  })

  test('by the link of an e-mail that was sent before the account became an operator’s is refused', async () => {
    const { email, user } = await signUp(app)
    await app.client().auth.resetPasswordForEmail(email)
    const { token } = await lastMailTo(app, email)
    await app.sql`update public.profiles set role = 'operador' where id = ${user.id}`
    const { error } = await app.client().auth.verifyOtp({ type: 'recovery', token_hash: token })
    expect(error).toMatchObject({ status: 403, code: 'insufficient_aal' })
    await app.sql`update public.profiles set role = 'buscador' where id = ${user.id}`
  })

  test('does not change what other accounts get: no factors, no role in the metadata', async () => {
    const ana = await makeBuscador(app)
    const answer = await authRequest(app, '/user', { token: ana.token })
    const user = User.parse(await answer.json())
    expect(user).not.toHaveProperty('factors')
    expect(user.app_metadata).not.toHaveProperty('rol')
  })
})

describe('a code', () => {
  test('works once, also in another session', async () => {
    const factorId = await factorOf(olga)
    await forgetCode(olga.id)
    const code = codeOf(olga.secret)
    const answers: (string | undefined)[] = []
    for (let times = 0; times < 2; times += 1) {
      const client = await passwordClient(app, olga)
      answers.push((await client.auth.mfa.challengeAndVerify({ factorId, code })).error?.code)
    }
    expect(answers).toEqual([undefined, 'mfa_verification_failed'])
  })

  test('with a challenge that was answered before is refused', async () => {
    const client = await passwordClient(app, olga)
    const factorId = await factorOf(olga)
    const challengeId = (await client.auth.mfa.challenge({ factorId })).data?.id ?? ''
    await forgetCode(olga.id)
    const verify = async (code: string) =>
      (await client.auth.mfa.verify({ factorId, challengeId, code })).error?.code
    expect(await verify(codeOf(olga.secret))).toBeUndefined()
    await forgetCode(olga.id)
    expect(await verify(codeOf(olga.secret))).toBe('mfa_factor_not_found')
  })

  test('that two requests send at the same time is accepted once', async () => {
    const client = await passwordClient(app, olga)
    const factorId = await factorOf(olga)
    const challenges = [
      await client.auth.mfa.challenge({ factorId }),
      await client.auth.mfa.challenge({ factorId }),
    ]
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    await forgetCode(olga.id)
    const code = codeOf(olga.secret)
    const answers = await Promise.all(
      challenges.map(({ data }) =>
        authRequest(app, `/factors/${factorId}/verify`, { body: { challenge_id: data?.id, code }, token }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('of this time step, the one before or the next is accepted; another, too few digits or letters are refused', async () => {
    const client = await passwordClient(app, olga)
    const factorId = await factorOf(olga)
    const answer = async (code: string) => {
      await forgetCode(olga.id)
      return (await client.auth.mfa.challengeAndVerify({ factorId, code })).error
    }
    for (const wrong of [
      codeOf(olga.secret, -3),
      codeOf(olga.secret, 3),
      codeOf(olga.secret).slice(1),
      'abcdef',
    ])
      expect(await answer(wrong), wrong).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal1' })
    for (const steps of [-1, 0, 1]) {
      const right = () => answer(codeOf(olga.secret, steps))
      // A time step may end between the two; then the next try is early in its step.
      expect((await right()) && (await right())).toBeNull()
    }
  })

  test('without a challenge, for another factor’s challenge, or after its time is refused', async () => {
    const other = await makeSignedInOperator(app)
    const client = await passwordClient(app, olga)
    const factorId = await factorOf(olga)
    await forgetCode(olga.id)
    const verify = async (challengeId: string) =>
      (await client.auth.mfa.verify({ factorId, challengeId, code: codeOf(olga.secret) })).error
    const foreign = await other.client.auth.mfa.challenge({ factorId: await factorOf(other) })
    for (const id of ['no es un id', olga.id, foreign.data?.id ?? ''])
      expect(await verify(id)).toMatchObject({ status: 422, code: 'mfa_factor_not_found' })

    const { data } = await client.auth.mfa.challenge({ factorId })
    await app.sql`
      update auth.mfa_challenges set created_at = created_at - interval '6 minutes' where id = ${data?.id ?? ''}`
    expect(await verify(data?.id ?? '')).toMatchObject({ status: 422, code: 'mfa_challenge_expired' })

    const moved = await client.auth.mfa.challenge({ factorId })
    await app.sql`update auth.mfa_challenges set ip = '203.0.113.7' where id = ${moved.data?.id ?? ''}`
    expect(await verify(moved.data?.id ?? '')).toMatchObject({ status: 422, code: 'mfa_ip_address_mismatch' })
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal1' })
  })

  test('for the factor of another operator is refused like one that does not exist', async () => {
    const other = await makeSignedInOperator(app)
    const client = await passwordClient(app, olga)
    const factorId = await factorOf(other)
    expect((await client.auth.mfa.challenge({ factorId })).error).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    })
    const { data } = await other.client.auth.mfa.challenge({ factorId })
    await forgetCode(other.id)
    const stolen = await client.auth.mfa.verify({
      factorId,
      challengeId: data?.id ?? '',
      code: codeOf(other.secret),
    })
    expect(stolen.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
    const challengeId = (await other.client.auth.mfa.challenge({ factorId })).data?.id ?? ''
    const wrong = await client.auth.mfa.verify({ factorId, challengeId, code: 'abcdef' })
    expect(wrong.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
    expect((await client.auth.mfa.unenroll({ factorId })).error).toMatchObject({
      code: 'mfa_factor_not_found',
    })
  })
})

describe('wrong codes', () => {
  const guess = async (to: TestApp, { email, password, id }: ReadyOperator, code: string) => {
    const client = to.client()
    await client.auth.signInWithPassword({ email, password })
    const factorId = await factorOf({ id })
    return (await client.auth.mfa.challengeAndVerify({ factorId, code })).error?.code
  }

  const limited = appForTests({ LIMIT_FACTOR_ACCOUNT: '2/300' }, app)
  const byAddress = appForTests({ LIMIT_SIGNIN_ADDRESS: '1/300' }, app)
  const eva = beforeTests(() => makeSignedInOperator(app))
  const iris = beforeTests(() => makeSignedInOperator(app))

  test('block the account for right ones too, in any session, and no other account', async () => {
    expect(await guess(limited, eva, 'abcdef')).toBe('mfa_verification_failed')
    await forgetCode(eva.id)
    const code = codeOf(eva.secret)
    expect(await guess(limited, eva, code)).toBeUndefined()
    // A code that was used before counts as a wrong one.
    expect(await guess(limited, eva, code)).toBe('mfa_verification_failed')
    await forgetCode(eva.id)
    expect(await guess(limited, eva, codeOf(eva.secret))).toBe('over_request_rate_limit')
    await forgetCode(iris.id)
    expect(await guess(limited, iris, codeOf(iris.secret))).toBeUndefined()
  })

  test('that are sent at the same time are not tried beyond the limit', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => guess(limited, iris, 'abcdef')))
    const tried = answers.filter((code) => code === 'mfa_verification_failed')
    expect(tried.length).toBeLessThanOrEqual(2)
  })

  test('of one address block it for all accounts', async () => {
    expect(await guess(byAddress, eva, 'abcdef')).toBe('mfa_verification_failed')
    await forgetCode(iris.id)
    expect(await guess(byAddress, iris, codeOf(iris.secret))).toBe('over_request_rate_limit')
  })
})

describe('the enrolment of a factor', () => {
  test('answers what an app needs, and stores the secret encrypted', async () => {
    const eva = await newcomer()
    const client = await passwordClient(app, eva)
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Teléfono' })
    expect(error).toBeNull()
    expect(data).toMatchObject({ type: 'totp', friendly_name: 'Teléfono' })
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
    const uri = new URL(data?.totp.uri ?? '')
    expect(uri.protocol).toBe('otpauth:')
    expect(decodeURIComponent(uri.pathname)).toContain(eva.email)
    expect(uri.searchParams.get('secret')).toBe(data?.totp.secret)
    const [stored] = await app.sql<{ row: string }[]>`
      select to_jsonb(f)::text as row from auth.mfa_factors f where id = ${data?.id ?? ''}`
    expect(stored?.row).not.toContain(data?.totp.secret)
  })

  test('with the password alone is refused once the hour after the access link is over, and when a factor exists', async () => {
    const eva = await newcomer()
    const client = await passwordClient(app, eva)
    const enroll = async () => (await client.auth.mfa.enroll({ factorType: 'totp' })).error
    await app.sql`update interno.operadores set registrar_factor_hasta = now() where operador_id = ${eva.id}`
    expect(await enroll()).toMatchObject({ status: 403, code: 'insufficient_aal' })

    const waiting = await passwordClient(app, olga)
    await openWindow(olga.id)
    const { error } = await waiting.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Otro' })
    expect(error).toMatchObject({ status: 403, code: 'insufficient_aal' })
  })

  test('that was begun within the hour cannot be completed with the password alone after it', async () => {
    const eva = await newcomer()
    const client = await passwordClient(app, eva)
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
    await app.sql`update interno.operadores set registrar_factor_hasta = now() where operador_id = ${eva.id}`
    const code = codeOf(data?.totp.secret ?? '')
    const late = await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
    expect(late.error).toMatchObject({ status: 403, code: 'insufficient_aal' })
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal1' })
  })

  test('can be begun again after a reload, and the first verified factor removes the others and closes the hour', async () => {
    const eva = await newcomer()
    const client = await passwordClient(app, eva)
    const enroll = (friendlyName?: string) =>
      client.auth.mfa.enroll({ factorType: 'totp', ...(friendlyName && { friendlyName }) })
    await enroll()
    await enroll('Otro')
    const { data } = await enroll()
    expect((await factorsOf(eva.id)).map(({ status }) => status)).toEqual(['unverified', 'unverified'])
    const code = codeOf(data?.totp.secret ?? '')
    await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
    expect(await factorsOf(eva.id)).toEqual([{ id: data?.id, friendly_name: '', status: 'verified' }])
    const [row] = await app.sql`
      select registrar_factor_hasta as until from interno.operadores where operador_id = ${eva.id}`
    expect(row?.until).toBeNull()
    expect((await enroll()).error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' })
    expect((await enroll('Segundo')).error).toBeNull()
  })

  test('is refused beyond ten factors', async () => {
    const eva = await makeSignedInOperator(app)
    for (let number = 2; number <= 10; number += 1) {
      const { error } = await eva.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: `N${number}` })
      expect(error).toBeNull()
    }
    const { error } = await eva.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'N11' })
    expect(error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' })
  })

  test('of another kind than TOTP is refused', async () => {
    const { error } = await olga.client.auth.mfa.enroll({ factorType: 'phone', phone: '5512345678' })
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test('is switched off for seekers and maestros, and so is every other route of factors', async () => {
    const ana = await makeBuscador(app)
    const path = `/factors/${olga.id}`
    const send = async (way: string, method = 'POST') => {
      const answer = await authRequest(app, way, {
        method,
        token: ana.token,
        ...(method === 'POST' && { body: { factor_type: 'totp', code: '123456' } }),
      })
      return [answer.status, Refusal.parse(await answer.json()).error_code]
    }
    expect(await send('/factors')).toEqual([422, 'mfa_totp_enroll_not_enabled'])
    expect(await send(`${path}/challenge`)).toEqual([422, 'mfa_totp_verify_not_enabled'])
    expect(await send(`${path}/verify`)).toEqual([422, 'mfa_totp_verify_not_enabled'])
    expect(await send(path, 'DELETE')).toEqual([404, 'mfa_factor_not_found'])
    expect(await factorsOf(ana.id)).toEqual([])
  })
})

test('the removal of a factor needs aal2 when it is verified, and takes the sessions that it has confirmed back to aal1', async () => {
  const eva = await makeSignedInOperator(app)
  const factorId = await factorOf(eva)
  const waiting = await passwordClient(app, eva)
  expect((await waiting.auth.mfa.unenroll({ factorId })).error).toMatchObject({
    status: 422,
    code: 'insufficient_aal',
  })
  expect((await eva.client.auth.mfa.unenroll({ factorId })).error).toBeNull()
  await eva.client.auth.refreshSession()
  expect(await levelOf(eva.client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
  expect((await eva.client.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
    status: 403,
    code: 'insufficient_aal',
  })
})

describe('the session of an operator', () => {
  /** A session of an operator ends this long after its sign-in, however much it is used. Only the database applies it. */
  const SESION_DE_OPERADOR_HORAS = 12
  const age = (sessionId: string, hours: number) =>
    app.sql`
      update auth.sessions set created_at = now() - ${hours} * interval '1 hour' where id = ${sessionId}`

  test('ends when its last hour is over, however recently it was refreshed', async () => {
    const eva = await makeSignedInOperator(app)
    await age(eva.sessionId, SESION_DE_OPERADOR_HORAS - 0.1)
    expect((await eva.client.auth.refreshSession()).error).toBeNull()
    expect((await eva.client.auth.getUser()).error).toBeNull()
    await age(eva.sessionId, SESION_DE_OPERADOR_HORAS)
    const token = await refreshTokenOf(eva.client)
    expect((await eva.client.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect(await (await refresh(token)).json()).toMatchObject({ error_code: 'refresh_token_not_found' })
  })

  test('lets its operator act with aal2 only, and until its last hour is over', async () => {
    const eva = await makeSignedInOperator(app)
    const act = () => app.sql`select interno.exigir_persona(${eva.sessionId}, ${eva.id}, 'operador')`
    await expect(act()).resolves.toHaveLength(1)
    await app.sql`update auth.sessions set aal = 'aal1' where id = ${eva.sessionId}`
    await expect(act()).rejects.toMatchObject({ code: 'PT403', detail: 'segundo_factor' })
    await age(eva.sessionId, SESION_DE_OPERADOR_HORAS)
    await expect(act()).rejects.toMatchObject({ code: 'PT401' })
  })

  test('of other people lasts longer', async () => {
    const ana = await makeBuscador(app)
    await age(ana.sessionId, 100)
    expect((await authRequest(app, '/user', { token: ana.token })).status).toBe(200)
  })

  test('does not change the account: the password is changed with the access link only', async () => {
    const eva = await makeSignedInOperator(app)
    for (const change of [{ password: 'otra-contraseña-larga' }, { data: { nombre: 'Otra' } }]) {
      expect((await eva.client.auth.updateUser(change)).error).toMatchObject({
        status: 403,
        code: 'not_admin',
      })
    }
    expect((await passwordClient(app, eva)).auth).toBeDefined()
  })

  test('is refused by the database when it does not begin with the password, or is raised without a verified factor', async () => {
    const open = (values: Record<string, unknown>) =>
      app.sql`insert into auth.sessions ${app.sql({ user_id: olga.id, ...values })}`
    await expect(open({ method: 'otp' })).rejects.toMatchObject({ code: 'PT403', detail: 'operador' })
    await expect(open({ aal: 'aal2' })).rejects.toMatchObject({ code: 'PT403', detail: 'operador' })
    const ana = await makeBuscador(app)
    const eva = await newcomer()
    const client = await passwordClient(app, eva)
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
    const raise = (userId: string, factor: string | null) =>
      app.sql`update auth.sessions set aal = 'aal2', factor_id = ${factor} where user_id = ${userId}`
    const [own] = await app.sql<{ id: string }[]>`
      insert into auth.mfa_factors (user_id, status, secret) values (${ana.id}, 'verified', 'x') returning id`
    for (const [who, factor] of [
      [ana.id, await factorOf(olga)],
      [ana.id, own?.id ?? ''],
      [eva.id, null],
      [eva.id, data?.id ?? ''],
      [eva.id, await factorOf(olga)],
    ] as const) {
      await expect(raise(who, factor)).rejects.toMatchObject({ code: 'PT403', detail: 'operador' })
    }
  })
})

test('what operators have left is removed, and nothing that still works', async () => {
  const [eva, iris] = [await makeSignedInOperator(app), await newcomer()]
  const ana = await makeBuscador(app)
  const client = await passwordClient(app, iris)
  await client.auth.mfa.enroll({ factorType: 'totp' })
  await eva.client.auth.mfa.challenge({ factorId: await factorOf(eva) })
  await operate(app, 'access', (await makeOperator(app)).email)
  const count = async () => {
    const [row] = await app.sql`
      select (select count(*)::int from auth.sessions where user_id in (${eva.id}, ${iris.id}, ${ana.id})) as sessions,
        (select count(*)::int from auth.mfa_factors where user_id in (${eva.id}, ${iris.id})) as factors,
        (select count(*)::int from auth.mfa_challenges where factor_id = ${await factorOf(eva)}) as challenges,
        (select count(*)::int from interno.accesos_de_operador) as links`
    return row
  }
  await cleanUp(app.sql)
  expect(await count()).toEqual({ sessions: 3, factors: 2, challenges: 1, links: 1 })
  await app.sql`update auth.sessions set created_at = now() - interval '13 hours'`
  await app.sql`update auth.mfa_factors set created_at = now() - interval '3 hours'`
  await app.sql`update auth.mfa_challenges set created_at = now() - interval '3 hours'`
  await app.sql`update interno.accesos_de_operador set vence_en = now() - interval '1 minute'`
  await cleanUp(app.sql)
  expect(await count()).toEqual({ sessions: 1, factors: 1, challenges: 0, links: 0 })
})
