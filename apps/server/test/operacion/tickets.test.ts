import { randomUUID } from 'node:crypto'
import { operacionEstadoSolicitud } from '@maestros/contrato/operacion/operacion-estado-solicitud'
import { operacionResponderSolicitud } from '@maestros/contrato/operacion/operacion-responder-solicitud'
import { operacionSolicitud } from '@maestros/contrato/operacion/operacion-solicitud'
import { operacionSolicitudes } from '@maestros/contrato/operacion/operacion-solicitudes'
import { operacionServidor } from '@maestros/dominio/operacion/textos-de-servidor'
import { beforeEach, describe, expect, test } from 'vitest'
import { eraseAccount } from '../../src/subjects/cuenta/erase.ts'
import { ticketRows } from '../../src/subjects/operacion/tickets.ts'
import { beforeTests } from '../setup/app.ts'
import { call, refusal } from '../setup/functions.ts'
import { readingsOf } from '../setup/rows/chats.ts'
import { emailOf, makeBuscador } from '../setup/rows/maestros.ts'
import { makeSignedInOperator } from '../setup/rows/operators.ts'
import { blob, jpeg } from '../setup/rows/pictures.ts'
import { ticketOf } from '../setup/rows/tickets-and-reports.ts'
import { partsOf } from '../setup/services/mail-parts.ts'
import { mailingAppForTests } from '../setup/services/mailing-app.ts'
import { answered, ask, recorded } from './ask.ts'

/** Help requests in the console of operators. */

const app = mailingAppForTests()
const rita = beforeTests(() => makeSignedInOperator(app, 'revisor'))
beforeEach(() => app.smtp.reset())

const { rechazos } = operacionServidor
const MESSAGE = 'No puedo entrar al chat'

const see = (solicitud_id: string) => answered(rita.client, operacionSolicitud, { solicitud_id })
const answer = (solicitud_id: string, texto: string, estado?: 'abierto' | 'en_proceso' | 'resuelto') =>
  ask(rita.client, operacionResponderSolicitud, { solicitud_id, texto, ...(estado && { estado }) })
const setState = (solicitud_id: string, estado: 'abierto' | 'en_proceso' | 'resuelto') =>
  ask(rita.client, operacionEstadoSolicitud, { solicitud_id, estado })

describe('a help request', () => {
  test('is shown with its account, answers and pictures that open, and the audit records who read it', async () => {
    const ana = await makeBuscador(app)
    await ana.client.storage.from('support-tickets').upload('captura.jpg', blob(await jpeg()))
    const id = await ticketOf(ana, { imagenes_url: ['captura.jpg'] })
    await answer(id, 'Ya lo vemos.')
    const acts = await recorded(app, async () => {
      const seen = await see(id)
      expect(seen).toMatchObject({
        id,
        estado: 'en_proceso',
        nombre: 'Ana Ruiz',
        correo: 'formulario@example.com',
        mensaje: MESSAGE,
        cuenta: { id: ana.id, correo: await emailOf(app, ana.id), nombre: 'Ana Ruiz', rol: 'buscador' },
        respuestas: [{ operador: rita.email, texto: 'Ya lo vemos.' }],
      })
      const [address = ''] = seen.imagenes
      const picture = await fetch(new URL(address, app.url))
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      const [end = ''] = /(?<=token=[^.]+\.[^.]+\.)[0-9a-z]+/.exec(address) ?? []
      const hours = (Number.parseInt(end, 36) - Date.now() / 1000) / 3600
      expect(hours).toBeGreaterThan(23.9)
      expect(hours).toBeLessThan(25.1)
    })
    expect(acts).toEqual([
      { operador_id: rita.id, acto: 'consultar_ticket', sobre: ana.id, detalle: { ticket: id } },
    ])
  })

  test('that is answered is in process, its author gets an e-mail, and the audit has no text', async () => {
    const ana = await makeBuscador(app)
    const id = await ticketOf(ana)
    await app.runJobs()
    app.smtp.reset()
    const acts = await recorded(app, async () => {
      expect((await answer(id, 'Buenas tardes, Ana.')).data).toEqual({ estado: 'en_proceso' })
      expect((await answer(id, 'Quedó listo.', 'resuelto')).data).toEqual({ estado: 'resuelto' })
      // The same answer again is written once.
      expect((await answer(id, ' Quedó listo.\n')).data).toEqual({ estado: 'resuelto' })
    })
    const common = { operador_id: rita.id, sobre: ana.id, acto: 'responder_ticket' }
    expect(acts).toEqual([
      { ...common, detalle: { ticket: id, antes: 'abierto', estado: 'en_proceso' } },
      { ...common, detalle: { ticket: id, antes: 'en_proceso', estado: 'resuelto' } },
    ])
    await app.runJobs()
    const texts = app.smtp.received.map(({ raw }) => partsOf(raw).text).join('\n')
    expect(texts).toContain('Buenas tardes, Ana.')
    expect(app.smtp.received).toHaveLength(2)
    expect((await call(ana.client, 'mis-solicitudes')).text).toContain('Buenas tardes, Ana.')
  })

  test('changes its state without an answer, and an unchanged state is not recorded', async () => {
    const ana = await makeBuscador(app)
    const id = await ticketOf(ana)
    const acts = await recorded(app, async () => {
      for (const _ of [1, 2]) expect((await setState(id, 'resuelto')).data).toEqual({ estado: 'resuelto' })
      expect((await setState(id, 'abierto')).data).toEqual({ estado: 'abierto' })
    })
    const common = { operador_id: rita.id, sobre: ana.id, acto: 'cambiar_ticket' }
    expect(acts).toEqual([
      { ...common, detalle: { ticket: id, antes: 'abierto', estado: 'resuelto' } },
      { ...common, detalle: { ticket: id, antes: 'resuelto', estado: 'abierto' } },
    ])
  })

  test('of an erased account has no texts, and can neither be answered nor changed', async () => {
    const ana = await makeBuscador(app)
    const id = await ticketOf(ana)
    await answer(id, 'Buenas tardes, Ana.')
    await eraseAccount(app.services, ana.id)
    const acts = await recorded(app, async () => {
      expect(await see(id)).toMatchObject({
        estado: 'resuelto',
        nombre: null,
        correo: null,
        mensaje: null,
        cuenta: null,
        imagenes: [],
        respuestas: [],
      })
      for (const refused of [await answer(id, 'Otra respuesta'), await setState(id, 'abierto')]) {
        expect(refused).toMatchObject({ status: 409, code: 'CONFLICT', message: rechazos.ticket_sin_cuenta })
      }
    })
    expect(acts).toEqual([])
  })

  test('that does not exist, or an answer of the wrong length, changes nothing', async () => {
    const id = await ticketOf(await makeBuscador(app))
    const acts = await recorded(app, async () => {
      for (const refused of [
        await ask(rita.client, operacionSolicitud, { solicitud_id: randomUUID() }),
        await answer(randomUUID(), 'Buenas tardes'),
        await setState(randomUUID(), 'resuelto'),
      ]) {
        expect(refused).toMatchObject({ status: 404, code: 'NOT_FOUND', message: rechazos.ticket })
      }
      for (const texto of ['', ' x ', 'x'.repeat(4001)]) {
        expect(await answer(id, texto, 'resuelto')).toMatchObject(
          refusal('INVALID_INPUT', rechazos.respuesta),
        )
      }
    })
    expect(acts).toEqual([])
    expect(await see(id)).toMatchObject({ estado: 'abierto', respuestas: [] })
  })
})

describe('the list of help requests', () => {
  const page = (cuales: 'abiertas' | 'todas', cursor?: string | null) =>
    answered(rita.client, operacionSolicitudes, { cuales, ...(cursor && { cursor }) })
  const allOf = async (cuales: 'abiertas' | 'todas') => {
    const ids: string[] = []
    let cursor: string | null | undefined
    do {
      const { solicitudes, total, siguiente } = await page(cuales, cursor)
      expect(solicitudes.length).toBeLessThanOrEqual(50)
      expect(total).toBe(
        (
          await app.sql`
        select from public.tickets where ${cuales === 'todas'} or estado <> 'resuelto'`
        ).length,
      )
      ids.push(...solicitudes.map(({ id }) => id))
      cursor = siguiente
    } while (cursor)
    return ids
  }

  test('has every request once over its pages, also of the same moment, open ones oldest first, all newest first', async () => {
    const ana = await makeBuscador(app)
    // Groups of the same microsecond, which no page ends with.
    await app.sql`
      insert into public.tickets (usuario_id, nombre, correo, mensaje, estado, creado_en)
      select ${ana.id}, 'Ana Ruiz', 'a@example.com', ${MESSAGE}, case when n % 4 = 0 then 'resuelto' else 'abierto' end,
        '2026-01-01T00:00:00Z'::timestamptz + (n / 40) * interval '1 microsecond'
      from generate_series(1, 160) n`
    const expected = async (cuales: 'abiertas' | 'todas') => {
      const rows = await app.sql<{ id: string }[]>`
        select id from public.tickets where ${cuales === 'todas'} or estado <> 'resuelto'
        order by creado_en ${cuales === 'todas' ? app.sql`desc` : app.sql``}, id`
      return rows.map(({ id }) => id)
    }
    for (const cuales of ['abiertas', 'todas'] as const)
      expect(await allOf(cuales)).toEqual(await expected(cuales))
  })

  test('has the state, the text and the number of answers, and no e-mail and no picture', async () => {
    const id = await ticketOf(await makeBuscador(app))
    await answer(id, 'Ya lo vemos.')
    const { solicitudes } = await page('todas')
    expect(solicitudes[0]).toEqual({
      id,
      estado: 'en_proceso',
      nombre: 'Ana Ruiz',
      mensaje: MESSAGE,
      creado_en: expect.stringMatching(/Z$/),
      respuestas: 1,
    })
  })

  test('refuses a cursor that it has not written', async () => {
    for (const cursor of ['x', Buffer.from('1.2').toString('base64url'), '_'.repeat(200)]) {
      expect(await ask(rita.client, operacionSolicitudes, { cuales: 'todas', cursor })).toMatchObject(
        refusal('INVALID_INPUT'),
      )
    }
  })

  test('reads no more rows than a page has', async () => {
    const ana = await makeBuscador(app)
    await app.sql`
      insert into public.tickets (usuario_id, nombre, correo, mensaje, estado, creado_en)
      select ${ana.id}, 'Ana Ruiz', 'a@example.com', ${MESSAGE}, case when n % 100 = 0 then 'abierto' else 'resuelto' end,
        '2025-01-01T00:00:00Z'::timestamptz + n * interval '1 minute'
      from generate_series(1, 4000) n`
    const after = { micros: String(Date.UTC(2025, 0, 2) * 1000), id: randomUUID() }
    for (const open of [true, false]) {
      for (const from of [undefined, after]) {
        for (const { rows } of await readingsOf(app, 'tickets', (sql) =>
          ticketRows(sql, { open, limit: 10, after: from }),
        )) {
          expect(rows).toBeLessThan(100)
        }
      }
    }
  })
})
