import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import { beforeEach, expect, test } from 'vitest'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { failure, makeOperator, operate } from '../../setup/rows/operators.ts'

/** `npm run operator -- jobs`: what failed for good, retrying it, and giving it up. */

const app = appForTests()
const olga = beforeTests(() => makeOperator(app))
beforeEach(() => app.sql`delete from graphile_worker._private_jobs`)

const ACCOUNT = '00000000-0000-4000-8000-000000000001'
const REASON = 'El buzón ya no existe.'

/** A job that has used up its attempts. */
async function failJob(error: string, payload: object = {}): Promise<string> {
  const [job] = await app.sql<{ id: string }[]>`
    select interno.encolar('send-ticket-received', ${JSON.stringify(payload)}::text::jsonb) as id`
  await app.sql`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = ${error} where id = ${job!.id}`
  return job!.id
}
const failed = async () =>
  (await app.sql<{ id: string }[]>`select id from interno.trabajos_fallidos order by id`).map(({ id }) => id)
const acts = async () => [
  ...(await app.sql`
    select acto, sobre, detalle from interno.auditoria
    where operador_id = ${olga.id} and acto like '%trabajo' order by id`),
]

test('the counts and the failed jobs are shown with ids and the error, without addresses and texts', async () => {
  expect((await operate(app, 'jobs')).out).toBe('En espera: 0. En curso: 0. Fallidos: 0.')
  await app.sql`select interno.encolar('send-ticket-received', '{}')`
  const id = await failJob('550 5.1.1 <lupita@example.mx> no existe\nat Socket.read', {
    ticket: ACCOUNT,
    aviso: 17,
    mensaje: 'Texto privado',
    correo: 'lupita@example.mx',
  })
  const { out, code } = await operate(app, 'jobs')
  expect(code).toBe(0)
  expect(out).toContain('En espera: 1. En curso: 0. Fallidos: 1.')
  expect(out).toContain(
    `  ${id}  send-ticket-received  12 intentos  aviso: 17; ticket: ${ACCOUNT}\n    550 5.1.1 `,
  )
  const json = await operate(app, 'jobs', '--json')
  expect(JSON.parse(json.out)).toMatchObject({
    waiting: 1,
    failed: 1,
    fallidos: [{ id, datos: { ticket: ACCOUNT, aviso: 17 } }],
  })
  for (const text of [out, json.out]) expect(text).not.toMatch(/lupita|privado|Socket/)
})

test('of a long error the first 300 characters are shown, with and without masked parts', async () => {
  await failJob(`El servidor dice ${'no '.repeat(1000)}`)
  await failJob(`El servidor dice a lupita@example.mx ${'no '.repeat(1000)}`)
  const { fallidos } = JSON.parse((await operate(app, 'jobs', '--json')).out)
  expect(fallidos.map(({ error }: { error: string }) => error.length)).toEqual([300, 300])
})

test('one failed job, or all of them, are tried again, which the audit records', async () => {
  const before = (await acts()).length
  const [one, two, three] = [await failJob('uno'), await failJob('dos'), await failJob('tres')]
  expect(await operate(app, 'jobs', 'retry', one, '--as', olga.email)).toEqual({
    code: 0,
    out: textos.trabajo.reintentados(1),
    err: '',
  })
  expect(await failed()).toEqual([two, three])
  expect((await operate(app, 'jobs', 'retry', 'all', '--as', olga.email)).out).toBe(
    textos.trabajo.reintentados(2),
  )
  expect(await failed()).toEqual([])
  expect((await operate(app, 'jobs', 'retry', 'all', '--as', olga.email)).out).toBe(textos.trabajo.ninguno)
  expect((await acts()).slice(before)).toEqual([
    {
      acto: 'reintentar_trabajo',
      sobre: null,
      detalle: { trabajo: Number(one), nombre: 'send-ticket-received' },
    },
    { acto: 'reintentar_trabajo', sobre: null, detalle: { trabajos: 2 } },
  ])
  expect((await operate(app, 'audit', '--limit', '1')).out).toContain(
    `${olga.email} ${textos.actos.reintentar_trabajo}  trabajos: 2`,
  )
})

test('a failed job is given up with a reason, which the audit records; others stay', async () => {
  const [one, two] = [await failJob('uno'), await failJob('dos')]
  expect(await operate(app, 'jobs', 'drop', one, '--motivo', REASON, '--as', olga.email)).toEqual({
    code: 0,
    out: textos.trabajo.descartado(one),
    err: '',
  })
  expect(await failed()).toEqual([two])
  expect((await acts()).at(-1)).toEqual({
    acto: 'descartar_trabajo',
    sobre: null,
    detalle: { trabajo: Number(one), nombre: 'send-ticket-received', motivo: REASON },
  })
})

test('a job that waits, and acts by someone who is no operator or without a reason, change nothing', async () => {
  const [dead] = [await failJob('uno')]
  const [waiting] = await app.sql<
    { id: string }[]
  >`select interno.encolar('send-ticket-received', '{}') as id`
  const before = await acts()
  for (const [argv, sentence] of [
    [['retry', waiting!.id, '--as', olga.email], textos.errores.trabajo],
    [['drop', waiting!.id, '--motivo', REASON, '--as', olga.email], textos.errores.trabajo],
    [['drop', dead, '--motivo', 'corto', '--as', olga.email], textos.errores.motivo],
    [['retry', dead, '--as', 'nadie@example.com'], textos.errores.operador],
    [['drop', dead, '--motivo', REASON, '--as', 'nadie@example.com'], textos.errores.operador],
  ] as const) {
    expect(await operate(app, 'jobs', ...argv)).toEqual(failure(sentence))
  }
  for (const act of [
    app.sql`select interno.reintentar_trabajos(${ACCOUNT}, ${dead})`,
    app.sql`select interno.descartar_trabajo(${ACCOUNT}, ${dead}, ${REASON})`,
  ]) {
    await expect(act).rejects.toMatchObject({ detail: 'operador' })
  }
  expect(await failed()).toEqual([dead])
  expect(await acts()).toEqual(before)
})
