import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import { hash } from '@node-rs/argon2'
import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDemo, DEMO_PASSWORD, demoAccounts } from '../../../../../db/demo/accounts.ts'
import { startOfDay } from '../../../../../db/demo/contacts.ts'
import { fillDemo } from '../../../../../db/demo/index.ts'
import { openDemoOperator } from '../../../../../db/demo/operator.ts'
import { DEMO_MAESTRO, DEMO_NEWCOMER, DEMO_SEEKER, makeMaestros } from '../../../../../db/demo/people.ts'
import { storePictures } from '../../../../../db/demo/pictures.ts'
import { insertRows, writeAccounts, writeChoices, writeMaestros } from '../../../../../db/demo/write.ts'
import { PASSWORD_COST } from '../../../src/platform/secrecy/password-hash.ts'
import { readConfig } from '../../../src/platform/settings/config.ts'
import { startApp, type TestApp } from '../../setup/app.ts'
import { startChat } from '../../setup/rows/chats.ts'
import { makeBuscador, makeMaestro } from '../../setup/rows/maestros.ts'
import { operateWith } from '../../setup/rows/operators.ts'

/** Data of a demo in a database of production: the password of its accounts is known to everybody. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  await app.sql.begin(fillPart)
  await openDemoOperator(app.sql, app.services.secrets.documentsKey)
})
afterAll(() => app.close())

/** A demo with few maestros, because each account costs time when it is filled and when it is erased. */
async function fillPart(tx: TransactionSql): Promise<void> {
  const today = startOfDay(new Date())
  const maestros = makeMaestros().slice(0, 3)
  const password = await hash(DEMO_PASSWORD, PASSWORD_COST)
  const people = { buscadores: [DEMO_SEEKER], maestros: [DEMO_NEWCOMER, ...maestros] }
  await writeAccounts(tx, { ...people, passwordOf: () => password, today })
  await insertRows(tx, 'storage.objects', await storePictures(maestros, app.services.objects, () => {}))
  await writeMaestros(tx, maestros, today)
  await writeChoices(tx, maestros)
}

const credentials = { email: DEMO_SEEKER.email, password: 'demo1234' }
const accounts = async () => (await app.sql`select from auth.users`).length

test('production has a demo only with DEMO=1, also with the embedded database, and reset refuses there', () => {
  expect(readConfig({ NODE_ENV: 'production' }).demo).toBe(false)
  expect(readConfig({ NODE_ENV: 'production', DEMO: '1' }).demo).toBe(true)
  expect(readConfig({}).demo).toBe(true)
  const script = join(import.meta.dirname, '../../../../../scripts/reset.ts')
  const { status, stderr } = spawnSync(process.execPath, [script], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: '/nowhere' },
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('NODE_ENV=production') })
})

test('closed accounts of the demo cannot be entered by password, refresh token, link or recovery, and open again with DEMO=1', async () => {
  const client = app.client()
  const { data } = await client.auth.signInWithPassword(credentials)
  const before = data.session!
  await client.auth.resetPasswordForEmail(credentials.email)
  expect(await closeDemo(app.sql)).toBe(await accounts())

  expect((await client.auth.signInWithPassword(credentials)).error?.code).toBe('invalid_credentials')
  const { error: refreshed } = await app.client().auth.refreshSession({ refresh_token: before.refresh_token })
  expect(refreshed?.code).toBe('refresh_token_not_found')
  expect((await app.client().auth.getUser(before.access_token)).error).not.toBeNull()
  const left = await app.sql`
    select user_id from auth.one_time_tokens union all select user_id from auth.flow_states union all select user_id from auth.sessions`
  expect(left).toHaveLength(0)
  const recovery = await app.client().auth.resetPasswordForEmail(DEMO_MAESTRO.email)
  expect(recovery.error?.code).toBe('user_not_found')
  // Also a link that another server has made meanwhile.
  await app.sql`
    insert into auth.one_time_tokens (user_id, kind, token_hash, code_hash, expires_at)
    values (${DEMO_SEEKER.id}, 'recovery', sha256('enlace'), sha256('x'), now() + interval '1 hour')`
  const { error: linked } = await app.client().auth.verifyOtp({ type: 'recovery', token_hash: 'enlace' })
  expect(linked?.code).toBe('otp_expired')

  await fillDemo(app.sql, app.services.objects, () => {})
  expect((await app.client().auth.signInWithPassword(credentials)).error).toBeNull()
})

test('remove-demo asks, erases the people of the demo and nobody else, and the demo is not filled again', async () => {
  const ana = await makeBuscador(app, { nombre: 'Ana', apellido: 'Real' })
  const luis = await makeMaestro(app)
  // An address of the demo alone makes nobody a person of the demo.
  await app.sql`update auth.users set email = 'ana.real.1@demo.mx' where id = ${ana.id}`
  const chat = await startChat(ana.client, DEMO_MAESTRO.id)
  const people = (await demoAccounts(app.sql)).length
  expect(people).toBe((await accounts()) - 2)

  const refused = await operateWith(app, { answer: 'sí' }, 'remove-demo')
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain(textos.demo.pregunta(people))
  expect(await accounts()).toBe(people + 2)

  const erased = await operateWith(app, { answer: textos.demo.frase }, 'remove-demo')
  expect(erased).toMatchObject({ code: 0, out: textos.demo.borradas(people) })
  const left = await app.sql<{ id: string }[]>`select id from auth.users`
  expect(left.map(({ id }) => id).sort()).toEqual([ana.id, luis.id].sort())
  const mine = await ana.client.from('chats').select('id, cerrado_en')
  expect(mine.data).toEqual([{ id: chat, cerrado_en: expect.any(String) }])
  expect(
    await app.sql`select maestro_id from interno.directorio where maestro_id <> ${luis.id}`,
  ).toHaveLength(0)

  expect((await operateWith(app, {}, 'remove-demo')).out).toBe(textos.demo.ninguna)
  const said: string[] = []
  await fillDemo(app.sql, app.services.objects, (line) => said.push(line))
  expect(said).toEqual([expect.stringContaining('no se llena otra vez')])
  expect(await accounts()).toBe(2)
})
