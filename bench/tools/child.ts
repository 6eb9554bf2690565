import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Programs that a measurement starts. They all end with the measurement. */

const alive = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

export interface Run {
  env?: Record<string, string>
  cwd?: string
  /** The text for its standard input. */
  input?: string
  /** A program that takes longer has hung and is killed. */
  seconds: number
}

/**
 * Runs a program to its end and returns its output. A failure contains the end of the program's error output.
 */
export async function output(
  program: string,
  args: string[],
  { env, cwd, input, seconds }: Run,
): Promise<string> {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    ...(cwd && { cwd }),
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: seconds * 1000,
  })
  child.stdin.on('error', () => {}).end(input)
  alive.add(child)
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout.on('data', (chunk) => out.push(chunk))
  child.stderr.on('data', (chunk) => err.push(chunk))
  const [code, signal] = await once(child, 'close')
  alive.delete(child)
  if (code !== 0) {
    throw new Error(`${program} ended with ${code ?? signal}: ${Buffer.concat(err).toString().slice(-2000)}`)
  }
  return Buffer.concat(out).toString()
}

/** Starts a program that reports when it is ready and runs until its input ends. */
export async function stay(
  program: string,
  args: string[],
  { input, seconds }: Run,
): Promise<() => Promise<void>> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  alive.add(child)
  const ended = once(child, 'exit').then(() => alive.delete(child))
  child.stdin.on('error', () => {}).write(input ?? '')
  const ready = once(child.stdout, 'data').then(() => true)
  const said = await Promise.race([
    ready,
    ended.then(() => false),
    delay(seconds * 1000, false, { ref: false }),
  ])
  if (!said) throw new Error(`${program} ${args.join(' ')} was not ready in ${seconds} s`)
  return async () => {
    child.stdin.end()
    await ended
  }
}

export interface Server {
  url: string
  pid: number
  /** Resident memory in bytes. */
  memory(): Promise<number>
  /** The last lines that it has written. */
  log(): string
  stop(): Promise<void>
}

/** The first start with the demo directory draws its portraits. */
const START_MS = 180_000
const STOP_MS = 10_000
/** In characters. */
const LOG_MAX = 2000

/** Starts a server and waits until the given path returns any answer. */
export async function serve(
  name: string,
  command: { program: string; args: string[]; env: Record<string, string>; cwd?: string; port: number },
  path: string,
): Promise<Server> {
  const child = spawn(command.program, command.args, {
    env: { ...process.env, ...command.env },
    ...(command.cwd && { cwd: command.cwd }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  alive.add(child)
  const words: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      words.push(String(chunk))
      if (words.length > 50) words.shift()
    })
  }
  const ended = once(child, 'exit').then(() => alive.delete(child))
  const url = `http://127.0.0.1:${command.port}`
  const until = Date.now() + START_MS
  for (;;) {
    const answered = await fetch(url + path).then(
      () => true,
      () => false,
    )
    if (answered) break
    if (child.exitCode !== null || Date.now() > until) {
      child.kill('SIGKILL')
      throw new Error(`${name} did not start: ${words.join('').slice(-LOG_MAX)}`)
    }
    await delay(100)
  }
  return {
    url,
    pid: child.pid ?? 0,
    memory: async () =>
      Number(await output('ps', ['-o', 'rss=', '-p', String(child.pid)], { seconds: 5 })) * 1024,
    log: () => words.join('').slice(-LOG_MAX),
    stop: async () => {
      child.kill('SIGTERM')
      const patience = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await ended
      clearTimeout(patience)
    },
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
