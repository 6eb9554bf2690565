import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../setup/app.ts'
import { emailOf } from '../../setup/rows/maestros.ts'
import { type MatrixPeople, makeMatrixPeople } from '../../setup/rows/people.ts'

/** The stored entities of the specification's section 3, checked in the database. */

let app: TestApp
let fixture: MatrixPeople
beforeAll(async () => {
  app = await startApp()
  fixture = await makeMatrixPeople(app)
})
afterAll(() => app.close())

async function columnsOf(table: string): Promise<string[]> {
  const rows = await app.sql<{ column_name: string }[]>`
    select column_name from information_schema.columns where table_schema = 'public' and table_name = ${table}`
  return rows.map((row) => row.column_name)
}

const hasAll = async (table: string, wanted: string) =>
  expect(await columnsOf(table)).toEqual(expect.arrayContaining(wanted.split(', ')))

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )

test('maestros has the columns that onboarding fills [3.ent.14]', () =>
  hasAll(
    'maestros',
    'id, nombre, apellido, telefono, reputacion_nivel, alcaldia, descripcion, perfil_completo, foto_perfil_url, ' +
      'ine_url, curp, domicilio, terminos_aceptados, fecha_aceptacion',
  ))

test('maestros has two references of three fields [3.ent.15, 3.ent.16]', () =>
  hasAll(
    'maestros',
    [1, 2]
      .flatMap((n) =>
        ['nombre_cliente', 'descripcion_trabajo', 'numero_referencia'].map(
          (name) => `referencia${n}_${name}`,
        ),
      )
      .join(', '),
  ))

test('maestro_stats has two figures of a maestro [3.ent.18]', () =>
  hasAll('maestro_stats', 'maestro_id, visitas_ultimos_30_dias, contactos_ultimos_30_dias'))

test('a maestro’s trades and boroughs are stored by their names [3.ent.19, 3.ent.20]', async () => {
  await hasAll('maestro_oficios', 'maestro_id, oficio')
  await hasAll('maestro_alcaldias', 'maestro_id, alcaldia')
  const { id } = fixture.people.maestro
  expect(await app.sql`select oficio from public.maestro_oficios where maestro_id = ${id}`).toEqual([
    { oficio: 'Plomería' },
  ])
  expect(await app.sql`select alcaldia from public.maestro_alcaldias where maestro_id = ${id}`).toEqual([
    { alcaldia: 'Coyoacán' },
  ])
  const unknown = app.sql`insert into public.maestro_oficios (maestro_id, oficio) values (${id}, 'Magia')`
  expect(await codeOf(unknown)).toBe('23503')
})

test('profiles has the names, the role and the terms of a person [3.ent.21]', () =>
  hasAll('profiles', 'id, nombre, apellido, display_name, role, terminos_aceptados, fecha_aceptacion'))

test('a profile has the role buscador or maestro and no other [3.ent.22]', async () => {
  const roles = await app.sql`select distinct role from public.profiles order by role`
  expect(roles).toEqual([{ role: 'buscador' }, { role: 'maestro' }])
  const other = app.sql`update public.profiles set role = 'admin' where id = ${fixture.people.buscador.id}`
  expect(await codeOf(other)).toBe('23514')
})

test('an e-mail address has one account, and an account one role [1.prod.16]', async () => {
  const { id } = fixture.people.buscador
  const email = await emailOf(app, id)
  const again = app.sql`
    insert into auth.users (email, encrypted_password, raw_user_meta_data)
    values (${email}, 'x', '{"role": "maestro"}')`
  expect(await codeOf(again)).toBe('23505')
  const shouted = app.sql`
    insert into auth.users (email, encrypted_password, raw_user_meta_data)
    values (${email.toUpperCase()}, 'x', '{"role": "maestro"}')`
  expect(await codeOf(shouted)).toBe('23514')
  const second = app.sql`insert into public.profiles (id, role) values (${id}, 'maestro')`
  expect(await codeOf(second)).toBe('23505')
  expect(await app.sql`select role from public.profiles where id = ${id}`).toEqual([{ role: 'buscador' }])
})

test('a chat has two people and stores the service and the borough [3.ent.23, 3.ent.25]', async () => {
  await hasAll('chats', 'id, buscador_id, maestro_id, contexto')
  const [chat] = await app.sql`select contexto from public.chats where id = ${fixture.chats.propio}`
  expect(chat).toEqual({ contexto: { alcaldia: 'Coyoacán', servicio: 'Plomería' } })
})

test('a message has a chat, an author, a type, a content, a time and a blocked flag [3.ent.30]', () =>
  hasAll('mensajes', 'id, chat_id, autor_id, tipo, contenido, creado_en, bloqueado'))

test('a message is text, image or video, and blocked or not [3.ent.31, 3.ent.33]', async () => {
  const write = (tipo: string, blocked: string) =>
    codeOf(app.sql`
      insert into public.mensajes (chat_id, autor_id, tipo, contenido, bloqueado)
      values (${fixture.chats.propio}, ${fixture.people.buscador.id}, ${tipo}, 'x', ${app.sql.unsafe(blocked)})`)
  expect(await write('texto', 'false')).toBe('accepted')
  expect(await write('imagen', 'false')).toBe('accepted')
  expect(await write('video', 'false')).toBe('accepted')
  expect(await write('audio', 'false')).toBe('23514')
  expect(await write('texto', 'null')).toBe('23502')
  expect(await write('texto', '7')).toBe('42804')
})
