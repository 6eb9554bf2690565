import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../setup/app.ts'
import { makePerson, type TestPerson } from '../setup/rows/maestros.ts'

/**
 * The column that names the owner may be written, because the product's calls send it. It must stay the caller's. The
 * updates have no filter: with one, the policy for reading would refuse the new row too.
 */

let app: TestApp
let mario: TestPerson
let nuevo: TestPerson
beforeAll(async () => {
  app = await startApp()
  mario = await makePerson(app, 'maestro')
  nuevo = await makePerson(app, 'maestro')
  // Without trades and boroughs, whose foreign keys would prevent the change too.
  await app.sql`insert into public.maestros (id, nombre, apellido) values (${mario.id}, 'Mario', 'Mora')`
})
afterAll(() => app.close())

test('a row of maestros cannot be given to another person', async () => {
  const { error } = await mario.client.from('maestros').update({ id: nuevo.id })
  expect(error?.code).toBe('42501')
  expect(await app.sql`select from public.maestros where id = ${nuevo.id}`).toHaveLength(0)
})

test('a row of preferencias_avisos cannot be given to another person', async () => {
  await app.sql`insert into public.preferencias_avisos (user_id) values (${mario.id})`
  const { error } = await mario.client.from('preferencias_avisos').update({ user_id: nuevo.id })
  expect(error?.code).toBe('42501')
  expect(await app.sql`select from public.preferencias_avisos where user_id = ${nuevo.id}`).toHaveLength(0)
})

test('a row of maestro_stats cannot be given to another person', async () => {
  const other = await makePerson(app, 'maestro')
  await app.sql`insert into public.maestros (id, nombre, apellido) values (${other.id}, 'Otro', 'Ortiz')`
  await app.sql`insert into public.maestro_stats (maestro_id) values (${mario.id})`
  const { error } = await mario.client.from('maestro_stats').update({ maestro_id: other.id })
  expect(error?.code).toBe('42501')
  expect(await app.sql`select from public.maestro_stats where maestro_id = ${other.id}`).toHaveLength(0)
})
