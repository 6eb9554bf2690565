import { resenas as listContract } from '@maestros/contrato/resenas/resenas'
import { beforeAll, expect, test } from 'vitest'
import { sweep } from '../../src/protocol/storage/sweep.ts'
import { eraseAccount } from '../../src/subjects/cuenta/erase.ts'
import { appForTests } from '../setup/app.ts'
import { call } from '../setup/functions.ts'
import { makeBuscador, makeMaestro, suspend, type TestPerson } from '../setup/rows/maestros.ts'
import { blob, jpeg } from '../setup/rows/pictures.ts'
import { makeReviewablePair, ownReview, writeReview } from '../setup/rows/reviews.ts'

const app = appForTests()
let photo: Buffer
beforeAll(async () => {
  photo = await jpeg()
})

let moment = 1_700_000_000_000
async function upload(who: TestPerson, folder = `review-photos/${who.id}`): Promise<string> {
  const name = `${folder}/${++moment}.jpg`
  const { error } = await who.client.storage.from('chat-media').upload(name, blob(photo))
  expect(error).toBeNull()
  return name
}
const publicly = async (name: string) =>
  (await fetch(`${app.url}/storage/v1/object/public/chat-media/${name}`)).status
const shownOf = async (maestro: string) =>
  listContract.output.parse((await call(app.client(), `resenas/${maestro}`)).data).resenas[0]?.fotos
const placeOf = async (name: string) => {
  const [row] = await app.sql<{ key: string }[]>`select key from storage.objects where name = ${name}`
  return row?.key
}

test('photos are public once their review is written, and were not before', async () => {
  const { ana, luis } = await makeReviewablePair(app)
  const names = [await upload(ana), await upload(ana)]
  expect(await Promise.all(names.map(publicly))).toEqual([400, 400])
  expect((await ana.client.storage.from('chat-media').download(names[0]!)).error).toBeNull()
  expect((await writeReview(ana, luis.id, { fotos: names })).status).toBe(200)
  expect(await Promise.all(names.map(publicly))).toEqual([200, 200])
  expect(await shownOf(luis.id)).toEqual(names.map((name) => `/storage/v1/object/public/chat-media/${name}`))
  expect(await ownReview(ana, luis.id)).toMatchObject({ resena: { fotos: names } })
})

test('an edit adds, removes and orders photos; a removed one is no longer public, and the sweep deletes it', async () => {
  const { ana, luis } = await makeReviewablePair(app)
  const [one, two, three] = [await upload(ana), await upload(ana), await upload(ana)] as const
  await writeReview(ana, luis.id, { fotos: [one, two] })
  expect((await writeReview(ana, luis.id, { fotos: [three, one] })).status).toBe(200)
  expect(await ownReview(ana, luis.id)).toMatchObject({ resena: { fotos: [three, one] } })
  expect(await Promise.all([one, two, three].map(publicly))).toEqual([200, 400, 200])
  const place = await placeOf(two)
  await app.sql`update storage.objects set unused_since = unused_since - interval '25 hours'`
  await sweep(app.services)
  expect(await app.services.objects.read(place ?? '')).toBeUndefined()
  expect(await Promise.all([one, three].map(publicly))).toEqual([200, 200])
})

test('only own photos that are in no other review are accepted, at most three', async () => {
  const { ana, luis } = await makeReviewablePair(app)
  const other = await makeBuscador(app)
  const otherMaestro = (await makeReviewablePair(app, { ana })).luis
  const used = await upload(ana)
  expect((await writeReview(ana, otherMaestro.id, { fotos: [used] })).status).toBe(200)
  const foreign = await upload(other)
  const inChat = `${(await makeReviewablePair(app, { ana })).chat}/1.jpg`
  const refused = { status: 400, code: 'INVALID_INPUT' }
  for (const name of [
    foreign,
    used,
    inChat,
    `review-photos/${ana.id}/999.jpg`,
    `review-photos/${ana.id}/../${other.id}/1.jpg`,
    'https://example.com/1.jpg',
  ]) {
    expect(await writeReview(ana, luis.id, { fotos: [name] })).toMatchObject(refused)
  }
  const four = [await upload(ana), await upload(ana), await upload(ana), await upload(ana)]
  expect(await writeReview(ana, luis.id, { fotos: four })).toMatchObject(refused)
  expect(await app.sql`select from public.resenas where maestro_id = ${luis.id}`).toHaveLength(0)
  expect(await publicly(foreign)).toBe(400)
})

test('only seekers upload review photos, and only into their own folder', async () => {
  const [ana, luis] = [await makeBuscador(app), await makeMaestro(app)]
  for (const [who, folder] of [
    [luis, `review-photos/${luis.id}`],
    [luis, `review-photos/${ana.id}`],
    [ana, `review-photos/${luis.id}`],
    [ana, 'review-photos'],
  ] as const) {
    const { error } = await who.client.storage
      .from('chat-media')
      .upload(`${folder}/${++moment}.jpg`, blob(photo))
    expect([folder, error === null]).toEqual([folder, false])
  }
})

test('a photo of a shown review cannot be removed from the storage by its author', async () => {
  const { ana, luis } = await makeReviewablePair(app)
  const name = await upload(ana)
  await writeReview(ana, luis.id, { fotos: [name] })
  expect((await ana.client.storage.from('chat-media').remove([name])).data).toEqual([])
  expect(await publicly(name)).toBe(200)
})

test('while the author or the maestro is suspended, the photos are not public', async () => {
  for (const whom of ['ana', 'luis'] as const) {
    const pair = await makeReviewablePair(app)
    const name = await upload(pair.ana)
    await writeReview(pair.ana, pair.luis.id, { fotos: [name] })
    await suspend(app, pair[whom].id)
    expect(await publicly(name)).toBe(400)
    await app.sql`update public.profiles set suspendido_en = null where id = ${pair[whom].id}`
    expect(await publicly(name)).toBe(200)
  }
})

test('erasing the author removes the photos with their bytes, and the review stays counted without its author', async () => {
  const { ana, luis } = await makeReviewablePair(app)
  const name = await upload(ana)
  await writeReview(ana, luis.id, { fotos: [name] })
  const place = await placeOf(name)
  await eraseAccount(app.services, ana.id)
  expect(await publicly(name)).toBe(400)
  expect(await app.services.objects.read(place ?? '')).toBeUndefined()
  const page = listContract.output.parse((await call(app.client(), `resenas/${luis.id}`)).data)
  expect(page.distribucion).toEqual([0, 0, 0, 0, 1])
  expect(page.resenas).toMatchObject([{ usuario: 'Cuenta eliminada', fotos: [] }])
})

test('the reviews of an author who was suspended stay hidden after the erasure', async () => {
  const { ana, luis } = await makeReviewablePair(app)
  await writeReview(ana, luis.id)
  await suspend(app, ana.id)
  await eraseAccount(app.services, ana.id)
  const page = listContract.output.parse((await call(app.client(), `resenas/${luis.id}`)).data)
  expect(page).toMatchObject({ distribucion: [0, 0, 0, 0, 0], resenas: [] })
})
