import { ESTADOS_DE_TICKET } from '@maestros/dominio/ayuda/estados-de-ticket'
import { ayuda } from '@maestros/dominio/ayuda/textos'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Sql } from '../../src/platform/db/pool.ts'
import { appForTests, beforeTests, startApp, type TestApp } from '../setup/app.ts'
import { makeBuscador, makeMaestro, makePerson, type TestPerson } from '../setup/rows/maestros.ts'
import { blob, jpeg } from '../setup/rows/pictures.ts'
import { sendTicket as send, TICKET } from '../setup/rows/tickets-and-reports.ts'

/** The functions of the help centre. Their e-mails are in test/ayuda/ticket-mails.test.ts. */

const app = appForTests()
const ana = beforeTests(() => makeBuscador(app))

const { errores } = ayuda.formulario
/** A busy machine must not make a test fail. */
const WAIT = { timeout: 20_000 }
const stored = async ({ id }: TestPerson) => {
  const rows = await app.sql`
    select nombre, correo, mensaje, imagenes_url, estado from public.tickets where usuario_id = ${id} order by creado_en`
  return [...rows]
}
const upload = async ({ client }: TestPerson, name: string) => {
  const { data, error } = await client.storage.from('support-tickets').upload(name, blob(await jpeg()))
  if (error) throw error
  return data.path
}

describe('sending a ticket', () => {
  test('stores it for a signed-in person of either role, also before onboarding [7.fn.27]', async () => {
    for (const person of [
      await makeBuscador(app),
      await makeMaestro(app),
      await makePerson(app, 'maestro'),
    ]) {
      const { data, status } = await send(person)
      expect(status).toBe(200)
      expect(data).toEqual({ success: true, ticket_id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
      expect(await stored(person)).toEqual([{ ...TICKET, estado: 'abierto' }])
    }
  })

  test.each([
    [{ nombre: ' A\n' }, errores.nombre],
    [{ nombre: 'x'.repeat(201) }, errores.nombreLargo],
    [{ correo: 'ana@example.com\r\nBcc: luis@example.com' }, errores.correo],
    [{ mensaje: `  ${'👍'.repeat(9)}  ` }, errores.mensaje],
    [{ mensaje: 'x'.repeat(5001) }, errores.mensajeLargo],
    [{ imagenes_url: ['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg'] }, errores.demasiadas],
    [{ mensaje: 'x'.repeat(20_001) }, textos.datoInvalido('mensaje')],
    [{ client_id: 'no-es-un-id' }, textos.datoInvalido('client_id')],
    [{ imagenes_url: 'una.jpg' }, textos.datoInvalido('imagenes_url')],
  ])('refuses %j with its sentence, and stores nothing', async (part, sentence) => {
    const before = await stored(ana)
    expect(await send(ana, part)).toMatchObject({ status: 400, code: 'INVALID_INPUT', message: sentence })
    expect(await stored(ana)).toEqual(before)
  })

  test('accepts a name of 2 and a message of 10 characters, and the longest ones', async () => {
    const person = await makeBuscador(app)
    expect((await send(person, { nombre: 'Al', mensaje: '1234567890' })).status).toBe(200)
    expect((await send(person, { nombre: '👍👍', mensaje: '👍'.repeat(10) })).status).toBe(200)
    expect((await send(person, { nombre: 'ñ'.repeat(200), mensaje: 'ñ'.repeat(5000) })).status).toBe(200)
  })

  test('keeps markup as text, and puts the name into one line', async () => {
    const person = await makeBuscador(app)
    const mensaje = '<b>Hola</b>\nsegunda línea & "más"'
    await send(person, { nombre: ' Ana\r\nBcc: x\u0007 Ruiz ', mensaje })
    expect(await stored(person)).toMatchObject([{ nombre: 'Ana Bcc: x Ruiz', mensaje }])
  })
})

describe('the pictures of a ticket', () => {
  test('are own objects, by name or by any address, stored as names in their order and marked as used', async () => {
    const person = await makeBuscador(app)
    const box = person.client.storage.from('support-tickets')
    for (const name of ['d.jpg', 'c.jpg', 'b.jpg', 'a.jpg']) await upload(person, name)
    const signed = (await box.createSignedUrl('c.jpg', 60)).data?.signedUrl ?? ''
    const imagenes_url = [
      'd.jpg',
      signed,
      box.getPublicUrl(`${person.id}/b.jpg`).data.publicUrl,
      `/storage/v1/object/authenticated/support-tickets/${person.id}/a.jpg`,
      'd.jpg',
    ]
    expect((await send(person, { imagenes_url })).status).toBe(200)
    const names = ['d', 'c', 'b', 'a'].map((name) => `${person.id}/${name}.jpg`)
    expect(await stored(person)).toMatchObject([{ imagenes_url: names }])
    const unused = await app.sql`
      select from storage.objects where owner = ${person.id} and unused_since is not null`
    expect(unused).toHaveLength(0)
  })

  test('cannot be those of another person, of a chat, or missing', async () => {
    const [person, other] = [await makeBuscador(app), await makeBuscador(app)]
    const theirs = await upload(other, `${other.id}/suya.jpg`)
    await upload(person, 'mia.jpg')
    for (const image of [
      theirs,
      `${person.id}/falta.jpg`,
      `/storage/v1/object/public/support-tickets/${theirs}`,
      '../mia.jpg',
      `${person.id}/../${theirs}`,
      'https://example.com/foto.jpg',
      '',
    ]) {
      expect(await send(person, { imagenes_url: ['mia.jpg', image] })).toMatchObject({
        status: 400,
        message: textos.imagenesAjenas,
      })
    }
    expect(await stored(person)).toEqual([])
    const [mine] =
      await app.sql`select unused_since from storage.objects where name = ${`${person.id}/mia.jpg`}`
    expect(mine?.unused_since).not.toBeNull()
  })
})

describe('a ticket that is sent twice', () => {
  test('is stored once with the same client_id, whatever its text is, and answered with the same id', async () => {
    const person = await makeBuscador(app)
    const client_id = crypto.randomUUID()
    const first = await send(person, { client_id })
    expect((await send(person, { client_id, mensaje: 'Otro mensaje distinto' })).data).toEqual(first.data)
    expect(await stored(person)).toHaveLength(1)
    // Another person may have the same id.
    const other = await makeBuscador(app)
    expect((await send(other, { client_id })).data).not.toEqual(first.data)
  })

  test('is stored once with equal contents within ten minutes, and again later', async () => {
    const person = await makeBuscador(app)
    const first = await send(person)
    expect((await send(person)).data).toEqual(first.data)
    expect((await send(person, { client_id: crypto.randomUUID() })).data).toEqual(first.data)
    await send(person, { mensaje: `${TICKET.mensaje}.` })
    expect(await stored(person)).toHaveLength(2)
    await app.sql`update public.tickets set creado_en = creado_en - interval '11 minutes' where usuario_id = ${person.id}`
    await send(person)
    expect(await stored(person)).toHaveLength(3)
  })
})

test('a ticket waits for another one of the same person that is being written, and is then found as repeated', async () => {
  const { id } = await makeBuscador(app)
  const { imagenes_url: imagenes, ...texts } = TICKET
  const write = (sql: Sql | TransactionSql) => sql<{ estado: string }[]>`
    select estado from interno.enviar_ticket(${id}, ${app.sql.json({ ...texts, imagenes })}, 10, 3600)`
  let second: Promise<{ estado: string }[]> | undefined
  await app.sql.begin(async (tx) => {
    expect(await write(tx)).toMatchObject([{ estado: 'escrito' }])
    let ended = false
    second = write(app.services.db.sql).finally(() => {
      ended = true
    })
    await vi.waitUntil(async () => {
      const waiting = await tx`
        select from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`
      return ended || waiting.length > 0
    }, WAIT)
  })
  expect(await second).toMatchObject([{ estado: 'repetido' }])
})

describe('the limit for one person', () => {
  let limited: TestApp
  beforeAll(async () => {
    limited = await startApp({ LIMIT_TICKETS_PERSON: '2/3600' }, app)
  })
  afterAll(() => limited.close())

  test('refuses the next ticket with 429, says when there is room, and does not count repeated ones', async () => {
    const person = await makeBuscador(limited)
    await send(person, { mensaje: 'El primer mensaje' })
    await send(person, { mensaje: 'El primer mensaje' })
    await send(person, { mensaje: 'El segundo mensaje' })
    await app.sql`
      update public.tickets set creado_en = creado_en - interval '50 minutes'
      where usuario_id = ${person.id} and mensaje = 'El primer mensaje'`
    const refused = await send(person, { mensaje: 'El tercer mensaje' })
    expect(refused).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(9 * 60)
    expect(seconds).toBeLessThanOrEqual(10 * 60)
    expect(refused.message).toBe(textos.demasiadosTickets(seconds))
    expect((await send(person, { mensaje: 'El segundo mensaje' })).status).toBe(200)
    expect((await send(await makeBuscador(limited))).status).toBe(200)
    await app.sql`
      update public.tickets set creado_en = creado_en - interval '10 minutes' where usuario_id = ${person.id}`
    expect((await send(person, { mensaje: 'El tercer mensaje' })).status).toBe(200)
  })

  test('is kept by simultaneous tickets', async () => {
    const person = await makeBuscador(limited)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => send(person, { mensaje: `El mensaje número ${index}` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429])
  })
})

test('the states of tickets in the database are those of dominio', async () => {
  const [row] = await app.sql<{ text: string }[]>`
    select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'tickets_estado_check'`
  expect([...(row?.text.matchAll(/'(\w+)'/g) ?? [])].map(([, state]) => state)).toEqual([
    ...ESTADOS_DE_TICKET,
  ])
})

test('the database refuses an e-mail of a ticket that is more than one address', async () => {
  for (const correo of ['a@b.mx\nBcc: c@d.mx', 'a@b.mx, c@d.mx', 'Ana <a@b.mx>', 'a b@c.mx', 'sin-arroba']) {
    await expect(
      app.sql`
        insert into public.tickets (usuario_id, nombre, correo, mensaje)
        values (${ana.id}, 'Ana', ${correo}, 'Necesito ayuda')`,
    ).rejects.toMatchObject({ constraint_name: 'tickets_correo_is_one_address' })
  }
})
