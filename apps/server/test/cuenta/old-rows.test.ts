import { expect, test } from 'vitest'
import { removeOldRows } from '../../src/subjects/cuenta/remove-old-rows.ts'
import { appForTests } from '../setup/app.ts'
import { makeBuscador, makeMaestro } from '../setup/rows/maestros.ts'

const app = appForTests()

const remove = async () => {
  await app.sql`select interno.encolar(${removeOldRows.name}, '{}', 1)`
  await app.runJobs()
}

test('views of profiles are deleted after 90 days, and the daily figures still count them', async () => {
  const [maestro, seeker] = [await makeMaestro(app), await makeBuscador(app)]
  await app.sql`
    insert into public.vistas_perfil (maestro_id, buscador_id, dia)
    select ${maestro.id}, ${seeker.id}, interno.dia_de_la_ciudad(now()) - atras from unnest(array[1, 90, 91, 399, 401]) atras`
  await remove()
  const days = (table: string) => app.sql`
    select interno.dia_de_la_ciudad(now()) - dia as atras from ${app.sql(table)} where maestro_id = ${maestro.id} order by 1`
  expect(await days('public.vistas_perfil')).toMatchObject([{ atras: 1 }, { atras: 90 }])
  // Figures are deleted after 400 days.
  expect(await days('interno.cifras_diarias')).toMatchObject([1, 90, 91, 399].map((atras) => ({ atras })))
  expect(
    await app.sql`
    select from interno.cifras_diarias where maestro_id = ${maestro.id} and visitas = 1`,
  ).toHaveLength(4)
})

test('a view that is deleted otherwise is still subtracted from the daily figures', async () => {
  const [maestro, seeker] = [await makeMaestro(app), await makeBuscador(app)]
  await app.sql`insert into public.vistas_perfil (maestro_id, buscador_id) values (${maestro.id}, ${seeker.id})`
  await app.sql`delete from public.vistas_perfil where maestro_id = ${maestro.id}`
  expect(
    await app.sql`
    select visitas from interno.cifras_diarias where maestro_id = ${maestro.id}`,
  ).toMatchObject([{ visitas: 0 }])
})

test('failed jobs are deleted 90 days after their last attempt, and notifications after one day', async () => {
  const add = (name: string, days: number) =>
    app.sql`select interno.encolar(${name}, jsonb_build_object('dias', ${days}::integer))`
  for (const days of [91, 89, 200]) await add('un-trabajo-de-prueba', days)
  for (const name of ['send-push', 'send-push-summary', 'send-search-push']) await add(name, 2)
  await add('send-push', 0)
  await app.sql`
    update graphile_worker._private_jobs set
      attempts = case when payload ->> 'dias' = '200' then 0 else max_attempts end,
      updated_at = now() - make_interval(days => (payload ->> 'dias')::integer)
    where payload ->> 'dias' is not null`
  await remove()
  const left = await app.sql`
    select (payload ->> 'dias')::integer as dias from graphile_worker._private_jobs
    where payload ->> 'dias' is not null order by 1`
  expect(left).toMatchObject([{ dias: 0 }, { dias: 89 }, { dias: 200 }])
})
