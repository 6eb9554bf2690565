import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/db/pool.ts'
import { startApp, type TestApp } from '../setup/app.ts'
import { makeBuscador, makeMaestro, type TestPerson } from '../setup/maestros.ts'
import { makeOperator } from '../setup/operators.ts'
import { makeAcquainted, writeReview } from '../setup/reviews.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ DATABASE_POOL: '12' })
})
afterAll(() => app.close())

const MANY = 240
const figuresOf = async (id: string) => {
  const [row] = await app.sql`
    select m."cantidad_reseñas" as cantidad, m."reseñas_confirmadas" as confirmadas,
      m.promedio_calificacion::float8 as promedio,
      array[c.estrellas_1, c.estrellas_2, c.estrellas_3, c.estrellas_4, c.estrellas_5] as distribucion,
      d.tarjeta::json ->> 'cantidad_reseñas' as tarjeta
    from public.maestros m join interno.conteo_de_resenas c on c.maestro_id = m.id
    join interno.directorio d on d.maestro_id = m.id
    where m.id = ${id}`
  return row
}

test('240 seekers review one maestro at once: every call is answered, and every review is counted', async () => {
  const luis = await makeMaestro(app, { ineVerificado: true })
  const seekers: TestPerson[] = []
  for (let n = 0; n < MANY; n++) seekers.push((await makeAcquainted(app, { luis })).ana)
  const answers = await Promise.all(
    seekers.map((ana, n) =>
      writeReview(ana, luis.id, { puntuacion: (n % 5) + 1, trabajo_realizado: n % 3 === 0 }),
    ),
  )
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  expect(await figuresOf(luis.id)).toEqual({
    cantidad: MANY,
    confirmadas: MANY / 3,
    promedio: 3,
    distribucion: Array.from({ length: 5 }, () => MANY / 5),
    tarjeta: String(MANY),
  })
}, 120_000)

test('reviews, edits, removals, verifications and suspensions of many at once cause no deadlock and no wrong figure', async () => {
  const maestros = await Promise.all(Array.from({ length: 3 }, () => makeMaestro(app)))
  const seekers = await Promise.all(Array.from({ length: 8 }, () => makeBuscador(app)))
  const operator = await makeOperator(app)
  const ids = { maestros: maestros.map(({ id }) => id), seekers: seekers.map(({ id }) => id) }
  const { sql, close } = openDatabase(app.target, { pool: 12 })
  try {
    const motivo = 'Una razón cualquiera de la prueba.'
    // An author's reviews are of several maestros: a suspension changes the figures of all of them in one statement.
    const write = async (seeker: string, n: number) => {
      for (const maestro of ids.maestros) {
        await sql`
          insert into public.resenas (buscador_id, maestro_id, puntuacion, comentario, trabajo_realizado)
          values (${seeker}, ${maestro}, ${(n % 5) + 1}, 'Un comentario de la prueba.', ${n % 2 === 0})
          on conflict (maestro_id, buscador_id) do nothing`
      }
      await sql`update public.resenas set puntuacion = ${((n + 1) % 5) + 1} where buscador_id = ${seeker}`
    }
    const rounds = ids.seekers.map(async (seeker, n) => {
      for (let round = 0; round < 4; round++) {
        await write(seeker, n + round)
        await sql`select interno.cambiar_suspension(${operator.id}, ${seeker}, ${round % 2 === 0}, ${motivo})`
        const maestro = ids.maestros[(n + round) % 3] ?? ''
        await sql`
          select interno.decidir_verificacion(${operator.id}, ${maestro}, 'ine', ${round % 2 ? 'verificado' : 'en_revision'})`
        await sql`
          select interno.retirar_resena(${operator.id}, id, ${motivo}) from public.resenas
          where buscador_id = ${seeker} and maestro_id = ${maestro}`
      }
    })
    await Promise.all(rounds)
  } finally {
    await close()
  }
  const wrong = await app.sql`
    select m.id from public.maestros m
    left join (
      select r.maestro_id, count(*)::int as cantidad, round(avg(r.puntuacion), 2) as promedio
      from public.resenas r join public.profiles p on p.id = r.buscador_id and p.suspendido_en is null group by 1
    ) c on c.maestro_id = m.id
    where (m."cantidad_reseñas", m.promedio_calificacion) is distinct from
      (coalesce(c.cantidad, 0), coalesce(c.promedio, 0))`
  expect([...wrong]).toEqual([])
}, 120_000)
