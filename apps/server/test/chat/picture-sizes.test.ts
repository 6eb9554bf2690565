import { describe, expect, test } from 'vitest'
import { appForTests } from '../setup/app.ts'
import { makePair, messagesOf, type Pair, published, sent } from '../setup/rows/chats.ts'
import { blob, jpeg, sideways } from '../setup/rows/pictures.ts'

/** The size of a picture goes with its message, so that a client can reserve its space. */

const app = appForTests()

async function sendPicture({ ana, chat }: Pair, bytes: Buffer, name: string) {
  const path = `${chat}/${name}.jpg`
  const { error } = await ana.client.storage.from('chat-media').upload(path, blob(bytes))
  expect(error).toBeNull()
  return sent(ana.client, chat, path, { tipo: 'imagen' })
}

describe('the message of a picture', () => {
  test('has its width and height in the answer, in the page of both people and in the live change', async () => {
    const pair = await makePair(app)
    const changes = await published(app, async () => {
      expect(await sendPicture(pair, await jpeg(90, 40), '1')).toMatchObject({ ancho: 90, alto: 40 })
    })
    const live = changes.find((change) => 'table' in change && change.table === 'mensajes')
    expect(live).toMatchObject({ record: { ancho: 90, alto: 40 } })
    for (const person of [pair.ana, pair.luis])
      expect(await messagesOf(person, pair.chat)).toMatchObject([{ ancho: 90, alto: 40 }])
  })

  test('has the size of the upright picture when it was taken with a rotated phone', async () => {
    const pair = await makePair(app)
    expect(await sendPicture(pair, await sideways(80, 50), '1')).toMatchObject({ ancho: 50, alto: 80 })
  })

  test('has the size of the stored picture, which is smaller than a large upload', async () => {
    const pair = await makePair(app)
    expect(await sendPicture(pair, await jpeg(3200, 1600), '1')).toMatchObject({ ancho: 1600, alto: 800 })
  })

  test('has no size when none was stored with the picture, and is read all the same', async () => {
    const pair = await makePair(app)
    await sendPicture(pair, await jpeg(), '1')
    await app.sql`update public.mensajes set ancho = null, alto = null where chat_id = ${pair.chat}`
    expect(await messagesOf(pair.luis, pair.chat)).toMatchObject([
      { tipo: 'imagen', ancho: null, alto: null },
    ])
  })

  test('alone has a size: a text whose content is the path of a picture has none', async () => {
    const pair = await makePair(app)
    await sendPicture(pair, await jpeg(), '1')
    expect(await sent(pair.ana.client, pair.chat, `${pair.chat}/1.jpg`)).toMatchObject({
      ancho: null,
      alto: null,
    })
    const text = app.sql`
      insert into public.mensajes (chat_id, autor_id, tipo, contenido, ancho, alto)
      values (${pair.chat}, ${pair.ana.id}, 'texto', 'hola', 1, 1)`
    await expect(text).rejects.toThrow(/mensajes_sizes_are_of_pictures/)
  })
})
