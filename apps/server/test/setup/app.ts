import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { inject } from 'vitest'
import { assemble } from '../../src/assemble.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase, type Sql } from '../../src/db/pool.ts'
import { buildApp } from '../../src/http/app.ts'
import { makeLog } from '../../src/http/log.ts'
import { freePort } from '../../src/http/port.ts'
import { loadSecrets } from '../../src/secrets.ts'
import type { Services } from '../../src/services.ts'
import { TEMPLATE } from './cluster.ts'

/**
 * The whole server, in this process, on a database of its own: real PostgreSQL, real HTTP.
 *
 *   let app: TestApp
 *   beforeAll(async () => { app = await startApp() })
 *   afterAll(() => app.close())
 *
 *   await app.client().auth.signUp({ … })      // the official client, with the publishable key
 *   await app.sql`select …`                    // as the database's owner, to look behind the scenes
 *   startApp({ LIMIT_SIGNIN_EMAIL: '3/60' })   // settings by their names; limits are generous otherwise
 *
 * The database starts migrated and without demo data. `close` fails when the server logged an error that
 * the test did not take with `takeErrors()`.
 */
export interface TestApp {
  url: string
  services: Services
  sql: Sql
  client(key?: string): SupabaseClient
  /** The errors logged so far, as log lines; taking them says that they were expected. */
  takeErrors(): string[]
  close(): Promise<void>
}

const GENEROUS = '1000000/300'
const HOST = '127.0.0.1'
const ERROR_LEVEL = 50

export async function startApp(settings: Record<string, string> = {}): Promise<TestApp> {
  const cluster = inject('cluster')
  const dataDir = await mkdtemp(join(tmpdir(), 'maestros-app-'))
  const database = `prueba_${randomBytes(8).toString('hex')}`
  const owner = openDatabase(cluster, { pool: 1 })
  await owner.sql`create database ${owner.sql(database)} template ${owner.sql(TEMPLATE)}`

  const config = readConfig({
    NODE_ENV: 'test',
    HOST,
    PORT: String(await freePort(HOST)),
    DATA_DIR: dataDir,
    DATABASE_POOL: '4',
    DEMO: '0',
    LOG_LEVEL: 'error',
    LIMIT_SIGNIN_EMAIL: GENEROUS,
    LIMIT_SIGNIN_ADDRESS: GENEROUS,
    LIMIT_SIGNUP_ADDRESS: GENEROUS,
    LIMIT_RECOVER_EMAIL: GENEROUS,
    LIMIT_RECOVER_ADDRESS: GENEROUS,
    ...settings,
  })
  let errors: string[] = []
  const log = makeLog(config, {
    write: (line) => {
      if (Number(/"level":(\d+)/.exec(line)?.[1]) >= ERROR_LEVEL) errors.push(line.trim())
    },
  })
  const secrets = await loadSecrets(config)
  const services = await assemble({ config, secrets, target: { ...cluster, database }, log })
  const app = await buildApp(services)
  await app.listen({ host: config.HOST, port: config.PORT })

  const takeErrors = () => {
    const taken = errors
    errors = []
    return taken
  }
  return {
    url: `http://${HOST}:${config.PORT}`,
    services,
    sql: services.db.sql,
    client: (key = secrets.publishableKey) =>
      createClient(`http://${HOST}:${config.PORT}`, key, {
        auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      }),
    takeErrors,
    close: async () => {
      await app.close()
      await services.close()
      await owner.sql`drop database ${owner.sql(database)} with (force)`
      await owner.close()
      await rm(dataDir, { recursive: true, force: true })
      const unexpected = takeErrors()
      if (unexpected.length > 0) throw new Error(`the server logged errors:\n${unexpected.join('\n')}`)
    },
  }
}
