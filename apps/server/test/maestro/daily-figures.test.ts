import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../setup/app.ts'
import { makeBuscador, makeMaestro, type TestMaestro, type TestPerson } from '../setup/rows/maestros.ts'

/** The figures of the dashboard, counted by maestro and day in Mexico City's calendar. */

let app: TestApp
let maestros: TestMaestro[]
let seekers: TestPerson[]
beforeAll(async () => {
  app = await startApp()
  maestros = [await makeMaestro(app), await makeMaestro(app)]
  seekers = await Promise.all(Array.from({ length: 4 }, () => makeBuscador(app)))
})
afterAll(() => app.close())

const daily = () => app.sql`
  select maestro_id, dia::text, visitas, contactos from interno.cifras_diarias
  where visitas > 0 or contactos > 0 order by 1, 2`
const recounted = () => app.sql`
  select maestro_id, dia::text, sum(v)::int as visitas, sum(c)::int as contactos
  from (
    select maestro_id, dia, 1 as v, 0 as c from public.vistas_perfil
    union all
    select maestro_id, (creado_en at time zone 'America/Mexico_City')::date, 0, 1 from public.accesos_contacto
  ) todo group by 1, 2 order by 1, 2`

describe('the daily figures', () => {
  test('equal a new count of all rows after any history of views, contacts and deletions', async () => {
    const change = fc.record({
      what: fc.constantFrom('view', 'contact', 'move', 'delete view', 'delete contact'),
      maestro: fc.nat({ max: 1 }),
      seeker: fc.nat({ max: 3 }),
      day: fc.nat({ max: 40 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 25 }), async (changes) => {
        await app.sql`delete from public.vistas_perfil`
        await app.sql`delete from public.accesos_contacto`
        for (const { what, maestro, seeker, day } of changes) {
          const [m, s] = [maestros[maestro]?.id ?? '', seekers[seeker]?.id ?? '']
          if (what === 'view') {
            await app.sql`
              insert into public.vistas_perfil (maestro_id, buscador_id, dia)
              values (${m}, ${s}, current_date - ${day}::int) on conflict do nothing`
          } else if (what === 'contact') {
            await app.sql`
              insert into public.accesos_contacto (maestro_id, buscador_id, motivo, creado_en)
              values (${m}, ${s}, 'urgencia', now() - make_interval(days => ${day})) on conflict do nothing`
          } else if (what === 'move') {
            // A view stays when the day that it would move to has one, also one that moves in the same statement.
            await app.sql`
              update public.vistas_perfil v set dia = dia - 50 where maestro_id = ${m} and buscador_id = ${s} and not exists (
                select from public.vistas_perfil where maestro_id = ${m} and buscador_id = ${s} and dia = v.dia - 50)`
          } else if (what === 'delete view') {
            await app.sql`delete from public.vistas_perfil where buscador_id = ${s}`
          } else await app.sql`delete from public.accesos_contacto where buscador_id = ${s}`
        }
        expect([...(await daily())]).toEqual([...(await recounted())])
      }),
      { numRuns: 15 },
    )
  })

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

  test('use days of Mexico City: late in the evening there it is already the next day in UTC', async () => {
    const [row] = await app.sql`
      select interno.dia_de_la_ciudad('2026-03-02T05:59:00Z')::text as before,
        interno.dia_de_la_ciudad('2026-03-02T06:00:00Z')::text as after`
    expect(row).toEqual({ before: '2026-03-01', after: '2026-03-02' })
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
