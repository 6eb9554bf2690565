import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newEmail, PASSWORD } from '../../protocol/auth/people.ts'
import { startApp } from '../../setup/app.ts'
import { type MailingApp, startMailingApp } from '../../setup/services/mailing-app.ts'
import { ownPort } from '../../setup/services/own-port.ts'
import { type SmtpBehaviour, startSmtp, type TestSmtp } from '../../setup/services/smtp.ts'

/** E-mails go through the job queue: what a request promised is sent, whatever the mail server does meanwhile. */

let app: MailingApp
let smtp: TestSmtp
beforeAll(async () => {
  app = await startMailingApp()
  smtp = app.smtp
})
afterAll(() => app.close())
beforeEach(async () => {
  smtp.reset()
  app.takeErrors()
  await app.sql`delete from graphile_worker._private_jobs`
})

const signUp = async () => {
  const email = newEmail()
  const { error } = await app.client().auth.signUp({ email, password: PASSWORD })
  if (error) throw error
  return email
}
const waiting = async () => (await app.sql`select id from graphile_worker.jobs`).length
/** Lets the wait before the next attempt pass. */
const runAgain = async () => {
  await app.sql`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`
  await app.runJobs()
}

describe('when the mail server does not answer', () => {
  test('a sign-up is answered as usual, and its e-mail arrives once the server is back', async () => {
    const port = await ownPort()
    const away = await startSmtp(port)
    const other = await startApp({ SMTP_URL: away.url }, app)
    await away.close()
    const email = newEmail()
    expect((await other.client().auth.signUp({ email, password: PASSWORD })).error).toBeNull()
    await other.runJobs()
    expect(await waiting()).toBe(1)
    const back = await startSmtp(port)
    await app.sql`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`
    await other.runJobs()
    expect(back.received.map(({ to }) => to)).toEqual([email])
    expect(await waiting()).toBe(0)
    await other.close()
    await back.close()
  })

  test('an answer that is lost makes a second e-mail with the same Message-ID', async () => {
    let lost = 0
    smtp.behave(() => {
      lost += 1
      return lost <= 2 ? 'lose-answer' : 'accept'
    })
    const email = await signUp()
    await app.runJobs()
    for (let round = 0; round < 10 && (await waiting()) > 0; round++) await runAgain()
    const mine = smtp.received.filter(({ to }) => to === email)
    expect(mine).toHaveLength(3)
    expect(new Set(mine.map(({ messageId }) => messageId)).size).toBe(1)
    expect(mine[0]?.messageId).toMatch(/^<[0-9a-f]{32}@maestros\.example>$/)
  })

  test('an e-mail whose answer takes 18 seconds is sent once', async () => {
    smtp.behave('slow')
    const email = await signUp()
    await app.runJobs()
    expect(await waiting()).toBe(0)
    expect(smtp.received.map(({ to }) => to)).toEqual([email])
  })

  test('at random, every e-mail arrives and none arrives twice', async () => {
    // A fixed sequence of answers that looks random: the same in every run.
    let state = 7
    smtp.behave((): SmtpBehaviour => {
      state = (state * 48_271) % 2_147_483_647
      return state % 2 === 0 ? 'later' : 'accept'
    })
    const emails = await Promise.all(Array.from({ length: 12 }, signUp))
    await app.runJobs()
    for (let round = 0; round < 10 && (await waiting()) > 0; round++) await runAgain()
    expect(await waiting()).toBe(0)
    expect(smtp.received.map(({ to }) => to).sort()).toEqual(emails.sort())
    expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(emails.length)
  })
})

test('the job of an accepted e-mail is done even when the count of refusals cannot be ended', async () => {
  const email = await signUp()
  await app.sql`
    create trigger fails before delete on interno.rebotes
    for each statement execute function interno.rechazar_cambio_de_auditoria()`
  try {
    await app.runJobs()
  } finally {
    await app.sql`drop trigger fails on interno.rebotes`
  }
  expect(smtp.received.map(({ to }) => to)).toEqual([email])
  expect(await waiting()).toBe(0)
})

test('an e-mail whose link was replaced by a newer one is not sent', async () => {
  const email = await signUp()
  expect((await app.client().auth.resend({ type: 'signup', email })).error).toBeNull()
  expect(await waiting()).toBe(2)
  await app.runJobs()
  expect(smtp.received.map(({ to }) => to)).toEqual([email])
})

test('a copy of the queue contains no link and no code that works', async () => {
  await signUp()
  const [row] = await app.sql<{ text: string }[]>`
    select string_agg(jobs::text, '') as text from graphile_worker._private_jobs jobs`
  await app.runJobs()
  const raw = smtp.received[0]?.raw.replace(/=\r\n/g, '') ?? ''
  const token = /token=3D([\w-]+)/.exec(raw)?.[1] ?? ''
  const code = /^(\d{6})\r?$/m.exec(raw)?.[1] ?? ''
  expect(token.length).toBeGreaterThan(20)
  expect(code).toHaveLength(6)
  expect(row?.text).toContain('sealed')
  expect(row?.text).not.toContain(token)
  // The digits of the code may occur inside the encrypted text by chance.
  expect(row?.text).not.toMatch(new RegExp(`\\b${code}\\b`))
})
