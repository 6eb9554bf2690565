import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDemoOperator, openDemoOperator } from '../../../../../db/demo/operator.ts'
import { DEMO_OPERATOR } from '../../../src/protocol/auth/demo-operator.ts'
import { startApp, type TestApp } from '../../setup/app.ts'
import { makePerson } from '../../setup/rows/maestros.ts'
import { codeOf, operate } from '../../setup/rows/operators.ts'

/** The operator of the demo: anybody knows the password, and only the log of the start has the second factor. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const open = () => openDemoOperator(app.sql, app.services.secrets.documentsKey)
const signIn = async (to = app, password = 'demo1234') => {
  const client = to.client()
  return { client, ...(await client.auth.signInWithPassword({ email: DEMO_OPERATOR, password })) }
}
const idOf = async () =>
  (await app.sql<{ id: string }[]>`select id from auth.users where email = ${DEMO_OPERATOR}`)[0]?.id ?? ''

test('is a responsable who signs in with the password of the demo and a code of the stored secret', async () => {
  const secret = await open()
  expect(await open()).toBe(secret)
  const { client, error } = await signIn()
  expect(error).toBeNull()
  const factorId = (await client.auth.mfa.listFactors()).data?.totp[0]?.id ?? ''
  const { data } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret ?? '') })
  expect(data?.user.email).toBe(DEMO_OPERATOR)
  const [row] = await app.sql`select nivel from interno.operadores where operador_id = ${await idOf()}`
  expect(row?.nivel).toBe('responsable')
})

test('cannot sign in in production, also with a password of an access link, and a start there ends its sessions and factors', async () => {
  await open()
  await signIn()
  const contrasena = 'una frase bastante larga'
  const production = await startApp({ NODE_ENV: 'production' }, app)
  try {
    expect((await signIn(production)).error).toMatchObject({ status: 400, code: 'invalid_credentials' })
    const { out } = await operate(app, 'access', DEMO_OPERATOR, '--json')
    const token = new URL(JSON.parse(out).enlace).hash.slice(1)
    await production.client().functions.invoke('operacion-acceso', { body: { token, contrasena } })
    expect((await signIn(production, contrasena)).error).toMatchObject({ code: 'invalid_credentials' })
    expect((await signIn(app, contrasena)).error).toBeNull()
  } finally {
    await production.close()
  }
  await closeDemoOperator(app.sql)
  for (const table of ['sessions', 'mfa_factors'])
    expect(
      await app.sql`select from ${app.sql(`auth.${table}`)} where user_id = ${await idOf()}`,
    ).toHaveLength(0)
  expect((await signIn(app, contrasena)).error).toMatchObject({ code: 'invalid_credentials' })
})

test('gets a new factor outside production when the stored one is encrypted with another key', async () => {
  const first = await open()
  const other = await openDemoOperator(app.sql, 'x'.repeat(40))
  expect(other).not.toBe(first)
  expect(await openDemoOperator(app.sql, 'x'.repeat(40))).toBe(other)
})

test('is not made of an account that somebody else has with its address', async () => {
  await app.sql`update auth.users set email = 'otra@example.com' where email = ${DEMO_OPERATOR}`
  const { id } = await makePerson(app, 'buscador')
  await app.sql`update auth.users set email = ${DEMO_OPERATOR} where id = ${id}`
  expect(await open()).toBeUndefined()
  await closeDemoOperator(app.sql)
  const [row] = await app.sql`select encrypted_password as password from auth.users where id = ${id}`
  expect(row?.password).toBe('x')
})
