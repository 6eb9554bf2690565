import { UMBRALES } from '@maestros/dominio/resenas/reputacion'
import { beforeAll, expect, test } from 'vitest'
import { appForTests } from '../setup/app.ts'
import { makeMaestro } from '../setup/rows/maestros.ts'

const app = appForTests()
let seekers: string[]
beforeAll(async () => {
  const rows = await app.sql<{ id: string }[]>`
    insert into auth.users (email, encrypted_password, email_confirmed_at, raw_user_meta_data)
    select gen_random_uuid() || '@example.com', 'x', now(), '{"role": "buscador", "nombre": "Ana", "apellido": "Ruiz"}'
    from generate_series(1, 200) returning id`
  seekers = rows.map(({ id }) => id)
})

/** A verified maestro with confirmed reviews: how many have each number of stars. */
async function makeReviewed(stars: Record<number, number>): Promise<string> {
  const { id } = await makeMaestro(app, { ineVerificado: true })
  const given = Object.entries(stars).flatMap(([star, count]) => Array<number>(count).fill(Number(star)))
  await app.sql`
    insert into public.resenas (buscador_id, maestro_id, puntuacion, comentario, trabajo_realizado, contada)
    select s.id, ${id}, s.estrellas, 'Un comentario de la prueba.', true, true
    from unnest(${seekers.slice(0, given.length)}::uuid[], ${given}::smallint[]) s (id, estrellas)`
  return id
}

/** 199 reviews of five stars and one of four: 4.995. */
const ALMOST_FIVE = { 5: 199, 4: 1 }
/** 101 reviews with the sum 454: 4.49505, just below the average of the best level. */
const ALMOST_EXPERT = { 5: 50, 4: 51 }

/** What is stored of a maestro, and what the card and the counters of the directory show. */
async function storedOf(id: string) {
  const [row] = await app.sql`
    select m.promedio_calificacion as promedio, m.reputacion_nivel as nivel,
      d.tarjeta::json ->> 'promedio_calificacion' as en_tarjeta, d.tarjeta::json ->> 'reputacion_nivel' as nivel_en_tarjeta,
      d.celda = interno.celda(m.identidad_verificada, m.reputacion_nivel, m.promedio_calificacion) as celda_correcta
    from public.maestros m join interno.directorio d on d.maestro_id = m.id where m.id = ${id}`
  return row
}

const shown = (promedio: string, nivel: string) => ({
  ...{ promedio, nivel, en_tarjeta: promedio, nivel_en_tarjeta: nivel },
  celda_correcta: true,
})

test('an average is stored rounded down, so that neither its stars nor the level are rounded up', async () => {
  expect(UMBRALES.experto.promedio).toBe(4.5)
  expect(await storedOf(await makeReviewed(ALMOST_FIVE))).toEqual(shown('4.99', 'experto'))
  expect(await storedOf(await makeReviewed(ALMOST_EXPERT))).toEqual(shown('4.49', 'confianza_comprobada'))
  expect(await storedOf(await makeReviewed({ 5: 10, 4: 10 }))).toEqual(shown('4.50', 'experto'))
})
