import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbedded } from '../../src/platform/db/embedded/start.ts'
import { openDatabase, type Sql } from '../../src/platform/db/pool.ts'
import type { Cluster } from '../setup/owner.ts'
import { databaseSettings } from '../setup/services/launch.ts'
import { ownPort } from '../setup/services/own-port.ts'
import { type Memory, openMemory } from './memory.ts'
import { KEYS } from './world.ts'

/**
 * The server under test, in a separate process, so that a crash is noticed and memory is measured from
 * outside. Its PostgreSQL belongs to this process, or to the tests, and survives a crash of the server.
 */
export interface FuzzedServer {
  url: string
  sql: Sql
  /** False after it ended or reported an error: after an uncaught error it needs some seconds to close. */
  isAlive(): boolean
  /**
   * The part of one core that the process used since the last call without `keep`; 1 where the system does not provide it.
   */
  busyShare(keep: boolean): number
  /** Log lines at error level, and the output of a crashed process. They are returned once. */
  takeErrors(): string[]
  /** Memory after a forced garbage collection. */
  memory(): Promise<Memory>
  restart(): Promise<void>
  stop(): Promise<void>
}

const MAIN = join(import.meta.dirname, '../../src/main.ts')
const HOST = '127.0.0.1'
const START_MS = 30_000
const START_TRIES = 3
const STOP_MS = 5_000
const ERROR_LEVEL = 50

/** Limits that would otherwise answer nearly every input with 429. The server ignores unknown names. */
const GENEROUS = '100000000/60'
const GENEROUS_LIMITS = {
  ...Object.fromEntries(
    (
      'SIGNIN_EMAIL SIGNIN_ADDRESS SIGNIN_ACCOUNT SIGNUP_ADDRESS SIGNUP_ADDRESS_DAY RECOVER_EMAIL RECOVER_ADDRESS REFRESH_PERSON PASSWORD_PERSON ' +
      'REQUESTS_ADDRESS MESSAGES_PERSON NEW_CHATS_PERSON CONTACTS_ADDRESS'
    )
      .split(' ')
      .map((name) => [`LIMIT_${name}`, GENEROUS]),
  ),
  LIMIT_SOCKETS_PERSON: '100000',
  LIMIT_SOCKETS_ADDRESS: '100000',
}

export async function startFuzzedServer(
  limits: 'generous' | 'default',
  database?: Cluster,
): Promise<FuzzedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'maestros-fuzz-'))
  // As root, PostgreSQL runs as another user, which needs access to the folder.
  await chmod(folder, 0o711)
  const embedded = database
    ? { target: database, stop: async () => {}, abandon: () => {} }
    : await startEmbedded(folder, randomBytes(24).toString('base64url'), { durable: false })
  process.once('exit', embedded.abandon)
  const env = {
    ...{ PATH: process.env.PATH, NODE_ENV: 'test', HOST, PORT: String(await ownPort()), DEMO: '0' },
    ...databaseSettings(embedded.target),
    ...{ DATA_DIR: folder, LOG_LEVEL: 'error' },
    ...KEYS,
    ...(limits === 'generous' ? GENEROUS_LIMITS : {}),
  }
  let errors: string[] = []
  let seen: { ms: number; cpu: number | undefined } = { ms: performance.now(), cpu: 0 }
  const start = async () => {
    for (let tries = 1; ; tries++) {
      try {
        return await launch(env, (line) => errors.push(line))
      } catch (error) {
        // On a busy machine a start may take longer than the server's own timeout.
        if (tries === START_TRIES) throw error
        errors = []
      }
    }
  }
  let current = await start()
  const db = openDatabase(embedded.target, { pool: 2 })
  return {
    url: `http://${HOST}:${env.PORT}`,
    sql: db.sql,
    isAlive: () => !current.fault() && isRunning(current.child),
    busyShare: (keep) => {
      const now = { ms: performance.now(), cpu: cpuMs(current.child.pid ?? 0) }
      const share = now.cpu === undefined ? 1 : (now.cpu - (seen.cpu ?? 0)) / (now.ms - seen.ms)
      if (!keep) seen = now
      return share
    },
    takeErrors: () => errors.splice(0),
    memory: () => openMemory(current.child, current.inspector),
    restart: async () => {
      await end(current.child, true)
      errors = []
      current = await start()
    },
    stop: async () => {
      await end(current.child)
      await db.close()
      await embedded.stop()
      process.off('exit', embedded.abandon)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

/**
 * The processor time of a process, in kernel ticks of 10 ms; user and system time are the 14th and 15th
 * field.
 */
function cpuMs(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return undefined
  }
}

async function launch(env: NodeJS.ProcessEnv, onError: (line: string) => void) {
  // The port of the inspector, which opens only when the process receives SIGUSR1.
  const child = spawn(process.execPath, ['--inspect-port=127.0.0.1:0', MAIN], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  let opened: (address: string) => void
  const inspector = new Promise<string>((resolve) => {
    opened = resolve
  })
  const words: string[] = []
  let fault = false
  const ready = new Promise<boolean>((resolve) => {
    child.once('exit', () => resolve(false))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('está en http')) resolve(true)
      if (Number(/^\{"level":(\d+)/.exec(line)?.[1]) >= ERROR_LEVEL) onError(line)
    })
  })
  createInterface({ input: child.stderr }).on('line', (line) => {
    const address = /^Debugger listening on (ws:\S+)/.exec(line)?.[1]
    if (address) opened(address)
    words.push(line)
    if (/^(Debugger|For help, see|Starting inspector)/.test(line)) return
    fault = true
    onError(line)
  })
  const started = await Promise.race([ready, delay(START_MS, false, { ref: false })])
  if (!started) {
    child.kill('SIGKILL')
    throw new Error(`the server did not start: ${words.join('\n').slice(-2000)}`)
  }
  return { child, inspector, fault: () => fault }
}

async function end(child: ChildProcess, now = false): Promise<void> {
  if (!isRunning(child)) return
  const ended = once(child, 'exit')
  child.kill(now ? 'SIGKILL' : 'SIGTERM')
  const patience = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(patience)
}
