import { guardarResena } from '@maestros/contrato/resenas/guardar-resena'
import { resenas as listContract, type ResenasPage } from '@maestros/contrato/resenas/resenas'
import { resenas as textos } from '@maestros/dominio/resenas/textos'
import { publicos } from '@maestros/dominio/seguridad/textos-de-rechazo'
import { describe, expect, test } from 'vitest'
import { appForTests } from '../setup/app.ts'
import { call, refusal } from '../setup/functions.ts'
import { published, whileOpen } from '../setup/rows/chats.ts'
import { makeBuscador, makeMaestro, makeResena, suspend, unlockContacto } from '../setup/rows/maestros.ts'
import {
  ageReview,
  answerReview,
  makeChat,
  makeReviewablePair,
  ownReview,
  REVIEW,
  type Written,
  writeReview,
} from '../setup/rows/reviews.ts'

const app = appForTests()

const reviewsOf = (maestro: string) => app.sql`select * from public.resenas where maestro_id = ${maestro}`
const idOf = (data: unknown) => guardarResena.output.parse(data).resena.id

describe('writing a review', () => {
  test('a seeker who unlocked the contact and talked with the maestro writes one, and reads it for editing', async () => {
    const { ana, luis } = await makeReviewablePair(app)
    expect(await ownReview(ana, luis.id)).toEqual({ resena: null, impedimento: null })
    const { status, data } = await writeReview(ana, luis.id, {
      puntuacion: 4,
      comentario: '  Muy puntual y limpio. ',
    })
    expect(status).toBe(200)
    const expected = {
      puntuacion: 4,
      comentario: 'Muy puntual y limpio.',
      trabajo_realizado: true,
      fotos: [],
    }
    expect(data).toMatchObject({ success: true, resena: expected })
    expect(await ownReview(ana, luis.id)).toMatchObject({ resena: expected, impedimento: null })
  })

  /** What is missing, with the sentence that the seeker reads. */
  const MISSING: [
    string,
    keyof typeof textos.impedimentos,
    (ana: string, luis: string) => Promise<unknown>,
  ][] = [
    ['the access', 'sin_acceso', (ana, luis) => makeChat(app, ana, luis)],
    ['a chat', 'sin_mensaje', (ana, luis) => unlockContacto(app, { buscador: ana, maestro: luis })],
    [
      'a message of the seeker',
      'sin_mensaje',
      (ana, luis) => writeMessages(ana, luis, [luis, 'texto', false]),
    ],
    ['an answer', 'sin_respuesta', (ana, luis) => writeMessages(ana, luis, [ana, 'texto', false])],
    [
      'an answer that was delivered',
      'sin_respuesta',
      (ana, luis) => writeMessages(ana, luis, [ana, 'imagen', false], [luis, 'texto', true]),
    ],
    [
      'an answer that is a text or a picture',
      'sin_respuesta',
      (ana, luis) => writeMessages(ana, luis, [ana, 'texto', false], [luis, 'video', false]),
    ],
  ]
  async function writeMessages(ana: string, luis: string, ...messages: [string, string, boolean][]) {
    await unlockContacto(app, { buscador: ana, maestro: luis })
    const chat = await makeChat(app, ana, luis)
    for (const [autor, tipo, blocked] of messages) {
      await app.sql`
        insert into public.mensajes (chat_id, autor_id, tipo, contenido, bloqueado, motivo_bloqueo)
        values (${chat}, ${autor}, ${tipo}, 'x', ${blocked}, ${blocked ? 'telefono' : null})`
    }
  }

  test.each(MISSING)(
    'without %s it is refused, and the seeker is told why',
    async (_name, reason, prepare) => {
      const [ana, luis] = [await makeBuscador(app), await makeMaestro(app)]
      await prepare(ana.id, luis.id)
      expect(await ownReview(ana, luis.id)).toEqual({ resena: null, impedimento: reason })
      expect(await writeReview(ana, luis.id)).toMatchObject(refusal('FORBIDDEN', textos.impedimentos[reason]))
      expect(await reviewsOf(luis.id)).toHaveLength(0)
    },
  )

  test('about a maestro who is suspended, or unknown, it is refused', async () => {
    const { ana, luis } = await makeReviewablePair(app)
    await suspend(app, luis.id)
    for (const id of [luis.id, ana.id]) {
      expect(await writeReview(ana, id)).toMatchObject({
        status: 404,
        message: textos.impedimentos.sin_maestro,
      })
    }
  })

  const { errores } = textos
  const WRONG: [string, Written, string][] = [
    ['blanks only', { comentario: ' '.repeat(40) }, errores.corta],
    ['too long', { comentario: 'a'.repeat(1001) }, errores.larga],
    [
      'with a phone in words',
      { comentario: 'Llámenle: cinco cinco uno dos tres cuatro cinco seis siete ocho' },
      publicos.contacto('La reseña'),
    ],
  ]
  test.each(WRONG)('a text that is %s is refused with a sentence', async (_name, review, sentence) => {
    const { ana, luis } = await makeReviewablePair(app)
    expect(await writeReview(ana, luis.id, review)).toMatchObject(refusal('INVALID_INPUT', sentence))
    expect(await reviewsOf(luis.id)).toHaveLength(0)
  })

  test('emoji count as one character each, as the database counts them', async () => {
    const { ana, luis } = await makeReviewablePair(app)
    expect((await writeReview(ana, luis.id, { comentario: '👍'.repeat(1000) })).status).toBe(200)
    expect((await writeReview(ana, luis.id, { comentario: '👍'.repeat(9) })).status).toBe(400)
  })

  test('0 and 6 stars are refused', async () => {
    const { ana, luis } = await makeReviewablePair(app)
    for (const puntuacion of [0, 6, 4.5])
      expect((await writeReview(ana, luis.id, { puntuacion })).status).toBe(400)
  })

  test('a pair has one review: two that are sent at once become one', async () => {
    const { ana, luis } = await makeReviewablePair(app)
    const answers = await Promise.all([
      writeReview(ana, luis.id),
      writeReview(ana, luis.id),
      writeReview(ana, luis.id),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ data }) => idOf(data))).size).toBe(1)
    expect(await reviewsOf(luis.id)).toHaveLength(1)
    const events =
      await app.sql`select tipo from interno.eventos where quien = ${ana.id} and tipo like 'resena%'`
    expect(events.map(({ tipo }) => tipo)).toEqual(['resena_escrita'])
  })
})

describe('editing a review', () => {
  test('its author edits it for 14 days, and the date of the edit is shown', async () => {
    const { ana, luis } = await makeReviewablePair(app)
    await writeReview(ana, luis.id)
    await ageReview(app, ana.id, 13)
    expect(
      (await writeReview(ana, luis.id, { puntuacion: 2, comentario: 'Volvió a fallar la llave.' })).status,
    ).toBe(200)
    const [row] = await reviewsOf(luis.id)
    expect(row).toMatchObject({ puntuacion: 2, comentario: 'Volvió a fallar la llave.' })
    expect(row?.editado_en).not.toBeNull()
    const page = listContract.output.parse((await call(app.client(), `resenas/${luis.id}`)).data)
    expect(page.resenas[0]?.editado_en).not.toBeNull()
  })

  test('after 14 days an edit is refused, and the same review again is still answered as done', async () => {
    const { ana, luis } = await makeReviewablePair(app)
    await writeReview(ana, luis.id)
    await ageReview(app, ana.id, 14)
    expect(await ownReview(ana, luis.id)).toMatchObject({ impedimento: 'vencida', resena: REVIEW })
    expect(await writeReview(ana, luis.id, { puntuacion: 1 })).toMatchObject({
      status: 403,
      message: textos.impedimentos.vencida,
    })
    expect((await writeReview(ana, luis.id)).status).toBe(200)
    const [row] = await reviewsOf(luis.id)
    expect(row).toMatchObject({ puntuacion: 5, editado_en: null })
  })

  test('sending the same edit again changes nothing and publishes nothing', async () => {
    const { ana, luis } = await makeReviewablePair(app)
    await writeReview(ana, luis.id)
    await writeReview(ana, luis.id, { puntuacion: 3 })
    const [before] = await reviewsOf(luis.id)
    const events = await published(app, async () => {
      expect((await writeReview(ana, luis.id, { puntuacion: 3 })).status).toBe(200)
    })
    expect(events).toEqual([])
    expect((await reviewsOf(luis.id))[0]).toEqual(before)
  })
})

describe('the answer of the maestro', () => {
  test('is written once, moderated, and repeating the same one is harmless', async () => {
    const { ana, luis } = await makeReviewablePair(app)
    const id = idOf((await writeReview(ana, luis.id)).data)
    expect(await answerReview(luis, id, '  ')).toMatchObject({
      status: 400,
      message: errores().respuestaVacia,
    })
    expect(await answerReview(luis, id, 'a'.repeat(1001))).toMatchObject({
      status: 400,
      message: errores().respuestaLarga,
    })
    expect(await answerReview(luis, id, 'Escríbame a luis@example.com')).toMatchObject({
      status: 400,
      message: publicos.contacto('La respuesta'),
    })
    expect((await answerReview(luis, id, ' ¡Gracias! ')).status).toBe(200)
    expect((await answerReview(luis, id, '¡Gracias!')).status).toBe(200)
    expect(await answerReview(luis, id, 'Otra cosa')).toMatchObject({
      status: 403,
      message: errores().yaRespondida,
    })
    const page = listContract.output.parse((await call(app.client(), `resenas/${luis.id}`)).data)
    expect(page.resenas[0]?.respuesta).toBe('¡Gracias!')
    expect(page.resenas[0]?.editado_en).toBeNull()
  })
  const errores = () => textos.errores

  test('of two different ones at once, one is kept and the other refused', async () => {
    const { ana, luis } = await makeReviewablePair(app)
    const id = idOf((await writeReview(ana, luis.id)).data)
    const answers = await Promise.all(['Primera', 'Segunda'].map((text) => answerReview(luis, id, text)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
  })

  test('cannot be written by another maestro, nor to a review that is hidden', async () => {
    const { ana, luis } = await makeReviewablePair(app)
    const other = await makeMaestro(app)
    const id = idOf((await writeReview(ana, luis.id)).data)
    expect(await answerReview(other, id, 'No fue así')).toMatchObject({ status: 404 })
    await suspend(app, ana.id)
    expect(await answerReview(luis, id, 'No fue así')).toMatchObject({
      status: 404,
      message: textos.errores.noEncontrada,
    })
  })
})

describe('the list', () => {
  const page = async (id: string, query = ''): Promise<ResenasPage> =>
    listContract.output.parse((await call(app.client(), `resenas/${id}${query}`)).data)

  test('has the distribution of stars and pages of ten, of all reviews and of one number of stars', async () => {
    const luis = await makeMaestro(app)
    for (let n = 0; n < 25; n++) {
      await makeResena(app, {
        maestro: luis.id,
        puntuacion: n % 2 === 0 ? 5 : 4,
        comentario: `Reseña número ${n}.`,
      })
    }
    // They have the same time: their order must still be stable.
    await app.sql`update public.resenas set creado_en = '2025-08-04' where maestro_id = ${luis.id} and comentario like '%1_.'`
    for (const [filter, count] of [
      ['', 25],
      ['estrellas=5', 13],
      ['estrellas=4', 12],
      ['estrellas=1', 0],
    ] as const) {
      const seen: ResenasPage['resenas'] = []
      let cursor: string | null = null
      do {
        const query: string = [filter, cursor && `cursor=${cursor}`].filter(Boolean).join('&')
        const answer = await page(luis.id, query && `?${query}`)
        expect(answer.distribucion).toEqual([0, 0, 0, 12, 13])
        expect(answer.resenas.length).toBe(Math.min(10, count - seen.length))
        seen.push(...answer.resenas)
        cursor = answer.cursor
      } while (cursor !== null)
      expect(new Set(seen.map(({ id }) => id)).size).toBe(count)
      if (filter) expect(seen.every(({ puntuacion }) => `estrellas=${puntuacion}` === filter)).toBe(true)
    }
  })

  test('is refused for an unknown maestro and for a bad filter or cursor', async () => {
    const luis = await makeMaestro(app)
    expect((await call(app.client(), `resenas/${(await makeBuscador(app)).id}`)).status).toBe(404)
    for (const query of ['estrellas=0', 'estrellas=6', 'estrellas=x', 'cursor=abc']) {
      expect((await call(app.client(), `resenas/${luis.id}?${query}`)).status).toBe(400)
    }
  })

  test('does not show a review whose author is suspended, and shows it again when the author is restored', async () => {
    const { ana, luis } = await makeReviewablePair(app)
    await writeReview(ana, luis.id)
    await makeResena(app, { maestro: luis.id, puntuacion: 3 })
    await suspend(app, ana.id)
    expect((await page(luis.id)).distribucion).toEqual([0, 0, 1, 0, 0])
    expect((await page(luis.id)).resenas.map(({ puntuacion }) => puntuacion)).toEqual([3])
    const profile = await call(app.client(), `maestro-profile/${luis.id}`)
    expect(profile.data).toMatchObject({
      promedio_calificacion: 3,
      cantidad_reseñas: 1,
      distribucion: [0, 0, 1, 0, 0],
    })
    // The table, as its maestro may read it.
    expect((await luis.client.from('resenas').select('id')).data).toHaveLength(1)
    await app.sql`update public.profiles set suspendido_en = null where id = ${ana.id}`
    expect((await page(luis.id)).distribucion).toEqual([0, 0, 1, 0, 1])
    expect((await luis.client.from('resenas').select('id')).data).toHaveLength(2)
  })
})

test('a review that is written while its author is being suspended is not counted', async () => {
  const { ana, luis } = await makeReviewablePair(app)
  await whileOpen(
    app,
    { before: (sql) => sql`update public.profiles set suspendido_en = now() where id = ${ana.id}` },
    async () =>
      await app.services.db.sql`
        select estado from interno.guardar_resena(${ana.id}, ${luis.id}, 5, ${REVIEW.comentario}, true, '{}', 14)`,
  )
  const [row] = await reviewsOf(luis.id)
  expect(row).toMatchObject({ oculta: true })
  const [maestro] = await app.sql`select "cantidad_reseñas" as n from public.maestros where id = ${luis.id}`
  expect(maestro).toEqual({ n: 0 })
})

test('a written review and its answer are published to the author and the maestro, and to nobody else', async () => {
  const { ana, luis } = await makeReviewablePair(app)
  let id = ''
  const events = await published(app, async () => {
    id = idOf((await writeReview(ana, luis.id)).data)
    await writeReview(ana, luis.id, { puntuacion: 4 })
    await answerReview(luis, id, 'Gracias por su confianza.')
  })
  expect(
    events.map(({ table, type, record, readers }) => [table, type, record.id, [...readers].sort()]),
  ).toEqual(['INSERT', 'UPDATE', 'UPDATE'].map((type) => ['resenas', type, id, [ana.id, luis.id].sort()]))
})
