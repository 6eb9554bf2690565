import { resenas } from '@maestros/contrato/resenas/resenas'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eraseAccount } from '../../src/subjects/cuenta/erase.ts'
import { keepDirectoryCurrent } from '../../src/subjects/directorio/keep-current.ts'
import { appForTests, startApp, type TestApp } from '../setup/app.ts'
import { call } from '../setup/functions.ts'
import { published } from '../setup/rows/chats.ts'
import {
  makeBuscador,
  makeMaestro,
  makeResena,
  makeSeekers,
  signIn,
  type TestMaestro,
  type TestPerson,
} from '../setup/rows/maestros.ts'
import { makeReviewablePair, type ReviewablePair, writeReview } from '../setup/rows/reviews.ts'

/** Which reviews count for average, number, jobs, level and order: docs/decisions/seguridad.md. */

const app = appForTests()

const unlockedAgo = ({ ana, luis }: ReviewablePair, ago: string) =>
  app.sql`
    update public.accesos_contacto set creado_en = now() - ${ago}::interval
    where buscador_id = ${ana.id} and maestro_id = ${luis.id}`
/** A seeker who unlocked the contact a moment ago, and writes a review at once. Older than a day: bursts of the address have their own test. */
async function reviewAtOnce(luis?: TestMaestro, more: { ana?: TestPerson; puntuacion?: number } = {}) {
  const pair = await makeReviewablePair(app, { ...(luis && { luis }), ...(more.ana && { ana: more.ana }) })
  await app.sql`
    update auth.users set email_confirmed_at = least(email_confirmed_at, now() - interval '25 hours') where id = ${pair.ana.id}`
  await unlockedAgo(pair, '5 minutes')
  expect((await writeReview(pair.ana, pair.luis.id, { puntuacion: more.puntuacion ?? 5 })).status).toBe(200)
  return pair
}
const shownOf = async (maestro: { id: string }) => {
  const { data } = await call(app.client(), `maestro-profile/${maestro.id}`)
  const { promedio_calificacion, cantidad_reseñas, numero_trabajos_completados, distribucion, reseñas } =
    data as Record<string, unknown> & { reseñas: { contada: boolean }[] }
  return {
    figures: { promedio_calificacion, cantidad_reseñas, numero_trabajos_completados, distribucion },
    contadas: reseñas.map(({ contada }) => contada),
  }
}
const NONE = {
  promedio_calificacion: 0,
  cantidad_reseñas: 0,
  numero_trabajos_completados: 0,
  distribucion: [0, 0, 0, 0, 0],
}
const ONE = {
  promedio_calificacion: 5,
  cantidad_reseñas: 1,
  numero_trabajos_completados: 1,
  distribucion: [0, 0, 0, 0, 1],
}
/** Seven days pass for these people and all that they wrote, and the hourly job runs. */
async function passSevenDays(...people: { id: string }[]) {
  const ids = people.map(({ id }) => id)
  await app.sql`
    update auth.users set email_confirmed_at = email_confirmed_at - interval '7 days' where id = any (${ids}::uuid[])`
  await app.sql`
    update public.resenas set creado_en = creado_en - interval '7 days', revisar_en = revisar_en - interval '7 days'
    where buscador_id = any (${ids}::uuid[])`
  await app.sql`select interno.encolar(${keepDirectoryCurrent.name}, '{}')`
  await app.runJobs()
}

describe('a review', () => {
  test('counts at once when hours lie between the unlock and the review', async () => {
    const pair = await makeReviewablePair(app)
    await unlockedAgo(pair, '4 hours')
    expect((await writeReview(pair.ana, pair.luis.id)).status).toBe(200)
    expect(await shownOf(pair.luis)).toEqual({ figures: ONE, contadas: [true] })
  })

  test('without an exchange over time is listed with a mark, and changes no figure, level or place', async () => {
    const luis = await makeMaestro(app, { ineVerificado: true })
    const before = await app.sql`
      select tarjeta, celda, recomendado, por_calificacion, por_trabajos from interno.directorio where maestro_id = ${luis.id}`
    for (let n = 0; n < 3; n++) await reviewAtOnce(luis)
    expect(await shownOf(luis)).toEqual({ figures: NONE, contadas: [false, false, false] })
    expect([
      ...(await app.sql`
        select tarjeta, celda, recomendado, por_calificacion, por_trabajos from interno.directorio where maestro_id = ${luis.id}`),
    ]).toEqual([...before])
    const [page] = [resenas.output.parse((await call(app.client(), `resenas/${luis.id}`)).data)]
    expect(page.resenas.map(({ contada }) => contada)).toEqual([false, false, false])
    // One that counts beside them.
    await makeResena(app, { maestro: luis.id, puntuacion: 5 })
    expect((await shownOf(luis)).figures).toEqual(ONE)
  })

  test('begins to count when its author edits it hours after the unlock', async () => {
    const pair = await reviewAtOnce()
    await unlockedAgo(pair, '5 hours')
    await writeReview(pair.ana, pair.luis.id, { puntuacion: 5, comentario: 'Ya terminó y quedó muy bien.' })
    expect(await shownOf(pair.luis)).toEqual({ figures: ONE, contadas: [true] })
  })

  test('begins to count after 7 days by itself, and its two people are told live', async () => {
    const { ana, luis } = await reviewAtOnce()
    await app.sql`select interno.encolar(${keepDirectoryCurrent.name}, '{}')`
    await app.runJobs()
    expect((await shownOf(luis)).figures).toEqual(NONE)
    const events = await published(app, () => passSevenDays(ana))
    expect(await shownOf(luis)).toEqual({ figures: ONE, contadas: [true] })
    expect(events).toMatchObject([{ type: 'UPDATE', table: 'resenas' }])
    expect(JSON.stringify(events)).toContain(ana.id)
    expect(await published(app, () => passSevenDays(ana))).toEqual([])
  })

  test('of an account that was erased before does not begin to count', async () => {
    const { ana, luis } = await reviewAtOnce()
    await eraseAccount(app.services, ana.id)
    await passSevenDays(ana)
    expect(await shownOf(luis)).toEqual({ figures: NONE, contadas: [false] })
  })

  test('of a suspended author counts when the author is restored, if its time has come meanwhile', async () => {
    const { ana, luis } = await reviewAtOnce()
    await app.sql`update public.profiles set suspendido_en = now() where id = ${ana.id}`
    await passSevenDays(ana)
    expect((await shownOf(luis)).figures).toEqual(NONE)
    await app.sql`update public.profiles set suspendido_en = null where id = ${ana.id}`
    expect(await shownOf(luis)).toEqual({ figures: ONE, contadas: [true] })
  })

  test('that is imported without a chat in which both wrote does not begin to count', async () => {
    const [ana, luis] = [await makeBuscador(app), await makeMaestro(app)]
    await app.sql`
      insert into public.resenas (maestro_id, buscador_id, puntuacion, comentario, trabajo_realizado)
      values (${luis.id}, ${ana.id}, 5, 'Un comentario de la prueba.', true)`
    await passSevenDays(ana)
    expect(await shownOf(luis)).toEqual({ figures: NONE, contadas: [false] })
  })
})

describe('a burst of reviews', () => {
  test('of one maestro by young accounts does not begin to count; one of an old account in it does', async () => {
    const luis = await makeMaestro(app)
    const old = await makeBuscador(app)
    await app.sql`update auth.users set email_confirmed_at = now() - interval '30 days' where id = ${old.id}`
    const young = []
    for (let n = 0; n < 3; n++) young.push((await reviewAtOnce(luis, { puntuacion: 1 })).ana)
    await passSevenDays(...young)
    expect(await shownOf(luis)).toEqual({ figures: NONE, contadas: [false, false, false] })

    const other = await makeMaestro(app)
    const two = [(await reviewAtOnce(other)).ana, (await reviewAtOnce(other)).ana]
    await reviewAtOnce(other, { ana: await signIn(app, old.id) })
    await passSevenDays(...two, old)
    expect((await shownOf(other)).contadas).toEqual([true, true, true])
  })

  describe('of one address', () => {
    let strict: TestApp
    beforeEach(async () => {
      strict = await startApp({ LIMIT_NEWCOMERS_ADDRESS: '' }, app)
    })
    afterEach(() => strict.close())

    test('by accounts of less than 24 hours is noticed from the third on, whoever its maestros are', async () => {
      const people = await makeSeekers(app, 5)
      const [older] = people.slice(4)
      await app.sql`update auth.users set email_confirmed_at = now() - interval '2 days' where id = ${older?.id ?? ''}`
      const maestros = []
      for (const ana of people) {
        const pair = await makeReviewablePair(app, { ana })
        await unlockedAgo(pair, '5 minutes')
        maestros.push(pair.luis)
        const client = strict.client()
        const { response } = await client.functions.invoke('guardar-resena', {
          headers: { Authorization: `Bearer ${ana.token}` },
          body: {
            maestro_id: pair.luis.id,
            puntuacion: 5,
            comentario: 'Llegó a tiempo y dejó todo limpio.',
            trabajo_realizado: true,
          },
        })
        expect(response?.status).toBe(200)
      }
      await passSevenDays(...people)
      const counted = []
      for (const luis of maestros) counted.push(...(await shownOf(luis)).contadas)
      expect(counted).toEqual([true, true, false, false, true])
    })
  })
})
