import { CONTACTOS_POR_DIA } from '@maestros/dominio/limites'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { beforeAll, describe, expect, test } from 'vitest'
import { appForTests, startApp } from '../setup/app.ts'
import { startChat, whileOpen } from '../setup/rows/chats.ts'
import { CONTEXTO, requestContact } from '../setup/rows/contact.ts'
import { makeBuscador, makeMaestro, type TestMaestro } from '../setup/rows/maestros.ts'

const DAY_SECONDS = 24 * 60 * 60

const app = appForTests()
let maestros: TestMaestro[]
beforeAll(async () => {
  maestros = []
  for (let n = 0; n < CONTACTOS_POR_DIA + 4; n++) maestros.push(await makeMaestro(app))
})

describe('ten new maestros a day', () => {
  test('can be unlocked: the eleventh is refused with the time when more are possible', async () => {
    const ana = await makeBuscador(app)
    const [eleventh, ...others] = maestros as [TestMaestro, ...TestMaestro[]]
    for (const { id } of others.slice(0, CONTACTOS_POR_DIA)) {
      expect((await requestContact(ana.client, id)).status).toBe(200)
    }
    const { status, code, message, headers, text } = await requestContact(ana.client, eleventh.id)
    expect([status, code]).toEqual([429, 'RATE_LIMITED'])
    expect(message).toBe(textos.demasiadosContactos(CONTACTOS_POR_DIA))
    expect(message).toContain('mañana a partir de las 00:00')
    expect(text).not.toContain(eleventh.telefono)
    // Mexico City has had no daylight saving time since 2022: midnight there is 6:00 UTC.
    const [now] = await app.sql<{ left: number }[]>`
      select extract(epoch from date_trunc('day', now() - interval '6 hours') + interval '30 hours' - now())::int as left`
    const seconds = Number(headers.get('retry-after'))
    expect(Math.abs(seconds - (now?.left ?? 0)) % DAY_SECONDS).toBeLessThan(60)
    expect(seconds).toBeLessThanOrEqual(DAY_SECONDS)
    const chats = await app.sql`select from public.chats where buscador_id = ${ana.id}`
    expect(chats).toHaveLength(CONTACTOS_POR_DIA)

    // A contact that was unlocked before is answered as ever, and so are other seekers.
    expect((await requestContact(ana.client, others[0]?.id ?? '')).status).toBe(200)
    expect((await requestContact((await makeBuscador(app)).client, eleventh.id)).status).toBe(200)
  })

  test('begin again at midnight in Mexico City', async () => {
    const ana = await makeBuscador(app)
    for (const { id } of maestros.slice(0, CONTACTOS_POR_DIA)) await requestContact(ana.client, id)
    const move = (to: string) => app.sql`
      update public.accesos_contacto set creado_en =
        (date_trunc('day', now() at time zone 'America/Mexico_City') + ${to}::interval) at time zone 'America/Mexico_City'
      where buscador_id = ${ana.id}`
    const next = maestros[CONTACTOS_POR_DIA]?.id ?? ''
    await move('0 seconds')
    expect((await requestContact(ana.client, next)).code).toBe('RATE_LIMITED')
    await move('-1 second')
    expect((await requestContact(ana.client, next)).status).toBe(200)
  })

  test('include one that another process is unlocking at the same time', async () => {
    const ana = await makeBuscador(app)
    for (const { id } of maestros.slice(0, CONTACTOS_POR_DIA - 1)) await requestContact(ana.client, id)
    const [other, last] = maestros.slice(CONTACTOS_POR_DIA)
    const { done } = await whileOpen(
      app,
      {
        before: (sql) => sql`
          select interno.abrir_contacto(
            ${ana.id}, ${other?.id ?? ''}, 'urgencia', null, 'Nota', ${sql.json(CONTEXTO)}, 10, 100, 60)`,
      },
      () => requestContact(ana.client, last?.id ?? ''),
    )
    expect(done.code).toBe('RATE_LIMITED')
  })
})

test('the limit of new chats applies to chats that an unlock starts, and nothing is unlocked', async () => {
  const limited = await startApp({ LIMIT_NEW_CHATS_PERSON: '1/3600' })
  const ana = await makeBuscador(limited)
  const [one, two] = [await makeMaestro(limited), await makeMaestro(limited)]
  await startChat(ana.client, one.id)
  const refused = await requestContact(ana.client, two.id)
  const seconds = Number(refused.headers.get('retry-after'))
  expect([refused.status, refused.message]).toEqual([429, textos.demasiadosChats(seconds)])
  expect(await limited.sql`select from public.accesos_contacto`).toHaveLength(0)
  expect((await requestContact(ana.client, one.id)).status).toBe(200)
  await limited.close()
})

test('a maestro who is being suspended cannot be unlocked: the request waits for the suspension', async () => {
  const [ana, luis] = [await makeBuscador(app), await makeMaestro(app)]
  const { done } = await whileOpen(
    app,
    { before: (sql) => sql`update public.profiles set suspendido_en = now() where id = ${luis.id}` },
    () => requestContact(ana.client, luis.id),
  )
  expect(done.status).toBe(404)
  expect(await app.sql`select from public.accesos_contacto where maestro_id = ${luis.id}`).toHaveLength(0)
})
