import { randomUUID } from 'node:crypto'
import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import { expect, test } from 'vitest'
import { eraseAccount } from '../../../src/subjects/cuenta/erase.ts'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { makePair } from '../../setup/rows/chats.ts'
import { emailOf, makeBuscador, makeResena, signIn } from '../../setup/rows/maestros.ts'
import { decide, failure, makeOperator, operate } from '../../setup/rows/operators.ts'
import { report, ticketOf } from '../../setup/rows/tickets-and-reports.ts'

/** `npm run operator -- account`: one account, and the reports about it. */

const app = appForTests()
const olga = beforeTests(() => makeOperator(app))

const { cuenta: palabras } = textos
const show = (account: string, ...rest: string[]) =>
  operate(app, 'account', account, '--as', olga.email, ...rest)
const reportAbout = async (id: string) =>
  (await app.sql<{ id: string }[]>`select max(id) as id from interno.reportes where reportado_id = ${id}`)[0]!
    .id
const looks = async (id: string) =>
  (await app.sql`select from interno.auditoria where sobre = ${id} and acto = 'consultar_cuenta'`).length

test('a maestro is shown with state, sessions, verification, reports, tickets and reviews', async () => {
  const { ana, luis } = await makePair(app)
  const email = await emailOf(app, luis.id)
  await signIn(app, luis.id)
  await report(ana, luis.id)
  const note = ['--note', 'Nada que hacer.', '--as', olga.email]
  await operate(app, 'reports', 'close', await reportAbout(luis.id), ...note)
  await report(ana, luis.id)
  await report(luis, ana.id)
  await makeResena(app, { maestro: luis.id, puntuacion: 5 })
  const ticket = await ticketOf(luis)
  await decide(app, olga, luis.id, 'ine', 'verificado')
  const { out, code } = await show(email)
  expect(code).toBe(0)
  for (const line of [
    `Luis Hernández <${email}>  ${luis.id}\n`,
    palabras.rol('maestro'),
    palabras.telefono(luis.telefono),
    palabras.sesiones(2),
    palabras.completo,
    palabras.verificacion('INE verificado, Domicilio pendiente, CURP pendiente'),
    palabras.cuantos(palabras.reportesRecibidos, 2, 1),
    palabras.cuantos(palabras.reportesEnviados, 1, 1),
    `  ${await reportAbout(luis.id)}  ${textos.reporte.abierto}  ${textos.reporte.motivos.acoso}`,
    palabras.tickets(1, 1),
    ticket,
    palabras.resenas(0, 1),
    `${olga.email} ${textos.actos.verificar} ${email}`,
  ]) {
    expect(out).toContain(line)
  }
  expect(out).toMatch(/Creada: \d{4}-.*\n {4}Correo confirmado: \d{4}-/)
  expect(out).not.toMatch(/Suspendida|Cerrada|Eliminada/)
  expect(await looks(luis.id)).toBe(1)
})

test('a suspended, a closed and an erased account say so', async () => {
  const [suspended, closed, erased] = [
    await makeBuscador(app),
    await makeBuscador(app),
    await makeBuscador(app),
  ]
  await operate(app, 'suspend', suspended.id, '--motivo', 'Datos falsos en su perfil', '--as', olga.email)
  await app.sql`insert into interno.cierres (cuenta_id, borrar_en) values (${closed.id}, now() + interval '30 days')`
  await app.sql`update public.profiles set suspendido_en = now() where id = ${closed.id}`
  await eraseAccount(app.services, erased.id)
  const { out } = await show(suspended.id)
  expect(out).toMatch(/Suspendida: \d{4}-/)
  expect(out).toContain('Datos falsos en su perfil')
  const closing = (await show(closed.id)).out
  expect(closing).toMatch(/Cerrada por la persona: \d{4}-.*Se elimina: \d{4}-/)
  expect(closing).not.toContain('Suspendida')
  const gone = (await show(erased.id)).out
  expect(gone).toContain(`${textos.cuentaBorrada}  ${erased.id}`)
  expect(gone).toMatch(/Eliminada: \d{4}-/)
  expect(gone).not.toMatch(/Suspendida|sin confirmar/)
})

test('reports --about lists the reports about one account, also after it was erased', async () => {
  const [one, other] = [await makePair(app), await makePair(app)]
  await report(one.ana, one.luis.id)
  await report(one.luis, one.ana.id)
  await report(other.ana, other.luis.id)
  const about = async (account: string, ...more: string[]) =>
    JSON.parse((await operate(app, 'reports', '--about', account, '--json', ...more)).out).map(
      ({ reportado_id }: { reportado_id: string }) => reportado_id,
    )
  expect(await about(one.luis.id)).toEqual([one.luis.id])
  expect(await about(await emailOf(app, one.luis.id), '--open')).toEqual([one.luis.id])
  await eraseAccount(app.services, one.luis.id)
  expect(await about(one.luis.id)).toEqual([one.luis.id])
})

test('an unknown account, or somebody who is no operator, shows nothing and leaves no record', async () => {
  const ana = await makeBuscador(app)
  for (const [argv, sentence] of [
    [['nadie@example.com', '--as', olga.email], textos.errores.cuenta],
    [[randomUUID(), '--as', olga.email], textos.errores.cuenta],
    [['55 0000 0000', '--as', olga.email], textos.errores.telefono],
    [[ana.id, '--as', await emailOf(app, ana.id)], textos.errores.operador],
  ] as const) {
    expect(await operate(app, 'account', ...argv)).toEqual(failure(sentence))
  }
  await expect(app.sql`select interno.consultar_cuenta(${ana.id}, ${ana.id})`).rejects.toMatchObject({
    detail: 'operador',
  })
  expect(await looks(ana.id)).toBe(0)
})
