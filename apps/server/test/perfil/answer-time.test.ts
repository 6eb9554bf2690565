import { maestros } from '@maestros/contrato/directorio/maestros'
import { PASOS_DE_RESPUESTA, type PasoDeRespuesta } from '@maestros/dominio/perfil/tiempo-de-respuesta'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keepCurrent } from '../../src/subjects/directorio/keep-current.ts'
import { appForTests } from '../setup/app.ts'
import { search } from '../setup/functions.ts'
import { makePair, sent, startChat } from '../setup/rows/chats.ts'
import { makeBuscador, makeMaestro, profileOf, type TestMaestro } from '../setup/rows/maestros.ts'

const app = appForTests()

const countedMinutes = async (pairs: [string, string][]) => {
  const rows = await app.sql<{ minutos: number }[]>`
    select interno.minutos_contados(d::timestamptz, h::timestamptz) as minutos
    from unnest(${pairs.map(([from]) => from)}::text[], ${pairs.map(([, to]) => to)}::text[])
      with ordinality as p (d, h, orden)
    order by orden`
  return rows.map(({ minutos }) => minutos)
}

describe('the counted minutes of an answer', () => {
  test.each([
    ['in the day', '2026-11-10T12:00:00-06:00', '2026-11-10T12:59:59-06:00', 59],
    ['a question at night', '2026-11-10T23:30:00-06:00', '2026-11-11T07:05:00-06:00', 5],
    ['question and answer in one night', '2026-11-10T22:10:00-06:00', '2026-11-11T03:00:00-06:00', 0],
    ['an answer at night', '2026-11-10T21:50:00-06:00', '2026-11-10T23:50:00-06:00', 10],
    ['over one night', '2026-11-10T21:50:00-06:00', '2026-11-11T07:10:00-06:00', 20],
    ['over three nights', '2026-11-10T08:00:00-06:00', '2026-11-13T08:00:00-06:00', 3 * 900],
    // The city has had no daylight saving time since 2022: these days have 24 hours.
    ['over the former change in April', '2026-04-04T12:00:00-06:00', '2026-04-06T12:00:00-06:00', 1800],
    ['over the former change in October', '2026-10-24T12:00:00-06:00', '2026-10-26T12:00:00-06:00', 1800],
  ])('leave out the hours from 22:00 to 7:00 of Mexico City: %s', async (_what, from, to, minutes) => {
    expect(await countedMinutes([[from, to]])).toEqual([minutes])
  })

  test('are those that a clock in Mexico City counts one by one', async () => {
    const start = Date.parse('2026-01-01T06:00:00Z')
    const minute = 60_000
    const pair = fc.tuple(fc.nat(60 * 24 * 300), fc.nat(60 * 24 * 4))
    const pairs = fc.sample(pair, 200)
    const isNight = (at: number) => {
      // Mexico City is six hours behind UTC in the whole year.
      const hour = new Date(at - 6 * 60 * minute).getUTCHours()
      return hour >= 22 || hour < 7
    }
    const expected = pairs.map(([from, length]) => {
      let counted = 0
      for (let one = 0; one < length; one++) if (!isNight(start + (from + one) * minute)) counted += 1
      return counted
    })
    const iso = (minutes: number) => new Date(start + minutes * minute).toISOString()
    expect(await countedMinutes(pairs.map(([from, length]) => [iso(from), iso(from + length)]))).toEqual(
      expected,
    )
  })
})

/** The median of each step is below this many counted minutes. A counted day has 15 hours. Only the database applies it. */
const MINUTOS_DE_PASO: Record<PasoDeRespuesta, number> = {
  '15_minutos': 15,
  '1_hora': 60,
  '3_horas': 180,
  '1_dia': 15 * 60,
}
/** With fewer answered chats nothing is shown. */
const RESPUESTAS_MIN = 5

test('the steps are those of the rules', async () => {
  const [check] = await app.sql<{ text: string }[]>`
    select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'tiempos_de_respuesta_paso_check'`
  const allowed = [...(check?.text ?? '').matchAll(/'(\w+)'::text/g)].map(([, value]) => value)
  expect(allowed).toEqual([...PASOS_DE_RESPUESTA])
  const stepOf = async (answers: number, median: number) =>
    (await app.sql`select interno.paso_de_respuesta(${answers}, ${median}) as paso`)[0]?.paso
  let below = 0
  for (const step of PASOS_DE_RESPUESTA) {
    expect(await stepOf(RESPUESTAS_MIN, below)).toBe(step)
    expect(await stepOf(RESPUESTAS_MIN, MINUTOS_DE_PASO[step] - 0.5)).toBe(step)
    expect(await stepOf(RESPUESTAS_MIN - 1, below)).toBeNull()
    below = MINUTOS_DE_PASO[step]
  }
  expect(await stepOf(RESPUESTAS_MIN, below)).toBeNull()
})

/** A chat whose question and first answer have the given times, in minutes of one day. */
async function answeredChat(maestro: TestMaestro, minutes: number, daysAgo = 1) {
  const seeker = await makeBuscador(app)
  const chat = await startChat(seeker.client, maestro.id)
  await app.sql`
    insert into public.mensajes (chat_id, autor_id, tipo, contenido, creado_en)
    select ${chat}, autor, 'texto', 'Hola',
      (interno.dia_de_la_ciudad(now()) - ${daysAgo}::integer + time '08:00')::timestamp at time zone 'America/Mexico_City'
        + make_interval(mins => minutos)
    from (values (1, ${seeker.id}::uuid, 0), (2, ${maestro.id}::uuid, ${minutes}::integer)) v (orden, autor, minutos)
    order by orden`
  return chat
}

async function shown(maestro: TestMaestro) {
  const [alcaldia = ''] = maestro.alcaldias
  const [oficio = ''] = maestro.oficios
  const cards = maestros.output.parse((await search(app.client(), { alcaldia, oficio, limit: 50 })).data)
  const profile = await profileOf(app.client(), maestro.id)
  return {
    card: cards.find(({ id }) => id === maestro.id)?.tiempo_respuesta,
    profile: profile.tiempo_respuesta,
  }
}
const both = (step: string | null) => ({ card: step, profile: step })

describe('the answer time of a maestro', () => {
  test('is shown on card and profile from the fifth answered chat on, as the step of the median', async () => {
    const luis = await makeMaestro(app, { alcaldias: ['Tlalpan'] })
    for (const minutes of [5, 20, 30, 40]) {
      await answeredChat(luis, minutes)
      expect(await shown(luis)).toEqual(both(null))
    }
    await answeredChat(luis, 800)
    expect(await shown(luis)).toEqual(both('1_hora'))
    // The median of six is the middle between 30 and 40; of seven and eight it rises to 370.
    await answeredChat(luis, 800)
    await answeredChat(luis, 700)
    await answeredChat(luis, 700)
    expect(await shown(luis)).toEqual(both('1_dia'))
  })

  test('counts the first answer of a chat only, and is written by the message itself', async () => {
    const { ana, luis, chat } = await makePair(app)
    const recorded = () =>
      app.sql`select minutos, respondido_en from interno.primeras_respuestas where chat_id = ${chat}`
    await sent(ana.client, chat, '¿Puede venir hoy?')
    await sent(ana.client, chat, '¿Hola?')
    expect(await recorded()).toHaveLength(0)
    const answer = await sent(luis.client, chat, 'Sí, a las cinco')
    const [first] = await recorded()
    expect(first?.minutos).toBe(0)
    expect(first?.respondido_en.toISOString()).toBe(new Date(answer.creado_en).toISOString())
    await sent(ana.client, chat, '¿Y mañana?')
    await sent(luis.client, chat, 'También')
    expect([...(await recorded())]).toEqual([first])
  })

  test('counts neither blocked messages nor a chat in which the maestro wrote first', async () => {
    const { ana, luis, chat } = await makePair(app)
    const recorded = async () =>
      (await app.sql`select minutos from interno.primeras_respuestas where chat_id = ${chat}`).map(
        ({ minutos }) => minutos,
      )
    await sent(ana.client, chat, 'Hola')
    await sent(luis.client, chat, 'Mi teléfono es 55 1234 5678')
    expect(await recorded()).toEqual([])
    await sent(luis.client, chat, 'Buenas tardes')
    expect(await recorded()).toEqual([0])

    const other = await makePair(app)
    await sent(other.ana.client, other.chat, 'Mi correo es ana@example.com')
    await sent(other.luis.client, other.chat, 'Buenas tardes, ¿qué necesita?')
    await sent(other.ana.client, other.chat, 'Una llave de agua')
    await sent(other.luis.client, other.chat, 'Claro')
    const [row] = await app.sql`select minutos from interno.primeras_respuestas where chat_id = ${other.chat}`
    expect(row).toEqual({ minutos: null })
    const [time] = await app.sql`select from interno.tiempos_de_respuesta where maestro_id = ${other.luis.id}`
    expect(time).toBeUndefined()
  })

  test('loses answers that are older than 90 days when the job runs', async () => {
    const luis = await makeMaestro(app, { alcaldias: ['Tlalpan'] })
    for (const daysAgo of [89, 1, 1, 1, 1]) await answeredChat(luis, 5, daysAgo)
    expect(await shown(luis)).toEqual(both('15_minutos'))
    await app.sql`
      update interno.primeras_respuestas set respondido_en = respondido_en - interval '2 days'
      where maestro_id = ${luis.id} and respondido_en < now() - interval '80 days'`
    await app.sql`
      update interno.tiempos_de_respuesta set vence_en = now() - interval '1 hour' where maestro_id = ${luis.id}`
    await keepCurrent(app.services.db.maintenance)
    expect(await shown(luis)).toEqual(both(null))
    const [time] = await app.sql`
      select respuestas, vence_en > now() as later from interno.tiempos_de_respuesta where maestro_id = ${luis.id}`
    expect(time).toEqual({ respuestas: 4, later: true })
  })

  test('counts every answer when several chats are answered at the same moment', async () => {
    const luis = await makeMaestro(app, { alcaldias: ['Tlalpan'] })
    const chats = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const seeker = await makeBuscador(app)
        const chat = await startChat(seeker.client, luis.id)
        await sent(seeker.client, chat, 'Hola')
        return chat
      }),
    )
    await Promise.all(
      chats.map(
        (chat) => app.sql`
        insert into public.mensajes (chat_id, autor_id, tipo, contenido) values (${chat}, ${luis.id}, 'texto', 'Hola')`,
      ),
    )
    const [time] =
      await app.sql`select respuestas, paso from interno.tiempos_de_respuesta where maestro_id = ${luis.id}`
    expect(time).toEqual({ respuestas: 12, paso: '15_minutos' })
    expect(await shown(luis)).toEqual(both('15_minutos'))
  })

  test('equals the median of all chats, computed from their messages, after any history', async () => {
    const message = fc.record({
      chat: fc.nat(7),
      author: fc.constantFrom('seeker', 'maestro'),
      blocked: fc.boolean(),
      minutes: fc.integer({ min: 1, max: 500 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 10, maxLength: 60 }), async (messages) => {
        const luis = await makeMaestro(app)
        const chats = await app.sql<{ id: string; seeker: string }[]>`
          insert into public.chats (buscador_id, maestro_id)
          select id, ${luis.id} from public.profiles where role = 'buscador' limit 8
          returning id, buscador_id as seeker`
        let at = Date.now() - 40 * 24 * 60 * 60_000
        for (const { chat, author, blocked, minutes } of messages) {
          at += minutes * 60_000
          const to = chats[chat]!
          await app.sql`
            insert into public.mensajes (chat_id, autor_id, tipo, contenido, bloqueado, motivo_bloqueo, creado_en)
            values (${to.id}, ${author === 'seeker' ? to.seeker : luis.id}, 'texto', 'Hola', ${blocked},
              ${blocked ? 'telefono' : null}, ${new Date(at)})`
        }
        const [difference] = await app.sql`
          with dichos as (
            select m.chat_id, m.creado_en, m.autor_id = c.maestro_id as del_maestro,
              row_number() over (partition by m.chat_id, m.autor_id order by m.secuencia) as turno
            from mensajes m join chats c on c.id = m.chat_id
            where c.maestro_id = ${luis.id} and not m.bloqueado
          ), calculado as (
            select count(*)::int as n,
              percentile_cont(0.5) within group (order by interno.minutos_contados(q.creado_en, r.creado_en)) as mediana
            from dichos q join dichos r on r.chat_id = q.chat_id and r.del_maestro and r.turno = 1
            where not q.del_maestro and q.turno = 1 and q.creado_en < r.creado_en
          )
          select c.n as expected, coalesce(t.respuestas, 0) as stored, c.mediana as median, t.mediana::float8 as stored_median
          from calculado c left join interno.tiempos_de_respuesta t on t.maestro_id = ${luis.id}`
        expect(difference?.stored).toBe(difference?.expected)
        expect(difference?.stored_median).toBe(difference?.median)
      }),
      { numRuns: 8 },
    )
  }, 60_000)
})
