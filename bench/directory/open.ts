import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Embedded,
  type EmbeddedOptions,
  startEmbedded,
} from '../../apps/server/src/platform/db/embedded/start.ts'
import { type DatabaseTarget, openDatabase, type Sql } from '../../apps/server/src/platform/db/pool.ts'
import { prepareDatabase } from '../../apps/server/src/platform/db/prepare-database.ts'
import { DATABASE_FOLDER, SUBJECTS } from '../../apps/server/src/platform/db/text.ts'

/**
 * The product's embedded PostgreSQL with a filled directory for each size, cached in bench/.cache between
 * runs.
 */
export interface Directories {
  /** Settings that connect any program with libpq's or postgres.js's environment to one of the databases. */
  environment(maestros: number): Record<string, string>
  open(maestros: number): Sql
  version: string
  stop(): Promise<void>
}

const CACHE = join(import.meta.dirname, '../.cache')
const databaseOf = (maestros: number) => `maestros_${maestros}`

export async function openDirectories(sizes: number[], report: (line: string) => void): Promise<Directories> {
  const home = join(CACHE, await fingerprint())
  await dropStale(home)
  await mkdir(home, { recursive: true, mode: 0o755 })
  const password = await keptPassword(join(home, 'password'))
  await fillMissing(home, password, sizes, report)

  const embedded = await startHere(home, password)
  const target = (maestros: number) => ({ ...embedded.target, database: databaseOf(maestros) })
  const opened: Sql[] = []
  const open = (maestros: number) => {
    const sql = connect(target(maestros))
    opened.push(sql)
    return sql
  }
  const [row] = await open(sizes[0] ?? 0)<{ version: string }[]>`
    select current_setting('server_version') as version`
  return {
    environment: (maestros) => {
      const { host, port, database, username } = target(maestros)
      return {
        // All compared programs use the same connection: the Unix socket that PGHOST names.
        ...{
          PGHOST: host,
          PGPORT: String(port),
          PGUSER: username,
          PGPASSWORD: password,
          PGDATABASE: database,
        },
        DATABASE_URL: `postgres:///${database}`,
      }
    },
    open,
    version: row?.version ?? 'unknown',
    stop: async () => {
      await Promise.all(opened.map((sql) => sql.end({ timeout: 5 })))
      await embedded.stop()
    },
  }
}

/** Filled without fsync under a temporary name, so that an interrupted fill is never used. */
async function fillMissing(home: string, password: string, sizes: number[], report: (line: string) => void) {
  const embedded = await startHere(home, password, { durable: false })
  const admin = connect(embedded.target)
  try {
    const rows = await admin<{ datname: string }[]>`select datname from pg_database`
    const there = new Set(rows.map(({ datname }) => datname))
    for (const maestros of sizes.filter((size) => !there.has(databaseOf(size)))) {
      const began = performance.now()
      report(`filling a directory of ${maestros.toLocaleString('en')} maestros`)
      await admin`drop database if exists draft`
      await admin`create database draft`
      await fill({ ...embedded.target, database: 'draft' }, maestros)
      await admin.unsafe(`alter database draft rename to ${databaseOf(maestros)}`)
      report(`filled in ${Math.round((performance.now() - began) / 1000)} s`)
    }
  } finally {
    await admin.end({ timeout: 5 })
    await embedded.stop()
  }
}

async function fill(target: DatabaseTarget, maestros: number): Promise<void> {
  const sql = connect(target)
  try {
    await prepareDatabase(sql)
    const one = await sql.reserve()
    await one`set session_replication_role = replica`
    await one`set maintenance_work_mem = '1GB'`
    await one`set work_mem = '256MB'`
    await one`select set_config('bench.maestros', ${String(maestros)}, false)`
    for (const file of ['fill.sql', 'list.sql']) {
      await one.unsafe(await readFile(join(import.meta.dirname, file), 'utf8')).simple()
    }
    // Outside a transaction, as VACUUM requires. It does the work of autovacuum at once.
    await one`vacuum analyze`
    one.release()
  } finally {
    await sql.end()
  }
}

/** Ends with this process, even if it is interrupted. */
async function startHere(home: string, password: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const embedded = await startEmbedded(home, password, options)
  process.once('exit', embedded.abandon)
  return {
    ...embedded,
    stop: async () => {
      await embedded.stop()
      process.off('exit', embedded.abandon)
    },
  }
}

function connect(target: DatabaseTarget): Sql {
  return openDatabase(target, { pool: 2 }).sql
}

async function keptPassword(path: string): Promise<string> {
  const kept = await readFile(path, 'utf8').catch(() => undefined)
  if (kept !== undefined) return kept
  const made = randomBytes(24).toString('base64url')
  await writeFile(path, made, { mode: 0o600 })
  return made
}

/**
 * The name of the cached cluster contains a hash of everything that determines the rows, so that a stale one
 * is never measured.
 */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(process.arch)
  for (const folder of [...SUBJECTS.map((subject) => join(DATABASE_FOLDER, subject)), import.meta.dirname]) {
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()) {
      hash.update(await readFile(join(folder, name)))
    }
  }
  return `directory-${hash.digest('hex').slice(0, 12)}`
}

async function dropStale(home: string): Promise<void> {
  for (const name of await readdir(CACHE).catch(() => [])) {
    const path = join(CACHE, name)
    if (name.startsWith('directory-') && path !== home) await rm(path, { recursive: true, force: true })
  }
}
