import { expect, test } from 'vitest'
import { appForTests } from '../setup/app.ts'
import { call } from '../setup/functions.ts'
import {
  makeBuscador,
  makeMaestro,
  suspend,
  type TestPerson,
  unlockContacto,
} from '../setup/rows/maestros.ts'
import { makeChat, makeReviewablePair, writeReview } from '../setup/rows/reviews.ts'

/** A seeker who unlocked and talked is asked once for a review, three days after the unlock. */

const app = appForTests()

const ask = async (who: TestPerson, chat_id: string, more: object = {}) =>
  (await call(who.client, 'pedir-resena', { body: { chat_id, ...more } })).data
const age = (buscador: string, days: number) =>
  app.sql`
    update public.accesos_contacto set creado_en = creado_en - make_interval(days => ${days})
    where buscador_id = ${buscador}`

test('the seeker is asked three days after the unlock, and not before', async () => {
  const { ana, chat } = await makeReviewablePair(app)
  expect(await ask(ana, chat)).toEqual({ pedir: false })
  // The contact was unlocked a day ago.
  await age(ana.id, 1)
  expect(await ask(ana, chat)).toEqual({ pedir: false })
  await age(ana.id, 1)
  expect(await ask(ana, chat)).toEqual({ pedir: true })
  expect(await ask(ana, chat)).toEqual({ pedir: true })
})

test('a dismissed request is not shown again on any device', async () => {
  const { ana, chat } = await makeReviewablePair(app)
  await age(ana.id, 3)
  expect(await ask(ana, chat)).toEqual({ pedir: true })
  expect(await ask(ana, chat, { descartar: true })).toEqual({ pedir: false })
  expect(await ask(ana, chat, { descartar: true })).toEqual({ pedir: false })
  expect(await ask(ana, chat)).toEqual({ pedir: false })
})

test('a request that was not answered ends a week after it was first shown', async () => {
  const { ana, chat } = await makeReviewablePair(app)
  await age(ana.id, 30)
  expect(await ask(ana, chat)).toEqual({ pedir: true })
  await app.sql`
    update interno.peticiones_de_resena set pedida_en = pedida_en - interval '7 days' where buscador_id = ${ana.id}`
  expect(await ask(ana, chat)).toEqual({ pedir: false })
})

test('nobody is asked who did not talk, has written the review, or whose maestro is suspended', async () => {
  const silent = { ana: await makeBuscador(app), luis: await makeMaestro(app) }
  await unlockContacto(app, { buscador: silent.ana.id, maestro: silent.luis.id })
  const chat = await makeChat(app, silent.ana.id, silent.luis.id)
  await age(silent.ana.id, 5)
  expect(await ask(silent.ana, chat)).toEqual({ pedir: false })

  const written = await makeReviewablePair(app)
  await age(written.ana.id, 5)
  await writeReview(written.ana, written.luis.id)
  expect(await ask(written.ana, written.chat)).toEqual({ pedir: false })

  const gone = await makeReviewablePair(app)
  await age(gone.ana.id, 5)
  await suspend(app, gone.luis.id)
  expect(await ask(gone.ana, gone.chat)).toEqual({ pedir: false })
})

test('a seeker gets no review request of another seeker', async () => {
  const { ana, chat } = await makeReviewablePair(app)
  await age(ana.id, 5)
  const other = await makeBuscador(app)
  for (const more of [{}, { descartar: true }]) {
    expect((await call(other.client, 'pedir-resena', { body: { chat_id: chat, ...more } })).status).toBe(404)
  }
  expect(await ask(ana, chat)).toEqual({ pedir: true })
})
