import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appForTests } from '../setup/app.ts'
import { acts, makeWorld, perform } from './history.ts'

/** Whatever happens to people and reviews, the stored figures are those that counting all rows again gives. */

const app = appForTests()

type Row = Record<string, unknown>

/** The figures of every maestro, counted from reviews and profiles alone. */
const COUNTED = `
  select m.id,
    coalesce(trunc(avg(r.puntuacion), 2), 0)::float8 as promedio,
    count(r.id)::int as cantidad,
    count(distinct r.buscador_id) filter (where r.trabajo_realizado)::int as trabajos,
    array[count(*) filter (where r.puntuacion = 1), count(*) filter (where r.puntuacion = 2),
      count(*) filter (where r.puntuacion = 3), count(*) filter (where r.puntuacion = 4),
      count(*) filter (where r.puntuacion = 5)]::int[] as distribucion
  from public.maestros m
  left join (
    select r.* from public.resenas r join public.profiles a on a.id = r.buscador_id
    -- A review counts unless its author is suspended or closes the account. An erased author was suspended if that was
    -- before the erasure.
    where r.contada and (a.suspendido_en is null or a.suspendido_en = a.eliminada_en)
  ) r on r.maestro_id = m.id
  group by m.id`

/** As packages/dominio/src/resenas/reputacion.ts says; a test compares the two. */
const LEVEL = `
  case when m.ine_verificado and c.trabajos >= 10 and c.promedio >= 4.5 then 'experto'
    when m.ine_verificado and c.trabajos >= 3 and c.promedio >= 4.0 then 'confianza_comprobada'
    else 'nuevo' end`

async function figures() {
  return app.sql.unsafe<{ stored: Row; counted: Row }[]>(`
    select
      jsonb_build_object('id', m.id, 'promedio', m.promedio_calificacion::float8, 'cantidad', m."cantidad_reseñas",
        'trabajos', m.numero_trabajos_completados, 'confirmadas', m."reseñas_confirmadas",
        'distribucion', coalesce((
          select array[k.estrellas_1, k.estrellas_2, k.estrellas_3, k.estrellas_4, k.estrellas_5]
          from interno.conteo_de_resenas k where k.maestro_id = m.id), '{0,0,0,0,0}'),
        'nivel', m.reputacion_nivel) as stored,
      jsonb_build_object('id', m.id, 'promedio', c.promedio, 'cantidad', c.cantidad,
        'trabajos', c.trabajos, 'confirmadas', c.trabajos, 'distribucion', c.distribucion, 'nivel', ${LEVEL}) as counted
    from public.maestros m join (${COUNTED}) c on c.id = m.id`)
}

/** The rows that the directory should have, with what the card shows of the figures, and those that it has. */
async function directory() {
  const [row] = await app.sql.unsafe<{ stored: Row[]; counted: Row[] }[]>(`
    with debidas as (
      select m.id, a.alcaldia, o.oficio, c.promedio, c.cantidad, c.trabajos, ${LEVEL} as nivel,
        interno.celda(m.ine_verificado, ${LEVEL}, c.promedio::numeric) as celda,
        interno.clave_recomendado(m.ine_verificado, ${LEVEL}, c.promedio::numeric, c.cantidad, m.activo_en) as clave,
        d.disponible_el
      from public.maestros m
      join (${COUNTED}) c on c.id = m.id
      join public.profiles p on p.id = m.id and p.suspendido_en is null
      join public.maestro_alcaldias a on a.maestro_id = m.id
      join public.maestro_oficios o on o.maestro_id = m.id
      left join interno.disponibilidad d on d.maestro_id = m.id
      where m.perfil_completo and d.pausa_hasta is null
    ), guardadas as (
      select maestro_id as id, alcaldia, oficio, (tarjeta::json ->> 'promedio_calificacion')::float8 as promedio,
        (tarjeta::json ->> 'cantidad_reseñas')::int as cantidad,
        (tarjeta::json ->> 'numero_trabajos_completados')::int as trabajos,
        tarjeta::json ->> 'reputacion_nivel' as nivel, celda, recomendado as clave,
        disponible_el
      from interno.directorio
    )
    select
      (select coalesce(jsonb_agg(to_jsonb(g) order by g.id, g.alcaldia, g.oficio), '[]') from guardadas g) as stored,
      (select coalesce(jsonb_agg(to_jsonb(d) order by d.id, d.alcaldia, d.oficio), '[]') from debidas d) as counted`)
  return row ?? { stored: [], counted: [undefined] }
}

/** Counters of the directory that differ from its rows. */
const wrongTotals = () => app.sql`
  select t.alcaldia, t.oficio from interno.directorio_totales t
  where t.total <> (select count(*) from interno.directorio d where (d.alcaldia, d.oficio) = (t.alcaldia, t.oficio))
  union all
  select t.alcaldia, t.oficio from interno.directorio_celdas t
  where t.total <> (
    select count(*) from interno.directorio d
    where (d.alcaldia, d.oficio, d.celda) = (t.alcaldia, t.oficio, t.celda))
  union all
  select t.alcaldia, t.oficio from interno.directorio_disponibles t
  where t.total <> (
    select count(*) from interno.directorio d
    where (d.alcaldia, d.oficio, d.disponible_el, d.celda) = (t.alcaldia, t.oficio, t.dia, t.celda))`

/** Daily figures of views and unlocked contacts that differ from those counted from the rows. */
const wrongFigures = () => app.sql`
  select maestro_id, dia, c.visitas, v.visitas as visitas_contadas, c.contactos, a.contactos as contactos_contados
  from interno.cifras_diarias c
  full join (
    select maestro_id, dia, count(*)::int as visitas from public.vistas_perfil group by 1, 2
  ) v using (maestro_id, dia)
  full join (
    select maestro_id, interno.dia_de_la_ciudad(creado_en) as dia, count(*)::int as contactos
    from public.accesos_contacto group by 1, 2
  ) a using (maestro_id, dia)
  where coalesce(c.visitas, 0) <> coalesce(v.visitas, 0) or coalesce(c.contactos, 0) <> coalesce(a.contactos, 0)`

test('stored averages, counts, distributions, levels, daily figures and the directory equal those counted again, after any history', async () => {
  const reached = new Set<unknown>()
  await fc.assert(
    fc.asyncProperty(acts, async (history) => {
      const world = await makeWorld(app)
      for (const [n, act] of history.entries()) {
        await perform(world, act)
        // Also along the way: a wrong figure may be made right by a later act.
        if (n % 20 !== 0 && n < history.length - 1) continue
        for (const { stored, counted } of await figures()) {
          expect(stored).toEqual(counted)
          reached.add(stored.nivel)
        }
        const { stored, counted } = await directory()
        expect(stored).toEqual(counted)
        expect([...(await wrongTotals())]).toEqual([])
        expect([...(await wrongFigures())]).toEqual([])
      }
    }),
    // A history that fails is made smaller for so long only, so that the report shows it.
    { numRuns: 10, interruptAfterTimeLimit: 120_000 },
  )
  // Otherwise the histories would say little about levels.
  expect([...reached]).toContain('confianza_comprobada')
}, 180_000)
