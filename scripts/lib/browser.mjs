import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { BIN, Failure, ourEnvironment, run } from './run.mjs'

/** The headless shell draws no windows, and runs the tests in half the time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

const PACKAGES = ['chromium-headless-shell', 'chromium']

/**
 * A browser for the tests: the one that CHROMIUM_PATH names or the machine has; as root in CI, Debian's
 * package; otherwise Playwright's own, for which this returns undefined. A developer's machine is never
 * changed: the command is printed instead.
 */
export async function ensureBrowser() {
  const found = installed()
  if (found) return found
  if (which('apt-get')) {
    if (process.env.CI && process.getuid?.() === 0) {
      await installPackage()
      const now = installed()
      if (now) return now
    } else console.log("No Chromium found. To use Debian's: sudo apt-get install chromium-headless-shell")
  }
  console.log("Downloading Playwright's Chromium…")
  const code = await run(join(BIN, 'playwright'), ['install', 'chromium'], { env: ourEnvironment() })
  if (code !== 0) {
    throw new Failure(
      'There is no browser for the tests: install Chromium (Debian: apt-get install chromium-headless-shell) or name one with CHROMIUM_PATH.',
      code,
    )
  }
  return undefined
}

async function installPackage() {
  console.log('Installing Chromium…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env, quiet: true })
  for (const name of PACKAGES) {
    const code = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
      env,
      quiet: true,
    })
    if (code === 0) return
  }
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
