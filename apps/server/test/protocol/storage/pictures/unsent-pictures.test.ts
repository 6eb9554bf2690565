import { expect, test } from 'vitest'
import { appForTests, beforeTests } from '../../../setup/app.ts'
import { makePair, send, whileOpen } from '../../../setup/rows/chats.ts'
import type { TestPerson } from '../../../setup/rows/maestros.ts'
import { blob, jpeg, SMALL } from '../../../setup/rows/pictures.ts'

const app = appForTests()
const pair = beforeTests(() => makePair(app))
const photo = await jpeg()

let moment = 1_700_000_000_000
const boxOf = ({ client }: TestPerson) => client.storage.from('chat-media')

/** Checks with every method of the official client that shows whether an object exists. */
async function sees(person: TestPerson, name: string): Promise<Record<string, boolean>> {
  const box = boxOf(person)
  const folder = pair.chat
  const found = <T extends { name: string }>(objects: T[] | undefined | null) =>
    (objects ?? []).some((one) => name.endsWith(one.name))
  return {
    list: found((await box.list(folder)).data),
    search: found((await box.list(folder, { search: name.slice(name.indexOf('/') + 1) })).data),
    listV2: found((await box.listV2({ prefix: `${folder}/` })).data?.objects),
    info: (await box.info(name)).error === null,
    exists: (await box.exists(name)).data,
    download: (await box.download(name)).error === null,
    small: (await box.download(name, { transform: SMALL })).error === null,
    createSignedUrl: (await box.createSignedUrl(name, 60)).error === null,
    createSignedUrls: (await box.createSignedUrls([name], 60)).data?.[0]?.error === null,
    update: (await box.update(name, blob(photo))).error?.message === 'The resource already exists',
  }
}
const allOf = (answers: Record<string, boolean>, seen: boolean) =>
  Object.fromEntries(Object.keys(answers).map((way) => [way, seen]))

test('only its uploader can see a picture until a message shows it, and again after the message is deleted', async () => {
  const { ana, luis, chat } = pair
  const name = `${chat}/${++moment}.jpg`
  expect((await boxOf(ana).upload(name, blob(photo))).error).toBeNull()
  const own = await sees(ana, name)
  expect(own).toEqual(allOf(own, true))
  const hidden = await sees(luis, name)
  expect(hidden).toEqual(allOf(hidden, false))
  // The other person cannot send it either.
  expect((await send(luis.client, chat, name, { tipo: 'imagen' })).status).toBe(400)

  expect((await send(ana.client, chat, name, { tipo: 'imagen' })).status).toBe(200)
  const shown = await sees(luis, name)
  expect(shown).toEqual(allOf(shown, true))

  await app.sql`delete from public.mensajes where chat_id = ${chat} and contenido = ${name}`
  const again = await sees(luis, name)
  expect(again).toEqual(allOf(again, false))
})

test('a picture that is being removed cannot be sent', async () => {
  const { ana, chat } = pair
  const name = `${chat}/${++moment}.jpg`
  expect((await boxOf(ana).upload(name, blob(photo))).error).toBeNull()
  const { done } = await whileOpen(
    app,
    { before: (sql) => sql`delete from storage.objects where name = ${name}` },
    () => send(ana.client, chat, name, { tipo: 'imagen' }),
  )
  expect(done.status).toBe(400)
  expect(await app.sql`select from public.mensajes where contenido = ${name}`).toHaveLength(0)
})
