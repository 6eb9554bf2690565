import { randomUUID } from 'node:crypto'
import { correos } from '@maestros/dominio/avisos/textos-de-correos'
import { operador } from '@maestros/dominio/operacion/textos-de-comandos'
import { beforeEach, describe, expect, test } from 'vitest'
import { sendPendingDigest } from '../../src/subjects/operacion/operator-mails.ts'
import { startApp } from '../setup/app.ts'
import { makePair, sent } from '../setup/rows/chats.ts'
import { makeProofOfAddress } from '../setup/rows/documents.ts'
import { makeBuscador, makeMaestro, makeSeekers, type TestPerson } from '../setup/rows/maestros.ts'
import { decide, look, makeOperator, operate } from '../setup/rows/operators.ts'
import { report } from '../setup/rows/tickets-and-reports.ts'
import { partsOf } from '../setup/services/mail-parts.ts'
import { mailingAppForTests } from '../setup/services/mailing-app.ts'

/** What operators are told without asking: the daily e-mail, urgent reports, and the metrics. */

const SUPPORT = 'ayuda@maestros.example'

const app = mailingAppForTests({ SUPPORT_EMAIL: SUPPORT })
/** Nothing waits for operators. */
beforeEach(async () => {
  await app.sql`delete from public.tickets`
  await app.sql`delete from interno.reportes`
  await app.sql`update public.profiles set suspendido_en = now() where role = 'maestro' and suspendido_en is null`
  await app.sql`delete from graphile_worker._private_jobs`
  app.smtp.reset()
})

/** A report that is not urgent. */
const reportName = (who: TestPerson, persona_id: string) =>
  report(who, persona_id, { motivo: 'identidad_falsa' })
const toSupport = () => app.smtp.received.filter(({ to }) => to === SUPPORT).map(({ raw }) => partsOf(raw))
async function sendDigest() {
  await app.sql`select interno.encolar(${sendPendingDigest.name}, '{}')`
  await app.runJobs()
}
/** One of everything that waits, of different ages, and as much that does not wait any more. */
async function makePending() {
  const olga = await makeOperator(app)
  const { ana, luis } = await makePair(app)
  for (const _ of [1, 2, 3]) await reportName(ana, luis.id)
  const [first] = await app.sql<{ id: string }[]>`select min(id) as id from interno.reportes`
  await operate(app, 'reports', 'close', first!.id, '--note', 'Se habló con los dos.', '--as', olga.email)
  await app.sql`update interno.reportes set creado_en = now() - interval '50 hours' where id = ${first!.id}::bigint + 1`
  const decided = await makeMaestro(app)
  await makeProofOfAddress(app.sql, decided.id)
  for (const dato of ['ine', 'curp', 'domicilio']) await decide(app, olga, decided.id, dato, 'verificado')
  await app.sql`
    insert into public.tickets (usuario_id, nombre, correo, mensaje, estado, creado_en)
    select ${ana.id}, 'Ana Ruiz', 'ana@example.com', 'No puedo entrar', e, now() - interval '5 hours 1 minute'
    from unnest(array['abierto', 'resuelto']) e`
  await app.runJobs()
  app.smtp.received.length = 0
  await app.sql`select interno.encolar('send-ticket-received', '{}', 1)`
  await app.sql`update graphile_worker._private_jobs set attempts = 1, created_at = now() - interval '2 minutes'`
  return { ana, luis, olga }
}

describe('the daily e-mail to operators', () => {
  test('has the numbers and ages of what waits, and names nobody', async () => {
    const { luis } = await makePending()
    await sendDigest()
    expect(toSupport()).toHaveLength(1)
    const [{ text, html } = { text: '', html: '' }] = toSupport()
    for (const part of [text, html]) {
      for (const line of [
        'Reportes abiertos: 2, desde hace 2 días',
        'Verificaciones en espera: 1, desde hace',
        'Tickets abiertos: 1, desde hace 5 horas',
        'Trabajos fallidos: 1, desde hace 2 minutos',
        `${app.services.config.siteUrl}/operacion`,
      ]) {
        expect(part).toContain(line)
      }
      expect(part).not.toMatch(new RegExp(`Ana|Luis|example\\.com|${luis.id}`))
    }
  })

  test('leaves out what does not wait, and is not sent when nothing does', async () => {
    await sendDigest()
    expect(app.smtp.received).toEqual([])
    const { ana, luis } = await makePair(app)
    await reportName(ana, luis.id)
    const olga = await makeOperator(app)
    for (const dato of ['ine', 'curp', 'domicilio']) {
      await decide(app, olga, luis.id, dato, 'rechazado', 'La foto no se lee bien.')
    }
    await sendDigest()
    const [{ text } = { text: '' }] = toSupport()
    expect(text).toContain('Reportes abiertos: 1')
    expect(text).not.toMatch(/Verificaciones en espera|Tickets abiertos|Trabajos fallidos/)
  })

  test('is added every morning of Mexico City by the queue, which adds it once for all processes', () => {
    expect(sendPendingDigest.cron).toBe('0 14 * * *')
    const local = new Date('2026-07-01T14:00:00Z').toLocaleTimeString('es-MX', {
      timeZone: 'America/Mexico_City',
    })
    expect(local).toMatch(/^8:00/)
  })
})

describe('a report', () => {
  test.each(['acoso', 'fraude'] as const)(
    'of %s is announced at once and once, without names and texts',
    async (motivo) => {
      const { ana, luis, chat } = await makePair(app)
      const message = await sent(luis.client, chat, 'Mensaje secreto')
      const body = { motivo, texto: 'Luis me gritó muy feo', chat_id: chat, mensajes: [message.id] }
      const client_id = randomUUID()
      for (const _ of [1, 2]) await report(ana, luis.id, { ...body, client_id })
      await app.runJobs()
      expect(toSupport()).toHaveLength(1)
      const [{ text, html } = { text: '', html: '' }] = toSupport()
      const [{ id } = { id: '' }] = await app.sql<{ id: string }[]>`select id from interno.reportes`
      for (const part of [text, html]) {
        expect(part).toContain(`Motivo: ${operador.reporte.motivos[motivo]}.`)
        expect(part).toContain(`reports show ${id} --as`)
        expect(part).toContain(`${app.services.config.siteUrl}/operacion/reportes/${id}`)
        expect(part).not.toMatch(/Ana|Luis|secreto|gritó|example\.com/)
      }
    },
  )

  test('of another reason, one that was closed meanwhile, and one that was undone, are not announced', async () => {
    const olga = await makeOperator(app)
    const { ana, luis } = await makePair(app)
    await reportName(ana, luis.id)
    await report(ana, luis.id, { motivo: 'acoso' })
    const [{ id } = { id: '' }] = await app.sql<{ id: string }[]>`
      select id from interno.reportes where motivo = 'acoso'`
    await operate(app, 'reports', 'close', id, '--note', 'Se habló con los dos.', '--as', olga.email)
    const datos = { client_id: randomUUID(), motivo: 'acoso' }
    await expect(
      app.sql.begin(async (tx) => {
        await tx`select interno.reportar(${ana.id}, ${luis.id}, ${JSON.stringify(datos)}::text::jsonb, 10)`
        throw new Error('deshacer')
      }),
    ).rejects.toThrow('deshacer')
    await app.runJobs()
    expect(toSupport()).toEqual([])
  })
})

describe('many reports about one person', () => {
  const makeWaitingDue = () => app.sql`update graphile_worker._private_jobs set run_at = now()`
  const told = async () => (await app.sql`select from interno.reportes where avisado_en is not null`).length

  test('are all accepted: the first is announced at once, and those that follow in one e-mail', async () => {
    const { luis } = await makePair(app)
    const people = await makeSeekers(app, 5)
    expect((await report(people[0] as TestPerson, luis.id, { motivo: 'acoso' })).status).toBe(200)
    await app.runJobs()
    expect(toSupport()).toHaveLength(1)
    const motivos = Array.from({ length: 9 }, (_, n) => (n % 2 ? 'fraude' : 'acoso'))
    const answers = await Promise.all(
      people.flatMap((person) => motivos.map((motivo) => report(person, luis.id, { motivo }))),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    await app.runJobs()
    expect(toSupport()).toHaveLength(1)
    // A report about somebody else does not wait.
    const other = await makeMaestro(app)
    await report(await makeBuscador(app), other.id, { motivo: 'fraude' })
    await app.runJobs()
    expect(toSupport()).toHaveLength(2)

    await makeWaitingDue()
    await app.runJobs()
    const [, , collected] = toSupport()
    expect(toSupport()).toHaveLength(3)
    expect(collected?.text).toContain('Llegaron 45 reportes más sobre una misma persona.')
    expect(collected?.text).toContain(operador.reporte.motivos.fraude)
    expect(await told()).toBe(47)
    await app.sql`select interno.encolar('send-urgent-report', jsonb_build_object('reporte', max(id))) from interno.reportes`
    await app.runJobs()
    expect(toSupport()).toHaveLength(3)
  })

  test('that arrive at the same moment send one e-mail at once', async () => {
    const { luis } = await makePair(app)
    const people = await makeSeekers(app, 5)
    await Promise.all(people.map((person) => report(person, luis.id, { motivo: 'acoso' })))
    await app.runJobs()
    expect(toSupport()).toHaveLength(1)
    await makeWaitingDue()
    await app.runJobs()
    expect(await told()).toBe(5)
    expect(toSupport().length).toBeLessThanOrEqual(2)
  })
})

test('without SUPPORT_EMAIL neither is sent', async () => {
  const alone = await startApp({ SMTP_URL: app.smtp.url }, app)
  try {
    const { ana, luis } = await makePair(app)
    await report(ana, luis.id, { motivo: 'acoso' })
    await app.sql`select interno.encolar(${sendPendingDigest.name}, '{}')`
    await alone.runJobs()
    expect(app.smtp.received.map(({ to }) => to)).not.toContain(SUPPORT)
    expect(app.smtp.received.map(({ raw }) => raw).join()).not.toContain(correos.reporteUrgente.asunto)
  } finally {
    await alone.close()
  }
})

describe('the metrics', () => {
  const metrics = async () => (await fetch(`${app.url}/metrics`)).text()
  const oldest = async (what: string) =>
    Number(
      new RegExp(`^operator_pending_oldest_seconds\\{what="${what}"\\} (\\S+)$`, 'm').exec(
        await metrics(),
      )?.[1],
    )

  test('have the numbers and oldest ages of what waits for operators', async () => {
    for (const what of ['reports', 'verifications', 'tickets', 'failed_jobs']) {
      expect(await metrics()).toContain(`operator_pending{what="${what}"} 0`)
      expect(await oldest(what)).toBe(0)
    }
    await makePending()
    const text = await metrics()
    for (const [what, count] of [
      ['reports', 2],
      ['verifications', 1],
      ['tickets', 1],
      ['failed_jobs', 1],
    ]) {
      expect(text).toContain(`operator_pending{what="${what}"} ${count}`)
    }
    const HOUR = 3600
    expect(await oldest('reports')).toBeGreaterThanOrEqual(50 * HOUR)
    expect(await oldest('tickets')).toBeGreaterThanOrEqual(5 * HOUR)
    expect(await oldest('failed_jobs')).toBeGreaterThanOrEqual(120)
  })

  const waiting = () => app.sql`
    select cuantos, desde > now() - interval '1 hour' as reciente from interno.pendientes_de_operadores()
    where que = 'verificaciones'`

  test('count a datum that changes after its decision from the change on, and not from the sign-up', async () => {
    const olga = await makeOperator(app)
    const { id } = await makeMaestro(app)
    await app.sql.begin(async (tx) => {
      // Events cannot be changed otherwise.
      await tx`set local session_replication_role = replica`
      await tx`update interno.eventos set ocurrido_en = now() - interval '90 days' where quien = ${id}`
    })
    expect(await waiting()).toEqual([{ cuantos: 1, reciente: false }])
    await makeProofOfAddress(app.sql, id)
    for (const dato of ['ine', 'curp', 'domicilio']) await decide(app, olga, id, dato, 'verificado')
    await app.sql`update public.maestros set curp = 'OTRA800101MDFNRL00' where id = ${id}`
    expect(await waiting(), 'a datum without a document').toEqual([{ cuantos: 1, reciente: true }])
    await look(app.sql, olga, id)
    await decide(app, olga, id, 'curp', 'verificado')
    await app.sql`update public.maestros set domicilio = 'Calle Juárez 40, colonia Roma' where id = ${id}`
    expect(await waiting()).toEqual([{ cuantos: 1, reciente: true }])
    await app.sql`update interno.verificaciones set espera_desde = now() - interval '3 days' where maestro_id = ${id}`
    await app.sql`update storage.objects set created_at = now() - interval '3 days' where owner = ${id}`
    await decide(app, olga, id, 'domicilio', 'en_revision')
    expect(await waiting()).toEqual([{ cuantos: 1, reciente: false }])
  })

  test('do not count maestros who are suspended or whose profile is not complete', async () => {
    const [suspended, incomplete] = [await makeMaestro(app), await makeMaestro(app, { incompleto: true })]
    await app.sql`update public.profiles set suspendido_en = now() where id = ${suspended.id}`
    expect(incomplete.id).not.toBe(suspended.id)
    await makeBuscador(app)
    expect(await metrics()).toContain('operator_pending{what="verifications"} 0')
  })
})
