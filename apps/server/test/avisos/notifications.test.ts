import { setTimeout as delay } from 'node:timers/promises'
import { clavePush } from '@maestros/contrato/avisos/clave-push'
import { push as textos } from '@maestros/dominio/avisos/textos-de-push'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { pushTime } from '../../src/platform/push/deliver.ts'
import { eraseAccount } from '../../src/subjects/cuenta/erase.ts'
import { appForTests, startApp, type TestApp } from '../setup/app.ts'
import { call } from '../setup/functions.ts'
import { makePair, sent, startChat } from '../setup/rows/chats.ts'
import { requestContact } from '../setup/rows/contact.ts'
import { emailOf, makeBuscador, signIn, signOut, suspend, type TestPerson } from '../setup/rows/maestros.ts'
import { startPushReceiver, type TestBrowser } from '../setup/services/push-receiver.ts'

const receiver = await startPushReceiver()
/** For the test of a service that does not answer: it gets no requests afterwards. */
const silent = await startPushReceiver()
afterAll(() => Promise.all([receiver.close(), silent.close()]))
const app = appForTests({
  PUSH_EXTRA_ORIGINS: `${receiver.origin},${silent.origin}`,
  PUSH_QUIET_HOURS: '0-0',
  SUPPORT_EMAIL: 'ayuda@maestros.example',
})
beforeEach(() => {
  receiver.received.length = 0
  receiver.answers.clear()
})

async function subscribe({ client }: TestPerson, browser = receiver.newBrowser()): Promise<TestBrowser> {
  const answer = await call(client, 'suscribir-push', { body: { ...browser.subscription } })
  expect(answer).toMatchObject({ status: 200, data: { success: true } })
  return browser
}

const makeAllDue = () =>
  app.sql`update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null`
/** Runs what a message has queued, without the delay that collects several messages. */
async function runPush(server = app) {
  await makeAllDue()
  await server.runJobs()
}
const waiting = async () =>
  (
    await app.sql<{ n: number }[]>`
    select count(*)::int as n from graphile_worker.jobs where task_identifier like 'send-push%'`
  )[0]!.n
const subscriptionsOf = async ({ id }: TestPerson) =>
  (await app.sql`select from interno.suscripciones_push where user_id = ${id}`).length
const choose = (person: TestPerson, choice: Record<string, boolean>) =>
  app.sql`insert into public.preferencias_avisos ${app.sql({ user_id: person.id, ...choice })}
    on conflict (user_id) do update set ${app.sql(choice)}`
const markRead = (person: TestPerson, chat: string, role: 'buscador' | 'maestro') =>
  person.client.rpc('mark_messages_as_read', { p_chat_id: chat, p_user_role: role })

describe('a new message', () => {
  test('is one encrypted notification for the receiver, without its text, signed with the VAPID key', async () => {
    const { ana, luis, chat } = await makePair(app)
    const browser = await subscribe(luis)
    const { creado_en } = await sent(ana.client, chat, 'Se rompió una tubería en la cocina')
    await runPush()
    expect(receiver.received).toEqual([
      {
        path: browser.path,
        topic: chat.replaceAll('-', ''),
        aviso: {
          titulo: 'Ana R',
          cuerpo: textos.notificacion.mensajes(1),
          grupo: `chat:${chat}`,
          ruta: `/chat-maestro/${chat}`,
          en: Date.parse(creado_en),
        },
        vapid: {
          aud: receiver.origin,
          sub: 'mailto:ayuda@maestros.example',
          key: clavePush.output.parse((await call(luis.client, 'clave-push')).data).clave,
        },
      },
    ])
    expect(await waiting()).toBe(0)
  })

  test('of a burst of ten makes one notification that counts them', async () => {
    const { ana, luis, chat } = await makePair(app)
    await subscribe(luis)
    for (let nth = 0; nth < 10; nth++) await sent(ana.client, chat, `Mensaje ${nth}`)
    expect(await waiting()).toBe(1)
    await runPush()
    expect(receiver.received.map(({ aviso }) => aviso?.cuerpo)).toEqual([textos.notificacion.mensajes(10)])
  })

  test('reaches every browser of the receiver, and none of the author', async () => {
    const { ana, luis, chat } = await makePair(app)
    await subscribe(ana)
    const paths = [(await subscribe(luis)).path, (await subscribe(await signIn(app, luis.id))).path]
    await sent(ana.client, chat, 'Hola')
    await runPush()
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(paths.sort())
  })

  test('names the maestro by first name and initial to a seeker', async () => {
    const { ana, luis, chat } = await makePair(app)
    await subscribe(ana)
    await sent(luis.client, chat, 'Buenas tardes')
    await runPush()
    expect(receiver.received[0]?.aviso).toMatchObject({ titulo: 'Luis H.', ruta: `/chats/${chat}` })
  })

  test('contains the text only for a person who wants it, cut like a preview', async () => {
    const { ana, luis, chat } = await makePair(app)
    await subscribe(luis)
    await choose(luis, { push_con_texto: true })
    await sent(ana.client, chat, `Hola ${'muy '.repeat(200)}buenas`)
    await runPush()
    const { cuerpo } = receiver.received[0]!.aviso!
    expect(cuerpo).toMatch(/^Hola muy .*…$/)
    expect(cuerpo.length).toBeLessThan(120)
  })

  test('that its author deleted is neither counted nor shown', async () => {
    const { ana, luis, chat } = await makePair(app)
    await subscribe(luis)
    await choose(luis, { push_con_texto: true })
    await sent(ana.client, chat, 'La llave gotea')
    const { id } = await sent(ana.client, chat, 'Perdón, era para otra persona')
    const answer = await call(ana.client, 'eliminar-mensaje', { body: { mensaje_id: id } })
    expect(answer.status).toBe(200)
    await runPush()
    expect(receiver.received.map(({ aviso }) => aviso?.cuerpo)).toEqual(['La llave gotea'])
  })

  test('adds no job when its receiver has no subscription', async () => {
    const { ana, chat } = await makePair(app)
    await subscribe(ana)
    await sent(ana.client, chat, 'Hola')
    expect(await waiting()).toBe(0)
  })
})

describe('nothing is sent', () => {
  test('when the message was read meanwhile', async () => {
    const { ana, luis, chat } = await makePair(app)
    await subscribe(luis)
    await sent(ana.client, chat, 'Hola')
    await markRead(luis, chat, 'maestro')
    await runPush()
    expect(receiver.received).toEqual([])
  })

  test('for a message that moderation kept back', async () => {
    const { ana, luis, chat } = await makePair(app)
    await subscribe(luis)
    expect((await sent(ana.client, chat, 'Llámame al 55 1234 5678')).bloqueado).toBe(true)
    expect(await waiting()).toBe(0)
  })

  test('to a person who has switched off notifications of messages', async () => {
    const { ana, luis, chat } = await makePair(app)
    await subscribe(luis)
    await choose(luis, { push_mensajes: false })
    await sent(ana.client, chat, 'Hola')
    await runPush()
    expect(receiver.received).toEqual([])
  })

  test('when one of the two has blocked the other before it is sent', async () => {
    const { ana, luis, chat } = await makePair(app)
    for (const person of [ana, luis]) await subscribe(person)
    await sent(ana.client, chat, 'Hola')
    await sent(luis.client, chat, 'Buenas tardes')
    await app.sql`insert into public.bloqueos (bloqueador_id, bloqueado_id) values (${luis.id}, ${ana.id})`
    await runPush()
    expect(receiver.received).toEqual([])
  })

  test('to a person who was suspended before it is sent', async () => {
    const { ana, luis, chat } = await makePair(app)
    await subscribe(luis)
    await sent(ana.client, chat, 'Hola')
    await suspend(app, luis.id)
    await runPush()
    expect(receiver.received).toEqual([])
  })

  test.each([
    ['signs out', (person: TestPerson) => signOut(app, person)],
    ['erases the account', (person: TestPerson) => eraseAccount(app.services, person.id)],
  ])('after the person %s: the subscription is gone', async (_what, leave) => {
    const { luis, ana, chat } = await makePair(app)
    await subscribe(ana)
    await sent(luis.client, chat, 'Hola')
    await leave(ana)
    expect(await subscriptionsOf(ana)).toBe(0)
    await runPush()
    expect(receiver.received).toEqual([])
  })
})

describe('a contact request', () => {
  test('is a notification of its own for the maestro', async () => {
    const { ana, luis, chat } = await makePair(app)
    await subscribe(luis)
    expect((await requestContact(ana.client, luis.id)).status).toBe(200)
    await runPush()
    expect(receiver.received.map(({ aviso }) => aviso)).toEqual([
      {
        titulo: textos.notificacion.contacto('Ana R'),
        cuerpo: textos.notificacion.contactoTexto,
        grupo: `chat:${chat}`,
        ruta: `/chat-maestro/${chat}`,
        en: expect.any(Number),
      },
    ])
  })

  test.each([
    ['push_contacto', []],
    ['push_mensajes', [textos.notificacion.contacto('Ana R')]],
  ])('with %s disabled sends the notifications %j', async (column, titles) => {
    const { ana, luis } = await makePair(app)
    await subscribe(luis)
    await choose(luis, { [column]: false })
    await requestContact(ana.client, luis.id)
    await runPush()
    expect(receiver.received.map(({ aviso }) => aviso?.titulo)).toEqual(titles)
  })
})

describe('a push service that', () => {
  test.each([404, 410, 403])('answers %s ends the subscription', async (status) => {
    const { ana, luis, chat } = await makePair(app)
    const { path } = await subscribe(luis)
    receiver.answers.set(path, { status })
    await sent(ana.client, chat, 'Hola')
    await runPush()
    expect(receiver.received).toHaveLength(1)
    expect(await subscriptionsOf(luis)).toBe(0)
    expect(await waiting()).toBe(0)
  })

  test.each([429, 500, 503])('answers %s gets the notification again later', async (status) => {
    const { ana, luis, chat } = await makePair(app)
    const { path } = await subscribe(luis)
    receiver.answers.set(path, { status })
    await sent(ana.client, chat, 'Hola')
    await runPush()
    expect(await waiting()).toBe(1)
    expect(await subscriptionsOf(luis)).toBe(1)
    receiver.answers.clear()
    await runPush()
    await runPush()
    expect(receiver.received).toHaveLength(2)
    expect(await waiting()).toBe(0)
  })

  test('does not answer one browser does not delay or repeat the notification of another', async () => {
    const { ana, luis, chat } = await makePair(app)
    const [broken, working] = [await subscribe(luis), await subscribe(await signIn(app, luis.id))]
    receiver.answers.set(broken.path, { status: 503 })
    await sent(ana.client, chat, 'Hola')
    await runPush()
    receiver.answers.clear()
    await runPush()
    const to = (path: string) => receiver.received.filter((one) => one.path === path).length
    expect([to(broken.path), to(working.path)]).toEqual([2, 1])
  })

  test('takes long to answer uses up the time of its person, and delays neither other people nor e-mails', async () => {
    const { ana, luis, chat } = await makePair(app)
    const slow = await subscribe(luis)
    const other = await subscribe(ana)
    receiver.answers.set(slow.path, { status: 201, before: () => delay(200) })
    await sent(ana.client, chat, 'Hola')
    pushTime.add(luis.id, 59_900)
    await runPush()
    expect(receiver.received).toHaveLength(1)
    await sent(ana.client, chat, '¿Sigue ahí?')
    await sent(luis.client, chat, 'Buenas tardes')
    await makeAllDue()
    await app.client().auth.resetPasswordForEmail(await emailOf(app, ana.id))
    const due = await app.sql<{ task_identifier: string }[]>`
      select task_identifier from graphile_worker.jobs order by priority, run_at`
    expect(due[0]?.task_identifier).toBe('send-one-time-mail')
    await runPush()
    expect(receiver.received.slice(1).map(({ path }) => path)).toEqual([other.path])
    expect(await waiting()).toBe(1)
    await app.sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`
  })

  test('fails while the next message arrives leaves one job, and no failed one', async () => {
    const { ana, luis, chat } = await makePair(app)
    const { path } = await subscribe(luis)
    const before = () => sent(ana.client, chat, '¿Sigue ahí?')
    receiver.answers.set(path, { status: 503, before })
    await sent(ana.client, chat, 'Hola')
    await runPush()
    expect(await waiting()).toBe(1)
    receiver.answers.clear()
    await runPush()
    expect(receiver.received.map(({ aviso }) => aviso?.cuerpo)).toEqual(
      [1, 2].map((count) => textos.notificacion.mensajes(count)),
    )
    expect(await waiting()).toBe(0)
  })

  test('does not answer gets no other request for a while', async () => {
    const { ana, luis, chat } = await makePair(app)
    const { path } = await subscribe(luis, silent.newBrowser())
    const now = performance.now.bind(performance)
    onTestFinished(() => void vi.restoreAllMocks())
    const longLater = async () => vi.spyOn(performance, 'now').mockImplementation(() => now() + 3100)
    silent.answers.set(path, { status: 0, before: longLater })
    await sent(ana.client, chat, 'Hola')
    await runPush()
    await runPush()
    expect(silent.received).toHaveLength(1)
    expect(await waiting()).toBe(1)
    await app.sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`
  })

  test('redirects is not followed, and the job fails for good', async () => {
    const { ana, luis, chat } = await makePair(app)
    const { path } = await subscribe(luis)
    receiver.answers.set(path, { status: 307, headers: { location: `${receiver.origin}/elsewhere` } })
    await sent(ana.client, chat, 'Hola')
    await runPush()
    await runPush()
    expect(receiver.received.map((one) => one.path)).toEqual([path])
    expect(app.takeErrors()).toHaveLength(1)
    await app.sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`
  })
})

describe('in the quiet hours', () => {
  let night: TestApp
  beforeAll(async () => {
    const hour = Number(
      new Intl.DateTimeFormat('en', {
        hour: 'numeric',
        hourCycle: 'h23',
        timeZone: 'America/Mexico_City',
      }).format(),
    )
    // Two hours before and two after now, so that a full hour that begins meanwhile changes nothing.
    const settings = { PUSH_QUIET_HOURS: `${(hour + 22) % 24}-${(hour + 2) % 24}` }
    night = await startApp({ PUSH_EXTRA_ORIGINS: receiver.origin, ...settings }, app)
  })
  afterAll(() => night.close())

  test('messages are held until their end, and then told in one summary', async () => {
    const { ana, luis, chat } = await makePair(app)
    const eva = await makeBuscador(app, { nombre: 'Eva' })
    const other = await startChat(eva.client, luis.id)
    await subscribe(luis)
    await sent(ana.client, chat, 'Hola')
    await sent(eva.client, other, 'Buenas')
    await runPush(night)
    expect(receiver.received).toEqual([])
    const jobs = await app.sql<{ task_identifier: string; account: string; hours: number }[]>`
      select j.task_identifier, p.payload ->> 'userId' as account, extract(epoch from j.run_at - now()) / 3600 as hours
      from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)`
    expect(jobs.map((job) => job.task_identifier)).toEqual(['send-push-summary'])
    // So that erasing the account finds the job.
    expect(jobs[0]!.account).toBe(luis.id)
    expect(Number(jobs[0]!.hours)).toBeGreaterThan(0.9)
    expect(Number(jobs[0]!.hours)).toBeLessThanOrEqual(2)
    await runPush(night)
    expect(receiver.received.map(({ aviso }) => aviso)).toEqual([
      expect.objectContaining({ cuerpo: textos.notificacion.resumen(2), ruta: '/chat-maestro' }),
    ])
  })

  test('a summary of one conversation leads to it, and one of none is not sent', async () => {
    const { ana, luis, chat } = await makePair(app)
    const { ana: eva, luis: jose, chat: read } = await makePair(app)
    await subscribe(luis)
    await subscribe(jose)
    await sent(ana.client, chat, 'Hola')
    await sent(eva.client, read, 'Hola')
    await runPush(night)
    await markRead(jose, read, 'maestro')
    await runPush(night)
    expect(receiver.received.map(({ aviso }) => aviso?.ruta)).toEqual([`/chat-maestro/${chat}`])
    expect(await waiting()).toBe(0)
  })
})
