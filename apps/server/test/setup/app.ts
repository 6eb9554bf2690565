import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { assemble } from '../../src/assemble.ts'
import { jobList } from '../../src/job-list.ts'
import type { DatabaseTarget, Sql } from '../../src/platform/db/pool.ts'
import { makeLog } from '../../src/platform/http/log.ts'
import { freePort } from '../../src/platform/http/port.ts'
import { closeApp } from '../../src/platform/http/shutdown.ts'
import type { Services } from '../../src/platform/services.ts'
import { readConfig } from '../../src/platform/settings/config.ts'
import { loadSecrets } from '../../src/platform/settings/secrets.ts'
import { checkAnswer } from './check-answer.ts'
import { copyDatabase } from './database.ts'
import { dueJobs } from './run-due-jobs.ts'

/**
 * The whole server in this process, on its own database: real PostgreSQL, real HTTP.
 *
 *   const app = appForTests()
 *   const pair = beforeTests(() => makePair(app))
 *
 *   await app.client().auth.signUp({ … })      // the official client, with the publishable key
 *   await app.sql`select …`                    // as the database's owner, to check what was stored
 *   startApp({ LIMIT_SIGNIN_EMAIL: '3/60' })   // settings by their names; limits are generous by default
 *   startApp({ REDIS_URL }, app)               // one more server on the same database, with the same keys
 *   await app.runJobs()                        // sends the e-mails that requests have queued
 *
 * The database starts migrated and without demo data. `close` fails when the server logged an error that
 * the test did not read with `takeErrors()`.
 */
export interface TestApp {
  url: string
  services: Services
  target: DatabaseTarget
  sql: Sql
  client(key?: string): SupabaseClient
  /** Runs the jobs that are due, until none is left. Unlike a started server, a test's server runs none by itself. */
  runJobs(): Promise<void>
  /** Every line logged so far; LOG_LEVEL decides which there are. */
  lines: readonly string[]
  /** The errors logged so far, as log lines. Taking them marks them as expected. */
  takeErrors(): string[]
  close(): Promise<void>
  /** Calls the function when the server has been closed. */
  onClosed(end: () => unknown): void
}

const GENEROUS = '1000000/300'
const HOST = '127.0.0.1'
const ERROR_LEVEL = 50

const DEFAULTS = {
  NODE_ENV: 'test',
  HOST,
  DATABASE_POOL: '4',
  // A busy machine must not make a test fail. Tests of the time limit set their own.
  DATABASE_STATEMENT_MS: '30000',
  DEMO: '0',
  LOG_LEVEL: 'error',
  LIMIT_SIGNIN_EMAIL: GENEROUS,
  LIMIT_SIGNIN_ACCOUNT: GENEROUS,
  LIMIT_SIGNIN_ADDRESS: GENEROUS,
  LIMIT_FACTOR_ACCOUNT: GENEROUS,
  LIMIT_SIGNUP_ADDRESS: GENEROUS,
  LIMIT_SIGNUP_ADDRESS_DAY: GENEROUS,
  LIMIT_RECOVER_EMAIL: GENEROUS,
  LIMIT_RECOVER_EMAIL_HOUR: GENEROUS,
  LIMIT_RECOVER_ADDRESS: GENEROUS,
  LIMIT_REFRESH_PERSON: GENEROUS,
  LIMIT_PASSWORD_PERSON: GENEROUS,
  LIMIT_REQUESTS_ADDRESS: GENEROUS,
  LIMIT_MESSAGES_PERSON: GENEROUS,
  LIMIT_NEW_CHATS_PERSON: GENEROUS,
  LIMIT_NEWCOMER_PERSON: GENEROUS,
  LIMIT_NEWCOMERS_ADDRESS: GENEROUS,
  LIMIT_NEWCOMERS_MAESTRO: GENEROUS,
}

/** `startApp` for the tests of the file, or of the `describe` that calls this. The server is closed after them. */
export function appForTests(...given: Parameters<typeof startApp>): TestApp {
  const app = beforeTests(() => startApp(...given))
  // Without `close` the start has failed, which is reported by itself.
  afterAll(() => app.close?.())
  return app
}

/** `startApp` for one test. The server is closed when the test has ended. */
export async function startAppOfTest(...given: Parameters<typeof startApp>): Promise<TestApp> {
  const app = await startApp(...given)
  onTestFinished(() => app.close())
  return app
}

/** An object that is made before the tests, in the order of the calls. It has its fields when the first test begins. */
export function beforeTests<T extends object>(make: () => Promise<T>): T {
  const made = {} as T
  beforeAll(async () => void Object.defineProperties(made, Object.getOwnPropertyDescriptors(await make())))
  return made
}

export async function startApp(settings: Record<string, string> = {}, beside?: TestApp): Promise<TestApp> {
  if (beside) return startBeside(settings, beside)
  const undo: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of undo.reverse()) await step()
  }
  try {
    const { target, drop } = await copyDatabase(inject('template'))
    undo.push(drop)
    const dataDir = await mkdtemp(join(tmpdir(), 'maestros-app-'))
    undo.push(() => rm(dataDir, { recursive: true, force: true }))
    return await serve({ DATA_DIR: dataDir, ...settings }, target, undo, close)
  } catch (error) {
    await close()
    throw error
  }
}

/** Must be closed before the server whose database and folder it uses. */
async function startBeside(
  settings: Record<string, string>,
  { services, target }: TestApp,
): Promise<TestApp> {
  const { config, secrets } = services
  const shared = {
    DATA_DIR: config.DATA_DIR,
    JWT_SECRET: secrets.jwtSecret,
    PUBLISHABLE_KEY: secrets.publishableKey,
    SECRET_KEY: secrets.secretKey,
  }
  const undo: (() => Promise<unknown>)[] = []
  return serve({ ...shared, ...settings }, target, undo, async () => {
    for (const step of undo.reverse()) await step()
  })
}

async function serve(
  settings: Record<string, string>,
  target: DatabaseTarget,
  undo: (() => Promise<unknown>)[],
  close: () => Promise<void>,
): Promise<TestApp> {
  const lines: string[] = []
  const ends: (() => unknown)[] = []
  let errors: string[] = []
  const takeErrors = () => {
    const taken = errors
    errors = []
    return taken
  }
  const { app, services } = await listen(settings, target, (line) => {
    lines.push(line)
    if (Number(/"level":(\d+)/.exec(line)?.[1]) >= ERROR_LEVEL) errors.push(line.trim())
  })
  const jobs = dueJobs(services, jobList)
  undo.push(() => services.close())
  undo.push(() => jobs.close())
  undo.push(() => closeApp(app))

  const url = `http://${HOST}:${services.config.PORT}`
  return {
    url,
    services,
    target,
    sql: services.db.maintenance,
    client: (key = services.secrets.publishableKey) =>
      createClient(url, key, {
        auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      }),
    runJobs: jobs.run,
    lines,
    takeErrors,
    onClosed: (end) => void ends.push(end),
    close: async () => {
      await close()
      for (const end of ends) end()
      const unexpected = takeErrors()
      if (unexpected.length > 0) throw new Error(`the server logged errors:\n${unexpected.join('\n')}`)
    },
  }
}

/**
 * The port must be known before the app is built. When another process takes it in between, another port is
 * tried.
 */
async function listen(
  settings: Record<string, string>,
  target: DatabaseTarget,
  write: (line: string) => void,
) {
  for (let tries = 1; ; tries++) {
    const config = readConfig({ ...DEFAULTS, PORT: String(await freePort(HOST)), ...settings })
    const log = makeLog(config, { write })
    const services = await assemble({ config, secrets: await loadSecrets(config), target, log })
    const app = await buildApp({ ...services, checkAnswer }).catch(async (error: unknown) => {
      await services.close()
      throw error
    })
    try {
      await app.listen({ host: config.HOST, port: config.PORT })
      return { app, services }
    } catch (error) {
      await closeApp(app)
      await services.close()
      if (tries === 5) throw error
    }
  }
}
