import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import { isCoded } from '../error-code.ts'

const WAIT_MS = 5000
const OLDEST = 150_000

/**
 * Errors of a database that is not ready yet, in contrast to one that refuses us: it may start a moment later
 * than this server.
 */
const TEMPORARY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EAI_AGAIN',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  '57P03',
])

class DatabaseError extends Error {}

/** Checks that DATABASE_URL answers, is new enough and stores UTF-8. Waits up to WAIT_MS for it. */
export async function waitForDatabase(url: string, signal: AbortSignal): Promise<void> {
  const until = Date.now() + WAIT_MS
  for (;;) {
    signal.throwIfAborted()
    try {
      const { version, encoding } = await propertiesOf(url)
      if (version < OLDEST) {
        const major = `${Math.floor(version / 10_000)}`
        throw new DatabaseError(
          `DATABASE_URL es de un PostgreSQL ${major}; se necesita el 15 o uno posterior`,
        )
      }
      if (encoding === 'UTF8') return
      throw new DatabaseError(
        `DATABASE_URL es de una base de datos con la codificación ${encoding}; se necesita UTF8 (docs/operations.md dice cómo crearla)`,
      )
    } catch (cause) {
      if (cause instanceof DatabaseError) throw cause
      const code = isCoded(cause) ? cause.code : 'sin código'
      if (TEMPORARY.has(code) && Date.now() < until) {
        await delay(250)
        continue
      }
      const why = TEMPORARY.has(code) ? 'no responde' : 'rechaza la conexión'
      throw new DatabaseError(`DATABASE_URL ${why}: ${place(url)} (${code})`, { cause })
    }
  }
}

async function propertiesOf(url: string): Promise<{ version: number; encoding: string }> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, fetch_types: false, onnotice: () => {} })
  try {
    const [row] = await sql<{ version: string; encoding: string }[]>`
      select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`
    return { version: Number(row?.version), encoding: row?.encoding ?? '' }
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** The address without the password. */
function place(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
