import { parseArgs } from 'node:util'
import type { Sql } from '../apps/server/src/platform/db/pool.ts'
import { withNewDatabase } from '../scripts/lib/new-database.ts'
import { median, milliseconds } from './report/measure.ts'
import { inMilliseconds, writeReport } from './report/write.ts'

/**
 * What recording one profile view costs the database, and what the days of the dashboard cost, for a maestro with few views
 * and for one with a million.
 */

const { values } = parseArgs({
  options: { views: { type: 'string', default: '1000000' }, repeats: { type: 'string', default: '300' } },
})
const many = Number(values.views)
const repeats = Number(values.repeats)
const FEW = 10
const DAYS = 30
const ids = { few: '00000000-0000-4000-8000-00000000000a', many: '00000000-0000-4000-8000-00000000000b' }

/** Seekers and two maestros; the views are spread evenly over the last 30 days. Triggers are off while it is filled. */
async function fill(sql: Sql): Promise<void> {
  const one = await sql.reserve()
  await one`set session_replication_role = replica`
  await one`
    insert into auth.users (id, email, encrypted_password)
    select ('00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, n || '@example.mx', 'x'
    from generate_series(1, ${Math.ceil(many / DAYS) + 2 * repeats}) n`
  await one`insert into public.profiles (id, role) select id, 'buscador' from auth.users`
  for (const [id, views] of [
    [ids.few, FEW],
    [ids.many, many],
  ] as const) {
    await one`insert into auth.users (id, email, encrypted_password) values (${id}, ${`${id}@example.mx`}, 'x')`
    await one`insert into public.profiles (id, role) values (${id}, 'maestro')`
    await one`insert into public.maestros (id, nombre, apellido) values (${id}, 'Luis', 'Ruiz')`
    await one`
      insert into public.vistas_perfil (maestro_id, buscador_id, dia, creado_en)
      select ${id}, ('00000000-0000-4000-9000-' || lpad(to_hex(n / ${DAYS}::int + 1), 12, '0'))::uuid,
        interno.dia_de_la_ciudad(now()) - n % ${DAYS}::int, now() - n % ${DAYS}::int * interval '1 day'
      from generate_series(0, ${views - 1}) n`
    await one`
      insert into interno.cifras_diarias (maestro_id, dia, visitas)
      select maestro_id, dia, count(*) from public.vistas_perfil where maestro_id = ${id} group by 1, 2`
  }
  // The only connection of the pool goes back to it: without this the views would be measured without their triggers.
  await one`reset session_replication_role`
  await one`vacuum analyze`
  one.release()
}

await withNewDatabase(async (sql) => {
  console.log(`filling ${many.toLocaleString('en')} views`)
  await fill(sql)
  const samples = {
    few: [] as number[],
    many: [] as number[],
    counted: [] as number[],
    panelFew: [] as number[],
    panelMany: [] as number[],
  }
  const firstNew = Math.ceil(many / DAYS) + 1
  const seeker = (n: number) => `00000000-0000-4000-9000-${(firstNew + n).toString(16).padStart(12, '0')}`
  for (let n = 0; n < repeats; n++) {
    for (const which of ['few', 'many'] as const) {
      samples[which].push(
        await milliseconds(
          () =>
            sql`insert into public.vistas_perfil (maestro_id, buscador_id) values (${ids[which]}, ${seeker(n)})`,
        ),
      )
    }
    for (const which of ['few', 'many'] as const) {
      const days = () => sql`select * from interno.dias_del_panel(${ids[which]}, now())`
      samples[which === 'few' ? 'panelFew' : 'panelMany'].push(await milliseconds(days))
    }
    // For comparison: the count of all rows of 30 days, which each view would need without the daily figures.
    if (n % 30 === 0) {
      samples.counted.push(
        await milliseconds(
          () => sql`
            select count(*) from public.vistas_perfil
            where maestro_id = ${ids.many} and creado_en > now() - interval '30 days'`,
        ),
      )
    }
  }
  const [version] = await sql<{ version: string }[]>`select current_setting('server_version') as version`
  const figures = [
    { label: `a view, ${FEW} views before`, ms: median(samples.few.slice(20)), ours: true },
    { label: `a view, ${many.toLocaleString('en')} before`, ms: median(samples.many.slice(20)), ours: true },
    { label: `the dashboard's days, ${FEW} views`, ms: median(samples.panelFew.slice(20)), ours: true },
    {
      label: `the dashboard's days, ${many.toLocaleString('en')} views`,
      ms: median(samples.panelMany.slice(20)),
      ours: true,
    },
    { label: 'counting all rows once', ms: median(samples.counted), ours: false },
  ]
  await writeReport({
    subject: 'views',
    title: 'One profile view',
    intro:
      'Time of the statement that records a view, with its triggers, and of the one that reads the days of the dashboard, over one ' +
      `connection without waiting for the disk; the median of ${repeats - 20}. The last line is what each view did before there was a counter row for each maestro and day.`,
    goals: [
      {
        what: `cost with ${many.toLocaleString('en')} views, as a multiple of the cost with ${FEW}`,
        reached: (figures[1]?.ms ?? 0) / (figures[0]?.ms ?? 1),
        goal: 1.5,
        wants: 'at most',
      },
      {
        what: `the dashboard's days with ${many.toLocaleString('en')} views, as a multiple of those with ${FEW}`,
        reached: (figures[3]?.ms ?? 0) / (figures[2]?.ms ?? 1),
        goal: 1.5,
        wants: 'at most',
      },
    ],
    facts: { PostgreSQL: version?.version ?? 'unknown' },
    ...inMilliseconds(figures),
  })
})
