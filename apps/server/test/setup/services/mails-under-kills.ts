import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import type { Sql } from '../../../src/platform/db/pool.ts'
import { type Launched, start, within } from './launch.ts'
import { ownPort } from './own-port.ts'

/**
 * Sends many queued e-mails through a mail server that refuses one in five and is restarted twice, while the product is
 * killed and started twice. Used by a test with some hundred e-mails and by `npm run bench mails` with ten thousand.
 */

export interface Outcome {
  /** Recipients that got their e-mail. */
  arrived: number
  /** Different pairs of Message-ID and recipient. More than `arrived` when a repetition had another Message-ID. */
  messageIds: number
  /** E-mails (by Message-ID and recipient) that were accepted more than once. */
  repeated: number
  refused: number
  kills: number
  restarts: number
  seconds: number
  failedJobs: number
}

/** The parts of the whole after which each thing happens. */
const EVENTS = [
  [0.15, 'kill'],
  [0.35, 'restart'],
  [0.55, 'kill'],
  [0.75, 'restart'],
] as const

const RESTART_MS = 500
const POLL_MS = 10
const REFUSED_IN = 5

export async function sendUnderKills(dataDir: string, count: number, limitMs: number): Promise<Outcome> {
  const smtp = await startRefusingSmtp()
  const PORT = String(await ownPort())
  const settings = { DATA_DIR: dataDir, PORT, SMTP_URL: smtp.url, LOG_LEVEL: 'fatal' }
  const began = Date.now()
  const outcome = { kills: 0, restarts: 0 }
  let server: Launched | undefined
  try {
    server = await start(settings)
    await within(dataDir, (sql) => queueMails(sql, count))
    for (const [share, event] of EVENTS) {
      await until(() => smtp.accepted.size >= share * count, limitMs)
      if (event === 'restart') {
        await smtp.restart()
        outcome.restarts += 1
      } else {
        const exited = once(server.child, 'exit')
        server.child.kill('SIGKILL')
        await exited
        server = await start(settings)
        outcome.kills += 1
      }
    }
    const failedJobs = await within(dataDir, (sql) => finish(sql, limitMs))
    return { ...outcome, ...smtp.outcome(), failedJobs, seconds: (Date.now() - began) / 1000 }
  } finally {
    server?.child.kill('SIGTERM')
    await server?.ended
    await smtp.close()
  }
}

/** Seekers whose welcome e-mail is queued. */
const queueMails = (sql: Sql, count: number) =>
  sql.begin(async (tx) => {
    await tx`
      insert into auth.users (email, encrypted_password, email_confirmed_at, raw_user_meta_data)
      select 'persona' || n || '@example.mx', 'x', now(), '{"role": "buscador", "nombre": "Ana", "apellido": "Ruiz"}'
      from generate_series(1, ${count}::int) n`
    await tx`
      select interno.dar_bienvenida(id, 'send-buscador-welcome-mail', 12) from auth.users
      where email like 'persona%@example.mx'`
  })

/** Waits until no job is left, and shortens the waits between two attempts, which grow to minutes. */
async function finish(sql: Sql, limitMs: number): Promise<number> {
  const waiting = async () => {
    await sql`
      update graphile_worker._private_jobs set run_at = now()
      where run_at > now() + interval '1 second' and locked_at is null and attempts < max_attempts`
    // As for a new job: otherwise the queue would notice these at its next poll only.
    await sql.notify('jobs:insert', '{"count": 10}')
    const [row] = await sql<{ left: number }[]>`
      select count(*)::int as left from graphile_worker.jobs
      where task_identifier = 'send-buscador-welcome-mail' and attempts < max_attempts`
    return row?.left === 0
  }
  await until(waiting, limitMs, 500)
  return (await sql`select id from interno.trabajos_fallidos`).length
}

async function until(reached: () => boolean | Promise<boolean>, limitMs: number, everyMs = POLL_MS) {
  const end = Date.now() + limitMs
  while (!(await reached())) {
    if (Date.now() > end) throw new Error(`not reached within ${limitMs} ms`)
    await delay(everyMs)
  }
}

/** Refuses one in five e-mails with 'later', half of them by their recipient and half after their content. */
async function startRefusingSmtp() {
  const accepted = new Map<string, number>()
  let refused = 0
  const refuses = () => {
    const now = Math.random() < 1 / REFUSED_IN / 2
    if (now) refused += 1
    return now
  }
  const later = () => Object.assign(new Error('try again later'), { responseCode: 451 })
  const listen = async (port: number) => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      closeTimeout: 200,
      onRcptTo: (_address, _session, done) => done(refuses() ? later() : null),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          if (refuses()) return done(later())
          const messageId = /^Message-ID: (.*)\r$/im.exec(Buffer.concat(chunks).toString('latin1'))?.[1]
          for (const { address } of session.envelope.rcptTo) {
            const key = `${messageId} ${address}`
            accepted.set(key, (accepted.get(key) ?? 0) + 1)
          }
          // In the same step as the count: what is counted is answered.
          done()
        })
      },
    })
    server.on('error', () => {})
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    return server
  }
  const stop = (server: SMTPServer) => new Promise<void>((resolve) => server.close(() => resolve()))

  const port = await ownPort()
  let server = await listen(port)
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    restart: async () => {
      await stop(server)
      await delay(RESTART_MS)
      server = await listen(port)
    },
    outcome: () => ({
      arrived: new Set([...accepted.keys()].map((key) => key.split(' ')[1])).size,
      messageIds: accepted.size,
      repeated: [...accepted.values()].filter((times) => times > 1).length,
      refused,
    }),
    close: () => stop(server),
  }
}
