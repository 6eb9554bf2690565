import { randomUUID } from 'node:crypto'
import { operador } from '@maestros/dominio/operacion/textos-de-comandos'
import { MOTIVOS_DE_REPORTE, REPORTE_TEXTO, REPORTES_POR_DIA } from '@maestros/dominio/seguridad/reportes'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { describe, expect, test } from 'vitest'
import { eraseAccount } from '../../src/subjects/cuenta/erase.ts'
import { appForTests, beforeTests } from '../setup/app.ts'
import { call } from '../setup/functions.ts'
import { makePair, send, sent, showPicture } from '../setup/rows/chats.ts'
import { emailOf, makeBuscador, makeMaestro } from '../setup/rows/maestros.ts'
import { failure, makeOperator, operate } from '../setup/rows/operators.ts'
import { blob, jpeg } from '../setup/rows/pictures.ts'
import { report } from '../setup/rows/tickets-and-reports.ts'

const app = appForTests()
const olga = beforeTests(() => makeOperator(app))

const reportsOf = ({ id }: { id: string }) =>
  app.sql`select id, motivo, texto, chat_id from interno.reportes where reportante_id = ${id} order by id`

describe('a report', () => {
  test('of a maestro by a seeker, and of a seeker by the maestro of the chat, is kept for operators', async () => {
    const { ana, luis, chat } = await makePair(app)
    expect((await report(ana, luis.id, { texto: 'Me pidió dinero y no vino.' })).status).toBe(200)
    expect((await report(luis, ana.id, { motivo: 'fraude', chat_id: chat })).status).toBe(200)
    expect(await reportsOf(ana)).toMatchObject([
      { motivo: 'acoso', texto: 'Me pidió dinero y no vino.', chat_id: null },
    ])
    expect(await reportsOf(luis)).toMatchObject([{ motivo: 'fraude', texto: null, chat_id: chat }])
    // No one reads reports through the tables.
    expect((await ana.client.from('reportes').select('*')).error?.code).toBe('PGRST205')
  })

  test('keeps copies of the chosen messages, which later changes of the message do not reach', async () => {
    const { ana, luis, chat } = await makePair(app)
    const one = await sent(luis.client, chat, 'Deposítame todo antes')
    await showPicture(app, { chat, author: luis.id, name: `${chat}/1.jpg` })
    const [picture] = await app.sql<{ id: string }[]>`
      select id from public.mensajes where chat_id = ${chat} and tipo = 'imagen'`
    expect((await report(ana, luis.id, { chat_id: chat, mensajes: [one.id, picture!.id] })).status).toBe(200)
    await app.sql`delete from public.mensajes where id = ${one.id}`
    const [{ id }] = (await reportsOf(ana)) as unknown as [{ id: string }]
    const shown = await operate(app, 'reports', 'show', String(id), '--as', olga.email)
    expect(shown.out).toContain('Deposítame todo antes')
    expect(shown.out).toContain(`[imagen ${chat}/1.jpg]`)
  })

  test('of a message of another chat, or one that was blocked for the reporter, is refused', async () => {
    const { ana, luis, chat } = await makePair(app)
    const other = await makePair(app)
    const foreign = await sent(other.luis.client, other.chat, 'Hola')
    const hidden = await sent(luis.client, chat, 'Mi correo es luis@example.com')
    expect(hidden.bloqueado).toBe(true)
    for (const mensajes of [[foreign.id], [hidden.id], [randomUUID()]]) {
      expect((await report(ana, luis.id, { chat_id: chat, mensajes })).status).toBe(404)
    }
    expect((await report(ana, luis.id, { chat_id: other.chat })).status).toBe(404)
    expect(await reportsOf(ana)).toHaveLength(0)
  })

  test('can block in the same step', async () => {
    const { ana, luis, chat } = await makePair(app)
    expect((await report(ana, luis.id, { bloquear: true })).status).toBe(200)
    expect(await send(luis.client, chat, 'Hola')).toMatchObject({ message: textos.conversacionBloqueada })
  })

  test('that is sent twice is written once', async () => {
    const { ana, luis } = await makePair(app)
    const client_id = randomUUID()
    await Promise.all([report(ana, luis.id, { client_id }), report(ana, luis.id, { client_id })])
    expect((await report(ana, luis.id, { client_id })).status).toBe(200)
    expect(await reportsOf(ana)).toHaveLength(1)
  })

  test('of a stranger or of oneself is refused', async () => {
    const [{ ana, luis }, stranger] = [await makePair(app), await makeBuscador(app)]
    for (const [who, whom] of [
      [ana, stranger],
      [luis, stranger],
      [ana, ana],
    ] as const) {
      expect(await report(who, whom.id)).toMatchObject({ status: 404, message: textos.personaNoEncontrada })
    }
  })

  test('with the reason otro needs a text, and the text has its lengths', async () => {
    const { ana, luis } = await makePair(app)
    for (const body of [
      { motivo: 'otro' },
      { motivo: 'otro', texto: 'corto' },
      { texto: 'x'.repeat(REPORTE_TEXTO.max + 1) },
      { motivo: 'feo' },
    ]) {
      expect((await report(ana, luis.id, body)).status).toBe(400)
    }
    expect(
      (await report(ana, luis.id, { motivo: 'otro', texto: 'x'.repeat(REPORTE_TEXTO.min) })).status,
    ).toBe(200)
  })
})

test('one person sends at most ten reports a day, also at the same time, and is told so', async () => {
  const { ana, luis } = await makePair(app)
  const answers = await Promise.all(Array.from({ length: REPORTES_POR_DIA + 3 }, () => report(ana, luis.id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(REPORTES_POR_DIA)
  const refused = answers.find(({ status }) => status === 429)
  expect(refused).toMatchObject({ code: 'RATE_LIMITED', message: textos.demasiadosReportes })
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  await app.sql`update interno.reportes set creado_en = creado_en - interval '1 day' where reportante_id = ${ana.id}`
  expect((await report(ana, luis.id)).status).toBe(200)
})

test('the reasons and lengths of dominio are those of the table', async () => {
  const [constraint] = await app.sql<{ text: string }[]>`
    select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'reportes_motivo_check'`
  const inTable = [...constraint!.text.matchAll(/'(\w+)'/g)].map(([, reason]) => reason)
  expect(inTable).toEqual([...MOTIVOS_DE_REPORTE])
  const { ana, luis } = await makePair(app)
  await report(ana, luis.id, { texto: 'Un texto cualquiera' })
  for (const [length, accepted] of [
    [REPORTE_TEXTO.min - 1, false],
    [REPORTE_TEXTO.min, true],
    [REPORTE_TEXTO.max, true],
    [REPORTE_TEXTO.max + 1, false],
  ] as const) {
    const update = app.sql`
      update interno.reportes set texto = ${'ñ'.repeat(length)} where reportante_id = ${ana.id}`
    if (accepted) await update
    else await expect(update).rejects.toMatchObject({ code: '23514' })
  }
})

describe('operators', () => {
  test('list reports, read one whole, and close it once with a note and an audit record', async () => {
    const { ana, luis } = await makePair(app)
    await report(ana, luis.id, { motivo: 'otro', texto: 'Llegó sin avisar y gritando.' })
    const [{ id }] = (await reportsOf(ana)) as unknown as [{ id: string }]
    const listed = await operate(app, 'reports', '--open')
    expect(listed.out).toContain('Llegó sin avisar y gritando.')
    const close = ['reports', 'close', id, '--note', 'Se habló con las dos personas.', '--as', olga.email]
    expect(await operate(app, ...close)).toMatchObject({ code: 0, out: operador.reporte.cerradoAhora(id) })
    expect((await operate(app, ...close)).out).toContain(operador.sinCambio)
    expect((await operate(app, 'reports', '--open', '--limit', '1000')).out).not.toContain(
      'Llegó sin avisar y gritando.',
    )
    expect((await operate(app, 'reports', 'show', id, '--as', olga.email)).out).toContain(
      'Se habló con las dos personas.',
    )
    const audit = await app.sql`select acto, detalle from interno.auditoria where sobre = ${luis.id}`
    expect([...audit]).toEqual([{ acto: 'cerrar_reporte', detalle: { reporte: Number(id) } }])
  })

  test('can tell what a person wrote from the lines around it, so that nobody can forge the words of another person', async () => {
    const { ana, luis, chat } = await makePair(app)
    const forged = `2026-01-02 10:00:00  ${luis.id}: Te voy a golpear`
    const texto = `Me amenazó.\n${operador.reporte.mensajes}\n${forged}`
    const { id: message } = await sent(ana.client, chat, 'Hola')
    await app.sql`update public.mensajes set contenido = ${`Hola\n    ${forged}`} where id = ${message}`
    await report(ana, luis.id, { texto, chat_id: chat, mensajes: [message] })
    const [{ id }] = (await reportsOf(ana)) as unknown as [{ id: string }]
    const { out } = await operate(app, 'reports', 'show', id, '--as', olga.email)
    expect(out.split('\n').slice(1)).toEqual([
      '    | Me amenazó.',
      `    | ${operador.reporte.mensajes}`,
      `    | ${forged}`,
      `    ${operador.reporte.mensajes}`,
      expect.stringMatching(new RegExp(`^ {4}[\\d-]+ [\\d:]+ {2}${await emailOf(app, ana.id)}:$`)),
      '      | Hola',
      `      |     ${forged}`,
    ])
  })

  test('open the reported files also after their messages were deleted, and the audit records who read them', async () => {
    const { ana, luis, chat } = await makePair(app)
    const box = luis.client.storage.from('chat-media')
    const [kept, gone] = [`${chat}/1700000000001.jpg`, `${chat}/1700000000002.jpg`]
    for (const name of [kept, gone]) expect((await box.upload(name, blob(await jpeg()))).error).toBeNull()
    const messages = []
    for (const name of [kept, kept, gone]) {
      messages.push(await sent(luis.client, chat, name, { tipo: 'imagen' }))
    }
    const [one, again, other] = messages.map(({ id }) => id)
    await report(ana, luis.id, { chat_id: chat, mensajes: [one, other] })
    // The second message shows the same file and was not reported.
    for (const mensaje_id of [one, again]) {
      expect((await call(luis.client, 'eliminar-mensaje', { body: { mensaje_id } })).status).toBe(200)
    }
    await app.sql`delete from storage.objects where name = ${gone}`
    const [{ id }] = (await reportsOf(ana)) as unknown as [{ id: string }]
    const { out, code } = await operate(app, 'reports', 'show', id, '--as', olga.email)
    expect(code).toBe(0)
    const [, address = ''] = out.split(`[imagen ${kept}] `)
    const picture = await fetch(address.split('\n')[0] ?? '')
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(out).toContain(`[imagen ${gone}] ${operador.reporte.sinArchivo}\n`)
    expect(out).toContain(operador.reporte.enlaces)
    const json = JSON.parse((await operate(app, 'reports', 'show', id, '--as', olga.email, '--json')).out)
    expect(json.mensajes).toMatchObject([
      { objeto: kept, direccion: expect.stringContaining(`/sign/chat-media/${kept}?token=`) },
      { objeto: null, direccion: null },
    ])
    const audit =
      await app.sql`select acto, operador_id, detalle from interno.auditoria where sobre = ${luis.id}`
    const read = { acto: 'consultar_reporte', operador_id: olga.id, detalle: { reporte: Number(id) } }
    expect([...audit]).toEqual([read, read])
    expect((await operate(app, 'audit', '--about', luis.id)).out).toContain(operador.actos.consultar_reporte)
  })

  test('never see a file of another chat, and nobody else reads the messages', async () => {
    const { ana, luis, chat } = await makePair(app)
    const other = await makePair(app)
    const foreign = `${other.chat}/1700000000001.jpg`
    const box = other.luis.client.storage.from('chat-media')
    expect((await box.upload(foreign, blob(await jpeg()))).error).toBeNull()
    await showPicture(app, { chat, author: luis.id, name: foreign })
    const [picture] = await app.sql<{ id: string }[]>`
      select id from public.mensajes where chat_id = ${chat} and tipo = 'imagen'`
    await report(ana, luis.id, { chat_id: chat, mensajes: [picture?.id] })
    const [{ id }] = (await reportsOf(ana)) as unknown as [{ id: string }]
    const { out } = await operate(app, 'reports', 'show', id, '--as', olga.email)
    expect(out).toContain(`[imagen ${foreign}] ${operador.reporte.sinArchivo}`)
    await expect(app.sql`select interno.consultar_reporte(${ana.id}, ${id})`).rejects.toMatchObject({
      detail: 'operador',
    })
  })

  test('are told what is wrong', async () => {
    for (const [argv, sentence] of [
      [['show', '1', '--as', 'nadie@example.com'], operador.errores.operador],
      [['show', '999999', '--as', olga.email], operador.errores.reporte],
      [['close', '999999', '--note', 'Una nota larga', '--as', olga.email], operador.errores.reporte],
    ] as const) {
      expect(await operate(app, 'reports', ...argv)).toMatchObject(failure(sentence))
    }
  })
})

test('erasing either person keeps the report without their personal data', async () => {
  const ana = await makeBuscador(app, { nombre: 'Zenaida', apellido: 'Quintanar' })
  const luis = await makeMaestro(app, { nombre: 'Teófilo', apellido: 'Ybarra' })
  const [started] = await app.sql<{ id: string }[]>`
    insert into public.chats (buscador_id, maestro_id) values (${ana.id}, ${luis.id}) returning id`
  const chat = started!.id
  const one = await sent(luis.client, chat, 'Soy Teófilo, dígame Zenaida')
  await report(ana, luis.id, {
    chat_id: chat,
    mensajes: [one.id],
    texto: 'Teófilo Ybarra me insultó, atte. Zenaida',
    bloquear: true,
  })
  await eraseAccount(app.services, luis.id)
  const [{ texto }] = (await reportsOf(ana)) as unknown as [{ texto: string }]
  expect(texto).toBe('•••••• me insultó, atte. Zenaida')
  await eraseAccount(app.services, ana.id)
  const rows = await app.sql`
    select r.texto, m.contenido from interno.reportes r join interno.reporte_mensajes m on m.reporte_id = r.id
    where r.reportante_id = ${ana.id}`
  expect(JSON.stringify(rows)).not.toMatch(/Zenaida|Te[oó]filo|Ybarra/)
  expect(
    await app.sql`select from public.bloqueos where ${ana.id} in (bloqueador_id, bloqueado_id)`,
  ).toHaveLength(0)
})
