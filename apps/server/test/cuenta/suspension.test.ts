import { funciones } from '@maestros/dominio/textos-de-funciones'
import { describe, expect, test } from 'vitest'
import { PASSWORD, signUp } from '../protocol/auth/people.ts'
import { appForTests, beforeTests } from '../setup/app.ts'
import { call, search } from '../setup/functions.ts'
import { eventually, listen, liveClient, NAVBAR, rawSocket, state, subscribed } from '../setup/live.ts'
import { makePair, published, send, sent } from '../setup/rows/chats.ts'
import { makeBuscador, makeMaestro, signIn } from '../setup/rows/maestros.ts'
import { makeOperator } from '../setup/rows/operators.ts'

const app = appForTests()
const olga = beforeTests(() => makeOperator(app))

const MOTIVO = 'Datos falsos en su perfil'
const change = (id: string, suspends: boolean) =>
  app.sql`select interno.cambiar_suspension(${olga.id}, ${id}, ${suspends}, ${MOTIVO}) as changed`
const suspend = (id: string) => change(id, true)
const restore = (id: string) => change(id, false)

const isListed = async (id: string) => {
  const { data } = await search(app.client(), { alcaldia: 'Coyoacán', oficio: 'Plomería' })
  return JSON.stringify(data).includes(id)
}

describe('a suspended account', () => {
  test('is signed out everywhere: sessions, refresh tokens and access tokens end, and it cannot sign in', async () => {
    const account = await signUp(app)
    const other = app.client()
    await other.auth.signInWithPassword({ email: account.email, password: PASSWORD })
    await suspend(account.user.id)
    expect(await app.sql`select from auth.sessions where user_id = ${account.user.id}`).toHaveLength(0)
    const { refresh_token } = account.session
    expect((await app.client().auth.refreshSession({ refresh_token })).error).toMatchObject({ status: 400 })
    expect((await other.auth.getUser()).error).toMatchObject({ code: 'user_banned', status: 403 })
    const again = await app.client().auth.signInWithPassword({ email: account.email, password: PASSWORD })
    expect(again.error).toMatchObject({ code: 'user_banned' })
  })

  test('is refused by tables, functions, storage and channels, each with the reason', async () => {
    const { client, id, token } = await makeMaestro(app)
    await suspend(id)
    for (const answer of [
      await client.from('maestros').select('id'),
      await client.from('maestros').update({ telefono: '5500000000' }).eq('id', id),
      await client.rpc('update_maestro_stats'),
    ]) {
      expect(answer).toMatchObject({ status: 403, error: { code: 'PT403', details: 'suspended' } })
    }
    for (const name of ['get-maestro-chats', 'get-chats']) {
      expect(await call(client, name, { body: {} })).toMatchObject({ status: 403, code: 'ACCOUNT_SUSPENDED' })
    }
    const file = await client.storage.from('chat-media').list(`profile-photos/${id}`)
    expect(file.error?.message).toMatch(/suspendida/)
    const refused = listen(await liveClient(app, { token }), NAVBAR)
    await state(refused, 'CHANNEL_ERROR')
    expect(refused.reasons[0]).toBe('InvalidJWTToken: User is banned')
  })

  test('has its live sockets closed by the job, with the reason', async () => {
    const { id, token } = await makeBuscador(app)
    const received = await subscribed(listen(await liveClient(app, { token }), NAVBAR))
    const person = await signIn(app, id)
    const raw = await rawSocket(app)
    raw.join('nada', person)
    expect(await raw.answer('1')).toMatchObject({ status: 'ok' })
    const [bystander, other] = [await rawSocket(app), await makeBuscador(app)]
    bystander.join('nada', other)
    expect(await bystander.answer('1')).toMatchObject({ status: 'ok' })
    await suspend(id)
    await app.runJobs()
    await state(received, 'CLOSED')
    expect(received.system.at(-1)?.message).toBe('User is banned')
    await eventually(() => raw.closes).toEqual([{ code: 1008, reason: 'User is banned' }])
    expect(bystander.closes).toEqual([])
    bystander.socket.close()
  })

  test('is gone from the directory at once, and its profile is not found', async () => {
    const { id } = await makeMaestro(app)
    const ana = await makeBuscador(app)
    expect(await isListed(id)).toBe(true)
    await suspend(id)
    expect(await isListed(id)).toBe(false)
    expect(await call(ana.client, `maestro-profile/${id}`)).toMatchObject({
      status: 404,
      message: funciones.maestroNoEncontrado,
    })
  })

  test('leaves its chats readable for the other side, who cannot write and sees that at once', async () => {
    const { ana, luis, chat } = await makePair(app)
    await sent(luis.client, chat, 'Buenas tardes')
    const changes = await published(app, async () => {
      await suspend(luis.id)
      await app.runJobs()
    })
    expect(changes.map(({ table, record, readers }) => [table, record.id, readers.includes(ana.id)])).toEqual(
      [['chats', chat, true]],
    )
    expect(changes[0]?.record.pausado_en).toEqual(expect.any(String))
    const read = await call(ana.client, 'get-messages', { body: { chat_id: chat } })
    expect(read.text).toContain('Buenas tardes')
    const { data } = await ana.client.from('chats').select('pausado_en').eq('id', chat).single()
    expect(data).toEqual({ pausado_en: expect.any(String) })
    expect(await send(ana.client, chat, '¿Sigue ahí?')).toMatchObject({
      status: 403,
      message: funciones.personaNoDisponible,
    })
  })
})

describe('a restored account', () => {
  test('is listed, signs in, and its chats go on; no token from before works again', async () => {
    const { ana, luis, chat } = await makePair(app)
    await suspend(luis.id)
    // A sign-in that had read the account before the suspension may still write its session.
    const late = await signIn(app, luis.id)
    await restore(luis.id)
    await app.runJobs()
    expect(await isListed(luis.id)).toBe(true)
    for (const { client } of [luis, late]) {
      expect((await client.from('maestros').select('id')).status).toBe(401)
    }
    const again = await signIn(app, luis.id)
    expect((await again.client.from('maestros').select('id')).data).toEqual([{ id: luis.id }])
    expect((await send(ana.client, chat, 'Qué bueno')).status).toBe(200)
    expect((await send(again.client, chat, 'Gracias')).status).toBe(200)
  })

  test('keeps a chat paused while the other side is suspended too', async () => {
    const { ana, luis, chat } = await makePair(app)
    await suspend(ana.id)
    await suspend(luis.id)
    const isPaused = async () =>
      (await app.sql`select from public.chats where id = ${chat} and pausado_en is not null`).length === 1
    await restore(ana.id)
    expect(await isPaused()).toBe(true)
    await restore(luis.id)
    expect(await isPaused()).toBe(false)
  })

  test('is not closed by a job that runs late', async () => {
    const { id } = await makeBuscador(app)
    await suspend(id)
    await restore(id)
    const again = await signIn(app, id)
    const received = await subscribed(listen(await liveClient(app, again), NAVBAR))
    await app.runJobs()
    expect(received.states.at(-1)).toBe('SUBSCRIBED')
  })
})

test('suspending and restoring are recorded once each, and an operator cannot suspend itself', async () => {
  const { id } = await makeBuscador(app)
  expect(await suspend(id)).toEqual([{ changed: true }])
  expect(await suspend(id)).toEqual([{ changed: false }])
  expect(await restore(id)).toEqual([{ changed: true }])
  const audit = await app.sql`select acto, detalle from interno.auditoria where sobre = ${id} order by id`
  expect([...audit]).toEqual([
    { acto: 'suspender', detalle: { motivo: MOTIVO } },
    { acto: 'restaurar', detalle: { motivo: MOTIVO } },
  ])
  const events =
    await app.sql`select tipo from interno.eventos where sobre = ${id} and quien = ${olga.id} order by id`
  expect(events.map(({ tipo }) => tipo)).toEqual(['cuenta_suspendida', 'cuenta_restaurada'])
  await expect(suspend(olga.id)).rejects.toMatchObject({ code: 'PT422' })
})
