import { chatInitiate } from '@maestros/contrato/chat/chat-initiate'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../setup/app.ts'
import { call } from '../setup/functions.ts'
import { askFor, makePair, send, startChat, whileOpen } from '../setup/rows/chats.ts'
import { makeBuscador, makeMaestro, type TestMaestro, type TestPerson } from '../setup/rows/maestros.ts'

describe('the names that a new chat is about', () => {
  let app: TestApp
  let ana: TestPerson
  let luis: TestMaestro
  beforeAll(async () => {
    app = await startApp()
    ana = await makeBuscador(app)
    luis = await makeMaestro(app)
  })
  afterAll(() => app.close())

  const named = (contexto: { alcaldia: string; servicio: string }, more: object = {}) =>
    call(ana.client, 'chat-initiate', { body: { ...askFor(luis.id, contexto), ...more } })

  test('are names of the catalogue: any other text is refused with the name of the datum', async () => {
    const texts = ['llámame al 55 1234 5678', 'coyoacan', 'COYOACÁN', '', 'Coyoacán\u200b', "' or true --"]
    for (const text of texts) {
      const place = await named({ alcaldia: text, servicio: 'Plomería' })
      expect([place.status, place.code, place.message]).toEqual([
        400,
        'INVALID_INPUT',
        textos.datoFueraDeCatalogo('alcaldia'),
      ])
      const trade = await named({ alcaldia: 'Coyoacán', servicio: text })
      expect([trade.code, trade.message]).toEqual(['INVALID_INPUT', textos.datoFueraDeCatalogo('servicio')])
    }
    expect(await app.sql`select from public.chats where buscador_id = ${ana.id}`).toHaveLength(0)
  })

  test('are the same in the selection and in the context', async () => {
    const contexto = { alcaldia: 'Coyoacán', servicio: 'Plomería' }
    for (const dato of ['alcaldia_seleccionada', 'oficio_seleccionado']) {
      const { status, message } = await named(contexto, { [dato]: 'llámame al 55 1234 5678' })
      expect([status, message]).toEqual([400, textos.datoInvalido(dato)])
    }
  })

  test('are active: a retired name begins no chat, and a chat that exists is still opened', async () => {
    const eva = await makeBuscador(app)
    const contexto = { alcaldia: 'Milpa Alta', servicio: 'Tapicería' }
    const begin = () => call(eva.client, 'chat-initiate', { body: askFor(luis.id, contexto) })
    await app.sql`update public.oficios_disponibles set activo = false where nombre = 'Tapicería'`
    expect((await begin()).message).toBe(textos.datoFueraDeCatalogo('servicio'))
    await app.sql`update public.oficios_disponibles set activo = true where nombre = 'Tapicería'`
    const { chat_id } = chatInitiate.output.parse((await begin()).data)
    await app.sql`update public.alcaldias_disponibles set activo = false where nombre = 'Milpa Alta'`
    expect((await begin()).data).toEqual({ success: true, chat_id })
    await app.sql`update public.alcaldias_disponibles set activo = true`
  })
})

describe('LIMIT_NEW_CHATS_PERSON', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ LIMIT_NEW_CHATS_PERSON: '2/3600' })
  })
  afterAll(() => app.close())

  const begin = (person: TestPerson, maestro: TestMaestro) =>
    call(person.client, 'chat-initiate', { body: askFor(maestro.id) })

  test('counts new chats: the next is refused with a sentence that says when, and existing ones are opened', async () => {
    const ana = await makeBuscador(app)
    const [one, two, three] = [await makeMaestro(app), await makeMaestro(app), await makeMaestro(app)]
    for (let n = 0; n < 5; n++) expect((await begin(ana, one)).status).toBe(200)
    expect((await begin(ana, two)).status).toBe(200)
    const refused = await begin(ana, three)
    const seconds = Number(refused.headers.get('retry-after'))
    expect([refused.status, refused.code]).toEqual([429, 'RATE_LIMITED'])
    expect(seconds).toBeGreaterThan(3500)
    expect(seconds).toBeLessThanOrEqual(3600)
    expect(refused.message).toBe(textos.demasiadosChats(seconds))
    expect(refused.message).toMatch(/Podrás iniciar otra en (59|60) minutos\.$/)
    expect((await begin(ana, two)).status).toBe(200)
    expect((await begin(await makeBuscador(app), three)).status).toBe(200)
  })

  test('forgets chats that are older than its window, also when somebody wrote in them since', async () => {
    const ana = await makeBuscador(app)
    for (const maestro of [await makeMaestro(app), await makeMaestro(app)])
      await startChat(ana.client, maestro.id)
    await app.sql`
      update public.chats set creado_en = now() - interval '2 hours' where buscador_id = ${ana.id}`
    expect((await begin(ana, await makeMaestro(app))).status).toBe(200)
  })

  test('counts a chat that another process is starting at the same time', async () => {
    const ana = await makeBuscador(app)
    const [one, two, three] = [await makeMaestro(app), await makeMaestro(app), await makeMaestro(app)]
    await startChat(ana.client, one.id)
    const names = { alcaldia: 'Coyoacán', servicio: 'Plomería' }
    const { done } = await whileOpen(
      app,
      {
        before: (sql) => sql`select interno.iniciar_chat(${ana.id}, ${two.id}, ${sql.json(names)}, 2, 3600)`,
      },
      () => begin(ana, three),
    )
    expect(done.code).toBe('RATE_LIMITED')
  })
})

test('LIMIT_MESSAGES_PERSON refuses the next message with a sentence that says when, to its author alone', async () => {
  const app = await startApp({ LIMIT_MESSAGES_PERSON: '3/3600' })
  const { ana, luis, chat } = await makePair(app)
  for (const text of ['uno', 'dos', 'tres']) expect((await send(ana.client, chat, text)).status).toBe(200)
  const refused = await send(ana.client, chat, 'cuatro')
  const seconds = Number(refused.headers.get('retry-after'))
  expect([refused.status, refused.code]).toEqual([429, 'RATE_LIMITED'])
  expect(seconds).toBeGreaterThan(3500)
  expect(refused.message).toBe(textos.demasiadosMensajes(seconds))
  expect((await send(luis.client, chat, 'con gusto')).status).toBe(200)
  expect(await app.sql`select from public.mensajes where contenido = 'cuatro'`).toHaveLength(0)
  await app.close()
})
