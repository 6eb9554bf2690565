import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eraseAccount } from '../../../src/subjects/cuenta/erase.ts'
import { startApp, type TestApp } from '../../setup/app.ts'
import { call } from '../../setup/functions.ts'
import { emailOf, makeBuscador, type TestPerson } from '../../setup/rows/maestros.ts'
import { makeOperator, operate, type TestOperator } from '../../setup/rows/operators.ts'
import { blob, jpeg } from '../../setup/rows/pictures.ts'

/** `npm run operator -- tickets`: what operators read, answer and resolve. */

let app: TestApp
let olga: TestOperator
beforeAll(async () => {
  app = await startApp()
  olga = await makeOperator(app)
})
afterAll(() => app.close())

async function ticketOf({ client }: TestPerson, part: Record<string, unknown> = {}): Promise<string> {
  const { data } = await call(client, 'submit-support-ticket', {
    body: { nombre: 'Ana Ruiz', correo: 'ana@example.com', mensaje: 'No puedo entrar al chat', ...part },
  })
  return (data as { ticket_id: string }).ticket_id
}
const stateOf = async (id: string) =>
  (await app.sql<{ estado: string }[]>`select estado from public.tickets where id = ${id}`)[0]?.estado
const auditOf = async (id: string) => {
  const rows = await app.sql`
    select acto, operador_id, sobre, detalle from interno.auditoria where detalle ->> 'ticket' = ${id} order by id`
  return [...rows]
}
const show = (id: string, ...rest: string[]) =>
  operate(app, 'tickets', 'show', id, '--as', olga.email, ...rest)
const answer = (id: string, ...rest: string[]) =>
  operate(app, 'tickets', 'answer', id, '--as', olga.email, ...rest)

describe('a ticket', () => {
  test('is shown with its account, its answers, and pictures whose addresses open for the operator; the audit records who read it', async () => {
    const ana = await makeBuscador(app)
    await ana.client.storage.from('support-tickets').upload('captura.jpg', blob(await jpeg()))
    const id = await ticketOf(ana, { imagenes_url: ['captura.jpg'] })
    await answer(id, '--text', 'Ya lo vemos.')
    const email = await emailOf(app, ana.id)
    const { out, code } = await show(id)
    expect(code).toBe(0)
    expect(out).toContain(`${id}  en proceso  Ana Ruiz <ana@example.com>\n    | No puedo entrar al chat`)
    expect(out).toContain(textos.ticket.cuenta(email, 'buscador'))
    expect(out).toMatch(new RegExp(`Respuesta de ${olga.email}, .*:\n {6}\\| Ya lo vemos\\.`))
    const [address = ''] = /http\S+/.exec(out) ?? []
    expect(address.startsWith(`${app.url}/storage/v1/object/sign/support-tickets/`)).toBe(true)
    const picture = await fetch(address)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const json = JSON.parse((await show(id, '--json')).out)
    expect(json).toMatchObject({ id, estado: 'en_proceso', direcciones: [address] })
    const read = { acto: 'consultar_ticket', operador_id: olga.id, sobre: ana.id, detalle: { ticket: id } }
    expect((await auditOf(id)).slice(1)).toEqual([read, read])
    expect((await operate(app, 'audit', '--limit', '1')).out).toContain(textos.actos.consultar_ticket)
  })

  test('that is answered is in process, and an answer can resolve it; both are in the audit without the text', async () => {
    const ana = await makeBuscador(app)
    const id = await ticketOf(ana)
    expect(await answer(id, '--text', 'Buenas tardes, Ana.')).toEqual({
      code: 0,
      out: textos.ticket.respondido('en proceso'),
      err: '',
    })
    expect((await answer(id, '--text', 'Quedó listo.', '--state', 'resuelto')).out).toBe(
      textos.ticket.respondido('resuelto'),
    )
    const common = { operador_id: olga.id, sobre: ana.id, acto: 'responder_ticket' }
    expect(await auditOf(id)).toEqual([
      { ...common, detalle: { ticket: id, antes: 'abierto', estado: 'en_proceso' } },
      { ...common, detalle: { ticket: id, antes: 'en_proceso', estado: 'resuelto' } },
    ])
    expect((await operate(app, 'audit', '--limit', '1')).out).toContain(
      `${olga.email} respondió un ticket de`,
    )
  })

  test('gets the same answer once, when the operator repeats the command', async () => {
    const id = await ticketOf(await makeBuscador(app))
    await answer(id, '--text', 'Ya lo vemos.')
    expect((await answer(id, '--text', ' Ya lo vemos.\n')).out).toBe(
      `${textos.ticket.cambiado('en proceso')}\n${textos.sinCambio}`,
    )
    expect((await answer(id, '--text', 'Ya lo vemos.', '--state', 'resuelto')).code).toBe(0)
    expect(await stateOf(id)).toBe('resuelto')
    expect(await app.sql`select from interno.ticket_respuestas where ticket_id = ${id}`).toHaveLength(1)
    const jobs = await app.sql`
      select from graphile_worker.jobs where task_identifier = 'send-ticket-answered'`
    await answer(id, '--text', 'Ya lo vemos.')
    expect(
      await app.sql`select from graphile_worker.jobs where task_identifier = 'send-ticket-answered'`,
    ).toHaveLength(jobs.length)
  })

  test('changes its state, which is in the audit, and an unchanged state is not', async () => {
    const id = await ticketOf(await makeBuscador(app))
    const change = (state: string) => operate(app, 'tickets', 'state', id, state, '--as', olga.email)
    expect(await change('resuelto')).toEqual({ code: 0, out: textos.ticket.cambiado('resuelto'), err: '' })
    expect((await change('resuelto')).out).toContain(textos.sinCambio)
    expect((await change('abierto')).code).toBe(0)
    expect((await auditOf(id)).map(({ acto, detalle }) => [acto, detalle.antes, detalle.estado])).toEqual([
      ['cambiar_ticket', 'abierto', 'resuelto'],
      ['cambiar_ticket', 'resuelto', 'abierto'],
    ])
  })

  test('that is resolved is not in the list of open ones', async () => {
    const ana = await makeBuscador(app)
    const [open, done] = [await ticketOf(ana), await ticketOf(ana, { mensaje: 'Otra cosa distinta' })]
    await operate(app, 'tickets', 'state', done, 'resuelto', '--as', olga.email)
    const ids = async (...options: string[]) =>
      JSON.parse((await operate(app, 'tickets', '--json', ...options)).out).map(
        (one: { id: string }) => one.id,
      )
    expect(await ids()).toEqual(expect.arrayContaining([open, done]))
    expect(await ids('--open')).toContain(open)
    expect(await ids('--open')).not.toContain(done)
  })

  test('of an erased account has no texts and no answers, is resolved, and cannot be answered', async () => {
    const ana = await makeBuscador(app)
    const id = await ticketOf(ana)
    await answer(id, '--text', 'Buenas tardes, Ana Ruiz.')
    await eraseAccount(app.services, ana.id)
    expect(await app.sql`select from interno.ticket_respuestas where ticket_id = ${id}`).toHaveLength(0)
    expect((await show(id)).out).toContain(textos.cuentaBorrada)
    expect(await stateOf(id)).toBe('resuelto')
    expect((await operate(app, 'tickets', '--open', '--limit', '1000')).out).not.toContain(id)
    expect(await answer(id, '--text', 'Otra respuesta')).toEqual({
      code: 1,
      out: '',
      err: `Error: ${textos.errores.ticket_sin_cuenta}`,
    })
  })
})

test('acts by someone who is no operator, on an unknown ticket, or with a wrong answer change nothing', async () => {
  const ana = await makeBuscador(app)
  const id = await ticketOf(ana)
  const NO_SUCH = '00000000-0000-4000-8000-000000000000'
  for (const [argv, sentence] of [
    [['answer', id, '--text', 'Hola', '--as', 'nadie@example.com'], textos.errores.operador],
    [['state', id, 'resuelto', '--as', 'nadie@example.com'], textos.errores.operador],
    [['answer', NO_SUCH, '--text', 'Hola', '--as', olga.email], textos.errores.ticket],
    [['state', NO_SUCH, 'resuelto', '--as', olga.email], textos.errores.ticket],
    [['show', NO_SUCH, '--as', olga.email], textos.errores.ticket],
    [['show', id, '--as', 'nadie@example.com'], textos.errores.operador],
    [['answer', id, '--text', 'x', '--as', olga.email], textos.errores.respuesta],
    [['answer', id, '--text', 'x'.repeat(4001), '--as', olga.email], textos.errores.respuesta],
  ] as const) {
    expect(await operate(app, 'tickets', ...argv)).toEqual({ code: 1, out: '', err: `Error: ${sentence}` })
  }
  await expect(app.sql`select interno.consultar_ticket(${ana.id}, ${id})`).rejects.toMatchObject({
    detail: 'operador',
  })
  await expect(app.sql`select interno.responder_ticket(${ana.id}, ${id}, 'Hola')`).rejects.toMatchObject({
    detail: 'operador',
  })
  await expect(
    app.sql`select interno.cambiar_estado_de_ticket(${olga.id}, ${id}, 'perdido')`,
  ).rejects.toMatchObject({ detail: 'estado_de_ticket' })
  expect(await stateOf(id)).toBe('abierto')
  expect(await auditOf(id)).toEqual([])
})

test.each([
  [['borrar'], textos.argumentoDeMas('borrar')],
  [['show'], textos.faltaArgumento(textos.argumentos.ticket)],
  [['show', '00000000-0000-4000-8000-000000000000'], textos.faltaOpcion('as')],
  [['show', '17'], textos.ticketInvalido('17')],
  [['show', '00000000-0000-4000-8000-000000000000', 'x'], textos.argumentoDeMas('x')],
  [['answer', '00000000-0000-4000-8000-000000000000', '--as', 'o@b.mx'], textos.faltaOpcion('text')],
  [['answer', '00000000-0000-4000-8000-000000000000', '--text', 'Hola'], textos.faltaOpcion('as')],
  [['state', '00000000-0000-4000-8000-000000000000'], textos.faltaArgumento(textos.argumentos.estado)],
  [['state', '00000000-0000-4000-8000-000000000000', 'x', '--as', 'o@b.mx'], textos.estadoDesconocido('x')],
])('tickets %j is refused with exit code 2', async (argv, sentence) => {
  const { code, err } = await operate(app, 'tickets', ...argv)
  expect({ code, sentence: err.split('\n')[0] }).toEqual({ code: 2, sentence: `Error: ${sentence}` })
})
