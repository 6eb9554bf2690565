import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const COMPILE_CACHE = join(import.meta.dirname, '.cache/compiled')
const OUTPUT_CHARS = 4000
/** So long a program that was interrupted may end the servers that it has started. */
const END_MS = 15_000

const running = new Map<number, Promise<unknown>>()

/** Ends the programs of this process, with their workers. */
export async function endPrograms(): Promise<void> {
  signal('SIGINT')
  const late = AbortSignal.timeout(END_MS)
  await Promise.race([Promise.all(running.values()), once(late, 'abort')])
  signal('SIGKILL')
}

function signal(name: NodeJS.Signals) {
  for (const group of running.keys()) process.kill(-group, name)
}

export interface Ended {
  code: number | null | 'timeout'
  /** The end of what it has written. */
  output: string
}

/** Runs Node.js with these arguments in a process of its own. */
export async function runNode(
  args: readonly string[],
  { folder, env, timeoutMs }: { folder: string; env?: Record<string, string>; timeoutMs: number },
): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that a run that takes too long is ended with its workers.
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-OUTPUT_CHARS)
    })
  }
  const { pid } = child
  const closed = once(child, 'close')
  if (pid !== undefined) running.set(pid, closed)
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  }, timeoutMs)
  const [code] = await closed
  clearTimeout(timer)
  if (pid !== undefined) running.delete(pid)
  return { code: timedOut ? 'timeout' : code, output }
}
