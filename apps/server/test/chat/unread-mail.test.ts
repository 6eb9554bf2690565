import { beforeEach, describe, expect, test } from 'vitest'
import { eraseAccount } from '../../src/subjects/cuenta/erase.ts'
import { call } from '../setup/functions.ts'
import { makePair, type Pair, sent } from '../setup/rows/chats.ts'
import { emailOf, suspend } from '../setup/rows/maestros.ts'
import { headerOf, partsOf } from '../setup/services/mail-parts.ts'
import { mailingAppForTests } from '../setup/services/mailing-app.ts'

/** 'Tienes mensajes sin leer': one e-mail for a chat, after 15 unread minutes, to a person who is not online. */

const app = mailingAppForTests()
/** Nothing of other tests is unread or waits for its e-mail. */
beforeEach(async () => {
  await app.sql`delete from interno.avisos_sin_leer`
  await app.sql`update interno.examen_de_mensajes set hasta = now()`
  await app.sql`delete from graphile_worker._private_jobs`
  app.smtp.reset()
})

/** Lets time pass by making every message, mark and examination older. */
async function minutesPass(minutes: number) {
  const by = `${minutes} minutes`
  await app.sql`update public.mensajes set creado_en = creado_en - ${by}::interval`
  await app.sql`update interno.examen_de_mensajes set hasta = hasta - ${by}::interval`
  await app.sql`update interno.en_linea set visto_en = visto_en - ${by}::interval`
}
/** What the schedule does every minute. */
async function look() {
  await app.sql`select interno.encolar('find-unread-messages')`
  await app.runJobs()
}
const read = ({ client }: Pair['ana'], chat: string, role: 'buscador' | 'maestro') =>
  client.rpc('mark_messages_as_read', { p_chat_id: chat, p_user_role: role })
const online = (id: string) => app.sql`select interno.anotar_en_linea(${[id]}::uuid[])`
const received = () => app.smtp.received.map(({ to }) => to)

test('a message that was unread for 15 minutes makes one e-mail, with the number and without the text', async () => {
  const { ana, luis, chat } = await makePair(app)
  await app.sql`update public.profiles set display_name = 'Ana Ruiz' where id = ${ana.id}`
  await sent(ana.client, chat, 'Tengo una fuga en la cocina')
  await sent(ana.client, chat, '¿Puede venir hoy?')
  await minutesPass(14)
  await look()
  expect(received()).toEqual([])
  await minutesPass(1)
  await look()
  await look()
  expect(received()).toEqual([await emailOf(app, luis.id)])
  const parts = partsOf(app.smtp.received[0]?.raw ?? '')
  expect(headerOf(parts, 'Subject')).toBe('Tienes mensajes sin leer')
  for (const part of [parts.text, parts.html]) {
    expect(part).toContain('Ana R te escribió. Tienes 2 mensajes sin leer.')
    expect(part).toContain(`/chat-maestro/${chat}`)
    expect(part).not.toMatch(/fuga|cocina|venir/)
  }
})

test('a seeker is told the name of the maestro with the initial of the surname', async () => {
  const { ana, luis, chat } = await makePair(app)
  await sent(luis.client, chat, 'Con gusto, paso a las cinco')
  await minutesPass(20)
  await look()
  expect(received()).toEqual([await emailOf(app, ana.id)])
  const { text } = partsOf(app.smtp.received[0]?.raw ?? '')
  expect(text).toContain('Luis H. te escribió. Tienes 1 mensaje sin leer.')
  expect(text).toContain(`/chats/${chat}`)
  expect(text).not.toContain('Hernández')
})

test('it is not repeated until the person has read and new messages were unread for 15 minutes', async () => {
  const { ana, luis, chat } = await makePair(app)
  await sent(ana.client, chat, 'Buenas tardes')
  await minutesPass(20)
  await look()
  await sent(ana.client, chat, '¿Sigue ahí?')
  await minutesPass(20)
  await look()
  await look()
  expect(received()).toHaveLength(1)

  expect((await read(luis, chat, 'maestro')).error).toBeNull()
  await minutesPass(20)
  await look()
  expect(received()).toHaveLength(1)

  await sent(ana.client, chat, 'Otra pregunta')
  await minutesPass(20)
  await look()
  expect(received()).toHaveLength(2)
})

test('two chats of one person make an e-mail each', async () => {
  const one = await makePair(app)
  const two = await makePair(app)
  await sent(one.ana.client, one.chat, 'Buenas tardes')
  await sent(two.ana.client, two.chat, 'Buenos días')
  await minutesPass(20)
  await look()
  expect(received().sort()).toEqual([await emailOf(app, one.luis.id), await emailOf(app, two.luis.id)].sort())
})

test('a person who is online gets it after leaving, if the messages are still unread', async () => {
  const { ana, luis, chat } = await makePair(app)
  await sent(ana.client, chat, 'Buenas tardes')
  await minutesPass(20)
  await online(luis.id)
  await look()
  expect(received()).toEqual([])
  // The mark is written every minute; two missed ones mean that the person has left.
  await app.sql`update interno.en_linea set visto_en = now() - interval '3 minutes' where user_id = ${luis.id}`
  await look()
  expect(received()).toEqual([await emailOf(app, luis.id)])
})

test('an e-mail that waits in the queue while its person comes online is sent after the person has left', async () => {
  const { ana, luis, chat } = await makePair(app)
  await sent(ana.client, chat, 'Buenas tardes')
  await minutesPass(20)
  await app.sql`select interno.reunir_sin_leer(15), interno.encolar_sin_leer()`
  await online(luis.id)
  await app.runJobs()
  await look()
  expect(received()).toEqual([])
  await app.sql`update interno.en_linea set visto_en = now() - interval '3 minutes' where user_id = ${luis.id}`
  await look()
  await look()
  expect(received()).toEqual([await emailOf(app, luis.id)])
})

test('an e-mail that waits in the queue is not sent after the messages were read or when the person is online', async () => {
  for (const happen of [
    async ({ luis, chat }: Pair) => read(luis, chat, 'maestro'),
    async ({ luis }: Pair) => online(luis.id),
  ]) {
    const pair = await makePair(app)
    await sent(pair.ana.client, pair.chat, 'Buenas tardes')
    await minutesPass(20)
    await app.sql`select interno.reunir_sin_leer(15), interno.encolar_sin_leer()`
    await happen(pair)
    await app.runJobs()
  }
  expect(received()).toEqual([])
})

describe('it is not sent', () => {
  test.each<[string, (pair: Pair) => Promise<unknown>]>([
    [
      'to a person who does not want it',
      ({ luis }) =>
        app.sql`insert into public.preferencias_avisos (user_id, correo_mensajes) values (${luis.id}, false)`,
    ],
    ['to a suspended account', ({ luis }) => suspend(app, luis.id)],
    ['to an erased account', ({ luis }) => eraseAccount(app.services, luis.id)],
    ['when the other person was suspended', ({ ana }) => suspend(app, ana.id)],
    ['when the other person was erased', ({ ana }) => eraseAccount(app.services, ana.id)],
    [
      'when the person has blocked the other',
      ({ ana, luis }) =>
        call(luis.client, 'cambiar-bloqueo', { body: { persona_id: ana.id, bloquear: true } }),
    ],
  ])('%s', async (_what, happen) => {
    const pair = await makePair(app)
    await sent(pair.ana.client, pair.chat, 'Buenas tardes')
    await minutesPass(20)
    await happen(pair)
    await look()
    expect(received()).toEqual([])
  })

  test('for a message that moderation blocked', async () => {
    const { ana, chat } = await makePair(app)
    await sent(ana.client, chat, 'Llámame al 5512345678')
    await minutesPass(20)
    await look()
    expect(received()).toEqual([])
  })

  test('for a new message because an earlier one was blocked by moderation', async () => {
    const { ana, luis, chat } = await makePair(app)
    await sent(ana.client, chat, 'Llámame al 5512345678')
    await minutesPass(14)
    await sent(ana.client, chat, 'Buenas tardes')
    await minutesPass(1)
    await look()
    expect(received()).toEqual([])
    await minutesPass(14)
    await look()
    expect(received()).toEqual([await emailOf(app, luis.id)])
  })

  test('for the notice of a requested contact, which has an e-mail of its own', async () => {
    const { ana, luis } = await makePair(app)
    const body = { maestro_id: luis.id, motivo: 'urgencia' }
    expect((await call(ana.client, 'track-contact-access', { body })).status).toBe(200)
    await app.runJobs()
    await minutesPass(20)
    await look()
    expect(app.smtp.received.map(({ raw }) => headerOf(partsOf(raw), 'Subject'))).toEqual([
      '=?UTF-8?Q?Alguien_pidi=C3=B3_tu_contacto?=',
    ])
  })
})

test('the messages of a time are found by the index on the time', async () => {
  const plan = await app.sql.begin(async (tx) => {
    await tx`set local enable_seqscan = off`
    return tx<Record<string, string>[]>`
      explain (costs off) select chat_id from public.mensajes
      where creado_en > now() - interval '1 minute' and creado_en <= now()`
  })
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('mensajes_by_time')
})
