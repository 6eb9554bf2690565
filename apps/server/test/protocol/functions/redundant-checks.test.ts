import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { toFunctionError } from '../../../src/protocol/functions/errors.ts'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { call, search } from '../../setup/functions.ts'
import { askFor, makePair, published, sent } from '../../setup/rows/chats.ts'
import { emailOf, makeBuscador, makeMaestro } from '../../setup/rows/maestros.ts'

/** Checks that another check hides from the other tests of the functions. */

const app = appForTests()
const pair = beforeTests(() => makePair(app))

test('an internal error is answered without its details', async () => {
  expect(toFunctionError(new Error('la clave es 123')).message).toBe(textos.fallo)
  await app.sql`alter table public.vistas_perfil rename to vistas_perfil_otro`
  const { ana, luis } = pair
  const answer = await call(ana.client, 'track-profile-view', {
    body: { maestro_id: luis.id, buscador_id: ana.id },
  })
  await app.sql`alter table public.vistas_perfil_otro rename to vistas_perfil`
  expect(answer).toMatchObject({ status: 500, code: 'INTERNAL', message: textos.fallo })
  // Its own error is logged, and not that the tests refused an answer with details.
  const logged = app.takeErrors().map((line) => JSON.parse(line).err)
  expect(logged).toMatchObject([{ type: 'PostgresError', code: '42P01' }])
})

test('a cursor that is longer than any cursor of the server is refused, although its beginning is right', async () => {
  for (let i = 0; i < 2; i++) await makeMaestro(app, { oficios: ['Herrería'], alcaldias: ['Tlalpan'] })
  const query = { alcaldia: 'Tlalpan', oficio: 'Herrería', limit: 1 }
  const first = await search(app.client(), query)
  const cursor = first.headers.get('x-next-cursor') ?? ''
  expect((await search(app.client(), { ...query, cursor })).status).toBe(200)
  // The decoder of base64 ignores these characters.
  expect((await search(app.client(), { ...query, cursor: cursor + '!'.repeat(2000) })).status).toBe(400)
})

test('an inbox shows the chats of its own side only', async () => {
  const { luis } = pair
  const other = await makeMaestro(app)
  const [chat] = await app.sql<{ id: string }[]>`
    insert into public.chats (buscador_id, maestro_id) values (${luis.id}, ${other.id}) returning id`
  expect((await call(luis.client, 'get-maestro-chats', { body: {} })).text).not.toContain(chat?.id)
  expect((await call(other.client, 'get-maestro-chats', { body: {} })).text).toContain(chat?.id)
})

test('a picture message in the database must name an object of its own chat', async () => {
  const { ana, chat } = pair
  const other = await makePair(app)
  const name = `${other.chat}/1.jpg`
  await app.sql`
    insert into storage.objects (bucket_id, name, owner, mimetype, size, etag)
    values ('chat-media', ${name}, ${ana.id}, 'image/jpeg', 1, 'x')`
  const envio = {
    orden: 0,
    sesion: ana.sessionId,
    autor: ana.id,
    chat_id: chat,
    tipo: 'imagen',
    contenido: name,
  }
  const [row] = await app.sql<{ estado: string }[]>`
    select estado from interno.enviar_mensajes(${app.sql.json([envio])}) where orden = 0`
  expect(row?.estado).toBe('sin_objeto')
})

describe('the welcome e-mail', () => {
  test('is not queued while the profile is not complete', async () => {
    const { id, client } = await makeMaestro(app, { incompleto: true })
    const answer = await call(client, 'send-maestro-welcome-email', { body: { maestro_id: id } })
    expect(answer.status).toBe(200)
    expect(await app.sql`select from interno.bienvenidas where cuenta_id = ${id}`).toHaveLength(0)
  })

  test('is not sent to an account that was suspended meanwhile', async () => {
    const luis = await makeMaestro(app)
    const { status } = await call(luis.client, 'send-maestro-welcome-email', {
      body: { maestro_id: luis.id },
    })
    expect(status).toBe(200)
    await app.sql`update public.profiles set suspendido_en = now() where id = ${luis.id}`
    await app.runJobs()
    const mails = z
      .array(z.object({ to: z.string() }))
      .parse(await (await fetch(`${app.url}/_outbox.json`)).json())
    const email = await emailOf(app, luis.id)
    expect(mails.filter(({ to }) => to === email)).toEqual([])
  })
})

test('a message with the session of another person is refused', async () => {
  const { ana, luis, chat } = pair
  const envio = {
    orden: 0,
    sesion: luis.sessionId,
    autor: ana.id,
    chat_id: chat,
    tipo: 'texto',
    contenido: 'hola',
  }
  const [row] = await app.sql<{ estado: string }[]>`
    select estado from interno.enviar_mensajes(${app.sql.json([envio])}) where orden = 0`
  expect(row?.estado).toBe('sin_sesion')
})

test('a call that is rolled back of mark_messages_as_read publishes nothing and changes nothing', async () => {
  const { ana, luis, chat } = pair
  await sent(luis.client, chat, 'hola')
  const rpc = (prefer: string) =>
    fetch(`${app.url}/rest/v1/rpc/mark_messages_as_read`, {
      method: 'POST',
      headers: {
        apikey: app.services.secrets.publishableKey,
        authorization: `Bearer ${ana.token}`,
        'content-type': 'application/json',
        prefer,
      },
      body: JSON.stringify({ p_chat_id: chat, p_user_role: 'buscador' }),
    })
  const unread = async () =>
    (await app.sql`select no_leidos_buscador as n from public.chats where id = ${chat}`)[0]?.n
  expect(await published(app, () => rpc('tx=rollback'))).toEqual([])
  expect(await unread()).toBe(1)
  expect(await published(app, () => rpc('tx=commit'))).toHaveLength(1)
  expect(await unread()).toBe(0)
})

test('a suspended maestro is found by no function of a seeker', async () => {
  const [ana, luis] = await Promise.all([makeBuscador(app), makeMaestro(app, { oficios: ['Tapicería'] })])
  const attempts = async () => [
    (await call(ana.client, `maestro-profile/${luis.id}`)).status,
    (await call(ana.client, 'track-profile-view', { body: { maestro_id: luis.id, buscador_id: ana.id } }))
      .status,
    (await call(ana.client, 'chat-initiate', { body: askFor(luis.id) })).status,
    (await search(ana.client, { alcaldia: 'Coyoacán', oficio: 'Tapicería' })).text.includes(luis.id),
  ]
  expect(await attempts()).toEqual([200, 200, 200, true])
  await app.sql`update public.profiles set suspendido_en = now() where id = ${luis.id}`
  // An existing chat is not answered either.
  expect(await attempts()).toEqual([404, 404, 404, false])
  const [views] =
    await app.sql`select count(*)::int as n from public.vistas_perfil where maestro_id = ${luis.id}`
  expect(views?.n).toBe(1)
})
