import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { newEmail, PASSWORD } from '../protocol/auth/people.ts'
import { startApp } from '../setup/app.ts'
import { call, refusal } from '../setup/functions.ts'
import { emailOf, makeBuscador, makeMaestro, makePerson, suspend } from '../setup/rows/maestros.ts'
import { makeNewcomer } from '../setup/rows/onboarding.ts'
import { partsOf } from '../setup/services/mail-parts.ts'
import { mailingAppForTests } from '../setup/services/mailing-app.ts'

/** send-buscador-welcome-email and send-maestro-welcome-email: once for an account, whoever calls. */

const app = mailingAppForTests()
beforeEach(() => app.smtp.reset())

const BUSCADOR = 'send-buscador-welcome-email'
const MAESTRO = 'send-maestro-welcome-email'
const fieldOf = (name: string) => (name === BUSCADOR ? 'buscador_id' : 'maestro_id')
const ask = (name: string, id: string, more: object = {}, client = app.client()) =>
  call(client, name, { body: { [fieldOf(name)]: id, ...more } })
const received = () => app.smtp.received.map(({ to }) => to)

describe.each([
  [BUSCADOR, () => makeBuscador(app)],
  [MAESTRO, () => makeMaestro(app)],
])('%s', (name, make) => {
  test('sends one e-mail to the account, however often and by whomever it is called', async () => {
    const person = await make()
    const other = await makeBuscador(app)
    const answers = await Promise.all([
      ask(name, person.id),
      ask(name, person.id, {}, person.client),
      ask(name, person.id, {}, other.client),
    ])
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      Array(3).fill([200, '{"success":true}']),
    )
    await app.runJobs()
    await ask(name, person.id)
    await app.runJobs()
    expect(received()).toEqual([await emailOf(app, person.id)])
  })

  test('answers the same for accounts that exist, are of the other role, suspended or unknown', async () => {
    const suspended = await make()
    await suspend(app, suspended.id)
    const ids = [
      randomUUID(),
      suspended.id,
      (await makeBuscador(app)).id,
      (await makeMaestro(app)).id,
      (await makePerson(app, null)).id,
      (await makePerson(app, 'maestro')).id,
    ]
    const answers = await Promise.all(ids.map((id) => ask(name, id)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['200 {"success":true}']),
    )
    await app.runJobs()
    // Only the account of the right role.
    expect(received()).toHaveLength(1)
  })

  test('sends it again with forzar, outside production, and says then when there is no such account', async () => {
    const { id } = await make()
    await ask(name, id)
    expect((await ask(name, id, { forzar: true })).status).toBe(200)
    await app.runJobs()
    expect(received()).toEqual([await emailOf(app, id), await emailOf(app, id)])
    expect(await ask(name, randomUUID(), { forzar: true })).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test('refuses forzar in production', async () => {
    const production = await startApp({ NODE_ENV: 'production', SMTP_URL: app.smtp.url }, app)
    try {
      const { id } = await make()
      const body = { [fieldOf(name)]: id, forzar: true }
      expect(await call(production.client(), name, { body })).toMatchObject(refusal('FORBIDDEN'))
      await production.runJobs()
      expect(received()).toEqual([])
    } finally {
      await production.close()
    }
  })

  test('is limited by address, with the time to wait', async () => {
    const strict = await startApp({ LIMIT_SIGNUP_ADDRESS: '2/60' }, app)
    try {
      const body = { [fieldOf(name)]: randomUUID() }
      const statuses: number[] = []
      for (let times = 0; times < 3; times += 1) {
        statuses.push((await call(strict.client(), name, { body })).status)
      }
      expect(statuses).toEqual([200, 200, 429])
      const refused = await call(strict.client(), name, { body })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    } finally {
      await strict.close()
    }
  })

  test.each([['x'], [''], [null], [{}], ['00000000-0000-4000-8000-00000000000g']])(
    'refuses the id %j',
    async (id) => {
      expect(await call(app.client(), name, { body: { [fieldOf(name)]: id } })).toMatchObject(
        refusal('INVALID_INPUT'),
      )
    },
  )
})

test('greets a maestro by the name that was corrected in the onboarding, which is then the name of the account', async () => {
  const { id, client, form } = await makeNewcomer(app)
  const datos = { ...form.datos, nombre: 'Noemí', apellido: 'Navarro' }
  expect((await call(client, 'onboarding-enviar', { body: { ...form, datos } })).status).toBe(200)
  await app.runJobs()
  const { text } = partsOf(app.smtp.received[0]?.raw ?? '')
  expect(text).toContain('Noemí')
  expect(text).not.toContain('Nuria')
  const [account] = await app.sql`select nombre, apellido, display_name from public.profiles where id = ${id}`
  expect(account).toEqual({ nombre: 'Noemí', apellido: 'Navarro', display_name: 'Noemí Navarro' })
})

test('a queued welcome is not sent to an account of the other role', async () => {
  const [ana, luis] = [await makeBuscador(app), await makeMaestro(app)]
  for (const [job, { id }] of [
    ['send-maestro-welcome-mail', ana],
    ['send-buscador-welcome-mail', luis],
  ] as const) {
    await app.sql`select interno.encolar(${job}, jsonb_build_object('userId', ${id}::text))`
  }
  await app.runJobs()
  expect(received()).toEqual([])
})

describe('a seeker whose e-mail address must be confirmed', () => {
  test('gets the welcome after the confirmation, once, and not before', async () => {
    const email = newEmail()
    const { data } = await app.client().auth.signUp({
      email,
      password: PASSWORD,
      options: { data: { role: 'buscador', nombre: 'Ana', apellido: 'Ruiz' } },
    })
    const id = data.user?.id ?? ''
    expect((await ask(BUSCADOR, id)).status).toBe(200)
    await app.runJobs()
    expect(app.smtp.received.map(({ raw }) => subjectOf(raw))).toEqual(['Confirma tu correo'])

    const token = /token=3D([\w-]+)/.exec(app.smtp.received[0]?.raw.replace(/=\r\n/g, '') ?? '')?.[1] ?? ''
    await fetch(`${app.url}/auth/v1/verify?token=${token}&type=signup`, { redirect: 'manual' })
    await ask(BUSCADOR, id)
    await app.runJobs()
    expect(app.smtp.received.map(({ to }) => to)).toEqual([email, email])
    expect(subjectOf(app.smtp.received[1]?.raw ?? '')).toContain('bienvenida')
  })

  test('gets none when the account is of a maestro or has no role', async () => {
    for (const role of ['maestro', undefined]) {
      const { data } = await app.client().auth.signUp({
        email: newEmail(),
        password: PASSWORD,
        options: { data: role ? { role } : {} },
      })
      await app.sql`update auth.users set email_confirmed_at = now() where id = ${data.user?.id ?? ''}`
    }
    await app.runJobs()
    expect(
      app.smtp.received.map(({ raw }) => subjectOf(raw)).filter((text) => /bienvenida/.test(text)),
    ).toEqual([])
  })
})

const subjectOf = (raw: string) => /^Subject: (.*)\r$/im.exec(raw)?.[1] ?? ''
