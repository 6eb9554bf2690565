import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** These scripts run on Node 20 with nothing installed: only what Node itself brings may be imported here. */

export const ROOT = join(import.meta.dirname, '../..')
export const BIN = join(ROOT, 'node_modules/.bin')

/**
 * How Node is told to run the server. V8 lets the space for new objects grow to three times 32 MB under load and
 * seldom gives it back; with 16 MB the memory returns after a burst of connections (bench/results/abuse.md).
 */
export const SERVER_ARGUMENTS = [
  ...JSON.parse(readFileSync(join(ROOT, 'apps/server/node-flags.json'), 'utf8')),
  'apps/server/src/main.ts',
]

/** An end that is told in one line, not with a stack. */
export class Failure extends Error {
  constructor(message, code = 1) {
    super(message)
    this.code = code
  }
}

/** The environment with our own programs first: whatever says `node` gets the Node of this product. */
export function ourEnvironment(extra = {}) {
  return { ...process.env, ...extra, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}` }
}

/**
 * Runs a program to its end and answers its exit code. `quiet` keeps its words and shows them only when it fails.
 */
export async function run(program, args, { quiet = false, ...options } = {}) {
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    ...options,
  })
  const words = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => words.push(chunk))
  const [code] = await once(child, 'close')
  if (code !== 0 && quiet) process.stderr.write(Buffer.concat(words))
  return code ?? 1
}
