import { getChats } from '@maestros/contrato/chat/get-chats'
import { getMaestroChats } from '@maestros/contrato/chat/get-maestro-chats'
import { getMessages } from '@maestros/contrato/chat/get-messages'
import { comun } from '@maestros/dominio/textos'
import { almacenamiento } from '@maestros/dominio/textos-de-almacenamiento'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import type { PendingQuery, Row } from 'postgres'
import { describe, expect, test } from 'vitest'
import { sweep } from '../../src/protocol/storage/sweep.ts'
import { eraseAccount } from '../../src/subjects/cuenta/erase.ts'
import { PASSWORD, signUp } from '../protocol/auth/people.ts'
import { appForTests } from '../setup/app.ts'
import { call, search } from '../setup/functions.ts'
import { listen, liveClient, NAVBAR, state, subscribed } from '../setup/live.ts'
import {
  askFor,
  makePair,
  type Pair,
  published,
  send,
  sent,
  startChat,
  whileOpen,
} from '../setup/rows/chats.ts'
import {
  makeBuscador,
  makeMaestro,
  makeResena,
  profileOf,
  type TestPerson,
  unlockContacto,
} from '../setup/rows/maestros.ts'
import { blob, jpeg } from '../setup/rows/pictures.ts'
import { answerReview, writeReview } from '../setup/rows/reviews.ts'
import { report } from '../setup/rows/tickets-and-reports.ts'

/** An erased account as the people who remain see it, on every surface. */

const app = appForTests()

const erase = ({ id }: Pick<TestPerson, 'id'>) => eraseAccount(app.services, id)
const post = { method: 'POST' } as const
const messagesOf = async ({ client }: TestPerson, chat_id: string) =>
  getMessages.output.parse((await call(client, 'get-messages', { body: { chat_id } })).data).messages

async function sendPicture({ client }: TestPerson, chat: string) {
  const path = `${chat}/${Date.now()}.jpg`
  const { error } = await client.storage.from('chat-media').upload(path, blob(await jpeg()))
  expect(error).toBeNull()
  return sent(client, chat, path, { tipo: 'imagen' })
}

describe('a seeker who erases the account', () => {
  test('leaves the conversation to the maestro, without the name, the pictures and the contact data', async () => {
    const { ana, luis, chat } = await makePair(app)
    await sent(ana.client, chat, 'Hola, soy ANA ruiz y busco un plomero')
    await sent(luis.client, chat, 'Buenas tardes, Ana')
    await unlockContacto(app, { maestro: luis.id, buscador: ana.id })
    await sent(ana.client, chat, 'Mi número es 55 1234 5678 y mi correo ana@ejemplo.mx')
    const picture = await sendPicture(ana, chat)
    expect((await fetch(app.url + picture.contenido)).status).toBe(200)

    await erase(ana)

    const inbox = getMaestroChats.output.parse((await call(luis.client, 'get-maestro-chats', post)).data)
    expect(inbox.chats).toMatchObject([
      { id: chat, profiles: { display_name: null }, cerrado_en: expect.any(String), unread_count: 3 },
    ])
    expect(
      (await messagesOf(luis, chat)).map(({ tipo, contenido, miniatura }) => [tipo, contenido, miniatura]),
    ).toEqual([
      ['texto', 'Hola, soy •••••• y busco un plomero', null],
      ['texto', 'Buenas tardes, Ana', null],
      ['texto', 'Mi número es •••••• y mi correo ••••••', null],
      ['imagen', '', null],
    ])
    expect((await fetch(app.url + picture.contenido)).status).not.toBe(200)
    const embedded = await luis.client
      .from('chats')
      .select('id, cerrado_en, profiles(display_name)')
      .eq('id', chat)
    expect(embedded.data).toEqual([
      { id: chat, cerrado_en: expect.any(String), profiles: { display_name: null } },
    ])
    const rows = await luis.client
      .from('mensajes')
      .select('tipo, contenido')
      .eq('chat_id', chat)
      .eq('tipo', 'imagen')
    expect(rows.data).toEqual([{ tipo: 'imagen', contenido: null }])
  })

  test('leaves the reviews in the average, with their answers and without their author', async () => {
    const [ana, luis] = [await makeBuscador(app), await makeMaestro(app)]
    const id = await makeResena(app, {
      maestro: luis.id,
      buscador: ana.id,
      puntuacion: 5,
      comentario: 'Gracias, de parte de Ana.',
    })
    await app.sql`update public.resenas set respuesta = 'Para servirle, Ana.', respondido_en = now() where id = ${id}`
    await erase(ana)
    const profile = await profileOf(app.client(), luis.id)
    expect(profile).toMatchObject({
      promedio_calificacion: 5,
      cantidad_reseñas: 1,
      numero_trabajos_completados: 1,
      reseñas: [
        {
          usuario: comun.cuentaEliminada,
          puntuacion: 5,
          comentario: 'Gracias, de parte de ••••••.',
          respuesta: 'Para servirle, Ana.',
        },
      ],
    })
  })

  test('has tickets without a person and without text, and files that are gone', async () => {
    const ana = await makeBuscador(app)
    await ana.client.storage.from('support-tickets').upload('error.jpg', blob(await jpeg()))
    const [ticket] = await app.sql<{ id: string }[]>`
      insert into public.tickets (usuario_id, nombre, correo, mensaje, imagenes_url)
      values (${ana.id}, 'Ana Ruiz', 'ana@ejemplo.mx', 'No puedo entrar a mi cuenta', ${[`${ana.id}/error.jpg`]})
      returning id`
    const [before] = await app.sql<{ key: string }[]>`select key from storage.objects where owner = ${ana.id}`
    await erase(ana)
    const tickets = await app.sql`
      select usuario_id, nombre, correo, mensaje, imagenes_url from public.tickets where id = ${ticket!.id}`
    expect([...tickets]).toEqual([
      { usuario_id: null, nombre: null, correo: null, mensaje: null, imagenes_url: [] },
    ])
    expect(await app.services.objects.read(before?.key ?? '')).toBeUndefined()
  })
})

describe('a maestro who erases the account', () => {
  test('leaves the directory and the profile page at once, and the chats to their seekers', async () => {
    const oficio = { oficios: ['Herrería'], alcaldias: ['Tláhuac'] }
    const [ana, luis] = [await makeBuscador(app), await makeMaestro(app, oficio)]
    const query = { alcaldia: 'Tláhuac', oficio: 'Herrería' }
    expect((await search(app.client(), query)).data).toMatchObject([{ id: luis.id }])
    const chat = await startChat(ana.client, luis.id)
    await sent(luis.client, chat, 'Con gusto, le atiende Luis Hernández')

    await erase(luis)

    expect((await search(app.client(), query)).data).toEqual([])
    expect((await call(ana.client, `maestro-profile/${luis.id}`)).status).toBe(404)
    const inbox = getChats.output.parse((await call(ana.client, 'get-chats', post)).data)
    expect(inbox.chats).toMatchObject([
      {
        id: chat,
        maestros: { nombre: null, apellido: null, foto_perfil_url: null },
        cerrado_en: expect.any(String),
        last_message: { contenido: 'Con gusto, le atiende ••••••' },
      },
    ])
    const embedded = await ana.client
      .from('chats')
      .select('maestros(nombre, apellido, foto_perfil_url)')
      .eq('id', chat)
    expect(embedded.data).toEqual([{ maestros: { nombre: null, apellido: null, foto_perfil_url: null } }])
    expect((await messagesOf(ana, chat)).map(({ contenido }) => contenido)).toEqual([
      'Con gusto, le atiende ••••••',
    ])
    expect(await send(ana.client, chat, 'Hola')).toMatchObject({
      status: 403,
      message: textos.personaNoDisponible,
    })
    expect(await call(ana.client, 'chat-initiate', { body: askFor(luis.id) })).toMatchObject({
      status: 404,
      message: textos.maestroNoEncontrado,
    })
  })

  test('keeps the reviews of seekers readable for their authors', async () => {
    const [ana, luis] = [await makeBuscador(app), await makeMaestro(app)]
    await makeResena(app, {
      maestro: luis.id,
      buscador: ana.id,
      puntuacion: 4,
      comentario: 'Luis trabaja muy bien.',
    })
    await erase(luis)
    const own = await ana.client.from('resenas').select('puntuacion, comentario')
    expect(own.data).toEqual([{ puntuacion: 4, comentario: 'Luis trabaja muy bien.' }])
  })
})

describe('the erased account', () => {
  test('is erased by the secret key through auth.admin.deleteUser, and by nobody else', async () => {
    const { ana, luis, chat } = await makePair(app)
    const { admin } = app.client(app.services.secrets.secretKey).auth
    expect((await ana.client.auth.admin.deleteUser(luis.id)).error).toMatchObject({
      status: 403,
      code: 'not_admin',
    })
    expect((await app.client().auth.admin.deleteUser(luis.id)).error).toMatchObject({
      status: 403,
      code: 'not_admin',
    })
    expect(await messagesOf(luis, chat)).toEqual([])
    expect((await admin.deleteUser(luis.id)).error).toBeNull()
    expect((await call(luis.client, 'get-maestro-chats', post)).status).toBe(401)
    expect((await admin.deleteUser(luis.id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
  })

  test('is signed out everywhere, its channels close, and its e-mail address is free for a new account', async () => {
    const account = await signUp(app, { role: 'buscador', nombre: 'Ana', apellido: 'Ruiz' })
    const client = await liveClient(app, { token: account.session.access_token })
    const heard = await subscribed(listen(client, NAVBAR))
    await erase({ id: account.user.id })
    await state(heard, 'CLOSED')
    expect((await account.client.from('profiles').select('id')).status).toBe(401)
    expect((await account.client.auth.refreshSession()).error).not.toBeNull()
    expect(
      (await app.client().auth.signInWithPassword({ email: account.email, password: PASSWORD })).error?.code,
    ).toBe('invalid_credentials')
    const again = await app
      .client()
      .auth.signUp({ email: account.email, password: PASSWORD, options: { data: { role: 'maestro' } } })
    expect(again.error).toBeNull()
    expect(again.data.user?.id).not.toBe(account.user.id)
    await client.removeAllChannels()
  })

  test('erasing it again, or erasing an unknown id, changes and publishes nothing', async () => {
    const { ana, luis, chat } = await makePair(app)
    const rows = () => app.sql`
      select to_jsonb(c) as chat, to_jsonb(p) as profile from public.chats c join public.profiles p on p.id = c.buscador_id
      where c.id = ${chat}`
    const first = await published(app, () => erase(ana))
    expect(first).toMatchObject([
      { table: 'chats', type: 'UPDATE', record: { id: chat }, readers: [ana.id, luis.id] },
    ])
    const before = [...(await rows())]
    expect(await published(app, () => erase(ana))).toEqual([])
    expect(await published(app, () => erase({ id: '00000000-0000-4000-8000-00000000beef' }))).toEqual([])
    expect([...(await rows())]).toEqual(before)
    expect(await erase(ana)).toBe(false)
    expect(await erase(luis)).toBe(true)
  })

  test('loses its files also when the process ends right after the commit', async () => {
    const { ana, chat } = await makePair(app)
    await sendPicture(ana, chat)
    const [erased] = await app.sql<
      { objetos: string[] }[]
    >`select objetos from interno.borrar_cuenta(${ana.id})`
    const [place = ''] = erased?.objetos ?? []
    expect(await app.services.objects.read(place)).toBeDefined()
    await app.sql`update storage.leftovers set since = now() - interval '2 hours'`
    await sweep(app.services)
    expect(await app.services.objects.read(place)).toBeUndefined()
    expect(await app.services.objects.read(`${place}.mini`)).toBeUndefined()
  })
})

describe('at the same time as an erasure', () => {
  type Erased = Pair & { mensaje: string; resena: string }
  const rowsOf = async (statement: PendingQuery<Row[]>) => [...(await statement)]
  const reportOf = ({ ana, luis, chat, mensaje }: Erased) =>
    report(ana, luis.id, { chat_id: chat, mensajes: [mensaje] })
  const notReported = ({ ana }: Pair) => app.sql`select from interno.reportes where reportante_id = ${ana.id}`

  /** Who is erased, what waits for it, how it is refused, and the rows that it could have written. */
  const REFUSED: Record<
    string,
    {
      gone: 'ana' | 'luis'
      work: (people: Erased) => Promise<unknown>
      refused: object
      rows: (people: Erased) => PendingQuery<Row[]>
      left?: object[]
    }
  > = {
    'a message': {
      gone: 'ana',
      work: ({ luis, chat }) => send(luis.client, chat, 'Voy en camino'),
      refused: { status: 403, message: textos.personaNoDisponible },
      rows: ({ chat }) =>
        app.sql`select from public.mensajes where chat_id = ${chat} and contenido like 'Voy%'`,
    },
    'a new chat': {
      gone: 'luis',
      work: async ({ luis }) =>
        call((await makeBuscador(app)).client, 'chat-initiate', { body: askFor(luis.id) }),
      refused: { status: 403, message: textos.personaNoDisponible },
      rows: ({ ana, luis }) =>
        app.sql`select from public.chats where maestro_id = ${luis.id} and buscador_id <> ${ana.id}`,
    },
    'a new block': {
      gone: 'luis',
      work: ({ ana, luis }) =>
        app.services.db
          .sql`insert into public.bloqueos (bloqueador_id, bloqueado_id) values (${ana.id}, ${luis.id})`.catch(
          (cause: unknown) => cause,
        ),
      refused: { code: 'PT410' },
      rows: ({ ana }) => app.sql`select from public.bloqueos where bloqueador_id = ${ana.id}`,
    },
    'a report about that person, so that it keeps no copy,': {
      gone: 'luis',
      work: reportOf,
      refused: { status: 404 },
      rows: notReported,
    },
    'a report by that person, so that it keeps no copy,': {
      gone: 'ana',
      work: reportOf,
      refused: { status: 401 },
      rows: notReported,
    },
    'an edit of a review by its author': {
      gone: 'ana',
      work: ({ ana, luis }) =>
        writeReview(ana, luis.id, { puntuacion: 4, comentario: 'Trabaja muy bien, le saluda Ana Ruiz.' }),
      refused: { status: 401 },
      rows: ({ resena }) => app.sql`
        select puntuacion, comentario like '%Ana%' as named from public.resenas where id = ${resena}`,
      left: [{ puntuacion: 5, named: false }],
    },
    'an answer to a review by its maestro': {
      gone: 'luis',
      work: ({ luis, resena }) => answerReview(luis, resena, 'Gracias, le saluda Luis Hernández.'),
      refused: { status: 401 },
      rows: ({ resena }) => app.sql`select respuesta from public.resenas where id = ${resena}`,
      left: [{ respuesta: null }],
    },
    'an upload of the erased person': {
      gone: 'ana',
      work: async ({ ana, chat }) =>
        ana.client.storage.from('chat-media').upload(`${chat}/1700000000001.jpg`, blob(await jpeg())),
      refused: { error: { message: almacenamiento.sesionTerminada } },
      rows: ({ chat }) => app.sql`select from storage.objects where folder = ${chat}`,
    },
  }
  test.each(Object.entries(REFUSED))('%s waits for it and is then refused', async (_what, attempt) => {
    const pair = await makePair(app)
    const { id: mensaje } = await sent(pair.luis.client, pair.chat, 'Le atiende Luis Hernández')
    const resena = await makeResena(app, { maestro: pair.luis.id, buscador: pair.ana.id, puntuacion: 5 })
    const people = { ...pair, mensaje, resena }
    const { done } = await whileOpen(
      app,
      { before: (sql) => sql`select interno.borrar_cuenta(${people[attempt.gone].id})` },
      () => attempt.work(people),
    )
    expect(done).toMatchObject(attempt.refused)
    expect(await rowsOf(attempt.rows(people))).toEqual(attempt.left ?? [])
  })

  test('a message that is being written is completed first, and the erasure sees it', async () => {
    const { ana, luis, chat } = await makePair(app)
    await whileOpen(
      app,
      {
        before: (sql) => sql`
          insert into public.mensajes (chat_id, autor_id, tipo, contenido) values (${chat}, ${ana.id}, 'texto', 'Soy Ana')`,
      },
      // The pool of `app.sql` has two connections, and the test uses both.
      async () => await app.services.db.sql`select interno.borrar_cuenta(${ana.id})`,
    )
    expect((await messagesOf(luis, chat)).map(({ contenido }) => contenido)).toEqual(['Soy ••••••'])
  })
})
