import { randomUUID } from 'node:crypto'
import { eliminarMensaje } from '@maestros/contrato/chat/eliminar-mensaje'
import { conversaciones } from '@maestros/dominio/chat/textos-de-bandeja'
import { MENSAJE_ELIMINABLE_MIN } from '@maestros/dominio/limites'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { describe, expect, test } from 'vitest'
import { sweep } from '../../src/protocol/storage/sweep.ts'
import { appForTests } from '../setup/app.ts'
import { call } from '../setup/functions.ts'
import { makePair, messagesOf, type Pair, published, send, sent, showPicture } from '../setup/rows/chats.ts'
import { unusedSinceOf } from '../setup/rows/documents.ts'
import { type TestPerson, unlockContacto } from '../setup/rows/maestros.ts'
import { blob, jpeg } from '../setup/rows/pictures.ts'
import { report } from '../setup/rows/tickets-and-reports.ts'

/** Deleting an own message, and answering to one. */

const app = appForTests()

const remove = ({ client }: TestPerson, mensaje_id: string) =>
  call(client, 'eliminar-mensaje', { body: { mensaje_id } })
const removed = async (person: TestPerson, id: string) =>
  eliminarMensaje.output.parse((await remove(person, id)).data).message
const chatOf = async (id: string) => (await app.sql`select * from public.chats where id = ${id}`)[0]
/** The seeker requests the contact: the notice of it is a message of the seeker. */
async function noticeOf({ ana, luis, chat }: Pair) {
  const body = { maestro_id: luis.id, motivo: 'urgencia' }
  expect((await call(ana.client, 'track-contact-access', { body })).status).toBe(200)
  const [notice] = await app.sql<{ id: string }[]>`
    select id from public.mensajes where chat_id = ${chat} and tipo = 'contacto'`
  return { ana, id: notice?.id ?? '' }
}
const unusedSince = unusedSinceOf(app)

describe('an own message that is deleted', () => {
  test('loses its content in the database and for both people, and keeps its place', async () => {
    const { ana, luis, chat } = await makePair(app)
    const first = await sent(ana.client, chat, 'Esto no iba aquí')
    await sent(ana.client, chat, 'Buenas tardes')
    expect(await removed(ana, first.id)).toMatchObject({ contenido: '', eliminado_en: expect.any(String) })
    for (const { client } of [ana, luis]) {
      expect(await messagesOf({ client }, chat)).toMatchObject([
        { id: first.id, contenido: '', eliminado_en: expect.any(String) },
        { contenido: 'Buenas tardes' },
      ])
      expect((await client.from('mensajes').select('contenido').eq('id', first.id)).data).toEqual([
        { contenido: null },
      ])
    }
  })

  test('is published to both people together with the chat', async () => {
    const { ana, luis, chat } = await makePair(app)
    const { id } = await sent(ana.client, chat, 'Esto no iba aquí')
    const [mensaje, cambio, ...rest] = await published(app, () => removed(ana, id))
    const readers = [ana.id, luis.id]
    expect(mensaje).toMatchObject({
      table: 'mensajes',
      type: 'UPDATE',
      record: { id, contenido: '' },
      readers,
    })
    expect(cambio).toMatchObject({
      table: 'chats',
      type: 'UPDATE',
      record: { no_leidos_maestro: 0 },
      readers,
    })
    expect(rest).toEqual([])
  })

  test('is no longer the preview of the inbox, and is not counted as unread', async () => {
    const { ana, luis, chat } = await makePair(app)
    await sent(ana.client, chat, 'Buenas tardes')
    const { id } = await sent(ana.client, chat, 'Esto no iba aquí')
    expect((await chatOf(chat))?.no_leidos_maestro).toBe(2)
    const once = await removed(ana, id)
    expect(await chatOf(chat)).toMatchObject({ no_leidos_maestro: 1, ultimo_mensaje_contenido: null })
    // The same call again has the same result and changes nothing more.
    expect(await removed(ana, id)).toEqual(once)
    expect((await chatOf(chat))?.no_leidos_maestro).toBe(1)
    expect((await call(luis.client, 'get-maestro-chats', { body: {} })).data).toMatchObject({
      chats: [{ unread_count: 1, last_message: { tipo: 'texto', contenido: conversaciones.fila.eliminado } }],
    })
    // What is counted again after a read mark leaves it out too.
    const { error } = await luis.client.rpc('mark_messages_as_read', {
      p_chat_id: chat,
      p_user_role: 'maestro',
      p_hasta: 0,
    })
    expect(error).toBeNull()
    expect((await chatOf(chat))?.no_leidos_maestro).toBe(1)
  })

  test('is not counted as unread by a seeker either', async () => {
    const { ana, luis, chat } = await makePair(app)
    await sent(ana.client, chat, 'Buenas tardes')
    await sent(luis.client, chat, 'Dígame')
    const { id } = await sent(luis.client, chat, 'Esto no iba aquí')
    await removed(luis, id)
    expect(await chatOf(chat)).toMatchObject({ no_leidos_buscador: 1, no_leidos_maestro: 1 })
  })

  test('that was read already leaves the counter of later messages alone, and another preview stays', async () => {
    const { ana, luis, chat } = await makePair(app)
    const { id } = await sent(ana.client, chat, 'Ya leído')
    await luis.client.rpc('mark_messages_as_read', { p_chat_id: chat, p_user_role: 'maestro' })
    await sent(ana.client, chat, 'Nuevo')
    await removed(ana, id)
    expect(await chatOf(chat)).toMatchObject({ no_leidos_maestro: 1, ultimo_mensaje_contenido: 'Nuevo' })
  })

  test('of a reported conversation stays in the report, and a picture that was not reported is removed from the store', async () => {
    const { ana, luis, chat } = await makePair(app)
    const text = await sent(luis.client, chat, 'Deposítame todo antes')
    for (const name of [`${chat}/reported.jpg`, `${chat}/other.jpg`]) {
      await app.sql`
        insert into storage.objects (bucket_id, name, owner, mimetype, size, etag)
        values ('chat-media', ${name}, ${luis.id}, 'image/jpeg', 1, 'x')`
      await showPicture(app, { chat, author: luis.id, name })
    }
    const pictures = await app.sql<{ id: string }[]>`
      select id from public.mensajes where chat_id = ${chat} and tipo = 'imagen' order by contenido desc`
    const [reported, other] = pictures
    const part = { chat_id: chat, mensajes: [text.id, reported?.id] }
    expect((await report(ana, luis.id, part)).status).toBe(200)
    for (const id of [text.id, reported?.id ?? '', other?.id ?? '']) await removed(luis, id)
    expect(
      await app.sql`select contenido from interno.reporte_mensajes where mensaje_id in ${app.sql([text.id, reported?.id ?? ''])} order by tipo`,
    ).toEqual([{ contenido: `${chat}/reported.jpg` }, { contenido: 'Deposítame todo antes' }])
    expect(await unusedSince(`${chat}/reported.jpg`)).toBeNull()
    expect(await unusedSince(`${chat}/other.jpg`)).toBeUndefined()
  })
})

test('a signed address of a picture ends with its message, and one of a picture that was not sent yet works', async () => {
  const { ana, luis, chat } = await makePair(app)
  const box = ana.client.storage.from('chat-media')
  const [name, unsent] = [`${chat}/1700000000001.jpg`, `${chat}/1700000000002.jpg`]
  for (const one of [name, unsent]) expect((await box.upload(one, blob(await jpeg()))).error).toBeNull()
  const { id } = await sent(ana.client, chat, name, { tipo: 'imagen' })
  const signed = async (person: TestPerson, one: string) =>
    (await person.client.storage.from('chat-media').createSignedUrl(one, 3600)).data?.signedUrl ?? ''
  const [shown, waiting] = [await signed(luis, name), await signed(ana, unsent)]
  const [row] = await app.sql<{ key: string }[]>`select key from storage.objects where name = ${name}`
  expect((await fetch(shown)).status).toBe(200)
  await removed(ana, id)
  expect((await fetch(shown)).status).toBe(400)
  expect((await fetch(waiting)).status).toBe(200)
  await app.sql`update storage.leftovers set since = since - interval '2 hours'`
  await sweep(app.services)
  expect(await app.services.objects.read(row?.key ?? '')).toBeUndefined()
})

test('the file of a picture that two messages show is removed with the second one', async () => {
  const { ana, chat } = await makePair(app)
  const name = `${chat}/twice.jpg`
  await app.sql`
    insert into storage.objects (bucket_id, name, owner, mimetype, size, etag)
    values ('chat-media', ${name}, ${ana.id}, 'image/jpeg', 1, 'x')`
  for (const _time of [1, 2]) await showPicture(app, { chat, author: ana.id, name })
  const pictures = await app.sql<{ id: string }[]>`
    select id from public.mensajes where chat_id = ${chat} and tipo = 'imagen'`
  const [first, second] = pictures.map(({ id }) => id) as [string, string]
  await removed(ana, first)
  expect(await unusedSince(name)).toBeNull()
  await removed(ana, second)
  expect(await unusedSince(name)).toBeUndefined()
})

describe('a message cannot be deleted', () => {
  test('by the other person, by strangers, when it is blocked, or when it is the notice of a contact', async () => {
    const { ana, luis, chat } = await makePair(app)
    const other = await makePair(app)
    const notice = await noticeOf(await makePair(app))
    const { id } = await sent(ana.client, chat, 'Buenas tardes')
    const blocked = await sent(ana.client, chat, 'Mi correo es ana@example.com')
    expect(blocked.bloqueado).toBe(true)
    const refusal = { status: 404, message: textos.mensajeNoEncontrado }
    for (const [who, which] of [
      [luis, id],
      [other.ana, id],
      [ana, blocked.id],
      [notice.ana, notice.id],
      [ana, randomUUID()],
    ] as const) {
      expect(await remove(who, which)).toMatchObject(refusal)
    }
    expect((await chatOf(chat))?.ultimo_mensaje_contenido).toBe('Buenas tardes')
  })

  test('later than fifteen minutes after it was sent', async () => {
    const { ana, chat } = await makePair(app)
    const { id } = await sent(ana.client, chat, 'Buenas tardes')
    const age = (minutes: number) =>
      app.sql`update public.mensajes set creado_en = now() - make_interval(mins => ${minutes}) where id = ${id}`
    await age(MENSAJE_ELIMINABLE_MIN + 1)
    expect(await remove(ana, id)).toMatchObject({ status: 403, message: textos.mensajeYaNoSeElimina })
    await age(MENSAJE_ELIMINABLE_MIN - 1)
    expect((await remove(ana, id)).status).toBe(200)
  })

  test('while it is a part of a number and the contact is locked, since moderation reads it together with later ones', async () => {
    const { ana, luis, chat } = await makePair(app)
    const { id } = await sent(ana.client, chat, 'empieza con 55 12')
    expect(await remove(ana, id)).toMatchObject({ status: 403, message: textos.mensajeConNumero })
    await unlockContacto(app, { buscador: ana.id, maestro: luis.id })
    expect((await remove(ana, id)).status).toBe(200)
  })
})

describe('an answer to a message', () => {
  const answer = (person: TestPerson, chat: string, respuesta_a: string) =>
    send(person.client, chat, 'Sí', { respuesta_a })

  test('names the message, and still does when that one was deleted', async () => {
    const { ana, luis, chat } = await makePair(app)
    const { id } = await sent(ana.client, chat, '¿Puede venir mañana?')
    const { data } = await answer(luis, chat, id)
    expect(data).toMatchObject({ message: { contenido: 'Sí', respuesta_a: id } })
    await removed(ana, id)
    expect(await messagesOf(ana, chat)).toMatchObject([
      { id, contenido: '', eliminado_en: expect.any(String) },
      { contenido: 'Sí', respuesta_a: id },
    ])
  })

  test('is refused when the message is of another chat, is blocked, is the notice of a contact or does not exist', async () => {
    const { ana, luis, chat } = await makePair(app)
    const other = await makePair(app)
    const foreign = await sent(other.ana.client, other.chat, 'Hola')
    const blocked = await sent(ana.client, chat, 'Mi correo es ana@example.com')
    const notice = await noticeOf({ ana, luis, chat })
    for (const id of [foreign.id, blocked.id, notice.id, randomUUID()]) {
      expect(await answer(luis, chat, id)).toMatchObject({
        status: 400,
        message: textos.datoInvalido('respuesta_a'),
      })
    }
    expect(
      await app.sql`select id from public.mensajes where chat_id = ${chat} and autor_id = ${luis.id}`,
    ).toEqual([])
  })
})
