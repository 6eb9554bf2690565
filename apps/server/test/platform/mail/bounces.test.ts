import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { emailOf, makeMaestro, makeResena } from '../../setup/rows/maestros.ts'
import { type MailingApp, startMailingApp } from '../../setup/services/mailing-app.ts'
import type { TestSmtp } from '../../setup/services/smtp.ts'

/** A mailbox that the mail server refuses for good. */

let app: MailingApp
let smtp: TestSmtp
beforeAll(async () => {
  app = await startMailingApp({ LOG_LEVEL: 'debug' })
  smtp = app.smtp
})
afterAll(() => app.close())
beforeEach(async () => {
  smtp.behave('accept')
  await app.runJobs()
  await app.sql`delete from graphile_worker._private_jobs`
  smtp.received.length = 0
})

const failed = () => app.sql`select id from interno.trabajos_fallidos`
/** One optional e-mail to the maestro, from another author each time. */
const review = async (maestro: string) => {
  await makeResena(app, { maestro, puntuacion: 5 })
  await app.runJobs()
}
const welcome = async (maestro: string) => {
  await app.sql`
    select interno.encolar('send-maestro-welcome-mail', jsonb_build_object('userId', ${maestro}::text))`
  await app.runJobs()
}

test.each(['refuse', 'no-relay'] as const)(
  'a mail server that answers %s with the address leaves it neither in the log nor in the failed job',
  async (behaviour) => {
    const { id } = await makeMaestro(app)
    const email = await emailOf(app, id)
    smtp.behave(behaviour)
    await review(id)
    const errors = await app.sql<{ last_error: string }[]>`
      select last_error from graphile_worker._private_jobs where last_error is not null`
    expect(errors.map(({ last_error }) => last_error).join()).toContain('‹correo›')
    expect([...errors.map(({ last_error }) => last_error), ...app.lines].join()).not.toContain(email)
    await app.sql`delete from graphile_worker._private_jobs`
    app.takeErrors()
  },
)

test('a refused mailbox makes a failed job that is not tried again', async () => {
  const { id } = await makeMaestro(app)
  smtp.behave('refuse')
  const before = smtp.tries()
  await review(id)
  expect(smtp.tries()).toBe(before + 1)
  expect(await failed()).toHaveLength(1)
  await app.sql`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`
  await app.runJobs()
  expect(smtp.tries()).toBe(before + 1)
  app.takeErrors()
})

test('after three refusals optional e-mails stop, e-mails about the account are still tried, and an accepted one resets the count', async () => {
  const { id } = await makeMaestro(app)
  smtp.behave('refuse')
  for (let times = 0; times < 3; times += 1) await review(id)
  expect(await failed()).toHaveLength(3)

  const before = smtp.tries()
  smtp.behave('accept')
  await review(id)
  expect(smtp.tries()).toBe(before)
  expect(smtp.received).toEqual([])

  await welcome(id)
  expect(smtp.received).toHaveLength(1)
  await review(id)
  expect(smtp.received).toHaveLength(2)
  app.takeErrors()
})

test('two refusals, and refusals that say "later", do not stop e-mails', async () => {
  const { id } = await makeMaestro(app)
  smtp.behave('refuse')
  for (let times = 0; times < 2; times += 1) await review(id)
  smtp.behave('later')
  for (let times = 0; times < 3; times += 1) await review(id)
  // Those that were told 'later' are due again after some seconds.
  await app.sql`delete from graphile_worker._private_jobs`
  smtp.behave('accept')
  await review(id)
  expect(smtp.received).toHaveLength(1)
  app.takeErrors()
})

test('two weeks after the last refusal one optional e-mail is tried again', async () => {
  const { id } = await makeMaestro(app)
  smtp.behave('refuse')
  for (let times = 0; times < 3; times += 1) await review(id)
  const older = (days: number) =>
    app.sql`update interno.rebotes set ultimo_en = ultimo_en - make_interval(days => ${days}) where user_id = ${id}`
  const before = smtp.tries()
  await older(13)
  await review(id)
  expect(smtp.tries()).toBe(before)
  await older(1)
  await review(id)
  await review(id)
  expect(smtp.tries()).toBe(before + 1)
  await older(14)
  smtp.behave('accept')
  await review(id)
  await review(id)
  expect(smtp.received).toHaveLength(2)
  app.takeErrors()
})

test('a mail server that does not relay is no refusal of the mailbox: the e-mail is sent once it does', async () => {
  const { id } = await makeMaestro(app)
  smtp.behave('no-relay')
  for (let times = 0; times < 3; times += 1) await review(id)
  expect(await failed()).toEqual([])
  expect(await app.sql`select from interno.rebotes where user_id = ${id}`).toHaveLength(0)
  smtp.behave('accept')
  await app.sql`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`
  await app.runJobs()
  expect(smtp.received).toHaveLength(3)
})
