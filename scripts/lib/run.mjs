import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** These scripts run on Node 20 with nothing installed: they may import only Node's own modules. */

export const ROOT = join(import.meta.dirname, '../..')
export const BIN = join(ROOT, 'node_modules/.bin')

/**
 * How Node is told to run the server, so that its memory returns after an attack (bench/results/abuse.md). V8 lets the
 * space for new objects grow to three times 32 MB under load and seldom gives it back: it is limited to 16 MB. The space for
 * old objects would grow to three times its size before it is collected: here it grows by 70%.
 */
export const SERVER_ARGUMENTS = [
  ...JSON.parse(readFileSync(join(ROOT, 'apps/server/node-flags.json'), 'utf8')),
  'apps/server/src/main.ts',
]

/** An error that is printed as one line without a stack. */
export class Failure extends Error {
  constructor(message, code = 1) {
    super(message)
    this.code = code
  }
}

/** A folder that this user may not write to, or that is mounted for reading only. */
const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS'])

/** Prints an expected failure as one line. Throws any other error again. */
export function reportFailure(error) {
  const isUnwritable = UNWRITABLE.has(error?.code) && error.path !== undefined
  if (!(error instanceof Failure) && !isUnwritable) throw error
  const sentence = isUnwritable
    ? `no se puede escribir en ${error.path} (${error.code}). Instala y prepara el producto una vez con npm start y un usuario que pueda escribir en ${ROOT}; después basta con poder leerla.`
    : error.message
  console.error(`Error: ${sentence}`)
  process.exitCode = isUnwritable ? 1 : error.code
}

/** The environment with our own programs first, so that `node` is the Node of this product. */
export function ourEnvironment(extra = {}) {
  return { ...process.env, ...extra, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}` }
}

/** Runs a program to its end and returns its exit code. `quiet` shows its output only when it fails. */
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
