import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sweep } from '../../../../src/protocol/storage/sweep.ts'
import { appForTests, beforeTests } from '../../../setup/app.ts'
import { makePair, showPicture } from '../../../setup/rows/chats.ts'

/**
 * A row marks the pictures that it names as shown, and as unused when it is deleted. Unused pictures are removed after a
 * day, so a row must never mark a picture that belongs to others.
 */

const app = appForTests()
const own = beforeTests(() => makePair(app))
const other = beforeTests(() => makePair(app))

async function makeObject(bucket: string, name: string, owner: string, shown: boolean) {
  await app.sql`
    insert into storage.objects (bucket_id, name, owner, mimetype, size, etag, unused_since)
    values (${bucket}, ${name}, ${owner}, 'image/jpeg', 1, 'x', ${shown ? null : new Date()})`
  return name
}
const isShown = async (name: string) => {
  const [object] = await app.sql<{ shown: boolean }[]>`
    select unused_since is null as shown from storage.objects where name = ${name}`
  return object?.shown
}

describe('a message', () => {
  test('marks the picture of its own chat, when it is written and when it is deleted', async () => {
    const name = await makeObject('chat-media', `${own.chat}/11.jpg`, own.ana.id, false)
    await showPicture(app, { chat: own.chat, author: own.ana.id, name })
    expect(await isShown(name)).toBe(true)
    await app.sql`delete from public.mensajes where contenido = ${name}`
    expect(await isShown(name)).toBe(false)
  })

  test('that names a picture of another chat marks nothing, neither shown nor unused', async () => {
    const unused = await makeObject('chat-media', `${other.chat}/12.jpg`, other.ana.id, false)
    const shown = await makeObject('chat-media', `${other.chat}/13.jpg`, other.ana.id, true)
    for (const name of [unused, shown]) {
      await showPicture(app, { chat: own.chat, author: own.ana.id, name })
      expect(await isShown(name)).toBe(name === shown)
      await app.sql`delete from public.mensajes where chat_id = ${own.chat} and contenido = ${name}`
      expect(await isShown(name)).toBe(name === shown)
    }
  })

  test('marks no object of another bucket', async () => {
    const name = await makeObject('support-tickets', `${own.chat}/14.jpg`, own.ana.id, false)
    await showPicture(app, { chat: own.chat, author: own.ana.id, name })
    expect(await isShown(name)).toBe(false)
  })
})

describe('a ticket', () => {
  const ticket = (usuario: string, imagen: string) => app.sql`
    insert into public.tickets (usuario_id, nombre, correo, mensaje, imagenes_url)
    values (${usuario}, 'Quien pide ayuda', 'ayuda@example.com', 'No puedo entrar a mi cuenta', ${[imagen]})`

  test('marks the pictures in the folder of its author, and none of another person', async () => {
    const mine = await makeObject('support-tickets', `${own.ana.id}/21.jpg`, own.ana.id, false)
    const unused = await makeObject('support-tickets', `${other.ana.id}/22.jpg`, other.ana.id, false)
    const shown = await makeObject('support-tickets', `${other.ana.id}/23.jpg`, other.ana.id, true)
    for (const name of [mine, unused, shown]) await ticket(own.ana.id, name)
    expect([await isShown(mine), await isShown(unused), await isShown(shown)]).toEqual([true, false, true])
    await app.sql`delete from public.tickets where usuario_id = ${own.ana.id}`
    expect([await isShown(mine), await isShown(unused), await isShown(shown)]).toEqual([false, false, true])
  })
})

test('a maestro marks no picture of another maestro, although the row names it', async () => {
  const { luis } = own
  const foto = `profile-photos/${other.luis.id}/31.jpg`
  await makeObject('chat-media', foto, other.luis.id, true)
  await app.sql`update storage.objects set unused_since = null where name = ${foto}`
  // The trigger that refuses such a row is switched off for this statement.
  await app.sql.begin(async (tx) => {
    await tx`alter table public.maestros disable trigger maestros_check_own_pictures`
    await tx`update public.maestros set foto_perfil_url = ${`/storage/v1/object/public/chat-media/${foto}`} where id = ${luis.id}`
    await tx`update public.maestros set foto_perfil_url = null where id = ${luis.id}`
    await tx`alter table public.maestros enable trigger maestros_check_own_pictures`
  })
  expect(await isShown(foto)).toBe(true)
})

test('the sweep keeps the bytes of an object, although they are noted as leftovers', async () => {
  const key = `chat-media/00/${randomUUID()}`
  await app.services.objects.write(key, Buffer.from('bytes'))
  await makeObject('chat-media', `${own.chat}/41.jpg`, own.ana.id, true)
  await app.sql`update storage.objects set key = ${key} where name = ${`${own.chat}/41.jpg`}`
  await app.sql`insert into storage.leftovers (key, since) values (${key}, now() - interval '2 hours')`
  await sweep(app.services)
  expect(await app.services.objects.read(key)).toBeDefined()
  await app.sql`delete from storage.objects where key = ${key}`
  await sweep(app.services)
  expect(await app.services.objects.read(key)).toBeUndefined()
})
