import { expect, test } from 'vitest'
import { appForTests } from '../../setup/app.ts'
import { eventually, listen, liveClient, NAVBAR } from '../../setup/live.ts'
import { makeBuscador } from '../../setup/rows/maestros.ts'

/** Who is online, as the e-mail about unread messages needs it. */

const app = appForTests()

const isOnline = async (id: string) =>
  (await app.sql<{ online: boolean }[]>`select interno.esta_en_linea(${id}) as online`)[0]?.online

test('a person with an open channel is online, and another person is not', async () => {
  const [ana, eva] = [await makeBuscador(app), await makeBuscador(app)]
  const client = await liveClient(app, ana)
  listen(client, NAVBAR)
  await eventually(() => isOnline(ana.id)).toBe(true)
  expect(await isOnline(eva.id)).toBe(false)
  await client.removeAllChannels()
})

test('a visitor without a session leaves no mark', async () => {
  const before = await app.sql`select user_id from interno.en_linea`
  const [ana] = [await makeBuscador(app)]
  const [anonymous, known] = [await liveClient(app), await liveClient(app, ana)]
  listen(anonymous, NAVBAR)
  listen(known, NAVBAR)
  await eventually(() => isOnline(ana.id)).toBe(true)
  expect(await app.sql`select user_id from interno.en_linea`).toHaveLength(before.length + 1)
  await Promise.all([anonymous.removeAllChannels(), known.removeAllChannels()])
})

test('a mark that is older than two and a half minutes does not count, and a recent one is not written again', async () => {
  const { id } = await makeBuscador(app)
  const mark = () => app.sql`select interno.anotar_en_linea(${[id]}::uuid[])`
  const seen = async (ago: string) => {
    await app.sql`update interno.en_linea set visto_en = now() - ${ago}::interval where user_id = ${id}`
  }
  await mark()
  expect(await isOnline(id)).toBe(true)
  await seen('151 seconds')
  expect(await isOnline(id)).toBe(false)
  await mark()
  expect(await isOnline(id)).toBe(true)
  await seen('20 seconds')
  await mark()
  const [row] = await app.sql<{ recent: boolean }[]>`
    select visto_en > now() - interval '15 seconds' as recent from interno.en_linea where user_id = ${id}`
  expect(row?.recent).toBe(false)
})

test('an account that was erased meanwhile does not prevent the marks of others', async () => {
  const { id } = await makeBuscador(app)
  await app.sql`select interno.anotar_en_linea(${['00000000-0000-4000-8000-00000000dead', id]}::uuid[])`
  expect(await isOnline(id)).toBe(true)
})
