import { operacionCerrarReporte } from '@maestros/contrato/operacion/operacion-cerrar-reporte'
import { operacionReporte } from '@maestros/contrato/operacion/operacion-reporte'
import { operacionReportes } from '@maestros/contrato/operacion/operacion-reportes'
import { operacionServidor } from '@maestros/dominio/operacion/textos-de-servidor'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eraseAccount } from '../../src/subjects/cuenta/erase.ts'
import { reportRows } from '../../src/subjects/operacion/reports.ts'
import { beforeTests } from '../setup/app.ts'
import { refusal } from '../setup/functions.ts'
import { makePair, readingsOf, sent, showPicture } from '../setup/rows/chats.ts'
import { emailOf } from '../setup/rows/maestros.ts'
import { makeSignedInOperator } from '../setup/rows/operators.ts'
import { blob, jpeg } from '../setup/rows/pictures.ts'
import { report } from '../setup/rows/tickets-and-reports.ts'
import { partsOf } from '../setup/services/mail-parts.ts'
import { mailingAppForTests } from '../setup/services/mailing-app.ts'
import { answered, ask, recorded } from './ask.ts'

/** Reports of people in the console of operators. */

const app = mailingAppForTests()
const rita = beforeTests(() => makeSignedInOperator(app, 'revisor'))
beforeEach(() => app.smtp.reset())

const { rechazos } = operacionServidor
const NOTE = 'Se habló con las dos personas.'

async function reportId(...sent: Parameters<typeof report>): Promise<number> {
  expect((await report(...sent)).status).toBe(200)
  const [row] = await app.sql<{ id: string }[]>`select max(id) as id from interno.reportes`
  return Number(row?.id)
}
const see = (reporte_id: number) => answered(rita.client, operacionReporte, { reporte_id })
const close = (reporte_id: number, nota: string) =>
  ask(rita.client, operacionCerrarReporte, { reporte_id, nota })

describe('a report', () => {
  test('is shown with the chosen messages and files that open, and the audit records who read them', async () => {
    const { ana, luis, chat } = await makePair(app)
    const name = `${chat}/1.jpg`
    expect((await luis.client.storage.from('chat-media').upload(name, blob(await jpeg()))).error).toBeNull()
    const text = await sent(luis.client, chat, 'Deposítame todo antes')
    await showPicture(app, { chat, author: luis.id, name })
    const [picture] = await app.sql<{ id: string }[]>`
      select id from public.mensajes where chat_id = ${chat} and tipo = 'imagen'`
    const id = await reportId(ana, luis.id, {
      chat_id: chat,
      mensajes: [text.id, picture?.id],
      texto: 'Me pidió dinero y no vino.',
    })
    const acts = await recorded(app, async () => {
      const seen = await see(id)
      expect(seen).toMatchObject({
        id,
        motivo: 'acoso',
        texto: 'Me pidió dinero y no vino.',
        reportante: { id: ana.id, correo: await emailOf(app, ana.id), nombre: 'Ana Ruiz', rol: 'buscador' },
        reportado: { id: luis.id, correo: await emailOf(app, luis.id), rol: 'maestro' },
        cerrado_en: null,
        nota: null,
      })
      expect(seen.mensajes).toMatchObject([
        { autor_id: luis.id, tipo: 'texto', contenido: 'Deposítame todo antes', url: null },
        { autor_id: luis.id, tipo: 'imagen', contenido: name },
      ])
      const file = await fetch(new URL(seen.mensajes[1]?.url ?? '', app.url))
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    })
    expect(acts).toEqual([
      { operador_id: rita.id, acto: 'consultar_reporte', sobre: luis.id, detalle: { reporte: id } },
    ])
    await app.sql`delete from storage.objects where name = ${name}`
    expect((await see(id)).mensajes[1]).toMatchObject({ tipo: 'imagen', url: null })
  })

  test('without messages is shown without a record', async () => {
    const { ana, luis } = await makePair(app)
    const id = await reportId(ana, luis.id)
    const acts = await recorded(app, async () => expect((await see(id)).mensajes).toEqual([]))
    expect(acts).toEqual([])
  })

  test('is closed once with a note; the person who reported gets an e-mail without it', async () => {
    const { ana, luis } = await makePair(app)
    const id = await reportId(ana, luis.id)
    const acts = await recorded(app, async () => {
      expect((await close(id, NOTE)).data).toEqual({ success: true })
      expect((await close(id, 'Otra nota, que no se guarda.')).data).toEqual({ success: true })
    })
    expect(acts).toEqual([
      { operador_id: rita.id, acto: 'cerrar_reporte', sobre: luis.id, detalle: { reporte: id } },
    ])
    expect(await see(id)).toMatchObject({ nota: NOTE, cerrado_en: expect.stringMatching(/Z$/) })
    await app.runJobs()
    const [mail] = app.smtp.received
    expect(mail?.to).toBe(await emailOf(app, ana.id))
    expect(partsOf(mail?.raw ?? '').text).not.toContain(NOTE)
  })

  test('is not closed without a note of the right length', async () => {
    const { ana, luis } = await makePair(app)
    const id = await reportId(ana, luis.id)
    for (const nota of ['', 'corta', ' '.repeat(20), 'x'.repeat(501)]) {
      expect(await close(id, nota)).toMatchObject(refusal('INVALID_INPUT', operacionServidor.nota))
    }
    expect(await see(id)).toMatchObject({ cerrado_en: null })
  })

  test('that does not exist is not found', async () => {
    for (const refused of [
      await ask(rita.client, operacionReporte, { reporte_id: 999_999_999 }),
      await close(Number.MAX_SAFE_INTEGER, NOTE),
    ]) {
      expect(refused).toMatchObject({ status: 404, code: 'NOT_FOUND', message: rechazos.reporte })
    }
  })

  test('names people of erased accounts by their id only', async () => {
    const { ana, luis } = await makePair(app)
    const id = await reportId(ana, luis.id)
    await eraseAccount(app.services, luis.id)
    const { reportado } = await see(id)
    expect(reportado).toMatchObject({ id: luis.id, correo: null, nombre: null })
  })
})

describe('the list of reports', () => {
  const page = (cuales: 'abiertos' | 'todos', cursor?: string | null) =>
    answered(rita.client, operacionReportes, { cuales, ...(cursor && { cursor }) })
  const ROWS = 120
  beforeAll(async () => {
    const { ana, luis } = await makePair(app)
    await app.sql`
      insert into interno.reportes (client_id, reportante_id, reportado_id, motivo, creado_en)
      select gen_random_uuid(), ${ana.id}, ${luis.id}, 'fraude', '2026-01-01' from generate_series(1, ${ROWS})`
    await app.sql`
      update interno.reportes set cerrado_en = now(), cerrado_por = ${rita.id}, nota = ${NOTE}
      where id % 4 = 0 and cerrado_en is null`
  })

  test.each(['abiertos', 'todos'] as const)(
    'of %s has each once over its pages, and its total',
    async (cuales) => {
      const all = cuales === 'todos'
      const rows = await app.sql<{ id: string }[]>`
      select id from interno.reportes where ${all} or cerrado_en is null order by id ${all ? app.sql`desc` : app.sql``}`
      const ids: number[] = []
      let cursor: string | null | undefined
      do {
        const { reportes, total, siguiente } = await page(cuales, cursor)
        expect(total).toBe(rows.length)
        expect(reportes.length).toBe(Math.min(50, rows.length - ids.length))
        ids.push(...reportes.map(({ id }) => id))
        expect(siguiente === null).toBe(ids.length === rows.length)
        cursor = siguiente
      } while (cursor)
      expect(ids).toEqual(rows.map(({ id }) => Number(id)))
    },
  )

  test('has who reported whom and why, without texts and messages, and reading it is not recorded', async () => {
    const { ana, luis, chat } = await makePair(app)
    const text = await sent(luis.client, chat, 'Una frase secreta del chat')
    const id = await reportId(ana, luis.id, {
      chat_id: chat,
      mensajes: [text.id],
      texto: 'Un texto secreto.',
    })
    const acts = await recorded(app, async () => {
      const { reportes } = await page('todos')
      expect(reportes[0]).toEqual({
        id,
        motivo: 'acoso',
        reportante: { id: ana.id, correo: await emailOf(app, ana.id), nombre: 'Ana Ruiz', rol: 'buscador' },
        reportado: {
          id: luis.id,
          correo: await emailOf(app, luis.id),
          nombre: expect.any(String),
          rol: 'maestro',
        },
        mensajes: 1,
        creado_en: expect.stringMatching(/Z$/),
        cerrado_en: null,
      })
    })
    expect(acts).toEqual([])
  })

  test('refuses a cursor that it has not written', async () => {
    for (const text of ['', 'x', '1.2', '9'.repeat(19)]) {
      const cursor = Buffer.from(text).toString('base64url')
      expect(await ask(rita.client, operacionReportes, { cuales: 'todos', cursor })).toMatchObject(
        refusal('INVALID_INPUT'),
      )
    }
  })

  test('reads no more rows than a page has', async () => {
    const { ana, luis } = await makePair(app)
    await app.sql`
      insert into interno.reportes (client_id, reportante_id, reportado_id, motivo, cerrado_en, cerrado_por, nota)
      select gen_random_uuid(), ${ana.id}, ${luis.id}, 'fraude', now(), ${rita.id}, ${NOTE} from generate_series(1, 4000)`
    for (const open of [true, false]) {
      for (const after of [undefined, '60']) {
        const statement = (sql: Parameters<typeof reportRows>[0]) =>
          reportRows(sql, { open, limit: 10, after })
        for (const { rows } of await readingsOf(app, 'reportes', statement, 'interno')) {
          expect(rows).toBeLessThan(100)
        }
      }
    }
  })
})
