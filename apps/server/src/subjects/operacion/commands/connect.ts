import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import { type Embedded, findEmbedded, startEmbedded } from '../../../platform/db/embedded/start.ts'
import { type DatabaseTarget, openDatabase, type Sql } from '../../../platform/db/pool.ts'
import { prepareDatabase } from '../../../platform/db/prepare-database.ts'
import { errorText } from '../../../platform/error-code.ts'
import type { Config } from '../../../platform/settings/config.ts'
import { loadSecrets } from '../../../platform/settings/secrets.ts'

/** A failure that is explained by its message alone. */
export class OperatorError extends Error {}

export interface OperatorDatabase {
  sql: Sql
  close(): Promise<void>
}

/**
 * Opens the database of DATABASE_URL, or the embedded one: through the running server's PostgreSQL, or by starting
 * PostgreSQL for the time of the command when no server runs.
 */
export async function connect(config: Config): Promise<OperatorDatabase> {
  if (config.DATABASE_URL) return open({ url: config.DATABASE_URL })
  const missing = new OperatorError(textos.sinBase(resolve(config.DATA_DIR)))
  await access(config.DATA_DIR).catch(() => Promise.reject(missing))
  const found = await findEmbedded(config.DATA_DIR)
  if (found === 'missing') throw missing
  const { databasePassword: password } = await loadSecrets(config)
  if (found !== 'stopped') return open({ ...found, password })
  const embedded = await startForCommand(config.DATA_DIR, password)
  try {
    return await open(embedded.target, embedded.stop)
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

/** Each signal that interrupts a command, and the exit code that shells give to it. */
const INTERRUPTIONS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** A command that is interrupted, also during the start, stops the PostgreSQL that it has started. Its transaction is rolled back. */
function startForCommand(dataDir: string, password: string): Promise<Embedded> {
  const starting = startEmbedded(dataDir, password)
  for (const [signal, code] of Object.entries(INTERRUPTIONS)) {
    process.on(signal, () => {
      const exit = () => process.exit(code)
      starting.then(({ stop }) => stop()).then(exit, exit)
    })
  }
  return starting
}

/** `stop` ends a database that was started for this command. Such a one gets the text of this release first, as at a server's start. */
async function open(target: DatabaseTarget, stop?: () => Promise<void>): Promise<OperatorDatabase> {
  const db = openDatabase(target, { pool: 1 })
  const sql = db.maintenance
  try {
    if (stop) await prepareDatabase(db.sql)
    const [found] = await sql<{ table: string | null }[]>`
      select to_regclass('interno.auditoria')::text as table`.catch((error: unknown) => {
      throw new OperatorError(textos.baseSinRespuesta(errorText(error)))
    })
    if (!found?.table) throw new OperatorError(textos.baseAtrasada)
  } catch (error) {
    await db.close()
    throw error
  }
  return {
    sql,
    close: async () => {
      await db.close()
      await stop?.()
    },
  }
}
