import { imagenDelRechazo, ONBOARDING_VACIO } from '@maestros/dominio/onboarding/formulario'
import { PASOS_CON_IMAGEN, PASOS_DE_BORRADOR } from '@maestros/dominio/onboarding/pasos'
import { describe, expect, test } from 'vitest'
import { sweep } from '../../src/protocol/storage/sweep.ts'
import { appForTests } from '../setup/app.ts'
import { call } from '../setup/functions.ts'
import { documentNames, makeDocuments } from '../setup/rows/documents.ts'
import { makeMaestro, signIn, type TestPerson } from '../setup/rows/maestros.ts'
import { makeNewcomer, makeOptionalDocuments } from '../setup/rows/onboarding.ts'

const app = appForTests()

type Change = { base: number; valor: unknown }
const save = (person: TestPerson, cambios: Record<string, Change>) =>
  call(person.client, 'onboarding-borrador', { body: { cambios } })
const read = async (person: TestPerson) =>
  (await call(person.client, 'onboarding-borrador', { body: {} })).data as {
    completo: boolean
    pasos: Record<string, { version: number; valor: unknown }>
  }

describe('the onboarding draft', () => {
  test('begins with the names of the account and keeps each step that is saved', async () => {
    const person = await makeNewcomer(app)
    expect(await read(person)).toEqual({
      success: true,
      completo: false,
      pasos: { datos: { version: 0, valor: { nombre: 'Nuria', apellido: 'Nava', telefono: '' } } },
    })
    expect((await save(person, { descripcion: { base: 0, valor: 'Arreglo' } })).status).toBe(200)
    expect((await save(person, { descripcion: { base: 1, valor: 'Arreglo fugas' } })).status).toBe(200)
    await save(person, { curp: { base: 0, valor: 'HEGG' } })
    // Another device of the same person.
    const { pasos } = await read(await signIn(app, person.id))
    expect(pasos).toMatchObject({
      descripcion: { version: 2, valor: 'Arreglo fugas' },
      curp: { version: 1, valor: 'HEGG' },
    })
  })

  test('merges what two devices fill by step, and overwrites nothing that a device has not seen', async () => {
    const person = await makeNewcomer(app)
    const other = await signIn(app, person.id)
    await Promise.all([
      save(person, { descripcion: { base: 0, valor: 'uno' }, oficios: { base: 0, valor: ['Plomería'] } }),
      save(other, { domicilio: { base: 0, valor: 'dos' }, alcaldias: { base: 0, valor: ['Tlalpan'] } }),
    ])
    expect(Object.keys((await read(person)).pasos).sort()).toEqual(
      ['alcaldias', 'datos', 'descripcion', 'domicilio', 'oficios'].sort(),
    )
    // The same step from the same base: the second is not written, and is told what the first wrote.
    await save(person, { descripcion: { base: 1, valor: 'primero' } })
    const late = await save(other, { descripcion: { base: 1, valor: 'segundo' } })
    expect(late.data).toMatchObject({ pasos: { descripcion: { version: 2, valor: 'primero' } } })
    // Having seen it, the person decides for the second.
    await save(other, { descripcion: { base: 2, valor: 'segundo' } })
    expect((await read(person)).pasos.descripcion).toEqual({ version: 3, valor: 'segundo' })
  })

  test('is not changed by a save that is repeated because its answer was lost', async () => {
    const person = await makeNewcomer(app)
    const change = { curp: { base: 0, valor: 'HEGG' } }
    await Promise.all([save(person, change), save(person, change), save(person, change)])
    expect((await read(person)).pasos.curp).toEqual({ version: 1, valor: 'HEGG' })
  })

  test('keeps its pictures for as long as it names them, and releases them when it names others', async () => {
    const person = await makeNewcomer(app)
    const { foto, ine } = documentNames(person.id, '1.webp')
    const second = documentNames(person.id, '2.webp')
    await makeDocuments(app, person.id, { file: '2.webp' })
    const { ine_reverso } = await makeOptionalDocuments(app, person.id)
    await save(person, {
      selfie: { base: 0, valor: foto },
      ine: { base: 0, valor: ine },
      ine_reverso: { base: 0, valor: ine_reverso },
    })
    await save(person, { selfie: { base: 1, valor: second.foto } })
    await app.sql`update storage.objects set unused_since = now() - interval '2 days'
      where owner = ${person.id} and unused_since is not null`
    await sweep(app.services)
    const left = await app.sql<{ name: string }[]>`
      select name from storage.objects where owner = ${person.id} order by 1`
    expect(left.map(({ name }) => name).sort()).toEqual([ine, ine_reverso, second.foto].sort())
  })

  test.each(PASOS_CON_IMAGEN)('refuses the picture of another person as %s', async (paso) => {
    const [person, other] = [await makeNewcomer(app), await makeNewcomer(app)]
    const { foto, ine } = documentNames(other.id, '1.webp')
    const optional = await makeOptionalDocuments(app, other.id)
    const names = { selfie: foto, ine, ...optional }
    const own = documentNames(person.id, '9.webp')
    for (const valor of [
      names[paso],
      own.foto,
      own.ine,
      `${names[paso]}/../x`,
      'https://example.com/x.jpg',
    ]) {
      const answer = await save(person, { [paso]: { base: 0, valor } })
      expect(answer).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
      // The sentence names the picture, so that the form can drop it.
      expect(imagenDelRechazo(answer.message ?? '')).toBe(paso)
    }
    expect((await save(person, { [paso]: { base: 0, valor: '' } })).status).toBe(200)
    expect((await read(person)).pasos[paso]?.valor).toBe('')
  })

  test('refuses unknown steps and texts beyond all bounds, and stores any text within them', async () => {
    const person = await makeNewcomer(app)
    expect((await save(person, { descripcion: { base: 0, valor: 'x'.repeat(2001) } })).status).toBe(400)
    expect((await save(person, { descripcion: { base: -1, valor: 'x' } })).status).toBe(400)
    expect((await save(person, { oficios: { base: 0, valor: Array(41).fill('x') } })).status).toBe(400)
    expect((await save(person, { otro: { base: 0, valor: 'x' } })).data).toMatchObject({
      pasos: { datos: { version: 0 } },
    })
    const odd = `ñ\ud83d "comillas" \\u0000 ${'👷'.repeat(900)}`
    expect((await save(person, { descripcion: { base: 0, valor: odd } })).status).toBe(200)
  })

  test('of a complete profile is empty and says that it is complete', async () => {
    const luis = await makeMaestro(app)
    const answer = await save(luis, { curp: { base: 0, valor: 'X' } })
    expect(answer.data).toEqual({ success: true, completo: true, pasos: {} })
    expect(await app.sql`select from interno.borradores where maestro_id = ${luis.id}`).toHaveLength(0)
  })

  test('of a profile that lost its document begins with the rest of the profile', async () => {
    const luis = await makeMaestro(app)
    await app.sql`delete from storage.objects where name = ${documentNames(luis.id, '1.webp').ine}`
    const { completo, pasos } = await read(luis)
    expect(completo).toBe(false)
    expect(pasos).toMatchObject({
      oficios: { version: 0, valor: ['Plomería'] },
      selfie: { version: 0, valor: documentNames(luis.id, '1.webp').foto },
      referencia2: { version: 0, valor: { nombre_cliente: 'Jorge Salas' } },
    })
    expect(pasos.ine).toBeUndefined()
  })

  test('has the steps of the form in the database', async () => {
    expect(Object.keys(ONBOARDING_VACIO)).toEqual([...PASOS_DE_BORRADOR])
    const [check] = await app.sql<{ text: string }[]>`
      select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'borradores_paso_check'`
    const listed = [...(check?.text ?? '').matchAll(/'(\w+)'/g)].map(([, name]) => name)
    expect(listed).toEqual([...PASOS_DE_BORRADOR])
  })
})
