import { dirname } from 'node:path'
import type { PoolConfig } from 'pg'
import { z } from 'zod'
import type { Sql } from './pool.ts'

/** What postgres.js has read from its URL or its options. Its own types declare the password as null. */
const Parsed = z.object({
  path: z.union([z.string(), z.literal(false)]).optional(),
  host: z.array(z.string()),
  port: z.array(z.number()),
  database: z.string(),
  user: z.string(),
  pass: z.string().nullish(),
  ssl: z.union([z.boolean(), z.string(), z.looseObject({})]).nullish(),
})

const CONNECT_MS = 10_000
const KEEP_ALIVE_MS = 10_000

/**
 * The settings of a `pg` pool that reaches the same database as a postgres.js pool. The job queue's library uses `pg`;
 * taking the options from here means that DATABASE_URL is parsed in one place only.
 */
export function pgOptions(sql: Sql): PoolConfig {
  const { path, host, port, database, user, pass, ssl } = Parsed.parse(sql.options)
  return {
    host: path ? dirname(path) : (host[0] ?? 'localhost'),
    port: port[0] ?? 5432,
    database,
    user,
    ssl: tlsOf(ssl),
    application_name: 'maestros',
    connectionTimeoutMillis: CONNECT_MS,
    // Otherwise a connection that the network has lost silently would listen for jobs in vain for ever.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(pass ? { password: pass } : {}),
  }
}

/** The values of `sslmode` with which postgres.js does not check the certificate. */
const UNVERIFIED = ['require', 'allow', 'prefer']

/** As postgres.js reads `sslmode`: every other value, `verify-ca` too, checks the certificate and its host name. */
function tlsOf(ssl: z.infer<typeof Parsed>['ssl']): PoolConfig['ssl'] {
  if (!ssl || ssl === 'disable') return false
  if (typeof ssl === 'object') return ssl
  return UNVERIFIED.some((mode) => mode === ssl) ? { rejectUnauthorized: false } : true
}
