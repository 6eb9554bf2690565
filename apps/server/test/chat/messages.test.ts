import { randomUUID } from 'node:crypto'
import { getMessages, MENSAJES_POR_PAGINA, type MessagesPage } from '@maestros/contrato/chat/get-messages'
import { MENSAJE_MAX } from '@maestros/dominio/limites'
import { MOTIVOS_DE_BLOQUEO } from '@maestros/dominio/seguridad/motivos-de-bloqueo'
import type { SupabaseClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { newestBefore } from '../../src/subjects/chat/functions/get-messages.ts'
import { messageWriter } from '../../src/subjects/chat/message-writer.ts'
import { appForTests } from '../setup/app.ts'
import { call } from '../setup/functions.ts'
import { makePair, published, readingsOf, send, sent, whileOpen } from '../setup/rows/chats.ts'
import { makeBuscador, signIn, signOut, suspend, unlockContacto } from '../setup/rows/maestros.ts'

/** Sending messages and reading a conversation, through the official client. */

const app = appForTests()

async function read(client: SupabaseClient, chat_id: string, cursor?: string | null): Promise<MessagesPage> {
  const { data } = await call(client, 'get-messages', { body: { chat_id, ...(cursor && { cursor }) } })
  return getMessages.output.parse(data)
}
const textsOf = ({ messages }: MessagesPage) => messages.map(({ contenido }) => contenido)
const rowsOf = (chat: string) =>
  app.sql<{ id: string; contenido: string; creado_en: Date; secuencia: string }[]>`
    select * from public.mensajes where chat_id = ${chat} order by secuencia`

describe('a message', () => {
  test('is stored, answered, and read by both in order of time [7.fn.18, 7.fn.19]', async () => {
    const { ana, luis, chat } = await makePair(app)
    const first = await sent(ana.client, chat, '  Buenas tardes\n')
    expect(first).toEqual({
      id: expect.any(String),
      chat_id: chat,
      autor_id: ana.id,
      tipo: 'texto',
      contenido: 'Buenas tardes',
      miniatura: null,
      ancho: null,
      alto: null,
      duracion_ms: null,
      picos: null,
      creado_en: expect.any(String),
      bloqueado: false,
      motivo_bloqueo: null,
      client_id: null,
      secuencia: expect.any(Number),
      eliminado_en: null,
      respuesta_a: null,
    })
    const second = await sent(luis.client, chat, 'Dígame')
    for (const { client } of [ana, luis]) {
      expect((await call(client, 'get-messages', { body: { chat_id: chat.toUpperCase() } })).data).toEqual({
        success: true,
        messages: [first, second],
        cursor: null,
      })
    }
    expect(await rowsOf(chat)).toHaveLength(2)
  })

  test('with half of a surrogate pair, which PostgreSQL cannot store, has U+FFFD in its place', async () => {
    const { ana, chat } = await makePair(app)
    expect(await sent(ana.client, chat, 'Planos \ud83d')).toMatchObject({ contenido: 'Planos \ufffd' })
  })

  test('is published with the updated chat to its two people, and only to its author when blocked', async () => {
    const { ana, luis, chat } = await makePair(app)
    const [mensaje, cambio, ...rest] = await published(app, () => sent(ana.client, chat, 'Hola'))
    expect(mensaje).toMatchObject({
      table: 'mensajes',
      type: 'INSERT',
      record: { chat_id: chat, contenido: 'Hola' },
      readers: [ana.id, luis.id],
    })
    expect(cambio).toMatchObject({
      table: 'chats',
      type: 'UPDATE',
      record: { id: chat, no_leidos_maestro: 1, no_leidos_buscador: 0, ultimo_mensaje_contenido: 'Hola' },
      readers: [ana.id, luis.id],
    })
    expect(rest).toEqual([])
    expect(await published(app, () => sent(ana.client, chat, 'soy ana@example.com'))).toMatchObject([
      { table: 'mensajes', record: { bloqueado: true }, readers: [ana.id] },
    ])
  })

  test('is refused when it is empty, too long, of another type, or for an unknown chat', async () => {
    const { ana, chat } = await makePair(app)
    for (const contenido of ['', ' \n ', 'x'.repeat(MENSAJE_MAX + 1)]) {
      expect((await send(ana.client, chat, contenido)).code).toBe('INVALID_INPUT')
    }
    expect((await send(ana.client, chat, 'x', { tipo: 'video' })).code).toBe('INVALID_INPUT')
    expect((await send(ana.client, chat, 'x', { client_id: 'x' })).code).toBe('INVALID_INPUT')
    expect((await send(ana.client, randomUUID(), 'x')).code).toBe('NOT_FOUND')
    expect((await send(ana.client, chat, '🧰'.repeat(MENSAJE_MAX / 2))).status).toBe(200)
    expect(await rowsOf(chat)).toHaveLength(1)
  })

  test('of invisible characters only is refused as an empty one', async () => {
    const { ana, chat } = await makePair(app)
    for (const nothing of ['\u200b', '\u2060\ufeff \u00ad', '\u3164', '\u2800\u2800', '\u202e']) {
      expect((await send(ana.client, chat, nothing)).code, JSON.stringify(nothing)).toBe('INVALID_INPUT')
    }
    expect(await rowsOf(chat)).toEqual([])
    // A family emoji has invisible joiners between visible characters.
    expect(await sent(ana.client, chat, '👩‍👩‍👧')).toMatchObject({ contenido: '👩‍👩‍👧' })
  })

  test('to a suspended account is refused with a sentence', async () => {
    const { ana, luis, chat } = await makePair(app)
    await suspend(app, luis.id)
    const { status, code, message } = await send(ana.client, chat, 'Hola')
    expect([status, code]).toEqual([403, 'FORBIDDEN'])
    expect(message).toBe('Esta persona ya no está disponible en Maestros CDMX.')
    expect(textsOf(await read(ana.client, chat))).toEqual([])
  })
})

describe('a message sent again with its client_id', () => {
  test('is written once, and the answer is the message that exists', async () => {
    const { ana, luis, chat } = await makePair(app)
    const client_id = randomUUID()
    const first = await sent(ana.client, chat, 'Hola', { client_id })
    expect(first.client_id).toBe(client_id)
    const events = await published(app, async () => {
      expect(await sent(ana.client, chat, ' Hola ', { client_id })).toEqual(first)
    })
    expect(events).toEqual([])
    const gone = await signIn(app, ana.id)
    await signOut(app, gone)
    expect((await send(gone.client, chat, 'Hola', { client_id })).code).toBe('SESSION_EXPIRED')
    // The same id of another person is another message.
    expect((await sent(luis.client, chat, 'Hola', { client_id })).id).not.toBe(first.id)
    expect(await rowsOf(chat)).toHaveLength(2)
  })

  test('is refused when the message that exists has another content', async () => {
    const { ana, chat } = await makePair(app)
    const client_id = randomUUID()
    await sent(ana.client, chat, 'Hola', { client_id })
    const { status, code, message } = await send(ana.client, chat, 'Hola otra vez', { client_id })
    expect([status, code, message]).toEqual([
      409,
      'CONFLICT',
      'Ya se envió otro mensaje con el mismo client_id.',
    ])
    expect(textsOf(await read(ana.client, chat))).toEqual(['Hola'])
  })

  test('is published when it was written by a call whose answer was lost, and then not again', async () => {
    const { ana, chat } = await makePair(app)
    const client_id = randomUUID()
    const [row] = await app.sql<{ id: string }[]>`
      insert into public.mensajes (chat_id, autor_id, tipo, contenido, client_id)
      values (${chat}, ${ana.id}, 'texto', 'Hola', ${client_id}) returning id`
    const events = await published(app, async () => {
      for (const _time of [1, 2]) {
        expect((await sent(ana.client, chat, 'Hola', { client_id })).id).toBe(row?.id)
      }
    })
    expect(events.map(({ table, type, record }) => [table, type, record.id])).toEqual([
      ['mensajes', 'INSERT', row?.id],
      ['chats', 'UPDATE', chat],
    ])
  })

  test('is written once also when twenty calls send it at the same time, blocked or not', async () => {
    const { ana, chat } = await makePair(app)
    for (const text of ['Hola', 'mi cel es 55 1234 5678']) {
      const client_id = randomUUID()
      const events = await published(app, async () => {
        const answers = await Promise.all(
          Array.from({ length: 20 }, () => sent(ana.client, chat, text, { client_id })),
        )
        expect(new Set(answers.map((message) => JSON.stringify(message))).size).toBe(1)
      })
      expect(events.filter(({ table }) => table === 'mensajes')).toHaveLength(1)
    }
    expect(await rowsOf(chat)).toHaveLength(2)
    const [counts] = await app.sql`select no_leidos_maestro from public.chats where id = ${chat}`
    expect(counts).toEqual({ no_leidos_maestro: 1 })
  })
})

test('fifty simultaneous messages of both people have numbers and times in one order, and each is counted and published once', async () => {
  const { ana, luis, chat } = await makePair(app)
  const events = await published(app, () =>
    Promise.all(
      Array.from({ length: 50 }, (_, i) => sent((i % 5 === 0 ? ana : luis).client, chat, `mensaje ${i}`)),
    ),
  )
  const rows = await rowsOf(chat)
  expect(rows).toHaveLength(50)
  const timed = await app.sql<{ id: string }[]>`
    select id from public.mensajes where chat_id = ${chat} order by creado_en`
  expect(timed.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  const [row] = await app.sql`select * from public.chats where id = ${chat}`
  expect(row).toMatchObject({
    no_leidos_buscador: 40,
    no_leidos_maestro: 10,
    ultimo_mensaje_id: rows.at(-1)?.id,
    ultimo_mensaje_en: rows.at(-1)?.creado_en,
  })
  expect(events.filter(({ table }) => table === 'mensajes')).toHaveLength(50)
})

test('a message that waited for another has a higher number and a later time', async () => {
  const { ana, luis, chat } = await makePair(app)
  const { held, done } = await whileOpen(
    app,
    {
      before: (sql) => sql`select from public.chats where id = ${chat} for update`,
      after: async (sql) => {
        const [row] = await sql<{ secuencia: string; creado_en: string }[]>`
          insert into public.mensajes (chat_id, autor_id, tipo, contenido, creado_en)
          values (${chat}, ${luis.id}, 'texto', 'antes', clock_timestamp())
          returning secuencia, to_json(creado_en) as creado_en`
        return row
      },
    },
    () => sent(ana.client, chat, 'después'),
  )
  expect(done.secuencia).toBeGreaterThan(Number(held?.secuencia))
  expect(done.creado_en > String(held?.creado_en)).toBe(true)
})

test('of messages that are written together each gets its own answer, and a refused one does not affect the others', async () => {
  const { ana, luis, chat } = await makePair(app)
  const gone = await signIn(app, ana.id)
  await signOut(app, gone)
  const stranger = await makeBuscador(app)
  const clients = [ana, gone, luis, stranger, ana, luis]
  const answers = await Promise.all(clients.map(({ client }, i) => send(client, chat, `mensaje ${i}`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 200, 404, 200, 200])

  // What the database itself refuses, which the contract never lets through.
  const write = messageWriter(app.sql)
  const person = { userId: ana.id, sessionId: ana.sessionId }
  const texts = ['uno', '', 'dos', '\ud800']
  const settled = await Promise.allSettled(
    texts.map((contenido) =>
      write({
        person,
        chat_id: chat,
        tipo: 'texto',
        contenido,
        client_id: null,
        respuesta_a: null,
        duracion_ms: null,
        picos: null,
        motivos: { cerrado: null, abierto: null },
      }),
    ),
  )
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
  expect((await rowsOf(chat)).map(({ contenido }) => contenido).slice(-2)).toEqual(['uno', 'dos'])
})

describe('a blocked message', () => {
  test('is stored with its reason, is visible only to its author, and is answered as sent', async () => {
    const { ana, luis, chat } = await makePair(app)
    const cases = {
      telefono: 'cincuenta y cinco doce treinta y cuatro cincuenta y seis setenta y ocho',
      correo: 'juan arroba gmail punto com',
      enlace: 'wa.me/5215512345678',
      mensajeria: 'mi insta es plomero_juan',
      tarjeta: '4111 1111 1111 1111',
    }
    expect(Object.keys(cases)).toEqual([...MOTIVOS_DE_BLOQUEO])
    for (const author of [ana, luis]) {
      for (const [motivo, text] of Object.entries(cases)) {
        expect(await sent(author.client, chat, text)).toMatchObject({
          bloqueado: true,
          motivo_bloqueo: motivo,
          contenido: text,
        })
      }
    }
    await sent(ana.client, chat, 'Son $1,500, ¿verdad?')
    for (const person of [ana, luis]) {
      const { messages } = await read(person.client, chat)
      const blocked = messages.filter(({ bloqueado }) => bloqueado)
      expect(blocked.map(({ contenido }) => contenido)).toEqual(Object.values(cases))
      expect(new Set(blocked.map(({ autor_id }) => autor_id))).toEqual(new Set([person.id]))
      expect(messages.at(-1)?.contenido).toBe('Son $1,500, ¿verdad?')
    }
    const [row] = await app.sql`
      select no_leidos_buscador, no_leidos_maestro, ultimo_mensaje_contenido from public.chats where id = ${chat}`
    expect(row).toEqual({
      no_leidos_buscador: 0,
      no_leidos_maestro: 1,
      ultimo_mensaje_contenido: 'Son $1,500, ¿verdad?',
    })
  })

  test('would be delivered once the contact is unlocked, except for card numbers', async () => {
    const { ana, luis, chat } = await makePair(app)
    await unlockContacto(app, { maestro: luis.id, buscador: ana.id })
    for (const author of [ana, luis]) {
      expect((await sent(author.client, chat, '55 1234 5678')).bloqueado).toBe(false)
      expect((await sent(author.client, chat, 'CLABE 032180000118359719')).motivo_bloqueo).toBe('tarjeta')
    }
  })

  test('can be a part of a number that is spread over several messages', async () => {
    const { ana, luis, chat } = await makePair(app)
    expect((await sent(ana.client, chat, 'mi cel: 55')).bloqueado).toBe(false)
    expect((await sent(luis.client, chat, '¿sí?')).bloqueado).toBe(false)
    expect((await sent(ana.client, chat, '12 34')).bloqueado).toBe(false)
    expect(await sent(ana.client, chat, 'cincuenta y seis 78')).toMatchObject({ motivo_bloqueo: 'telefono' })
    // Digits of the two people are not combined.
    expect((await sent(luis.client, chat, '5678')).bloqueado).toBe(false)
  })

  test('can be the part that completes a number after other words, a blocked part and many messages of the other person', async () => {
    const { ana, luis, chat } = await makePair(app)
    expect((await sent(ana.client, chat, 'empieza con 55 12')).bloqueado).toBe(false)
    expect((await sent(ana.client, chat, 'oiga, ¿y sí puede el sábado?')).bloqueado).toBe(false)
    for (let i = 0; i < 15; i++) await sent(luis.client, chat, `sí, al rato le digo ${'.'.repeat(i)}`)
    expect((await sent(ana.client, chat, '34')).bloqueado).toBe(false)
    expect(await sent(ana.client, chat, 'sigue 56')).toMatchObject({ motivo_bloqueo: 'telefono' })
    // The blocked part was not delivered: seven digits in all may be.
    expect((await sent(ana.client, chat, 'un 5')).bloqueado).toBe(false)
    expect(await sent(ana.client, chat, 'los últimos son 78')).toMatchObject({ motivo_bloqueo: 'telefono' })
    expect((await sent(ana.client, chat, 'son 3 contactos y 12 focos')).bloqueado).toBe(false)
  })

  test('can be a part of a number whose parts are sent at the same time', async () => {
    const { ana, chat } = await makePair(app)
    const answers = await Promise.all(['55', '5612', '5634'].map((text) => sent(ana.client, chat, text)))
    const delivered = answers.filter(({ bloqueado }) => !bloqueado).map(({ contenido }) => contenido)
    expect(delivered.join('').length).toBeLessThanOrEqual(7)
  })

  test('of more than a day ago is not combined with new digits', async () => {
    const { ana, chat } = await makePair(app)
    for (const text of ['55', '1234']) expect((await sent(ana.client, chat, text)).bloqueado).toBe(false)
    await app.sql`update public.mensajes set creado_en = now() - interval '25 hours' where chat_id = ${chat}`
    expect((await sent(ana.client, chat, '5678')).bloqueado).toBe(false)
  })

  test('has one of the reasons of the product, or the database refuses it', async () => {
    const { ana, chat } = await makePair(app)
    const [row] = await app.sql<{ reasons: string[] }[]>`
      select array(select (regexp_matches(pg_get_constraintdef(oid), '''([a-z]+)''', 'g'))[1]) as reasons
      from pg_constraint where conname = 'mensajes_motivo_bloqueo_check'`
    expect(row?.reasons).toEqual([...MOTIVOS_DE_BLOQUEO])
    const write = (autor: string, motivo: string | null) => app.sql`
      insert into public.mensajes (chat_id, autor_id, tipo, contenido, bloqueado, motivo_bloqueo)
      values (${chat}, ${autor}, 'texto', 'x', ${motivo !== null}, ${motivo})`
    await expect(write(ana.id, 'otro')).rejects.toMatchObject({ code: '23514' })
    const { id } = await makeBuscador(app)
    for (const motivo of [null, 'telefono']) {
      await expect(write(id, motivo)).rejects.toMatchObject({ code: '23514' })
    }
  })
})

describe('a picture', () => {
  async function upload(owner: string, name: string): Promise<string> {
    await app.sql`
      insert into storage.objects (bucket_id, name, owner, mimetype, size, etag)
      values ('chat-media', ${name}, ${owner}, 'image/jpeg', 1, 'x')`
    return name
  }

  test('is sent by its path or by any address of it, and is read by addresses that expire [7.fn.20]', async () => {
    const { ana, luis, chat } = await makePair(app)
    const path = await upload(ana.id, `${chat}/foto 1.jpg`)
    const { publicUrl } = ana.client.storage.from('chat-media').getPublicUrl(path).data
    const escaped = path.replace(' ', '%20')
    const ways = [
      path,
      publicUrl,
      `${app.url}/storage/v1/object/sign/chat-media/${escaped}?token=x`,
      `/storage/v1/object/sign/chat-media/${escaped}?token=x`,
      `object/public/chat-media/${escaped}`,
    ]
    for (const way of ways) {
      const message = await sent(ana.client, chat, way, { tipo: 'imagen' })
      expect(message.contenido).toMatch(`/storage/v1/object/sign/chat-media/${escaped}?token=`)
      expect(message.miniatura).toMatch(`/storage/v1/render/image/sign/chat-media/${escaped}?token=`)
    }
    const { messages } = await read(luis.client, chat)
    expect(messages.map(({ contenido }) => contenido.split('?')[0])).toEqual(
      ways.map(() => `/storage/v1/object/sign/chat-media/${escaped}`),
    )
    const stored = await rowsOf(chat)
    expect(new Set(stored.map(({ contenido }) => contenido))).toEqual(new Set([path]))
    const inbox = await call(luis.client, 'get-maestro-chats', { method: 'POST' })
    expect(inbox.data).toMatchObject({ chats: [{ last_message: { tipo: 'imagen', contenido: '' } }] })
  })

  test('must be an object of that chat which its sender uploaded', async () => {
    const { ana, luis, chat } = await makePair(app)
    const other = await makePair(app)
    const names = [
      `${chat}/no-existe.jpg`,
      await upload(luis.id, `${chat}/de-luis.jpg`),
      await upload(ana.id, `${other.chat}/1.jpg`),
      await upload(ana.id, `profile-photos/${ana.id}/1.jpg`),
      `${chat}/../${other.chat}/1.jpg`,
      `${chat}/%zz.jpg`,
      'https://example.com/1.jpg',
      `/storage/v1/object/public/chat-media/${chat}/%zz.jpg`,
      `/storage/v1/object/public/support-tickets/${chat}/de-luis.jpg`,
    ]
    for (const contenido of names) {
      const { code, message } = await send(ana.client, chat, contenido, { tipo: 'imagen' })
      expect([contenido, code, message]).toEqual([
        contenido,
        'INVALID_INPUT',
        "El dato 'contenido' no es válido.",
      ])
    }
    expect(await rowsOf(chat)).toEqual([])
  })
})

describe('a long conversation', () => {
  const many = MENSAJES_POR_PAGINA * 3
  const texts = Array.from({ length: many }, (_, i) => `mensaje ${i}`)

  async function longChat() {
    const pair = await makePair(app)
    await app.sql`
      insert into public.mensajes (chat_id, autor_id, tipo, contenido)
      select ${pair.chat}, ${pair.luis.id}, 'texto', text
      from unnest(${texts}::text[]) with ordinality m (text, n) order by n`
    return pair
  }

  test('is read back to its beginning page by page, each message once, while others arrive', async () => {
    const { ana, luis, chat } = await longChat()
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: MessagesPage = await read(ana.client, chat, cursor)
      expect(page.messages).toHaveLength(MENSAJES_POR_PAGINA)
      seen.unshift(...textsOf(page))
      cursor = page.cursor
      await Promise.all([sent(luis.client, chat, 'nuevo'), sent(luis.client, chat, '@luis_nuevo')])
    } while (cursor !== null)
    expect(seen).toEqual(texts)
    expect(textsOf(await read(ana.client, chat)).slice(-3)).toEqual(['nuevo', 'nuevo', 'nuevo'])
  })

  test('is read at the cost of one page, whatever its length and however many messages of the other person were blocked', async () => {
    const { ana, luis, chat } = await longChat()
    await app.sql`
      insert into public.mensajes (chat_id, autor_id, tipo, contenido, bloqueado, motivo_bloqueo)
      select ${chat}, ${luis.id}, 'texto', 'x', true, 'enlace' from generate_series(1, 500)`
    const own = await sent(ana.client, chat, '@ana_ruiz')
    const page = await read(ana.client, chat)
    expect(textsOf(page)).toEqual([...texts.slice(1 - MENSAJES_POR_PAGINA), own.contenido])
    for (const before of ['999999999999999999', String(own.secuencia - 520)]) {
      const readings = await readingsOf(app, 'mensajes', (sql) => newestBefore(sql, chat, ana.id, before))
      for (const { scans, rows } of readings) {
        expect([...scans]).toEqual(['Index Scan'])
        expect(rows).toBeLessThanOrEqual(MENSAJES_POR_PAGINA + 2)
      }
    }
  })

  test('refuses a cursor that it did not give', async () => {
    const { ana, chat } = await makePair(app)
    for (const cursor of ['x', btoa('-1'), btoa('1.5'), btoa('9'.repeat(19))]) {
      const answer = await call(ana.client, 'get-messages', { body: { chat_id: chat, cursor } })
      expect(answer.code).toBe('INVALID_INPUT')
    }
  })
})

test('reading up to a message leaves the later ones unread; a read mark never decreases and never exceeds the newest message', async () => {
  const { ana, luis, chat } = await makePair(app)
  const first = await sent(luis.client, chat, 'Dígame')
  const second = await sent(luis.client, chat, '¿Qué se tapó?')
  const read = async (p_hasta: number) => {
    const { error } = await ana.client.rpc('mark_messages_as_read', {
      p_chat_id: chat,
      p_user_role: 'buscador',
      p_hasta,
    })
    expect(error).toBeNull()
    const { data } = await luis.client
      .from('chats')
      .select('no_leidos_buscador, leido_buscador_hasta')
      .single()
    return [data?.no_leidos_buscador, data?.leido_buscador_hasta]
  }
  expect(await read(0)).toEqual([2, 0])
  expect(await read(first.secuencia)).toEqual([1, first.secuencia])
  expect(await read(0)).toEqual([1, first.secuencia])
  expect(await read(second.secuencia + 1_000_000)).toEqual([0, second.secuencia])
  await sent(luis.client, chat, '¿Sigue ahí?')
  expect(await read(second.secuencia)).toEqual([1, second.secuencia])
})
