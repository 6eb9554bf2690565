import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { BIN, Failure, ourEnvironment, ROOT, reportFailure, SERVER_ARGUMENTS } from './lib/run.mjs'

/** `npm start`: installs, builds what has changed, and runs the server until it is stopped. */

/**
 * One Ctrl+C may arrive twice, from the terminal and from npm; a second one of the user comes later than
 * this.
 */
const SAME_SIGNAL_MS = 400

try {
  await ensureInstalled('start')
  await ensureBuilt()
  serve()
} catch (error) {
  reportFailure(error)
}

function serve() {
  const node = join(BIN, 'node')
  if (!existsSync(node)) {
    throw new Failure(
      'Falta Node 24 en node_modules: npm no corrió los scripts de instalación (ignore-scripts).',
    )
  }
  const server = spawn(node, SERVER_ARGUMENTS, {
    cwd: ROOT,
    // Node caches compiled code: the next start is half a second faster.
    env: ourEnvironment({ NODE_COMPILE_CACHE: join(ROOT, '.cache/compile') }),
    // In its own process group, so that a signal reaches it once, from here; and with a channel, so that it
    // notices when this process ends.
    detached: true,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  let last = 0
  const pass = (signal) => {
    const now = Date.now()
    if (now - last > SAME_SIGNAL_MS) server.kill(signal)
    last = now
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => pass(signal))
  watchNpm(() => pass('SIGTERM'))
  server.once('error', (error) => {
    console.error(`Error: no se pudo iniciar el servidor: ${error.message}`)
    process.exit(1)
  })
  server.once('exit', (code) => process.exit(code ?? 1))
}

/**
 * A signal to npm may end the shell between npm and this process without reaching us. Then our parent process
 * changes.
 */
function watchNpm(gone) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    gone()
  }, 500)
}
