import { randomUUID } from 'node:crypto'
import { getChats } from '@maestros/contrato/chat/get-chats'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { describe, expect, test } from 'vitest'
import { chatsOf } from '../../src/subjects/cuenta/export/conversations.ts'
import { SECTIONS } from '../../src/subjects/cuenta/export/sections.ts'
import { call } from '../setup/functions.ts'
import { eventually, liveClient } from '../setup/live.ts'
import { askFor, makePair, published, send, sent, startChat } from '../setup/rows/chats.ts'
import { requestContact } from '../setup/rows/contact.ts'
import { emailOf, makeBuscador, makeMaestro, profileOf, type TestPerson } from '../setup/rows/maestros.ts'
import { blob, jpeg } from '../setup/rows/pictures.ts'
import { makeReviewablePair, ownReview, writeReview } from '../setup/rows/reviews.ts'
import { mailingAppForTests } from '../setup/services/mailing-app.ts'

const app = mailingAppForTests()

const change = ({ client }: TestPerson, persona_id: string, bloquear: boolean) =>
  call(client, 'cambiar-bloqueo', { body: { persona_id, bloquear } })
const block = (who: TestPerson, whom: { id: string }) => change(who, whom.id, true)
const unblock = (who: TestPerson, whom: { id: string }) => change(who, whom.id, false)
const stored = (chat: string) =>
  app.sql`select contenido from public.mensajes where chat_id = ${chat} order by secuencia`
const REFUSED = { status: 403, code: 'FORBIDDEN', message: textos.conversacionBloqueada }

describe('while one person blocks the other', () => {
  test('neither of the two can send a message, both get the same sentence, and nothing is stored', async () => {
    const { ana, luis, chat } = await makePair(app)
    await sent(luis.client, chat, 'Buenas tardes')
    expect((await block(ana, luis)).status).toBe(200)
    expect(await send(luis.client, chat, '¿Por qué?')).toMatchObject(REFUSED)
    expect(await send(ana.client, chat, 'Adiós')).toMatchObject(REFUSED)
    expect(textos.conversacionBloqueada).toBe('No puedes enviar mensajes en esta conversación.')
    expect([...(await stored(chat))]).toEqual([{ contenido: 'Buenas tardes' }])
    expect((await unblock(ana, luis)).status).toBe(200)
    expect((await send(luis.client, chat, 'Gracias')).status).toBe(200)
  })

  test('a message that was stored before is still answered as sent when its sending is repeated', async () => {
    const { ana, luis, chat } = await makePair(app)
    const client_id = randomUUID()
    await sent(luis.client, chat, 'Buenas tardes', { client_id })
    await block(ana, luis)
    expect((await send(luis.client, chat, 'Buenas tardes', { client_id })).status).toBe(200)
    expect(await stored(chat)).toHaveLength(1)
  })

  test('the database refuses the message however it is written', async () => {
    const { ana, luis, chat } = await makePair(app)
    await block(luis, ana)
    const insert = app.sql`
      insert into public.mensajes (chat_id, autor_id, tipo, contenido) values (${chat}, ${ana.id}, 'texto', 'Hola')`
    await expect(insert).rejects.toMatchObject({ code: 'PT403', detail: 'bloqueo' })
  })

  test('a chat cannot be started or opened again, and a contact cannot be unlocked', async () => {
    const { ana, luis } = await makePair(app)
    const otro = await makeMaestro(app)
    for (const maestro of [luis, otro]) {
      await block(ana, maestro)
      expect(await call(ana.client, 'chat-initiate', { body: askFor(maestro.id) })).toMatchObject(REFUSED)
      const access = app.sql`
        insert into public.accesos_contacto (buscador_id, maestro_id, motivo)
        values (${ana.id}, ${maestro.id}, 'urgencia')`
      await expect(access).rejects.toMatchObject({ code: 'PT403', detail: 'bloqueo' })
    }
    expect(await app.sql`select from public.chats where maestro_id = ${otro.id}`).toHaveLength(0)
  })

  test('no picture can be uploaded into the chat, and those from before stay readable', async () => {
    const { ana, luis, chat } = await makePair(app)
    const bucket = luis.client.storage.from('chat-media')
    expect((await bucket.upload(`${chat}/1.jpg`, blob(await jpeg()))).error).toBeNull()
    await block(ana, luis)
    expect((await bucket.upload(`${chat}/2.jpg`, blob(await jpeg()))).error).not.toBeNull()
    expect((await bucket.download(`${chat}/1.jpg`)).error).toBeNull()
    await unblock(ana, luis)
    expect((await bucket.upload(`${chat}/2.jpg`, blob(await jpeg()))).error).toBeNull()
  })

  test('typing does not reach the other person, also over HTTP and in a channel that joins later', async () => {
    const { ana, luis, chat } = await makePair(app)
    const received: unknown[] = []
    const join = async (person: TestPerson) => {
      const channel = (await liveClient(app, person)).channel(`chat:${chat}`, {
        config: { broadcast: { ack: true } },
      })
      channel.on('broadcast', { event: 'escribiendo' }, ({ payload }) => received.push(payload))
      const states: string[] = []
      channel.subscribe((state) => states.push(state))
      await eventually(() => states.at(-1)).toBe('SUBSCRIBED')
      return channel
    }
    await join(ana)
    const typing = await join(luis)
    const say = (n: number) => typing.send({ type: 'broadcast', event: 'escribiendo', payload: { n } })
    expect(await say(1)).toBe('ok')
    await eventually(() => received).toEqual([{ n: 1 }])
    await block(ana, luis)
    // The answer does not tell that it was dropped.
    expect(await say(2)).toBe('ok')
    const late = await join(luis)
    expect(await late.send({ type: 'broadcast', event: 'escribiendo', payload: { n: 3 } })).toBe('ok')
    const http = await fetch(`${app.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: {
        apikey: app.services.secrets.publishableKey,
        authorization: `Bearer ${luis.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        messages: [{ topic: `chat:${chat}`, event: 'escribiendo', payload: { n: 4 } }],
      }),
    })
    expect(http.status).toBe(202)
    await unblock(ana, luis)
    expect(await late.send({ type: 'broadcast', event: 'escribiendo', payload: { n: 5 } })).toBe('ok')
    await eventually(() => received.at(-1)).toEqual({ n: 5 })
    // Ana and the first channel of Luis receive n: 5; nobody has received 2, 3 or 4.
    expect(received.filter((one) => JSON.stringify(one) !== '{"n":5}')).toEqual([{ n: 1 }])
  })

  test('neither of the two sees that the other one is there, and both see it again after the block', async () => {
    const { ana, luis, chat } = await makePair(app)
    const join = async (person: TestPerson, nombre: string) => {
      const channel = (await liveClient(app, person)).channel(`chat:${chat}`)
      const left: unknown[] = []
      channel.on('presence', { event: 'leave' }, ({ leftPresences }) => left.push(...leftPresences))
      const states: string[] = []
      channel.subscribe((state) => states.push(state))
      await eventually(() => states.at(-1)).toBe('SUBSCRIBED')
      expect(await channel.track({ nombre })).toBe('ok')
      const present = () =>
        Object.values(channel.presenceState<{ nombre: string }>())
          .flat()
          .map((one) => one.nombre)
          .sort()
      return { channel, left, present }
    }
    const [here, there] = [await join(ana, 'Ana'), await join(luis, 'Luis')]
    for (const { present } of [here, there]) await eventually(present).toEqual(['Ana', 'Luis'])
    await block(ana, luis)
    for (const { present, left } of [here, there]) {
      await eventually(present).toEqual([])
      expect(left).toHaveLength(2)
    }
    const late = await join(luis, 'Luis en otro teléfono')
    await here.channel.untrack()
    await here.channel.track({ nombre: 'Ana otra vez' })
    // A round trip after which every presence that was sent before would have arrived.
    await there.channel.track({ nombre: 'Luis otra vez' })
    for (const { present } of [here, there, late]) expect(present()).toEqual([])
    await unblock(ana, luis)
    for (const { present } of [here, there, late]) {
      await eventually(present).toEqual(['Ana otra vez', 'Luis en otro teléfono', 'Luis otra vez'])
    }
  })

  test('opening the conversation changes the own unread count, and nothing that the other person receives', async () => {
    const { ana, luis, chat } = await makePair(app)
    await sent(ana.client, chat, 'Buenas tardes')
    const read = (p_hasta?: number) =>
      luis.client.rpc('mark_messages_as_read', { p_chat_id: chat, p_user_role: 'maestro', p_hasta })
    const marks = async () => {
      const { data } = await ana.client
        .from('chats')
        .select('leido_maestro_en, leido_maestro_hasta')
        .eq('id', chat)
      return data
    }
    const count = async () =>
      (await app.sql`select no_leidos_maestro as n from public.chats where id = ${chat}`)[0]?.n
    await block(luis, ana)
    const before = await marks()
    const events = await published(app, async () => {
      expect((await read()).error).toBeNull()
      expect((await read(0)).error).toBeNull()
    })
    expect(await marks()).toEqual(before)
    expect(await count()).toBe(0)
    expect(events.map((event) => ('readers' in event ? event.readers : []))).toEqual([[luis.id], [luis.id]])
    await unblock(luis, ana)
    const [event] = await published(app, async () => void (await read()))
    expect(event).toMatchObject({ readers: [ana.id, luis.id] })
    expect(await marks()).not.toEqual(before)
    expect(await marks()).toEqual([
      { leido_maestro_en: expect.any(String), leido_maestro_hasta: expect.any(Number) },
    ])
  })

  test('the chat of both changes live, and says nothing about who made the block', async () => {
    const { ana, luis, chat } = await makePair(app)
    const [event] = await published(app, () => block(ana, luis))
    expect(event).toMatchObject({ table: 'chats', record: { id: chat, bloqueado_en: expect.any(String) } })
    expect(event?.readers).toEqual([ana.id, luis.id])
    expect((await luis.client.from('bloqueos').select('*')).data).toEqual([])
    expect((await ana.client.from('bloqueos').select('bloqueado_id')).data).toEqual([
      { bloqueado_id: luis.id },
    ])
    const [after] = await published(app, () => unblock(ana, luis))
    expect(after?.record.bloqueado_en).toBeNull()
  })
})

describe('after a conversation was read during a block', () => {
  const read = ({ client }: TestPerson, p_chat_id: string, p_hasta?: number) =>
    client.rpc('mark_messages_as_read', { p_chat_id, p_user_role: 'buscador', p_hasta })
  const seen = async ({ client }: TestPerson, chat: string) =>
    (
      await client
        .from('chats')
        .select('no_leidos_buscador, leido_buscador_hasta, leido_buscador_en')
        .eq('id', chat)
        .single()
    ).data
  const remove = ({ client }: TestPerson, mensaje_id: string) =>
    call(client, 'eliminar-mensaje', { body: { mensaje_id } })

  test('a later message is announced by e-mail, although the one before the block was announced too', async () => {
    const { ana, luis, chat } = await makePair(app)
    const address = await emailOf(app, ana.id)
    const mails = async () => {
      await app.sql`select interno.reunir_sin_leer(0)`
      await app.sql`select interno.encolar_sin_leer()`
      await app.runJobs()
      return app.smtp.received.filter(({ to }) => to === address).length
    }
    await sent(luis.client, chat, 'Buenas tardes')
    expect(await mails()).toBe(1)
    await block(ana, luis)
    await read(ana, chat)
    await unblock(ana, luis)
    expect(await mails()).toBe(1)
    const later = await sent(luis.client, chat, '¿Sigue en pie lo del jueves?')
    expect(await mails()).toBe(2)
    // The announced message is deleted: the mark stays before it.
    const { id } = await sent(luis.client, chat, 'Perdón, me equivoqué de chat')
    await read(ana, chat, later.secuencia)
    expect(await mails()).toBe(3)
    expect((await remove(luis, id)).status).toBe(200)
    await block(ana, luis)
    await unblock(ana, luis)
    await sent(luis.client, chat, 'Llego a las diez')
    expect(await mails()).toBe(4)
  })

  test('the deletion of a message that was read leaves a later unread one counted', async () => {
    const { ana, luis, chat } = await makePair(app)
    const first = await sent(luis.client, chat, 'Buenas tardes')
    await block(ana, luis)
    await read(ana, chat)
    await unblock(ana, luis)
    await sent(luis.client, chat, 'Le mando la cotización')
    expect((await remove(luis, first.id)).status).toBe(200)
    expect(await seen(ana, chat)).toMatchObject({ no_leidos_buscador: 1 })
  })

  test.each(['buscador', 'maestro'] as const)(
    'the deletion of a message that the %s has read leaves later unread ones counted, also after the block',
    async (role) => {
      const { ana, luis, chat } = await makePair(app)
      const [reader, author] = role === 'buscador' ? [ana, luis] : [luis, ana]
      const [first, second, third, fourth] = [
        await sent(author.client, chat, 'Buenas tardes'),
        await sent(author.client, chat, '¿Podría venir hoy?'),
        await sent(author.client, chat, 'Le mando la dirección'),
        await sent(author.client, chat, 'Perdón, era para otra persona'),
      ]
      // Neither of these is an unread message of the author.
      await sent(reader.client, chat, 'Sí, dígame')
      expect((await sent(author.client, chat, 'Mi correo es ana@example.com')).bloqueado).toBe(true)
      const unread = async () =>
        (
          await app.sql`
            select ${app.sql(`no_leidos_${role}`)} as count, ${app.sql(`leido_${role}_hasta`)}::int as mark
            from public.chats where id = ${chat}`
        )[0]
      const removed = async ({ id }: { id: string }) => {
        expect((await remove(author, id)).status).toBe(200)
        return unread()
      }
      await block(reader, author)
      const mark = { p_chat_id: chat, p_user_role: role, p_hasta: second.secuencia }
      expect((await reader.client.rpc('mark_messages_as_read', mark)).error).toBeNull()
      expect(await removed(first)).toEqual({ count: 2, mark: 0 })
      expect(await removed(fourth)).toEqual({ count: 1, mark: 0 })
      await unblock(reader, author)
      expect(await unread()).toEqual({ count: 1, mark: 0 })
      expect(await removed(second)).toEqual({ count: 1, mark: 0 })
      expect(await removed(third)).toEqual({ count: 0, mark: 0 })
    },
  )

  test('the other person gets the mark when the last block ends, and never the time of reading', async () => {
    const { ana, luis, chat } = await makePair(app)
    const { secuencia } = await sent(luis.client, chat, 'Buenas tardes')
    await block(ana, luis)
    await block(luis, ana)
    await read(ana, chat)
    await unblock(ana, luis)
    expect(await seen(luis, chat)).toMatchObject({ leido_buscador_hasta: 0 })
    const [event] = await published(app, () => unblock(luis, ana))
    expect(event?.record).toMatchObject({ leido_buscador_hasta: secuencia })
    expect(await seen(luis, chat)).toMatchObject({ leido_buscador_hasta: secuencia, leido_buscador_en: null })
  })

  test('the mark stays before a message that is unread, or that was deleted', async () => {
    const { ana, luis, chat } = await makePair(app)
    const [first, second] = [
      await sent(luis.client, chat, 'Buenas tardes'),
      await sent(luis.client, chat, 'Perdón'),
    ]
    await block(ana, luis)
    await read(ana, chat, first.secuencia)
    await unblock(ana, luis)
    expect(await seen(luis, chat)).toMatchObject({ no_leidos_buscador: 1, leido_buscador_hasta: 0 })
    await read(ana, chat, first.secuencia)
    expect((await remove(luis, second.id)).status).toBe(200)
    await block(ana, luis)
    await unblock(ana, luis)
    const mark = { no_leidos_buscador: 0, leido_buscador_hasta: first.secuencia }
    expect(await seen(luis, chat)).toMatchObject(mark)
  })
})

describe('a seeker with an unlocked contact', () => {
  const NEW = '5512345678'
  const nameInInbox = async ({ client }: TestPerson) =>
    getChats.output.parse((await call(client, 'get-chats', { body: {} })).data).chats[0]?.maestros.apellido
  const embedded = async ({ client }: TestPerson, chat: string) =>
    (await client.from('chats').select('maestros(apellido)').eq('id', chat).single()).data?.maestros

  test('reads no contact data while the maestro blocks them, by no way, and again afterwards', async () => {
    const { ana, luis, chat } = await makePair(app)
    expect((await requestContact(ana.client, luis.id)).status).toBe(200)
    await block(luis, ana)
    const changed = await luis.client.from('maestros').update({ telefono: NEW }).eq('id', luis.id)
    expect(changed.error).toBeNull()
    const hidden = await profileOf(ana.client, luis.id)
    expect(hidden).toMatchObject({ telefono: null, contacto_desbloqueado: false, apellido: luis.apellido[0] })
    expect(await requestContact(ana.client, luis.id)).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    expect(await nameInInbox(ana)).toBe(luis.apellido[0])
    expect(await embedded(ana, chat)).toEqual({ apellido: luis.apellido[0] })
    const exported = [...(await chatsOf(app.sql, ana.id)), ...(await requestedContacts(ana))]
    expect(JSON.stringify(exported)).not.toMatch(new RegExp(`${NEW}|${luis.apellido}`))

    await unblock(luis, ana)
    expect(await profileOf(ana.client, luis.id)).toMatchObject({ telefono: NEW, contacto_desbloqueado: true })
    expect((await requestContact(ana.client, luis.id)).data).toMatchObject({ telefono: NEW })
    expect(await nameInInbox(ana)).toBe(luis.apellido)
    expect(await requestedContacts(ana)).toMatchObject([{ telefono: NEW, apellido: luis.apellido }])
  })

  test('reads and edits the own review while the maestro blocks them, and everybody reads it', async () => {
    const { ana, luis } = await makeReviewablePair(app)
    expect((await writeReview(ana, luis.id, { puntuacion: 2 })).status).toBe(200)
    await block(luis, ana)
    expect(await ownReview(ana, luis.id)).toMatchObject({ resena: { puntuacion: 2 }, impedimento: null })
    expect((await writeReview(ana, luis.id, { puntuacion: 3 })).status).toBe(200)
    expect((await profileOf(ana.client, luis.id)).contacto_pedido).toBe(true)
    const visitor = await makeBuscador(app)
    for (const reader of [ana, visitor, luis])
      expect((await profileOf(reader.client, luis.id)).reseñas).toMatchObject([{ puntuacion: 3 }])
  })

  test('keeps reading them while only they block the maestro', async () => {
    const { ana, luis } = await makePair(app)
    await requestContact(ana.client, luis.id)
    await block(ana, luis)
    expect(await profileOf(ana.client, luis.id)).toMatchObject({ telefono: luis.telefono })
  })

  test('keeps reading them while the maestro blocks another seeker', async () => {
    const { ana, luis } = await makePair(app)
    await requestContact(ana.client, luis.id)
    const eva = await makeBuscador(app)
    await startChat(eva.client, luis.id)
    expect((await block(luis, eva)).status).toBe(200)
    expect(await profileOf(ana.client, luis.id)).toMatchObject({ telefono: luis.telefono })
    expect(await nameInInbox(ana)).toBe(luis.apellido)
  })

  test('and the maestro can still delete an own message with digits after the block', async () => {
    const { ana, luis, chat } = await makePair(app)
    await requestContact(ana.client, luis.id)
    const { id } = await sent(luis.client, chat, '55 1234')
    await block(luis, ana)
    const deleted = await call(luis.client, 'eliminar-mensaje', { body: { mensaje_id: id } })
    expect(deleted.status).toBe(200)
  })

  const requestedContacts = async ({ id }: TestPerson) => {
    const section = SECTIONS.find(({ name }) => name === 'contactos_pedidos')
    return [...((await section?.read(app.sql, id)) ?? [])]
  }
})

test('only the person who made a block can undo it, and two blocks end with the second', async () => {
  const { ana, luis, chat } = await makePair(app)
  await block(ana, luis)
  await unblock(luis, ana)
  expect(await send(luis.client, chat, 'Hola')).toMatchObject(REFUSED)
  await block(luis, ana)
  await unblock(ana, luis)
  expect(await send(ana.client, chat, 'Hola')).toMatchObject(REFUSED)
  await unblock(luis, ana)
  expect((await send(ana.client, chat, 'Hola')).status).toBe(200)
})

test('a maestro blocks only people of their chats, and nobody blocks themselves or an unknown person', async () => {
  const [{ ana, luis }, stranger] = [await makePair(app), await makeBuscador(app)]
  const NOT_FOUND = { status: 404, code: 'NOT_FOUND', message: textos.personaNoEncontrada }
  expect(await block(luis, stranger)).toMatchObject(NOT_FOUND)
  expect(await block(ana, stranger)).toMatchObject(NOT_FOUND)
  expect(await block(ana, ana)).toMatchObject(NOT_FOUND)
  expect(await block(ana, { id: randomUUID() })).toMatchObject(NOT_FOUND)
  expect((await block(stranger, luis)).status).toBe(200)
})

test('messages that are sent while a block is made are either stored before it or refused', async () => {
  const { ana, luis, chat } = await makePair(app)
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, (_, n) => send(luis.client, chat, `Mensaje ${n}`)),
    block(ana, luis),
    ...Array.from({ length: 8 }, (_, n) => send(luis.client, chat, `Otro ${n}`)),
  ])
  const written = answers.filter(({ status }, n) => status === 200 && n !== 8).length
  expect(answers.every(({ status }) => status === 200 || status === 403)).toBe(true)
  expect(await stored(chat)).toHaveLength(written)
})

test('simultaneous blocks, unblocks and new chats of one pair do not deadlock', async () => {
  const { ana, luis, chat } = await makePair(app)
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => [
      block(ana, luis),
      block(luis, ana),
      unblock(ana, luis),
      unblock(luis, ana),
      call(ana.client, 'chat-initiate', { body: askFor(luis.id) }),
    ]).flat(),
  )
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 403)).toEqual([])
  const [row] = await app.sql`
    select bloqueado_en is not null = interno.par_bloqueado(${ana.id}, ${luis.id}) as same
    from public.chats where id = ${chat}`
  expect(row?.same).toBe(true)
})
