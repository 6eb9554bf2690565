import { getChats } from '@maestros/contrato/chat/get-chats'
import { getMaestroChats } from '@maestros/contrato/chat/get-maestro-chats'
import { getMessages } from '@maestros/contrato/chat/get-messages'
import { trackContactAccess } from '@maestros/contrato/contacto/track-contact-access'
import { publicos } from '@maestros/dominio/seguridad/textos-de-rechazo'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { describe, expect, test } from 'vitest'
import { eraseAccount } from '../../src/subjects/cuenta/erase.ts'
import { appForTests } from '../setup/app.ts'
import { call } from '../setup/functions.ts'
import { makePair, published, send, sent } from '../setup/rows/chats.ts'
import { CONTEXTO, requestContact } from '../setup/rows/contact.ts'
import { makeBuscador, makeMaestro, suspend } from '../setup/rows/maestros.ts'

/** Unlocking a contact, through the official client. Limits are in contact-limits.test.ts. */

const app = appForTests()

/** Everything that an unlock may write for one seeker. */
async function writtenFor(buscador: string) {
  const [row] = await app.sql`
    select (select count(*)::int from public.chats where buscador_id = ${buscador}) as chats,
      (select count(*)::int from public.mensajes where autor_id = ${buscador}) as mensajes,
      (select count(*)::int from public.accesos_contacto where buscador_id = ${buscador}) as accesos,
      (select count(*)::int from interno.eventos where quien = ${buscador} and tipo = 'contacto_accedido') as eventos`
  return row
}
const NOTHING = { chats: 0, mensajes: 0, accesos: 0, eventos: 0 }
const ONCE = { chats: 1, mensajes: 1, accesos: 1, eventos: 1 }

async function figuresOf(maestro: string) {
  const [row] = await app.sql`
    select coalesce((select sum(contactos)::int from interno.cifras_diarias where maestro_id = ${maestro}), 0) as dias,
      coalesce((select contactos_ultimos_30_dias from public.maestro_stats where maestro_id = ${maestro}), 0) as total`
  return row
}

describe('a seeker who requests a contact with a reason', () => {
  test('gets phone and whole name, and the chat, access and notice are there', async () => {
    const [ana, luis] = [await makeBuscador(app), await makeMaestro(app, { apellido: 'Núñez Peña' })]
    const answer = await requestContact(ana.client, luis.id)
    const { chat_id, ...contact } = trackContactAccess.output.parse(answer.data)
    expect(contact).toEqual({
      success: true,
      nombre: 'Luis',
      apellido: 'Núñez Peña',
      telefono: luis.telefono,
    })
    expect(await writtenFor(ana.id)).toEqual(ONCE)
    expect(
      await app.sql`select motivo, detalle from public.accesos_contacto where buscador_id = ${ana.id}`,
    ).toEqual([{ motivo: 'pedir_cotizacion', detalle: null }])
    expect(await app.sql`select id, contexto from public.chats where buscador_id = ${ana.id}`).toEqual([
      { id: chat_id, contexto: CONTEXTO },
    ])
    expect(await figuresOf(luis.id)).toEqual({ dias: 1, total: 1 })
  })

  test('shows the maestro the request with its reason, in the chat, unread, and as the preview', async () => {
    const { ana, luis, chat } = await makePair(app)
    const detalle = 'Quiero enseñarle unos planos'
    expect(
      (await requestContact(ana.client, luis.id, { motivo: 'otro', detalle: `  ${detalle} ` })).status,
    ).toBe(200)
    const contenido = `Se pidió el contacto. Motivo: ${detalle}`
    for (const { client } of [ana, luis]) {
      const page = getMessages.output.parse(
        (await call(client, 'get-messages', { body: { chat_id: chat } })).data,
      )
      expect(page.messages).toMatchObject([
        { tipo: 'contacto', contenido, autor_id: ana.id, bloqueado: false, miniatura: null },
      ])
    }
    const inbox = getMaestroChats.output.parse(
      (await call(luis.client, 'get-maestro-chats', { body: {} })).data,
    )
    expect(inbox.chats).toMatchObject([
      { id: chat, unread_count: 1, last_message: { tipo: 'contacto', contenido } },
    ])
    const own = getChats.output.parse((await call(ana.client, 'get-chats', { body: {} })).data)
    expect(own.chats).toMatchObject([{ unread_count: 0, last_message: { tipo: 'contacto', contenido } }])
  })

  test('publishes the notice and the chat to its two people, once', async () => {
    const [ana, luis] = [await makeBuscador(app), await makeMaestro(app)]
    const events = await published(app, async () => {
      await requestContact(ana.client, luis.id)
      await requestContact(ana.client, luis.id)
    })
    const readers = [ana.id, luis.id]
    expect(events).toMatchObject([
      { table: 'chats', type: 'INSERT', readers, record: { no_leidos_maestro: 1 } },
      { table: 'mensajes', type: 'INSERT', readers, record: { tipo: 'contacto', miniatura: null } },
    ])
    const pair = await makePair(app)
    const inExisting = await published(app, () => requestContact(pair.ana.client, pair.luis.id))
    expect(inExisting.map(({ table, type }) => [table, type])).toEqual([
      ['mensajes', 'INSERT'],
      ['chats', 'UPDATE'],
    ])
  })

  test('may send the own phone in the chat afterwards', async () => {
    const { ana, luis, chat } = await makePair(app)
    expect((await sent(ana.client, chat, 'Mi número es 55 1234 5678')).bloqueado).toBe(true)
    await requestContact(ana.client, luis.id)
    expect((await sent(ana.client, chat, 'Mi número es 55 1234 5678')).bloqueado).toBe(false)
  })
})

describe('the same request again', () => {
  test('has the same answer and writes nothing, also with another reason and without a context', async () => {
    const [ana, luis] = [await makeBuscador(app), await makeMaestro(app)]
    const first = await requestContact(ana.client, luis.id)
    const repeats = [
      await requestContact(ana.client, luis.id),
      await requestContact(ana.client, luis.id, { motivo: 'urgencia', contexto: undefined }),
    ]
    for (const { data } of repeats) expect(data).toEqual(first.data)
    expect(await writtenFor(ana.id)).toEqual(ONCE)
    expect(await app.sql`select motivo from public.accesos_contacto where buscador_id = ${ana.id}`).toEqual([
      { motivo: 'pedir_cotizacion' },
    ])
    expect(await figuresOf(luis.id)).toEqual({ dias: 1, total: 1 })
  })

  test('twenty times at once is written once', async () => {
    const [ana, luis] = [await makeBuscador(app), await makeMaestro(app)]
    const answers = await Promise.all(Array.from({ length: 20 }, () => requestContact(ana.client, luis.id)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await writtenFor(ana.id)).toEqual(ONCE)
    expect(await figuresOf(luis.id)).toEqual({ dias: 1, total: 1 })
  })

  test('starts the chat that an imported access does not have', async () => {
    const [ana, luis] = [await makeBuscador(app), await makeMaestro(app)]
    await app.sql`
      insert into public.accesos_contacto (maestro_id, buscador_id, motivo) values (${luis.id}, ${ana.id}, 'urgencia')`
    expect((await requestContact(ana.client, luis.id)).status).toBe(200)
    expect(await writtenFor(ana.id)).toEqual({ ...ONCE, mensajes: 0 })
  })
})

describe('a request that is refused', () => {
  test('writes nothing when the reason is missing, unknown or too short or long', async () => {
    const [ana, luis] = [await makeBuscador(app), await makeMaestro(app)]
    const bodies = [
      { motivo: undefined },
      { motivo: 'curiosidad' },
      { motivo: 'otro' },
      { motivo: 'otro', detalle: 'a'.repeat(9) },
      { motivo: 'otro', detalle: `${' '.repeat(20)}abc` },
      { motivo: 'otro', detalle: 'a'.repeat(201) },
      { motivo: 'urgencia', detalle: 'corto' },
    ]
    for (const body of bodies) {
      const { status, code } = await requestContact(ana.client, luis.id, body)
      expect({ body, status, code }).toEqual({ body, status: 400, code: 'INVALID_INPUT' })
    }
    expect(await writtenFor(ana.id)).toEqual(NOTHING)
    // PostgreSQL has no text with half of a surrogate pair.
    for (const detalle of ['a'.repeat(10), '🔧'.repeat(200), `Planos de la casa \ud83d`]) {
      const maestro = await makeMaestro(app)
      expect((await requestContact(ana.client, maestro.id, { motivo: 'otro', detalle })).status).toBe(200)
    }
  })

  test('says that the reason may not contain contact data', async () => {
    const { ana, luis } = await makePair(app)
    const texts = [
      'Llámeme al 55 1234 5678 por favor',
      'Escríbame a ana@example.com por favor',
      'Mire los planos en https://planos.example',
      'cincuenta y cinco doce treinta y cuatro cincuenta y seis setenta y ocho',
    ]
    for (const detalle of texts) {
      const { status, message } = await requestContact(ana.client, luis.id, { motivo: 'otro', detalle })
      expect([detalle, status, message]).toEqual([detalle, 400, publicos.contacto(publicos.campos.motivo)])
    }
    const card = await requestContact(ana.client, luis.id, {
      motivo: 'otro',
      detalle: 'Le deposito a la 4152 3138 4567 8901?',
    })
    expect(card.status).toBe(400)
    expect(await writtenFor(ana.id)).toEqual({ ...NOTHING, chats: 1 })
  })

  test('writes nothing when a new chat would be about names outside the catalogue', async () => {
    const [ana, luis] = [await makeBuscador(app), await makeMaestro(app)]
    for (const [contexto, dato] of [
      [{ ...CONTEXTO, alcaldia: 'Llámame' }, 'alcaldia'],
      [{ ...CONTEXTO, servicio: 'Magia' }, 'servicio'],
      [undefined, 'alcaldia'],
    ] as const) {
      const { status, message } = await requestContact(ana.client, luis.id, { contexto })
      expect([status, message]).toEqual([400, textos.datoFueraDeCatalogo(dato)])
    }
    expect(await writtenFor(ana.id)).toEqual(NOTHING)
    expect(await figuresOf(luis.id)).toEqual({ dias: 0, total: 0 })
  })

  test('is answered as not found for a maestro who is incomplete, suspended, erased or no maestro', async () => {
    const ana = await makeBuscador(app)
    const [incomplete, suspended, erased] = [
      await makeMaestro(app, { incompleto: true }),
      await makeMaestro(app),
      await makeMaestro(app),
    ]
    // Also for a contact that was unlocked before.
    for (const { id } of [suspended, erased]) expect((await requestContact(ana.client, id)).status).toBe(200)
    await suspend(app, suspended.id)
    await eraseAccount(app.services, erased.id)
    const seeker = await makeBuscador(app)
    for (const { id } of [incomplete, suspended, erased, seeker]) {
      const { status, code, text } = await requestContact(ana.client, id)
      expect([status, code]).toEqual([404, 'NOT_FOUND'])
      expect(text).not.toContain('55')
    }
    expect(await writtenFor(ana.id)).toMatchObject({ accesos: 2, chats: 2 })
  })
})

test('only the server writes a contact notice: send-message refuses its type', async () => {
  const { ana, luis, chat } = await makePair(app)
  for (const { client } of [ana, luis]) {
    expect((await send(client, chat, 'Se pidió el contacto.', { tipo: 'contacto' })).code).toBe(
      'INVALID_INPUT',
    )
    const { error } = await client
      .from('mensajes')
      .insert({ chat_id: chat, autor_id: ana.id, tipo: 'contacto', contenido: 'x' })
    expect(error?.code).toBe('42501')
  }
})

test('the notice of an erased seeker stays in the chat without its sentence', async () => {
  const { ana, luis, chat } = await makePair(app)
  await requestContact(ana.client, luis.id, { motivo: 'otro', detalle: 'Soy Ana, la de la panadería' })
  await eraseAccount(app.services, ana.id)
  const page = getMessages.output.parse(
    (await call(luis.client, 'get-messages', { body: { chat_id: chat } })).data,
  )
  expect(page.messages).toMatchObject([{ tipo: 'contacto', contenido: '' }])
  const inbox = getMaestroChats.output.parse(
    (await call(luis.client, 'get-maestro-chats', { body: {} })).data,
  )
  expect(inbox.chats).toMatchObject([{ last_message: { tipo: 'contacto', contenido: '' } }])
})
