import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { openDatabase, type Sql } from '../../../src/platform/db/pool.ts'
import type { Cluster } from '../owner.ts'

/** The server as `npm start` runs it: a separate process, controlled by settings and signals only. */

const MAIN = join(import.meta.dirname, '../../../src/main.ts')

/** What a process may know of the environment of the tests. */
const INHERITED = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  }),
)

/** Settings with which a process uses a database of the tests, instead of a PostgreSQL of its own. */
export const databaseSettings = ({ host, port, database, username, password }: Cluster) => ({
  ...{ PGHOST: host, PGPORT: String(port), PGUSER: username, PGPASSWORD: password },
  DATABASE_URL: `postgres:///${database}`,
})

export interface Launched {
  child: ChildProcess
  pid: number
  url: string
  /** Waits for its end; returns the exit code and the output. */
  ended: Promise<Ended>
}

export type Ended = { code: number | null; out: string; err: string }

function launch(settings: Record<string, string>): {
  child: ChildProcess
  listening: Promise<Launched>
  ended: Promise<Ended>
} {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...INHERITED, HOST: '127.0.0.1', DEMO: '0', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({ code, out, err }))
  const listening = new Promise<Launched>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      out += chunk
      const url = /está en (http:\S+)/.exec(out)?.[1]
      if (url && child.pid) resolve({ child, pid: child.pid, url, ended })
    })
    ended.then(({ code }) => reject(new Error(`the server ended with ${code} before listening: ${err}`)))
  })
  listening.catch(() => {})
  return { child, listening, ended }
}

export const start = (settings: Record<string, string>) => launch(settings).listening
/** The status of /readyz, which is 503 while the database does not answer in time. */
export const readyStatus = async ({ url }: Launched) =>
  (await fetch(`${url}/readyz`).catch(() => undefined))?.status
export const refusal = (settings: Record<string, string>) => launch(settings).ended

/** Every process whose command line contains a text, such as the folder that it uses. */
export function processesOn(text: string): number[] {
  const { stdout } = spawnSync('ps', ['axo', 'pid=,args='], { encoding: 'utf8' })
  const lines = stdout ? stdout.split('\n') : fromProc()
  return lines.filter((line) => line.includes(text)).map((line) => Number.parseInt(line, 10))
}

function fromProc(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return `${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ')}`
      } catch {
        return ''
      }
    })
}

/** Connects to the database of a running server with the keys in its folder. */
export async function within<T>(dataDir: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const kept: unknown = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
  const { databasePassword: password } = z.object({ databasePassword: z.string() }).parse(kept)
  // The fifth line is the folder of the socket: another one when the path of the data is too long for a socket.
  const running = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')
  const host = running.split('\n')[4] ?? ''
  const db = openDatabase(
    { host, port: 5432, database: 'postgres', username: 'postgres', password },
    { pool: 1 },
  )
  try {
    return await work(db.sql)
  } finally {
    await db.close()
  }
}
