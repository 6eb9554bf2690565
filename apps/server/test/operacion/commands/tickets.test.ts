import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import { describe, expect, test } from 'vitest'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { emailOf, makeBuscador } from '../../setup/rows/maestros.ts'
import { failure, makeOperator, operate } from '../../setup/rows/operators.ts'
import { blob, jpeg } from '../../setup/rows/pictures.ts'
import { ticketOf } from '../../setup/rows/tickets-and-reports.ts'

/** `npm run operator -- tickets`: what operators read, answer and resolve. */

const app = appForTests()
const olga = beforeTests(() => makeOperator(app))

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
    expect(out).toContain(
      `${id}  en proceso  Ana Ruiz <formulario@example.com>\n    | No puedo entrar al chat`,
    )
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

  test('that is answered or changed says its new state, or that nothing has changed; the audit says it too', async () => {
    const id = await ticketOf(await makeBuscador(app))
    const change = async (state: string) =>
      (await operate(app, 'tickets', 'state', id, state, '--as', olga.email)).out
    const { cambiado, respondido } = textos.ticket
    expect(await answer(id, '--text', 'Ya lo vemos.')).toEqual({
      code: 0,
      out: respondido('en proceso'),
      err: '',
    })
    expect((await operate(app, 'audit', '--limit', '1')).out).toContain(
      `${olga.email} respondió un ticket de`,
    )
    expect((await answer(id, '--text', ' Ya lo vemos.\n')).out).toBe(
      `${cambiado('en proceso')}\n${textos.sinCambio}`,
    )
    expect((await answer(id, '--text', 'Quedó listo.', '--state', 'resuelto')).out).toBe(
      respondido('resuelto'),
    )
    expect(await change('abierto')).toBe(cambiado('abierto'))
    expect(await change('abierto')).toContain(textos.sinCambio)
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
    expect(await operate(app, 'tickets', ...argv)).toEqual(failure(sentence))
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
