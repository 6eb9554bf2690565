import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { BIN, ourEnvironment, ROOT, reportFailure, SERVER_ARGUMENTS } from './lib/run.mjs'

/**
 * `npm run dev`: the web app with hot reload at PORT (3000), and the server at PORT + 1, restarted when a
 * file of the server, of the packages or of the database changes. It uses the embedded database in DATA_DIR.
 */

const WATCHED = ['apps/server/src', 'packages/dominio/src', 'packages/contrato/src', 'db']
/** One save writes several files; the server restarts once for all of them. */
const SETTLE_MS = 150

const port = Number(process.env.PORT ?? 3000)
const api = port + 1
const address = (of) => `http://127.0.0.1:${of}`

let server
let stopping = false

try {
  await ensureInstalled('full')
  await ensureBuilt('mail')
  startServer()
  watchServer()
  startWeb()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0))
} catch (error) {
  reportFailure(error)
}

function startServer() {
  server = spawn(join(BIN, 'node'), SERVER_ARGUMENTS, {
    cwd: ROOT,
    env: ourEnvironment({ PORT: String(api), SITE_URL: process.env.SITE_URL ?? address(port) }),
    // The server notices through the channel when this process ends. Its own process group keeps Ctrl+C for
    // this process.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

function watchServer() {
  let timer
  const changed = () => {
    clearTimeout(timer)
    timer = setTimeout(restart, SETTLE_MS)
  }
  for (const folder of WATCHED) watch(join(ROOT, folder), { recursive: true }, changed)
}

async function restart() {
  if (stopping) return
  console.log('\nThe server restarts, because its sources changed.')
  await stopServer()
  if (!stopping) startServer()
}

/** A server that failed to start has already ended: the next change starts it again. */
async function stopServer() {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
}

function startWeb() {
  const web = spawn(
    join(BIN, 'react-router'),
    ['dev', '--host', '127.0.0.1', '--port', String(port), '--strictPort'],
    {
      cwd: join(ROOT, 'apps/web'),
      env: ourEnvironment({ API_URL: address(api) }),
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  web.once('exit', (code) => void stop(code ?? 1))
}

async function stop(code) {
  if (stopping) return
  stopping = true
  await stopServer()
  process.exit(code)
}
