import cluster from 'node:cluster'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { closeDemo } from '../../../db/demo/accounts.ts'
import { fillDemo } from '../../../db/demo/index.ts'
import { closeDemoOperator, openDemoOperator } from '../../../db/demo/operator.ts'
import { buildApp } from './app.ts'
import { assemble } from './assemble.ts'
import { jobList } from './job-list.ts'
import { AlreadyServed } from './platform/db/embedded/postmaster.ts'
import { startEmbedded } from './platform/db/embedded/start.ts'
import { requireSameKeys } from './platform/db/key-fingerprints.ts'
import { type DatabaseTarget, openDatabase, type Sql } from './platform/db/pool.ts'
import { prepareDatabase } from './platform/db/prepare-database.ts'
import { waitForDatabase } from './platform/db/wait-for-database.ts'
import { errorText, hasCode } from './platform/error-code.ts'
import { makeLog } from './platform/http/log.ts'
import { claimPort } from './platform/http/port.ts'
import { closeApp } from './platform/http/shutdown.ts'
import { releaseAbandonedJobs } from './platform/jobs/liveness.ts'
import { startQueue } from './platform/jobs/queue.ts'
import type { Services } from './platform/services.ts'
import { type Config, readConfig, SettingError } from './platform/settings/config.ts'
import { loadSecrets, type Secrets } from './platform/settings/secrets.ts'
import { DEMO_OPERATOR } from './protocol/auth/demo-operator.ts'
import { settingsFromPrimary, startWorkers } from './workers.ts'

/**
 * config -> secrets -> database -> its text -> app -> listen, and the reverse order when the process stops. With
 * WORKERS the first process does everything up to the app, and the worker processes listen.
 */

/** PostgreSQL's code for a password that is not the user's. */
const WRONG_PASSWORD = '28P01'

const closers: (() => Promise<void>)[] = []
const starting = new AbortController()
let abandonDatabase = () => {}
let stopping = false

const say = (line: string) => void process.stdout.write(`${line}\n`)
// The reader of our output may have ended (`npm start | head`). The server keeps running.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  starting.abort()
  for (const close of closers.reverse()) await close().catch((error: unknown) => reportError(error))
  process.exit(code)
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const) {
  process.on(signal, () => {
    // A signal of the terminal reaches the workers too. They stop only when the first process sends SIGTERM.
    if (cluster.isWorker && signal !== 'SIGTERM') return
    if (!stopping) return void stop(0)
    abandonDatabase()
    process.exit(code)
  })
}
// scripts/start.mjs started this process. When it ends, even by kill -9, this process stops too.
process.on('disconnect', () => void stop(0))
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    reportError(error, true)
    void stop(1)
  })
}

try {
  await (cluster.isWorker ? work : start)(readConfig(process.env))
} catch (error) {
  if (!stopping) reportError(error)
  await stop(1)
}

async function start(config: Config): Promise<void> {
  const log = makeLog(config)
  config = await claimPort(config)
  await makeDataDir(config.DATA_DIR).catch((cause: unknown) => {
    throw new SettingError(`DATA_DIR no se puede crear o escribir (${errorText(cause)})`, { cause })
  })
  const secrets = await loadSecrets(config)
  const target = await openTarget(config, secrets, (line) => log.debug({ line }, 'postgres'))
  const services = await assemble({ config, secrets, target, log })
  closers.push(services.close)
  const done = await prepare(target, secrets, config).catch((cause: unknown) => {
    if (config.DATABASE_URL || !hasCode(cause, WRONG_PASSWORD)) throw cause
    const path = resolve(config.DATA_DIR, 'secrets.json')
    throw new Error(
      `${path} no tiene la contraseña de la base de datos de esa carpeta; reponga el que se guardó con ella`,
      { cause },
    )
  })
  if (done !== 'unchanged') say(done === 'created' ? 'Base de datos creada.' : 'Base de datos actualizada.')
  // No other process uses the embedded database, so jobs that a killed process has left need not wait.
  if (!config.DATABASE_URL) await releaseAbandonedJobs(services.db.maintenance, 0)
  if (config.demo) await fillDemo(services.db.maintenance, services.objects, say)
  else if (config.production) await refuseDemo(services)
  const factor = await demoOperator(config, services.db.maintenance, secrets.documentsKey)
  starting.signal.throwIfAborted()
  if (config.WORKERS > 1) {
    await closers.pop()?.()
    const workers = startWorkers(config, { target, port: config.PORT, siteUrl: config.siteUrl }, log)
    closers.push(workers.stop)
    await workers.listening
  } else await listen(services)
  announce(config, factor)
}

/** Data that were filled outside production may have accounts whose password is known to everybody. */
async function refuseDemo({ db, log }: Services): Promise<void> {
  const accounts = await closeDemo(db.maintenance)
  if (accounts === 0) return
  log.warn(
    { accounts },
    'the database has accounts of the demo, and nobody can sign in to them: npm run operator -- remove-demo erases them',
  )
}

/** The secret of the demo operator's second factor; undefined when nobody can sign in as that operator. */
async function demoOperator(config: Config, sql: Sql, documentsKey: string): Promise<string | undefined> {
  // The data may come from a demo.
  if (config.production) await closeDemoOperator(sql)
  return config.demo && !config.production ? openDemoOperator(sql, documentsKey) : undefined
}

/** With a pool of its own, because this, or the wait for another process, may take any time. */
async function prepare(target: DatabaseTarget, secrets: Secrets, config: Config) {
  const db = openDatabase(target, { pool: 1 })
  try {
    // Also before: a server that belongs to another database must not change this one.
    await requireSameKeys(db.sql, secrets, config)
    const done = await prepareDatabase(db.sql)
    await requireSameKeys(db.sql, secrets, config)
    return done
  } finally {
    await db.close()
  }
}

/** A worker process. The first process has done everything that must be done once. */
async function work(config: Config): Promise<void> {
  const log = makeLog(config)
  const { target, port, siteUrl } = await settingsFromPrimary()
  config = { ...config, PORT: port, siteUrl }
  const services = await assemble({ config, secrets: await loadSecrets(config), target, log })
  closers.push(services.close)
  await listen(services)
}

async function listen(services: Services): Promise<void> {
  const app = await buildApp(services)
  const queue = await startQueue(services, jobList)
  // Closed in reverse: the queue still runs while requests that add jobs are served.
  closers.push(queue.stop)
  closers.push(() => closeApp(app, services.config.drainSeconds))
  starting.signal.throwIfAborted()
  await app.listen({ host: services.config.HOST, port: services.config.PORT })
}

async function openTarget(
  config: Config,
  secrets: Secrets,
  log: (line: string) => void,
): Promise<DatabaseTarget> {
  const { signal } = starting
  if (config.DATABASE_URL) {
    await waitForDatabase(config.DATABASE_URL, signal)
    return { url: config.DATABASE_URL }
  }
  const opening = startEmbedded(config.DATA_DIR, secrets.databasePassword, {
    signal,
    log,
    report: (step) => {
      if (step === 'creating') say('Creando la base de datos…')
    },
  })
  closers.push(() =>
    opening.then(
      (embedded) => embedded.stop(),
      () => {},
    ),
  )
  const embedded = await opening.catch((error: unknown) => {
    if (!(error instanceof AlreadyServed)) throw error
    throw new Error(`DATA_DIR ${resolve(config.DATA_DIR)} ya lo atiende el proceso ${error.pid}`, {
      cause: error,
    })
  })
  abandonDatabase = embedded.abandon
  void embedded.lost.then((error) => {
    reportError(error)
    void stop(1)
  })
  return embedded.target
}

/**
 * When root creates the folder, others may enter it but not list it, so that PostgreSQL's user reaches its own part. Each
 * folder inside has its own rights.
 */
async function makeDataDir(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  for (const name of ['objects', 'outbox']) await mkdir(join(folder, name), { recursive: true, mode: 0o700 })
}

/** Prints one line. The stack follows for unexpected errors and at debug level. */
function reportError(error: unknown, always = false): void {
  process.stderr.write(`Error: ${errorText(error).replace(/\s*\n\s*/g, ' ')}\n`)
  if (always || process.env.LOG_LEVEL === 'debug' || process.env.LOG_LEVEL === 'trace') {
    process.stderr.write(`${error instanceof Error ? error.stack : ''}\n`)
    if (error instanceof Error && error.cause) process.stderr.write(`${String(error.cause)}\n`)
  }
}

/** `factor` is the secret of the demo operator's second factor. */
function announce(config: Config, factor: string | undefined): void {
  say(`\nMaestros CDMX está en ${config.siteUrl}`)
  if (config.demo) {
    say('\nCuentas de demostración, con la contraseña demo1234:')
    say('  buscador@demo.mx   busca maestros')
    say('  maestro@demo.mx    ofrece su oficio')
    say('  nuevo@demo.mx      maestro que aún no termina su registro')
    if (factor !== undefined) {
      say(`  ${DEMO_OPERATOR}   operador de la consola, en ${config.siteUrl}/operacion; su segundo factor es`)
      say(`                     ${factor} (escríbelo en una aplicación de códigos)`)
    }
  }
  if (!config.SMTP_URL && !config.production)
    say(`\nEl correo que se enviaría se lee en ${config.siteUrl}/_outbox`)
  say('\nCtrl+C lo detiene.')
}
