import { MiPerfil } from '@maestros/contrato/maestro/mi-perfil'
import { fichaRechazada } from '@maestros/dominio/seguridad/textos-de-rechazo'
import { describe, expect, test } from 'vitest'
import { appForTests } from '../setup/app.ts'
import { call, search } from '../setup/functions.ts'
import { makeMaestro, makePerson, type TestMaestro } from '../setup/rows/maestros.ts'

/** What onboarding asks for stays in a complete profile: its maestro changes it and does not empty it. */

const app = appForTests()

const { vacio } = fichaRechazada
const TEXTS = ['nombre', 'apellido', 'telefono', 'descripcion', 'curp', 'domicilio'] as const
const PICTURES = ['foto_perfil_url', 'ine_url'] as const
const BLANKS = [null, '', '   ', '\t\n', '\u00a0\u3000', '\u200b\ufeff']

const stored = async ({ id }: { id: string }) => {
  const [row] = await app.sql`select * from public.maestros where id = ${id}`
  const { actualizado_en: _, ...data } = row ?? {}
  return data
}
const isComplete = async ({ id }: { id: string }) =>
  (await app.sql`select perfil_completo from public.maestros where id = ${id}`)[0]?.perfil_completo
const update = ({ client, id }: TestMaestro, row: object) => client.from('maestros').update(row).eq('id', id)
const upsert = ({ client, id, nombre, apellido }: TestMaestro, row: object) =>
  client.from('maestros').upsert({ id, nombre, apellido, ...row })

describe('a maestro with a complete profile', () => {
  test.each([...TEXTS, ...PICTURES])('cannot empty %s by update or upsert, and reads why', async (column) => {
    const maestro = await makeMaestro(app)
    const before = await stored(maestro)
    const refused = { status: 422, error: { code: 'PT422', message: vacio[column], details: column } }
    expect(await update(maestro, { [column]: null })).toMatchObject(refused)
    expect(await upsert(maestro, { [column]: '   ' })).toMatchObject(refused)
    expect(await stored(maestro)).toEqual(before)
  })

  test('cannot write blanks of any kind as a text', async () => {
    const maestro = await makeMaestro(app)
    for (const curp of BLANKS)
      expect([curp, (await update(maestro, { curp })).error?.message]).toEqual([curp, vacio.curp])
  })

  test('cannot take back the terms', async () => {
    const maestro = await makeMaestro(app)
    expect((await update(maestro, { fecha_aceptacion: new Date().toISOString() })).error).toBeNull()
    for (const row of [{ terminos_aceptados: false }, { fecha_aceptacion: null }]) {
      expect((await update(maestro, row)).error).toMatchObject({
        code: 'PT422',
        message: vacio.terminos_aceptados,
        details: 'terminos_aceptados',
      })
      expect((await upsert(maestro, row)).error?.code).toBe('PT422')
    }
    expect(await stored(maestro)).toMatchObject({ terminos_aceptados: true, perfil_completo: true })
  })

  test('changes each of them, and empties the references', async () => {
    const maestro = await makeMaestro(app)
    const row = {
      nombre: 'Otro',
      apellido: 'Apellido',
      telefono: '5512345678',
      descripcion: 'Otra descripción de mi trabajo, con más de cincuenta caracteres.',
      curp: 'OTRA800101MDFNRL00',
      domicilio: 'Otra calle número cinco',
      referencia1_nombre_cliente: '',
      referencia2_numero_referencia: null,
    }
    expect((await update(maestro, row)).error).toBeNull()
    expect(await stored(maestro)).toMatchObject({ curp: row.curp, perfil_completo: true })
  })
})

test('a maestro whose profile is not complete yet can empty what was given, and not the name', async () => {
  const maestro = await makeMaestro(app, { incompleto: true })
  expect((await update(maestro, { curp: null, domicilio: null, telefono: null })).error).toBeNull()
  const newcomer = await makePerson(app, 'maestro')
  const { error } = await newcomer.client
    .from('maestros')
    .insert({ id: newcomer.id, nombre: ' ', apellido: 'Vega' })
  expect(error).toMatchObject({ code: 'PT422', message: vacio.nombre })
})

test('a profile that an operator empties is not complete and not listed until the maestro fills it again', async () => {
  const operator = app.client(app.services.secrets.secretKey)
  const maestro = await makeMaestro(app, { oficios: ['Herrería'], alcaldias: ['Tláhuac'] })
  const before = (await stored(maestro)) as Record<string, unknown>
  const listed = async () =>
    (await search(app.client(), { alcaldia: 'Tláhuac', oficio: 'Herrería' })).text.includes(maestro.id)
  for (const column of [...TEXTS.slice(2), ...PICTURES]) {
    expect((await update({ ...maestro, client: operator }, { [column]: null })).error).toBeNull()
    expect([column, await isComplete(maestro), await listed()]).toEqual([column, false, false])
    expect((await update(maestro, { [column]: before[column] })).error).toBeNull()
    expect([column, await isComplete(maestro), await listed()]).toEqual([column, true, true])
  }
})

test('trades and boroughs may be empty between the delete and the insert; meanwhile the maestro is not listed', async () => {
  const maestro = await makeMaestro(app, { oficios: ['Carpintería'], alcaldias: ['Milpa Alta'] })
  const found = async () =>
    ((await search(app.client(), { alcaldia: 'Milpa Alta', oficio: 'Carpintería' })).data as unknown[]).length
  for (const [table, row] of [
    ['maestro_oficios', { oficio: 'Carpintería' }],
    ['maestro_alcaldias', { alcaldia: 'Milpa Alta' }],
  ] as const) {
    expect(await found()).toBe(1)
    expect((await maestro.client.from(table).delete().eq('maestro_id', maestro.id)).error).toBeNull()
    expect([await found(), await isComplete(maestro)]).toEqual([0, true])
    expect((await maestro.client.from(table).insert({ maestro_id: maestro.id, ...row })).error).toBeNull()
    expect(await found()).toBe(1)
  }
})

test('a reference is stored as typed; one that breaks the rules is not shown, and the dashboard counts it as missing', async () => {
  const maestro = await makeMaestro(app)
  const shown = async () => {
    const { data } = await call(app.client(), `maestro-profile/${maestro.id}`)
    return (data as { referencias: { nombreCliente: string }[] }).referencias.map(
      ({ nombreCliente }) => nombreCliente,
    )
  }
  const counted = async () =>
    ((await call(maestro.client, 'panel-maestro')).data as { referencias: number }).referencias
  expect([await shown(), await counted()]).toEqual([['Rosa Martínez', 'Jorge Salas'], 2])
  for (const broken of [
    { referencia1_numero_referencia: '123' },
    { referencia1_numero_referencia: '55 1111 2222' },
    { referencia1_descripcion_trabajo: '' },
    { referencia1_nombre_cliente: '\u00a0' },
  ]) {
    const whole = {
      referencia1_nombre_cliente: 'Rosa Martínez',
      referencia1_descripcion_trabajo: 'Cambio de tuberías del baño',
      referencia1_numero_referencia: '5511112222',
    }
    expect((await update(maestro, { ...whole, ...broken })).error).toBeNull()
    expect([broken, await shown(), await counted()]).toEqual([broken, ['Jorge Salas'], 1])
    const [own] = MiPerfil.parse((await call(maestro.client, 'mi-perfil')).data).referencias
    expect(own.numero_referencia).toBe(broken.referencia1_numero_referencia ?? '5511112222')
    expect(await isComplete(maestro)).toBe(true)
  }
})
