import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import { expect, test } from 'vitest'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { makeDocuments, makeProofOfAddress } from '../../setup/rows/documents.ts'
import { emailOf, makeBuscador, makeMaestro, suspend } from '../../setup/rows/maestros.ts'
import { decide, failure, look, makeOperator, operate } from '../../setup/rows/operators.ts'
import { blob, jpeg } from '../../setup/rows/pictures.ts'

/** `npm run operator -- verifications`: who waits for a decision, and what it is about. */

const app = appForTests()
const olga = beforeTests(() => makeOperator(app))

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
  const ine = `ine_${id}_1700000000000.jpg`
  const uploaded = await client.storage.from('chat-media').upload(ine, blob(await jpeg()))
  expect(uploaded.error).toBeNull()
  const change = { ine_url: ine, domicilio: 'Calle Uno 10\nColonia Centro' }
  await client.from('maestros').update(change).eq('id', id)
  await makeProofOfAddress(app.sql, id)
  await decide(app, olga, id, 'curp', 'rechazado', REASON)

  const other = await makeMaestro(app)
  const { out, code } = await show(id)
  expect(code).toBe(0)
  expect(out).toContain(textos.verificacion.mismaCurp(other.nombre))
  for (const text of ['Rosa Vega <', 'INE: pendiente', `CURP: rechazado. Motivo: ${REASON}`])
    expect(out).toContain(text)
  expect(out).toContain('      | Calle Uno 10\n      | Colonia Centro')
  expect(out).toContain(`INE, reverso: ${textos.verificacion.sinDocumento}`)
  const [, address = ''] = /INE, frente: (http\S+)/.exec(out) ?? []
  const picture = await fetch(address)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const json = JSON.parse((await show(id, '--json')).out)
  expect(json.documentos.map(({ tipo }: { tipo: string }) => tipo)).toEqual([
    'ine',
    'selfie',
    'comprobante_domicilio',
  ])
  expect(json.direcciones).toHaveLength(3)
  const audit = await app.sql`
    select operador_id, detalle from interno.auditoria where sobre = ${id} and acto = 'consultar'`
  expect([...audit]).toEqual(
    Array(2).fill({ operador_id: olga.id, detalle: { version: expect.any(String) } }),
  )
  expect((await operate(app, 'audit', '--about', id)).out).toContain(textos.actos.consultar)
})

test('somebody who is no operator, or about a seeker, sees nothing and leaves no record', async () => {
  const [ana, luis] = [await makeBuscador(app), await makeMaestro(app)]
  const email = await emailOf(app, ana.id)
  const before = (await app.sql`select from interno.auditoria`).length
  for (const [argv, sentence] of [
    [[luis.id, '--as', email], textos.errores.operador],
    [[ana.id, '--as', olga.email], textos.errores.maestro],
  ] as const) {
    expect(await operate(app, 'verifications', 'show', ...argv)).toEqual(failure(sentence))
  }
  await expect(app.sql`select interno.consultar_verificacion(${ana.id}, ${luis.id})`).rejects.toMatchObject({
    code: 'PT403',
  })
  expect((await operate(app, 'verifications', 'show', luis.id)).code).toBe(2)
  expect((await operate(app, 'verifications', 'list')).code).toBe(2)
  expect(await app.sql`select from interno.auditoria`).toHaveLength(before)
})
