import { ERRORES } from '@maestros/contrato'
import { CONTRASENA_DE_OPERADOR_MIN } from '@maestros/dominio/operacion/operadores'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { beforeAll, describe, expect, test } from 'vitest'
import { appForTests, startApp } from '../setup/app.ts'
import { call } from '../setup/functions.ts'
import { suspend } from '../setup/rows/maestros.ts'
import {
  codeOf,
  makeOperator,
  makeSignedInOperator,
  operate,
  passwordClient,
  type TestOperator,
} from '../setup/rows/operators.ts'

/** The link by which an operator sets the password. */

const app = appForTests()
beforeAll(async () => {
  await makeOperator(app)
})

const PASSWORD = 'una frase bastante larga'
const use = (token: string, contrasena = PASSWORD, to = app) =>
  call(to.client(), 'operacion-acceso', { body: { token, contrasena } })
const GONE = { status: ERRORES.NOT_FOUND, code: 'NOT_FOUND', message: textos.accesoVencido }

/** The token of a new link. */
async function tokenFor({ email }: TestOperator): Promise<string> {
  const { out } = await operate(app, 'access', email, '--json')
  return new URL(JSON.parse(out).enlace).hash.slice(1)
}

describe('an access link', () => {
  test('sets the password once, and then lets its operator enrol the first factor', async () => {
    const eva = await makeOperator(app)
    const token = await tokenFor(eva)
    expect(await use(token)).toMatchObject({ status: 200, data: { success: true } })
    const client = await passwordClient(app, { ...eva, password: PASSWORD })
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
    const code = codeOf(data?.totp.secret ?? '')
    expect((await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })).error).toBeNull()
    expect(await use(token, 'otra frase bastante larga')).toMatchObject(GONE)
    expect((await passwordClient(app, { ...eva, password: PASSWORD })).auth).toBeDefined()
  })

  test('ends the sessions and removes the factors, the links of e-mails and the password from before', async () => {
    const eva = await makeSignedInOperator(app)
    const token = await tokenFor(eva)
    const waiting = await passwordClient(app, eva)
    await app.client().auth.resetPasswordForEmail(eva.email)
    expect(await app.sql`select from auth.one_time_tokens where user_id = ${eva.id}`).toHaveLength(1)
    expect(await use(token)).toMatchObject({ status: 200 })
    for (const table of ['sessions', 'mfa_factors', 'one_time_tokens'])
      expect(await app.sql`select from ${app.sql(`auth.${table}`)} where user_id = ${eva.id}`).toHaveLength(0)
    expect((await waiting.auth.refreshSession()).error).not.toBeNull()
    const { error } = await app.client().auth.signInWithPassword(eva)
    expect(error).toMatchObject({ code: 'invalid_credentials' })
  })

  test('of two uses at the same time only one succeeds', async () => {
    const token = await tokenFor(await makeOperator(app))
    const answers = await Promise.all([use(token, `${PASSWORD} uno`), use(token, `${PASSWORD} dos`)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  test('that is unknown, has expired or was replaced, or whose operator is suspended, gets one and the same answer', async () => {
    const [eva, iris] = [await makeOperator(app), await makeOperator(app)]
    const replaced = await tokenFor(eva)
    const expired = await tokenFor(eva)
    await app.sql`update interno.accesos_de_operador set vence_en = now() where operador_id = ${eva.id}`
    const suspended = await tokenFor(iris)
    await suspend(app, iris.id)
    for (const token of ['x', replaced, expired, suspended]) expect(await use(token)).toMatchObject(GONE)
    const rows = await app.sql`
      select encrypted_password from auth.users where id in (${eva.id}, ${iris.id})`
    expect(rows.map(({ encrypted_password }) => encrypted_password)).toEqual(['!', '!'])
  })

  test('refuses a short password and the e-mail address, and still works then', async () => {
    const eva = await makeOperator(app)
    const token = await tokenFor(eva)
    expect(await use(token, 'x'.repeat(CONTRASENA_DE_OPERADOR_MIN - 1))).toMatchObject({
      code: 'INVALID_INPUT',
    })
    expect(await use(token, ` ${eva.email.toUpperCase()}`)).toMatchObject({
      code: 'INVALID_INPUT',
      message: textos.contrasenaFacil,
    })
    expect(await use(token, 'x'.repeat(CONTRASENA_DE_OPERADOR_MIN))).toMatchObject({ status: 200 })
  })

  test('cannot be tried without end from one address', async () => {
    const limited = await startApp({ LIMIT_SIGNIN_ADDRESS: '2/60' }, app)
    try {
      for (let times = 0; times < 2; times += 1) expect(await use('x', PASSWORD, limited)).toMatchObject(GONE)
      expect(await use('x', PASSWORD, limited)).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    } finally {
      await limited.close()
    }
  })
})
