import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../setup/app.ts'
import { call } from '../../setup/functions.ts'
import { makeDocuments, makeProofOfAddress } from '../../setup/rows/documents.ts'
import { emailOf, makeBuscador, makeMaestro, suspend } from '../../setup/rows/maestros.ts'
import { decide, look, makeOperator, operate, type TestOperator } from '../../setup/rows/operators.ts'
import { blob, jpeg } from '../../setup/rows/pictures.ts'

/** `npm run operator -- verifications`: who waits for a decision, and what it is about. */

let app: TestApp
let olga: TestOperator
beforeAll(async () => {
  app = await startApp()
  olga = await makeOperator(app)
})
afterAll(() => app.close())

const REASON = 'La foto no se lee. Toma otra con más luz.'
const show = (maestro: string, ...rest: string[]) =>
  operate(app, 'verifications', 'show', maestro, '--as', olga.email, ...rest)

test('the list has the maestros with a datum that nobody decided about', async () => {
  expect((await operate(app, 'verifications')).out).toBe(textos.verificacion.nadie)
  const [old, reviewed, decided, suspended, incomplete, recent] = [
    await makeMaestro(app, { nombre: 'Luis', apellido: 'Hernández' }),
    await makeMaestro(app),
    await makeMaestro(app),
    await makeMaestro(app),
    await makeMaestro(app),
    await makeMaestro(app),
  ]
  await decide(app, olga, reviewed.id, 'ine', 'en_revision')
  for (const dato of ['curp', 'domicilio']) await decide(app, olga, reviewed.id, dato, 'rechazado', REASON)
  await makeProofOfAddress(app.sql, decided.id)
  for (const dato of ['ine', 'curp', 'domicilio']) await decide(app, olga, decided.id, dato, 'verificado')
  await suspend(app, suspended.id)
  await app.sql`update public.maestros set foto_perfil_url = null where id = ${incomplete.id}`
  await app.sql`update public.maestros set curp = 'OTRA800101MDFNRL00' where id = ${recent.id}`
  const { out, code } = await operate(app, 'verifications')
  expect(code).toBe(0)
  expect(out.split('\n').map((line) => line.slice(0, 36))).toEqual([old.id, reviewed.id, recent.id])
  expect(out).toMatch(
    /^\S+ {2}Luis Hernández <\S+> {2}INE pendiente, Domicilio pendiente, CURP pendiente {2}desde hace menos de un minuto {2}\(CURP repetida\)\n/,
  )
  expect(out.split('\n')[1]).toContain('INE en revisión, Domicilio rechazado, CURP rechazado')
  expect(out.split('\n')[2]).not.toContain(textos.verificacion.repetida)
  const json = JSON.parse((await operate(app, 'verifications', '--limit', '1', '--json')).out)
  expect(json).toMatchObject([{ id: old.id, curp_repetida: true, estados: { ine: 'pendiente' } }])
  expect((await operate(app, 'verifications', '--limit', '2')).out.split('\n')[2]).toBe(textos.hayMas(1))
})

test('a line break in a name does not make a line of its own', async () => {
  const { id } = await makeMaestro(app, { nombre: 'Eva' })
  await app.sql`update public.maestros set nombre = ${'Eva\nINE: verificado'} where id = ${id}`
  expect(await lineOf(id)).toMatch(/^\S+ {2}Eva·INE: verificado /)
  expect((await show(id)).out).not.toMatch(/^INE: verificado/m)
})

const listed = async () => (await operate(app, 'verifications', '--limit', '500')).out.split('\n')
const lineOf = async (id: string) => (await listed()).find((line) => line.startsWith(id))

test('who has waited longest is first, whenever the account was made, and the list says how long', async () => {
  const [first, second] = [await makeMaestro(app), await makeMaestro(app)]
  for (const { id } of [first, second]) await makeProofOfAddress(app.sql, id)
  for (const dato of ['ine', 'curp', 'domicilio']) {
    for (const { id } of [first, second]) await decide(app, olga, id, dato, 'verificado')
  }
  for (const [{ id }, days] of [
    [first, 2],
    [second, 3],
  ] as const) {
    await app.sql`update public.maestros set curp = ${`ESPE80010${days}MDFNRL00`} where id = ${id}`
    await app.sql`
      update interno.verificaciones set espera_desde = now() - ${`${days} days`}::interval
      where maestro_id = ${id} and tipo = 'curp'`
  }
  expect((await listed()).slice(0, 2).map((line) => line.slice(0, 36))).toEqual([second.id, first.id])
  expect(await lineOf(second.id)).toMatch(/ {2}desde hace 3 días$/)
})

test('a datum whose document the maestro has still to send does not wait for operators, until it is sent', async () => {
  const { id } = await makeMaestro(app)
  await makeProofOfAddress(app.sql, id)
  for (const dato of ['ine', 'curp', 'domicilio']) await decide(app, olga, id, dato, 'verificado')
  await app.sql`delete from storage.objects where owner = ${id} and name ~ '^(ine|documentos)'`
  await app.sql`update public.maestros set nombre = 'Otro', domicilio = 'Calle Juárez 40' where id = ${id}`
  await app.sql`update interno.verificaciones set espera_desde = now() - interval '9 days' where maestro_id = ${id}`
  const counted = async () =>
    (await app.sql`select cuantos from interno.pendientes_de_operadores() where que = 'verificaciones'`)[0]
      ?.cuantos
  const before = await counted()
  expect(await lineOf(id)).toBeUndefined()
  await makeProofOfAddress(app.sql, id)
  expect(await lineOf(id)).toContain(
    'INE pendiente, Domicilio pendiente, CURP verificado  desde hace menos de un minuto',
  )
  expect(await counted()).toBe(before + 1)
  await look(app.sql, olga, id)
  await decide(app, olga, id, 'domicilio', 'verificado')
  expect(await lineOf(id)).toBeUndefined()
  await makeDocuments(app, id)
  expect(await lineOf(id)).toContain('INE pendiente, Domicilio verificado, CURP verificado')
  await app.sql`delete from storage.objects where owner = ${id} and name like 'ine%'`
  await decide(app, olga, id, 'ine', 'en_revision')
  expect(await lineOf(id)).toContain('INE en revisión')
})

test('one maestro is shown with data, states and documents, which open for the operator; the audit records it', async () => {
  const { id, client } = await makeMaestro(app, { nombre: 'Rosa', apellido: 'Vega' })
  const files = client.storage.from('chat-media')
  const ine = `ine_${id}_1700000000000.jpg`
  const proof = `documentos/${id}/comprobante_domicilio_1700000000000.jpg`
  for (const name of [ine, proof]) expect((await files.upload(name, blob(await jpeg()))).error).toBeNull()
  await client
    .from('maestros')
    .update({ ine_url: ine, domicilio: 'Calle Uno 10\nColonia Centro' })
    .eq('id', id)
  await call(client, 'enviar-documento', { body: { tipo: 'comprobante_domicilio', objeto: proof } })
  await decide(app, olga, id, 'curp', 'rechazado', REASON)

  const { out, code } = await show(id)
  expect(code).toBe(0)
  for (const text of ['Rosa Vega <', 'INE: pendiente', `CURP: rechazado. Motivo: ${REASON}`])
    expect(out).toContain(text)
  expect(out).toContain('      | Calle Uno 10\n      | Colonia Centro')
  expect(out).toContain(`INE, reverso: ${textos.verificacion.sinDocumento}`)
  for (const label of ['INE, frente', 'Comprobante de domicilio']) {
    const [, address = ''] = new RegExp(`${label}: (http\\S+)`).exec(out) ?? []
    const picture = await fetch(address)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  }
  const json = JSON.parse((await show(id, '--json')).out)
  expect(json.documentos.map(({ tipo }: { tipo: string }) => tipo)).toEqual([
    'ine',
    'selfie',
    'comprobante_domicilio',
  ])
  expect(json.direcciones).toHaveLength(3)
  const audit = await app.sql`
    select operador_id, detalle from interno.auditoria where sobre = ${id} and acto = 'consultar'`
  expect([...audit]).toEqual([
    { operador_id: olga.id, detalle: { version: expect.any(String) } },
    { operador_id: olga.id, detalle: { version: expect.any(String) } },
  ])
  expect((await operate(app, 'audit', '--about', id)).out).toContain(textos.actos.consultar)
})

test('a verified maestro who changes the photo waits for a decision again, and the new photo is shown', async () => {
  const { id, client } = await makeMaestro(app)
  await makeProofOfAddress(app.sql, id)
  for (const dato of ['ine', 'curp', 'domicilio']) await decide(app, olga, id, dato, 'verificado')
  expect((await operate(app, 'verifications')).out).not.toContain(id)
  const photo = `profile-photos/${id}/2.jpg`
  expect((await client.storage.from('chat-media').upload(photo, blob(await jpeg()))).error).toBeNull()
  expect((await client.from('maestros').update({ foto_perfil_url: photo }).eq('id', id)).error).toBeNull()
  const line = (await operate(app, 'verifications')).out.split('\n').find((one) => one.startsWith(id))
  expect(line).toContain('INE pendiente, Domicilio verificado, CURP verificado')
  const { documentos } = JSON.parse((await show(id, '--json')).out)
  expect(documentos).toContainEqual({ tipo: 'selfie', objeto: photo })
})

test('all accounts with the same CURP are shown, also after one of them was erased', async () => {
  const curp = 'SABC560626MDFLRN01'
  const [one, two, three] = [await makeMaestro(app), await makeMaestro(app), await makeMaestro(app)]
  for (const { id } of [one, two, three])
    await app.sql`update public.maestros set curp = ${curp} where id = ${id}`
  const same = async (id: string) =>
    JSON.parse((await show(id, '--json')).out).misma_curp.map((other: { id: string }) => other.id)
  expect(await same(three.id)).toEqual([one.id, two.id])
  await app.sql`delete from auth.users where id = ${one.id}`
  expect(await same(three.id)).toEqual([two.id])
  expect((await show(three.id)).out).toContain(textos.verificacion.mismaCurp(two.nombre))
})

test('somebody who is no operator, or about a seeker, sees nothing and leaves no record', async () => {
  const [ana, luis] = [await makeBuscador(app), await makeMaestro(app)]
  const email = await emailOf(app, ana.id)
  const before = (await app.sql`select from interno.auditoria`).length
  for (const [argv, sentence] of [
    [[luis.id, '--as', email], textos.errores.operador],
    [[ana.id, '--as', olga.email], textos.errores.maestro],
  ] as const) {
    expect(await operate(app, 'verifications', 'show', ...argv)).toEqual({
      code: 1,
      out: '',
      err: `Error: ${sentence}`,
    })
  }
  await expect(app.sql`select interno.consultar_verificacion(${ana.id}, ${luis.id})`).rejects.toMatchObject({
    code: 'PT403',
  })
  expect((await operate(app, 'verifications', 'show', luis.id)).code).toBe(2)
  expect((await operate(app, 'verifications', 'list')).code).toBe(2)
  expect(await app.sql`select from interno.auditoria`).toHaveLength(before)
})
