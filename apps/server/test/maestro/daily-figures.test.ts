import { beforeAll, describe, expect, test } from 'vitest'
import { appForTests } from '../setup/app.ts'
import { makeBuscador, makeMaestro, type TestMaestro, type TestPerson } from '../setup/rows/maestros.ts'

/** The figures of the dashboard, counted by maestro and day in Mexico City's calendar. resenas/history.test.ts counts them again. */

const app = appForTests()
let maestros: TestMaestro[]
let seekers: TestPerson[]
beforeAll(async () => {
  maestros = [await makeMaestro(app), await makeMaestro(app)]
  seekers = await Promise.all(Array.from({ length: 4 }, () => makeBuscador(app)))
})

describe('the daily figures', () => {
  test('count the views of many seekers at the same time, and lose none', async () => {
    const [maestro] = maestros
    await app.sql`delete from public.vistas_perfil`
    await Promise.all(
      seekers.flatMap(({ id }) =>
        Array.from(
          { length: 5 },
          (_, day) => app.sql`
            insert into public.vistas_perfil (maestro_id, buscador_id, dia)
            values (${maestro?.id ?? ''}, ${id}, current_date - ${day}::int)`,
        ),
      ),
    )
    const [row] = await app.sql`
      select visitas_ultimos_30_dias as n from public.maestro_stats where maestro_id = ${maestro?.id ?? ''}`
    expect(row?.n).toBe(20)
  })

  test('a maestro without views is deleted with their account, and one with views is not', async () => {
    const [gone, seen] = [await makeMaestro(app), await makeMaestro(app)]
    await app.sql`insert into public.vistas_perfil (maestro_id, buscador_id) values (${seen.id}, ${seekers[0]?.id ?? ''})`
    await app.sql`delete from auth.users where id = ${gone.id}`
    expect(await app.sql`select from public.maestros where id = ${gone.id}`).toHaveLength(0)
    await expect(app.sql`delete from auth.users where id = ${seen.id}`).rejects.toMatchObject({
      code: expect.stringMatching(/^23(001|503)$/),
    })
    expect(await app.sql`select from interno.cifras_diarias where maestro_id = ${seen.id}`).toHaveLength(1)
  })
})
