import { RESET } from '@maestros/dominio/acceso/roles'
import { expect, test } from 'vitest'
import { mailboxDir } from '../../src/platform/mail/choose-mailer.ts'
import { listMails } from '../../src/platform/mail/local-mailbox.ts'
import { appForTests, beforeTests } from '../setup/app.ts'
import { emailOf, makeBuscador, makeMaestro } from '../setup/rows/maestros.ts'
import { decide, makeOperator } from '../setup/rows/operators.ts'

const app = appForTests()
const olga = beforeTests(() => makeOperator(app))

const recordsAbout = (id: string) =>
  app.sql`select acto from interno.auditoria where sobre = ${id} order by id`

test('the audit cannot be changed, deleted or emptied, also not by the owner or a replication session', async () => {
  const { id } = await makeMaestro(app)
  await decide(app, olga, id, 'ine', 'verificado')
  const refused = /The audit is only appended/
  await expect(app.sql`update interno.auditoria set detalle = '{}'`).rejects.toThrow(refused)
  await expect(app.sql`delete from interno.auditoria`).rejects.toThrow(refused)
  await expect(app.sql`truncate interno.auditoria`).rejects.toThrow(refused)
  const replica = app.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`delete from interno.auditoria`
  })
  await expect(replica).rejects.toThrow(refused)
  expect(await recordsAbout(id)).toEqual([{ acto: 'verificar' }])
})

test('an act and its record are committed together or not at all', async () => {
  const ana = await makeBuscador(app)
  const undone = app.sql.begin(async (tx) => {
    await tx`select interno.cambiar_suspension(${olga.id}, ${ana.id}, true, 'Datos falsos en su perfil')`
    throw new Error('deshacer')
  })
  await expect(undone).rejects.toThrow('deshacer')
  expect(await recordsAbout(ana.id)).toHaveLength(0)
  const [profile] = await app.sql`select suspendido_en from public.profiles where id = ${ana.id}`
  expect(profile).toEqual({ suspendido_en: null })
})

test('a sign-up cannot make an operator', async () => {
  const data = { role: 'operador', nombre: 'Eva', apellido: 'Díaz' }
  const signedUp = await app.client().auth.signUp({
    email: 'eva@example.com',
    password: 'secreta123',
    options: { data },
  })
  expect(signedUp.error?.message).toMatch(/role/)
  await expect(app.sql`
    insert into auth.users (email, encrypted_password, raw_user_meta_data)
    values ('eva@example.com', 'x', '{"role": "operador"}')`).rejects.toMatchObject({ code: '23514' })
})

test('an operator without a password cannot sign in, and a request of a reset link is answered like a seeker’s and sends nothing', async () => {
  const { email } = olga
  const unknown = await app.client().auth.signInWithPassword({ email, password: '!' })
  expect(unknown.error).toMatchObject({ code: 'invalid_credentials' })
  const seeker = await emailOf(app, (await makeBuscador(app)).id)
  const answersTo = async (address: string) => {
    const codes: (string | undefined)[] = []
    for (const options of [{}, ...Object.values(RESET).map((page) => ({ redirectTo: app.url + page }))])
      codes.push((await app.client().auth.resetPasswordForEmail(address, options)).error?.code)
    return codes
  }
  expect(await answersTo(email)).toEqual([undefined, undefined, 'user_not_found'])
  expect(await answersTo(seeker)).toEqual([undefined, undefined, 'user_not_found'])
  await app.runJobs()
  const mails = await listMails(mailboxDir(app.services.config), 100)
  expect(mails.filter(({ to }) => to === email)).toHaveLength(0)
  expect(mails.filter(({ to }) => to === seeker)).not.toHaveLength(0)
})
