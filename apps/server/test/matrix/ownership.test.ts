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
let otro: TestPerson
beforeAll(async () => {
  app = await startApp()
  mario = await makePerson(app, 'maestro')
  nuevo = await makePerson(app, 'maestro')
  otro = await makePerson(app, 'maestro')
  // Without trades and boroughs, whose foreign keys would prevent the change too.
  await app.sql`
    insert into public.maestros (id, nombre, apellido)
    values (${mario.id}, 'Mario', 'Mora'), (${otro.id}, 'Otro', 'Ortiz')`
  await app.sql`insert into public.preferencias_avisos (user_id) values (${mario.id})`
  await app.sql`insert into public.maestro_stats (maestro_id) values (${mario.id})`
})
afterAll(() => app.close())

test.each([
  ['maestros', 'id', () => nuevo],
  ['preferencias_avisos', 'user_id', () => nuevo],
  // A foreign key needs a row of `maestros`.
  ['maestro_stats', 'maestro_id', () => otro],
])('a row of %s cannot be given to another person', async (table, column, receiver) => {
  const { id } = receiver()
  const { error } = await mario.client.from(table).update({ [column]: id })
  expect(error?.code).toBe('42501')
  expect(
    await app.sql`select from ${app.sql(`public.${table}`)} where ${app.sql(column)} = ${id}`,
  ).toHaveLength(0)
})
