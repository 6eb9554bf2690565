import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { appForTests } from '../../setup/app.ts'
import { whileOpen } from '../../setup/rows/chats.ts'
import { authRequest, newEmail, PASSWORD, signInAgain, signUp } from './people.ts'

const app = appForTests()

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))

const profileOf = async (id: string) => {
  const [profile] = await app.sql`select * from public.profiles where id = ${id}`
  return profile
}

describe('signing up', () => {
  it('creates an account with the given metadata, and opens a session at once when no mail is delivered [7.auth.01]', async () => {
    const data = {
      role: 'buscador',
      nombre: 'Ana María',
      apellido: 'Ruiz Peña',
      display_name: 'Ana María Ruiz Peña',
      terminos_aceptados: true,
      fecha_aceptacion: new Date().toISOString(),
      otra_cosa: { con: ['ñ', 1, null] },
    }
    const { user, session, client } = await signUp(app, data)
    expect(user.user_metadata).toEqual(data)
    expect(session.user.id).toBe(user.id)
    expect(user.email_confirmed_at).toBeDefined()
    const asked = await client.auth.getUser()
    expect(asked.data.user?.user_metadata).toEqual(data)
    expect(await profileOf(user.id)).toMatchObject({
      nombre: 'Ana María',
      apellido: 'Ruiz Peña',
      terminos_aceptados: true,
      fecha_aceptacion: new Date(data.fecha_aceptacion),
    })
  })

  it.each([
    ['buscador', '6.role.02'],
    ['maestro', '6.role.03'],
  ])('as a %s creates a profile with that role [%s]', async (role) => {
    const { user } = await signUp(app, { role })
    expect(await profileOf(user.id)).toMatchObject({ role })
  })

  it('refuses an e-mail address that has an account, whatever its role and upper or lower case [1.prod.16]', async () => {
    const { email, user } = await signUp(app, { role: 'buscador' })
    const { data, error } = await app.client().auth.signUp({
      email: email.toUpperCase(),
      password: PASSWORD,
      options: { data: { role: 'maestro' } },
    })
    expect(error).toMatchObject({
      message: 'User already registered',
      code: 'user_already_exists',
      status: 422,
    })
    expect(data.session).toBeNull()
    expect(await profileOf(user.id)).toMatchObject({ role: 'buscador' })
  })

  it('twice at the same time creates one account', async () => {
    const email = newEmail()
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.client().auth.signUp({ email, password: PASSWORD })),
    )
    expect(answers.filter(({ data }) => data.session)).toHaveLength(1)
    expect(answers.map(({ error }) => error?.code).filter(Boolean)).toEqual([
      'user_already_exists',
      'user_already_exists',
    ])
    expect(await app.sql`select id from auth.users where email = ${email}`).toHaveLength(1)
  })

  it('trims names, and leaves the role empty when none is given', async () => {
    const { user } = await signUp(app, { nombre: '  Luz ', apellido: '   ' })
    expect(user.user_metadata.nombre).toBe('Luz')
    expect(await profileOf(user.id)).toMatchObject({ nombre: 'Luz', apellido: null, role: null })
  })

  it('with a short password answers that it is weak, and why [8.auth.23]', async () => {
    const { error } = await app.client().auth.signUp({ email: newEmail(), password: 'cinco' })
    expect(error).toMatchObject({
      name: 'AuthWeakPasswordError',
      message: 'Password should be at least 6 characters.',
      code: 'weak_password',
      status: 422,
      reasons: ['length'],
    })
  })

  it('accepts any six characters that are not easy to guess as a password', async () => {
    const { error } = await app.client().auth.signUp({ email: newEmail(), password: 'ñ  ñ ñ' })
    expect(error).toBeNull()
  })

  it('with a common password, only blanks or the own e-mail answers that it is weak', async () => {
    const email = newEmail()
    for (const password of [
      '123456',
      'Password',
      ' qwerty ',
      'contraseña',
      '        ',
      email,
      ` ${email.toUpperCase()}`,
    ]) {
      const { error } = await app.client().auth.signUp({ email, password })
      expect(error, password).toMatchObject({ code: 'weak_password', status: 422, reasons: ['pwned'] })
    }
    expect((await app.client().auth.signUp({ email, password: PASSWORD })).error).toBeNull()
  })

  it.each([
    'sin-arroba',
    'a@b',
    'dos@@example.com',
    'con espacio@example.com',
    `${'a'.repeat(250)}@example.com`,
  ])('refuses %s as an e-mail address', async (email) => {
    const { error } = await app.client().auth.signUp({ email, password: PASSWORD })
    expect(error).toMatchObject({ code: 'validation_failed', status: 400 })
    if (email.length < 255) expect(error?.message).toBe('Unable to validate email address: invalid format')
  })

  it.each<[string, unknown]>([
    ['another role', { role: 'admin' }],
    ['a role that is no text', { role: ['maestro'] }],
    ['a name that is no text', { nombre: 5 }],
    ['a name of more than 100 characters', { nombre: 'a'.repeat(101) }],
    ['terms that are neither accepted nor not', { terminos_aceptados: 'sí' }],
    ['a date that is none', { fecha_aceptacion: 'ayer' }],
    ['a date that no calendar has', { fecha_aceptacion: '2026-02-30T00:00:00Z' }],
    ['a date before all years', { fecha_aceptacion: '0000-01-01' }],
    ['an offset that no place has', { fecha_aceptacion: '2026-01-01T00:00:00+23:00' }],
    ['more than 8 kB', { extra: 'x'.repeat(9000) }],
    ['half a character', { extra: '\ud800' }],
    ['more than 16 levels', { hondo: nested(17) }],
    ['a list', ['role']],
    ['a text', 'role'],
  ])('refuses metadata with %s, and creates no account', async (_what, data) => {
    const email = newEmail()
    const answer = await authRequest(app, '/signup', { body: { email, password: PASSWORD, data } })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ error_code: 'validation_failed' })
    expect(await app.sql`select id from auth.users where email = ${email}`).toHaveLength(0)
  })

  it('refuses a body nested a thousand levels deep before its metadata is read', async () => {
    const email = newEmail()
    const answer = await authRequest(app, '/signup', {
      body: { email, password: PASSWORD, data: { hondo: nested(1000) } },
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error_code: 'bad_json' })
    expect(await app.sql`select id from auth.users where email = ${email}`).toHaveLength(0)
  })

  it('without an e-mail address answers that anonymous accounts are disabled', async () => {
    const { error } = await app.client().auth.signInAnonymously()
    expect(error).toMatchObject({
      message: 'Anonymous sign-ins are disabled',
      code: 'anonymous_provider_disabled',
      status: 422,
    })
  })

  it('stores only an argon2id hash of the password, with 19 MiB and 2 passes', async () => {
    const { user } = await signUp(app)
    const [row] = await app.sql`select encrypted_password from auth.users where id = ${user.id}`
    expect(row?.encrypted_password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('signing in', () => {
  it('with the right password returns a whole session [7.auth.04] [3.ent.37]', async () => {
    const account = await signUp(app, { role: 'maestro', nombre: 'Eva' })
    const { session } = await signInAgain(app, account)
    expect(Object.keys(session).sort()).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'token_type',
      'user',
    ])
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    expect(session.expires_at).toBeGreaterThan(Date.now() / 1000 + 3590)
    expect(session.user).toMatchObject({
      id: account.user.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: account.email,
      phone: '',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { role: 'maestro', nombre: 'Eva' },
    })
    expect(session.user.identities?.[0]).toMatchObject({ provider: 'email', user_id: account.user.id })
    expect(JSON.stringify(session)).not.toContain('argon2')
  })

  it('returns a token with the same claims as Supabase', async () => {
    const { session, user, email } = await signUp(app, { role: 'buscador' })
    const claims = decodeJwt(session.access_token)
    expect(claims).toMatchObject({
      iss: `${app.url}/auth/v1`,
      sub: user.id,
      aud: 'authenticated',
      email,
      phone: '',
      role: 'authenticated',
      aal: 'aal1',
      app_metadata: { provider: 'email' },
      user_metadata: { role: 'buscador' },
      is_anonymous: false,
    })
    expect(claims.amr).toMatchObject([{ method: 'password' }])
    expect(claims.session_id).toMatch(/^[0-9a-f-]{36}$/)
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600)
  })

  it('accepts the e-mail address in upper or lower case, with spaces around it', async () => {
    const { email } = await signUp(app)
    const { error } = await app
      .client()
      .auth.signInWithPassword({ email: ` ${email.toUpperCase()} `, password: PASSWORD })
    expect(error).toBeNull()
  })

  it('with a wrong password or an unknown e-mail address answers only that the credentials are invalid [8.auth.22]', async () => {
    const { email } = await signUp(app)
    for (const given of [
      { email, password: 'equivocada' },
      { email: newEmail(), password: PASSWORD },
    ]) {
      const { data, error } = await app.client().auth.signInWithPassword(given)
      expect(error).toMatchObject({
        message: 'Invalid login credentials',
        code: 'invalid_credentials',
        status: 400,
      })
      expect(data.session).toBeNull()
    }
  })

  it('stores the user agent and the address of the session', async () => {
    const { session } = await signUp(app)
    const id = String(decodeJwt(session.access_token).session_id)
    const [row] = await app.sql`select user_agent, host(ip) as ip from auth.sessions where id = ${id}`
    expect(row).toMatchObject({ ip: '127.0.0.1' })
    expect(row?.user_agent).toBeTruthy()
  })

  it('is refused for a suspended account with the right password', async () => {
    const account = await signUp(app)
    await app.sql`update public.profiles set suspendido_en = now() where id = ${account.user.id}`
    const { email } = account
    const right = await app.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(right.error).toMatchObject({ code: 'user_banned', message: 'User is banned' })
    const wrong = await app.client().auth.signInWithPassword({ email, password: 'equivocada' })
    expect(wrong.error).toMatchObject({ code: 'invalid_credentials' })
    // The suspension ended its session, and the token it had is refused with the cause.
    expect((await account.client.auth.getUser()).error).toMatchObject({ code: 'user_banned', status: 403 })
    const { refresh_token } = account.session
    const refreshed = await app.client().auth.refreshSession({ refresh_token })
    expect(refreshed.error).toMatchObject({ code: 'refresh_token_not_found' })
  })

  it('opens no session when the password changes during the sign-in', async () => {
    const account = await signUp(app)
    // The change happens after the sign-in has read the hash and before it writes its session.
    const { done } = await whileOpen(
      app,
      {
        before: (sql) =>
          sql`update auth.users set encrypted_password = 'cambiada' where id = ${account.user.id}`,
      },
      () => app.client().auth.signInWithPassword({ email: account.email, password: PASSWORD }),
    )
    expect(done.error).toMatchObject({ code: 'invalid_credentials' })
  })
})
