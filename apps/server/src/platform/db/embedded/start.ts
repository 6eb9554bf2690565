import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseTarget } from '../pool.ts'
import { choosePlace, hasCluster, type Place } from './place.ts'
import { freeCluster, runningSocket, SERVER_SETTING } from './postmaster.ts'

/**
 * An embedded PostgreSQL that runs as a child process. It is reached through a socket that only its user may
 * open.
 */
export interface Embedded {
  target: Exclude<DatabaseTarget, { url: string }>
  /** Resolves if PostgreSQL ends without a call of `stop` or `abandon`. */
  lost: Promise<Error>
  stop(): Promise<void>
  /** Ends it without waiting. The next start recovers from the write-ahead log. */
  abandon(): void
}

export interface EmbeddedOptions {
  /** False only for data that may be lost, as in tests. It is twice as fast. */
  durable?: boolean
  signal?: AbortSignal
  /** Receives the lines of PostgreSQL's own log. */
  log?: (line: string) => void
  report?: (step: 'creating' | 'starting') => void
}

const PORT = 5432
const DATABASE = 'postgres'
const OWNER = 'postgres'
/** The whole path of a socket must fit into 107 bytes; its file name needs 15 of them. */
const SOCKET_FOLDER_BYTES = 90
const STOP_MS = 30_000
const RETRY_MS = 10_000

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '200',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  wal_compression: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements contain personal data, so they are not logged.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

export async function startEmbedded(
  dataDir: string,
  password: string,
  options: EmbeddedOptions = {},
): Promise<Embedded> {
  const place = await choosePlace(dataDir)
  if (!(await hasCluster(place.home))) {
    options.report?.('creating')
    await createCluster(place, password, options)
  }
  await place.recordLocation()
  options.report?.('starting')
  const socket = await socketFolder(place)
  const child = await launch(place, socket, options).catch(async (error: unknown) => {
    await rm(socket, { recursive: true, force: true })
    throw error
  })
  await sweep(place, socket)

  let stopping = false
  const lost = once(child, 'exit').then(([code, signal]) =>
    stopping
      ? new Promise<never>(() => {})
      : new Error(`PostgreSQL terminó por su cuenta (${code ?? signal})`),
  )
  return {
    target: { host: socket, port: PORT, database: DATABASE, username: OWNER, password },
    lost,
    stop: async () => {
      stopping = true
      await end(child)
      await rm(socket, { recursive: true, force: true })
    },
    abandon: () => {
      stopping = true
      child.kill('SIGQUIT')
    },
  }
}

/**
 * How to reach the cluster of DATA_DIR: the target of the PostgreSQL that a running server has started, 'stopped' when
 * there is a cluster and no server, 'missing' when there is none.
 */
export async function findEmbedded(
  dataDir: string,
): Promise<Omit<Embedded['target'], 'password'> | 'stopped' | 'missing'> {
  const place = await choosePlace(dataDir)
  if (!(await hasCluster(place.home))) return 'missing'
  const socket = await runningSocket(place.cluster)
  return socket ? { ...socket, database: DATABASE, username: OWNER } : 'stopped'
}

/**
 * Creates the cluster in another folder and renames it when it is complete, so that an interrupted one is
 * never used.
 */
async function createCluster(place: Place, password: string, options: EmbeddedOptions): Promise<void> {
  const draft = await mkdtemp(join(place.home, 'initdb-'))
  const secret = join(draft, 'password')
  const cluster = join(draft, 'cluster')
  await writeFile(secret, password, { mode: 0o600 })
  if (place.account) {
    await chown(draft, place.account.uid, place.account.gid)
    await chown(secret, place.account.uid, place.account.gid)
  }
  const child = spawn(
    place.native.initdb,
    [
      ...['--pgdata', cluster, '--username', OWNER, '--pwfile', secret, '--auth', 'scram-sha-256'],
      // Makes upper and lower case of ñ and á the same on every machine, independent of its locales.
      ...[
        '--encoding',
        'UTF8',
        '--locale',
        'C',
        '--locale-provider',
        'builtin',
        '--builtin-locale',
        'C.UTF-8',
      ],
      ...(options.durable === false ? ['--no-sync'] : []),
    ],
    {
      ...childOptions(place),
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(options.signal && { signal: options.signal }),
    },
  )
  const output: string[] = []
  child.stderr.on('data', (chunk) => output.push(String(chunk)))
  const [code] = await once(child, 'close')
  if (code === 0) {
    await rename(cluster, place.cluster).catch(() => {})
  }
  await rm(draft, { recursive: true, force: true })
  // Another start may have created the cluster at the same time; freeCluster then reports it.
  if (!(await hasCluster(place.home))) {
    throw new Error(`no se pudo crear la base de datos en ${place.home}: ${output.join('').trim()}`)
  }
}

async function launch(place: Place, socket: string, options: EmbeddedOptions): Promise<ChildProcess> {
  const settings = {
    ...SETTINGS,
    ...(options.durable === false && NOT_DURABLE),
    [SERVER_SETTING]: String(process.pid),
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const until = Date.now() + RETRY_MS
  for (;;) {
    await freeCluster(place.cluster)
    options.signal?.throwIfAborted()
    const child = spawn(
      place.native.postgres,
      ['-D', place.cluster, '-k', socket, '-p', String(PORT), ...args],
      {
        ...childOptions(place),
        // In its own process group, so that Ctrl+C in a terminal reaches the server first, while requests are
        // still running.
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    const abort = () => child.kill('SIGINT')
    options.signal?.addEventListener('abort', abort, { once: true })
    const output = await readiness(child, options.log)
    options.signal?.removeEventListener('abort', abort)
    if (output === 'ready') return child
    options.signal?.throwIfAborted()
    // Two starts at once, or processes of a killed postmaster that are still ending: try again.
    const temporary = /lock file "postmaster\.pid" already exists|pre-existing shared memory block/.test(
      output,
    )
    if (!temporary || Date.now() > until)
      throw new Error(`PostgreSQL no arrancó en ${place.cluster}: ${output}`)
    await delay(100)
  }
}

/** Resolves to 'ready', or to the last lines of its log when it ends. */
function readiness(child: ChildProcess, log: EmbeddedOptions['log']): Promise<string> {
  return new Promise((resolve, reject) => {
    const last: string[] = []
    child.once('error', reject)
    child.once('close', () => resolve(last.join('; ')))
    if (!child.stderr) return
    // Reads the log as long as the process runs, because a full pipe would stop PostgreSQL.
    createInterface({ input: child.stderr }).on('line', (line) => {
      log?.(line)
      last.push(line.replace(/^.*?(FATAL|LOG|HINT|DETAIL): +/, ''))
      if (last.length > 5) last.shift()
      if (line.includes('database system is ready to accept connections')) resolve('ready')
    })
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGINT')
  const timeout = setTimeout(() => child.kill('SIGQUIT'), STOP_MS)
  await exit
  clearTimeout(timeout)
}

async function socketFolder(place: Place): Promise<string> {
  const near = join(place.home, 'socket-')
  const fits = Buffer.byteLength(near) + 6 <= SOCKET_FOLDER_BYTES
  const folder = await mkdtemp(fits ? near : join(tmpdir(), 'maestros-'))
  if (place.account) await chown(folder, place.account.uid, place.account.gid)
  return folder
}

/**
 * Removes unfinished clusters and sockets of starts that were killed. This process owns the cluster now, so
 * nothing uses them.
 */
async function sweep(place: Place, socket: string): Promise<void> {
  for (const name of await readdir(place.home)) {
    const path = join(place.home, name)
    if (/^(initdb|socket)-/.test(name) && path !== socket) await rm(path, { recursive: true, force: true })
  }
}

function childOptions(place: Place) {
  // The current folder may be inaccessible to that user, and it must not get our environment variables.
  return { ...place.account, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } }
}
