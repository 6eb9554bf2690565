import { parseArgs } from 'node:util'
import type { Sql } from '../apps/server/src/platform/db/pool.ts'
import { withNewDatabase } from '../scripts/lib/new-database.ts'
import { median, milliseconds } from './report/measure.ts'
import { inMilliseconds, writeReport } from './report/write.ts'

/**
 * What one review, one edit and one page of the list cost the database, for a maestro with few reviews and for one with
 * many.
 */

const { values } = parseArgs({
  options: { reviews: { type: 'string', default: '10000' }, repeats: { type: 'string', default: '300' } },
})
const many = Number(values.reviews)
const repeats = Number(values.repeats)
const FEW = 10
const WARM_UP = 20
const CHOICES = 2
const ids = { few: '00000000-0000-4000-8000-00000000000a', many: '00000000-0000-4000-8000-00000000000b' }
const seeker = (n: number) => `00000000-0000-4000-9000-${n.toString(16).padStart(12, '0')}`

/** Seekers and two maestros with their reviews and counters. Triggers are off while it is filled. */
async function fill(sql: Sql): Promise<void> {
  const one = await sql.reserve()
  await one`set session_replication_role = replica`
  await one`
    insert into auth.users (id, email, encrypted_password)
    select ('00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, n || '@example.mx', 'x'
    from generate_series(1, ${many + repeats}) n`
  await one`insert into public.profiles (id, role) select id, 'buscador' from auth.users`
  for (const [id, reviews] of [
    [ids.few, FEW],
    [ids.many, many],
  ] as const) {
    await one`insert into auth.users (id, email, encrypted_password) values (${id}, ${`${id}@example.mx`}, 'x')`
    await one`insert into public.profiles (id, role) values (${id}, 'maestro')`
    // Complete, with two trades in two boroughs: each review also changes four rows of the directory.
    await one`
      insert into public.maestros (id, nombre, apellido, telefono, foto_perfil_url, ine_url, perfil_completo)
      values (${id}, 'Luis', 'Ruiz', '5500000000', 'x', 'x', true)`
    await one`
      insert into public.maestro_oficios (maestro_id, oficio)
      select ${id}, nombre from public.oficios_disponibles order by nombre limit ${CHOICES}`
    await one`
      insert into public.maestro_alcaldias (maestro_id, alcaldia)
      select ${id}, nombre from public.alcaldias_disponibles order by nombre limit ${CHOICES}`
    await one`
      insert into public.resenas (maestro_id, buscador_id, puntuacion, comentario, trabajo_realizado, creado_en, contada)
      select ${id}, ('00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, n % 5 + 1,
        'Un comentario de la medición.', n % 2 = 0, now() - n * interval '1 minute', true
      from generate_series(1, ${reviews}) n`
    await one`
      insert into interno.conteo_de_resenas
      select maestro_id, count(*) filter (where puntuacion = 1), count(*) filter (where puntuacion = 2),
        count(*) filter (where puntuacion = 3), count(*) filter (where puntuacion = 4),
        count(*) filter (where puntuacion = 5), count(*) filter (where trabajo_realizado)
      from public.resenas where maestro_id = ${id} group by 1`
  }
  await one`vacuum analyze`
  // The only connection of the pool goes back to it: without this the measured statements would run without their triggers.
  await one`reset session_replication_role`
  one.release()
}

/** Fails when the measured statements did not do all of their work: figures without the triggers would say nothing. */
async function requireDerived(sql: Sql): Promise<void> {
  const rows = await sql<{ cantidad: number; contadas: number; listadas: number }[]>`
    select m."cantidad_reseñas" as cantidad, interno.total_de_resenas(c) as contadas,
      (select count(*)::int from interno.directorio d where d.maestro_id = m.id) as listadas
    from public.maestros m join interno.conteo_de_resenas c on c.maestro_id = m.id order by cantidad`
  const expected = [FEW, many].map((before) => before + repeats)
  for (const [index, { cantidad, contadas, listadas }] of rows.entries()) {
    if (cantidad !== expected[index] || contadas !== cantidad || listadas !== CHOICES ** 2)
      throw new Error(`the triggers did not run: ${JSON.stringify(rows)}`)
  }
}

await withNewDatabase(async (sql) => {
  await fill(sql)
  const samples = {
    few: { write: [] as number[], edit: [] as number[], page: [] as number[] },
    many: { write: [] as number[], edit: [] as number[], page: [] as number[] },
    counted: [] as number[],
  }
  for (let n = 0; n < repeats; n++) {
    const author = seeker(many + n + 1)
    for (const which of ['few', 'many'] as const) {
      const maestro = ids[which]
      samples[which].write.push(
        await milliseconds(
          () => sql`
            insert into public.resenas (maestro_id, buscador_id, puntuacion, comentario, trabajo_realizado, contada)
            values (${maestro}, ${author}, ${(n % 5) + 1}, 'Un comentario de la medición.', true, true)`,
        ),
      )
      samples[which].edit.push(
        await milliseconds(
          () => sql`
            update public.resenas set puntuacion = 6 - puntuacion where maestro_id = ${maestro} and buscador_id = ${author}`,
        ),
      )
      samples[which].page.push(
        await milliseconds(
          () => sql`
            select r.id from public.resenas r where r.maestro_id = ${maestro} and not r.oculta and r.puntuacion = 5
            order by r.creado_en desc, r.id limit 11`,
        ),
      )
    }
    // For comparison: what each review did before there were counters.
    if (n % WARM_UP === 0) {
      samples.counted.push(
        await milliseconds(
          () => sql`
            select round(avg(puntuacion), 2), count(*), count(*) filter (where trabajo_realizado)
            from public.resenas where maestro_id = ${ids.many}`,
        ),
      )
    }
  }
  await requireDerived(sql)
  const [version] = await sql<{ version: string }[]>`select current_setting('server_version') as version`
  const size = (which: 'few' | 'many') => `${(which === 'few' ? FEW : many).toLocaleString('en')} reviews`
  const acts = [
    ['write', 'a new review'],
    ['edit', 'an edit of the stars'],
    ['page', 'a page of five stars'],
  ] as const
  const of = (which: 'few' | 'many', act: 'write' | 'edit' | 'page') =>
    median(samples[which][act].slice(WARM_UP))
  const figures = [
    ...acts.flatMap(([act, label]) =>
      (['few', 'many'] as const).map((which) => ({
        label: `${label}, ${size(which)}`,
        ms: of(which, act),
        ours: true,
      })),
    ),
    { label: `counting ${size('many')} once`, ms: median(samples.counted), ours: false },
  ]
  await writeReport({
    subject: 'reviews',
    title: 'One review',
    intro:
      'Time of the statement with its triggers (average, counts, level and directory), over one connection without waiting ' +
      `for the disk; the median of ${repeats - WARM_UP}. The last line is what each review did in addition before there were counters.`,
    goals: acts.map(([act, label]) => ({
      what: `${label} with ${size('many')}, as a multiple of the cost with ${FEW}`,
      reached: of('many', act) / of('few', act),
      goal: 1.5,
      wants: 'at most',
    })),
    facts: { PostgreSQL: version?.version ?? 'unknown' },
    ...inMilliseconds(figures),
  })
})
