import { describe, expect, it } from 'vitest'
import { appForTests } from '../../setup/app.ts'
import { authRequest, newEmail, PASSWORD, signInAgain, signUp } from './people.ts'

const app = appForTests()

const NEW_PASSWORD = 'cambiada-456'
const signIn = (email: string, password: string) => app.client().auth.signInWithPassword({ email, password })

describe('changing the password', () => {
  it('makes the new password valid and the old one invalid [7.auth.08]', async () => {
    const { client, email } = await signUp(app)
    const { data, error } = await client.auth.updateUser({ password: NEW_PASSWORD })
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
    expect((await signIn(email, NEW_PASSWORD)).error).toBeNull()
    expect((await signIn(email, PASSWORD)).error).toMatchObject({ code: 'invalid_credentials' })
  })

  it('keeps this session and ends the others', async () => {
    const account = await signUp(app)
    const other = await signInAgain(app, account)
    await account.client.auth.updateUser({ password: NEW_PASSWORD })
    expect((await account.client.auth.getUser()).error).toBeNull()
    expect((await other.client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await other.client.auth.refreshSession()).error).not.toBeNull()
  })

  it.each(['', 'corta'])('to a short one is refused with the reasons: "%s"', async (password) => {
    const { client, email } = await signUp(app)
    const { error } = await client.auth.updateUser({ password })
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'], status: 422 })
    expect((await signIn(email, PASSWORD)).error).toBeNull()
  })

  it('without a session answers that the session is missing [8.auth.21]', async () => {
    const { error } = await app.client().auth.updateUser({ password: NEW_PASSWORD })
    expect(error?.message).toBe('Auth session missing!')
  })
})

describe('changing the metadata', () => {
  it('merges the sent keys, and null removes a key', async () => {
    const { client } = await signUp(app, { role: 'maestro', nombre: 'Ana', tema: 'claro' })
    const { data, error } = await client.auth.updateUser({
      data: { nombre: ' Eva ', tema: null, extra: [1] },
    })
    expect(error).toBeNull()
    expect(data.user?.user_metadata).toEqual({ role: 'maestro', nombre: 'Eva', extra: [1] })
    expect((await client.auth.getUser()).data.user?.user_metadata).toEqual({
      role: 'maestro',
      nombre: 'Eva',
      extra: [1],
    })
  })

  it('never changes the role', async () => {
    const { client, user } = await signUp(app, { role: 'buscador' })
    for (const role of ['maestro', null, 'admin']) {
      const { error } = await client.auth.updateUser({ data: { role } })
      expect(error).toMatchObject({ code: 'validation_failed', status: 422 })
    }
    expect((await client.auth.updateUser({ data: { role: 'buscador' } })).error).toBeNull()
    const [profile] = await app.sql`select role from public.profiles where id = ${user.id}`
    expect(profile).toMatchObject({ role: 'buscador' })
    expect((await client.auth.getUser()).data.user?.user_metadata.role).toBe('buscador')
  })

  it('counts the whole metadata against the size limit', async () => {
    const { client } = await signUp(app)
    expect((await client.auth.updateUser({ data: { uno: 'x'.repeat(5000) } })).error).toBeNull()
    expect((await client.auth.updateUser({ data: { dos: 'x'.repeat(5000) } })).error).toMatchObject({
      code: 'validation_failed',
    })
  })

  it('together with a refused password changes nothing', async () => {
    const { client } = await signUp(app, { nombre: 'Ana' })
    await client.auth.updateUser({ data: { nombre: 'Eva' }, password: 'corta' })
    expect((await client.auth.getUser()).data.user?.user_metadata.nombre).toBe('Ana')
  })
})

it('data that cannot be changed is refused: another e-mail address, a phone, app metadata', async () => {
  const { client, session, email } = await signUp(app)
  const change = await client.auth.updateUser({ email: newEmail() })
  expect(change.error).toMatchObject({ code: 'feature_disabled', status: 422 })
  expect((await client.auth.updateUser({ phone: '5512345678' })).error).toMatchObject({ status: 422 })
  const answer = await authRequest(app, '/user', {
    method: 'PUT',
    token: session.access_token,
    body: { app_metadata: { admin: true } },
  })
  expect(answer.status).toBe(403)
  expect((await client.auth.updateUser({ email: email.toUpperCase() })).error).toBeNull()
  expect((await client.auth.getUser()).data.user).toMatchObject({
    email,
    app_metadata: { provider: 'email', providers: ['email'] },
  })
})
