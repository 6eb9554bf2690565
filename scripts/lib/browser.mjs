import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { BIN, Failure, ourEnvironment, run } from './run.mjs'

/** The first has no windows to draw, and runs the tests in half the time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * A browser for the tests: the one that CHROMIUM_PATH names or the machine has, else Debian's package when we
 * may install it, else Playwright's own, for which the answer is undefined.
 */
export async function ensureBrowser() {
  const found = installed()
  if (found) return found
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (which('apt-get') && (sudo.length === 0 || which('sudo'))) {
    console.log('Instalando Chromium…')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const [program = 'apt-get', ...rest] = [...sudo, 'apt-get']
    await run(program, [...rest, 'update', '-qq'], { env, quiet: true })
    for (const name of ['chromium-headless-shell', 'chromium']) {
      await run(program, [...rest, 'install', '-y', '-qq', '--no-install-recommends', name], {
        env,
        quiet: true,
      })
      const now = installed()
      if (now) return now
    }
  }
  console.log('Descargando el Chromium de Playwright…')
  const code = await run(join(BIN, 'playwright'), ['install', 'chromium'], { env: ourEnvironment() })
  if (code !== 0) throw new Failure('No hay navegador para las pruebas; indique uno con CHROMIUM_PATH.', code)
  return undefined
}

function installed() {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (!existsSync(given)) throw new Failure(`CHROMIUM_PATH ${given} no existe.`)
    return given
  }
  return NAMES.map(which).find(Boolean) ?? (existsSync(MAC) ? MAC : undefined)
}

function which(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
}
