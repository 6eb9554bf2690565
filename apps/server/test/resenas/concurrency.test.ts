import { expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/db/pool.ts'
import { appForTests } from '../setup/app.ts'
import type { Called } from '../setup/functions.ts'
import { requestContact } from '../setup/rows/contact.ts'
import { makeBuscador, makeMaestro, makeSeekers } from '../setup/rows/maestros.ts'
import { decide, makeOperator } from '../setup/rows/operators.ts'
import { writeReview } from '../setup/rows/reviews.ts'

const app = appForTests({ DATABASE_POOL: '12' })

const MANY = 100
const figuresOf = async (id: string) => {
  const [row] = await app.sql`
    select m."cantidad_reseñas" as cantidad, m."reseñas_confirmadas" as confirmadas,
      m.promedio_calificacion::float8 as promedio,
      array[c.estrellas_1, c.estrellas_2, c.estrellas_3, c.estrellas_4, c.estrellas_5] as distribucion,
      d.tarjeta::json ->> 'cantidad_reseñas' as tarjeta,
      (select sum(contactos)::int from interno.cifras_diarias where maestro_id = m.id) as contactos
    from public.maestros m join interno.conteo_de_resenas c on c.maestro_id = m.id
    join interno.directorio d on d.maestro_id = m.id
    where m.id = ${id}`
  return row
}

/** Each of the seekers unlocked the contact and has a chat in which both wrote, so that a review is allowed. */
async function acquaint(maestro: string, seekers: string[]) {
  await app.sql`
    insert into public.accesos_contacto (maestro_id, buscador_id, motivo, creado_en)
    select ${maestro}, id, 'pedir_cotizacion', now() - interval '1 day' from unnest(${seekers}::uuid[]) id`
  await app.sql`
    with conversaciones as (
      insert into public.chats (buscador_id, maestro_id)
      select id, ${maestro} from unnest(${seekers}::uuid[]) id returning id, buscador_id, maestro_id
    )
    insert into public.mensajes (chat_id, autor_id, tipo, contenido)
    select c.id, a.autor, 'texto', 'Buenas tardes' from conversaciones c
    cross join lateral (values (c.buscador_id), (c.maestro_id)) a (autor)`
}

/**
 * Sends a call again that was answered 503. On a busy machine one of the calls may wait longer for its connection than
 * the server allows, and a 503 says that nothing was done.
 */
async function answered(send: () => Promise<Called>, tries = 5): Promise<Called> {
  const answer = await send()
  return answer.status === 503 && tries > 1 ? answered(send, tries - 1) : answer
}

test('200 seekers at once, of whom one half reviews a maestro and the other unlocks the contact: all are answered and counted', async () => {
  const luis = await makeMaestro(app, { ineVerificado: true })
  const seekers = await makeSeekers(app, 2 * MANY)
  const [authors, unlockers] = [seekers.slice(0, MANY), seekers.slice(MANY)]
  await acquaint(
    luis.id,
    authors.map(({ id }) => id),
  )
  const [reviews, unlocks] = await Promise.all([
    Promise.all(
      authors.map((ana, n) =>
        answered(() =>
          writeReview(ana, luis.id, { puntuacion: (n % 5) + 1, trabajo_realizado: n % 2 === 0 }),
        ),
      ),
    ),
    Promise.all(unlockers.map(({ client }) => answered(() => requestContact(client, luis.id)))),
  ])
  expect([...reviews, ...unlocks].filter(({ status }) => status !== 200)).toEqual([])
  expect(await figuresOf(luis.id)).toEqual({
    cantidad: MANY,
    confirmadas: MANY / 2,
    promedio: 3,
    distribucion: Array.from({ length: 5 }, () => MANY / 5),
    tarjeta: String(MANY),
    contactos: 2 * MANY,
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
          insert into public.resenas (buscador_id, maestro_id, puntuacion, comentario, trabajo_realizado, contada)
          values (${seeker}, ${maestro}, ${(n % 5) + 1}, 'Un comentario de la prueba.', ${n % 2 === 0}, ${n % 3 > 0})
          on conflict (maestro_id, buscador_id) do nothing`
      }
      await sql`update public.resenas set puntuacion = ${((n + 1) % 5) + 1} where buscador_id = ${seeker}`
    }
    const rounds = ids.seekers.map(async (seeker, n) => {
      for (let round = 0; round < 4; round++) {
        await write(seeker, n + round)
        await sql`select interno.cambiar_suspension(${operator.id}, ${seeker}, ${round % 2 === 0}, ${motivo})`
        const maestro = ids.maestros[(n + round) % 3] ?? ''
        await sql.begin(async (tx) => {
          await decide({ sql: tx }, operator, maestro, 'ine', 'en_revision')
          if (round % 2) await decide({ sql: tx }, operator, maestro, 'ine', 'verificado')
        })
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
      select r.maestro_id, count(*)::int as cantidad, trunc(avg(r.puntuacion), 2) as promedio
      from public.resenas r join public.profiles p on p.id = r.buscador_id and p.suspendido_en is null
      where r.contada group by 1
    ) c on c.maestro_id = m.id
    where (m."cantidad_reseñas", m.promedio_calificacion) is distinct from
      (coalesce(c.cantidad, 0), coalesce(c.promedio, 0))`
  expect([...wrong]).toEqual([])
}, 120_000)
