import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, readFileSync } from 'node:fs'
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

/** A file or folder that this user may not read or write, or that is mounted for reading only. */
const NO_ACCESS = new Set(['EACCES', 'EPERM', 'EROFS'])

/** Prints an expected failure as one line. Throws any other error again. */
export function reportFailure(error) {
  const noAccess = NO_ACCESS.has(error?.code) && error.path !== undefined
  if (!(error instanceof Failure) && !noAccess) throw error
  console.error(`Error: ${noAccess ? noAccessSentence(error) : error.message}`)
  process.exitCode = noAccess ? 1 : error.code
}

function noAccessSentence({ path, code }) {
  return isUnreadable(path)
    ? `no se puede leer ${path} (${code}). El usuario que inicia el producto debe poder leer todo lo que hay en ${ROOT}.`
    : `no se puede escribir en ${path} (${code}). Instala y prepara el producto una vez con npm start y un usuario que pueda escribir en ${ROOT}; después basta con poder leerla.`
}

function isUnreadable(path) {
  try {
    accessSync(path, constants.R_OK)
    return false
  } catch (error) {
    // A file that was to be created does not exist.
    return error.code !== 'ENOENT'
  }
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

/** How long something took, for people. */
export function secondsSince(start) {
  return `${((Date.now() - start) / 1000).toFixed(1)} s`
}
