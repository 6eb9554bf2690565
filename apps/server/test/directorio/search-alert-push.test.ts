import { push as textos } from '@maestros/dominio/avisos/textos-de-push'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { appForTests, startApp } from '../setup/app.ts'
import { call } from '../setup/functions.ts'
import { makeBuscador, makeMaestro, signIn, type TestPerson } from '../setup/rows/maestros.ts'
import { startPushReceiver } from '../setup/services/push-receiver.ts'

/** 'Avísame' as a push notification. */

const receiver = await startPushReceiver()
afterAll(() => receiver.close())
const app = appForTests({ PUSH_EXTRA_ORIGINS: receiver.origin, PUSH_QUIET_HOURS: '0-0' })
beforeEach(() => {
  receiver.received.length = 0
})

/** Each test has its own trade, so that nobody is listed for it. */
const trades = [
  'Tapicería',
  'Mudanzas',
  'Limpieza',
  'Jardinería',
  'Herrería',
  'Pintura',
  'Carpintería',
  'Tablaroca',
]
const alcaldia = 'Tláhuac'
const subscribe = async ({ client }: TestPerson) => {
  const { subscription } = receiver.newBrowser()
  expect((await call(client, 'suscribir-push', { body: { ...subscription } })).status).toBe(200)
}
const list = (oficio: string) => makeMaestro(app, { oficios: [oficio], alcaldias: [alcaldia] })
const told = () => receiver.received.map(({ aviso }) => aviso)

async function askAndSubscribe() {
  const [oficio, ana] = [trades.pop()!, await makeBuscador(app)]
  expect((await call(ana.client, 'avisame', { body: { alcaldia, oficio, activo: true } })).status).toBe(200)
  await subscribe(ana)
  return { ana, oficio }
}

test('an alert is one notification for each browser of the person, and opens the results', async () => {
  const { ana, oficio } = await askAndSubscribe()
  await subscribe(await signIn(app, ana.id))
  await subscribe(await makeBuscador(app))
  await list(oficio)
  await app.runJobs()
  const aviso = {
    titulo: textos.notificacion.busqueda(oficio, alcaldia),
    cuerpo: textos.notificacion.busquedaTexto,
    grupo: `busqueda:${alcaldia}:${oficio}`,
    ruta: `/resultados?${new URLSearchParams({ alcaldia, oficio })}`,
    en: expect.any(Number),
  }
  expect(told()).toEqual([aviso, aviso])
  await list(oficio)
  await app.runJobs()
  expect(receiver.received).toHaveLength(2)
})

test.each([
  ['push_busquedas', 0],
  ['correo_busquedas', 1],
])('an alert of a person who has switched %s off is %s notifications', async (column, count) => {
  const { ana, oficio } = await askAndSubscribe()
  await app.sql`
    insert into public.preferencias_avisos ${app.sql({ user_id: ana.id, [column]: false })}`
  await list(oficio)
  await app.runJobs()
  expect(receiver.received).toHaveLength(count)
})

test('in the quiet hours the notification waits for their end', async () => {
  const format = { hour: 'numeric', hourCycle: 'h23', timeZone: 'America/Mexico_City' } as const
  const hour = Number(new Intl.DateTimeFormat('en', format).format())
  // Two hours before and two after now, so that a full hour that begins meanwhile changes nothing.
  const settings = { PUSH_QUIET_HOURS: `${(hour + 22) % 24}-${(hour + 2) % 24}` }
  const night = await startApp({ PUSH_EXTRA_ORIGINS: receiver.origin, ...settings }, app)
  try {
    const { ana, oficio } = await askAndSubscribe()
    await list(oficio)
    await night.runJobs()
    expect(told()).toEqual([])
    const [waiting] = await app.sql<{ account: string; hours: number }[]>`
      select p.payload ->> 'userId' as account, extract(epoch from j.run_at - now())::float / 3600 as hours
      from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
      where task_identifier = 'send-search-push'`
    // So that erasing the account finds the job.
    expect(waiting?.account).toBe(ana.id)
    expect(waiting?.hours).toBeGreaterThan(0.9)
    expect(waiting?.hours).toBeLessThanOrEqual(2)
    await app.sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`
    await app.runJobs()
    expect(told()).toMatchObject([{ titulo: textos.notificacion.busqueda(oficio, alcaldia) }])
  } finally {
    await night.close()
  }
})
