import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumFromNpm, isFromNpmThere } from './chromium-from-npm.mjs'
import { installPackages, mayInstall, which } from './debian.mjs'
import { BIN, Failure, ourEnvironment, ROOT, run } from './run.mjs'

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
 * A browser for the tests: the one that CHROMIUM_PATH names or the machine has; as root, Debian's package; Playwright's
 * own, for which this returns undefined; one from the npm registry. Each is started once, because a browser that is
 * there may lack libraries, and some packages contain only a hint to another way to install it.
 */
export async function ensureBrowser() {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (!existsSync(given)) throw new Failure(`CHROMIUM_PATH ${given} no existe.`)
    return given
  }
  const found = installed() ?? (await fromDebian())
  if (found) return found
  if (starts() || (!isFromNpmThere() && (await downloadPlaywrights()))) return undefined
  const packed = await chromiumFromNpm()
  if (packed && starts(packed)) return packed
  throw new Failure(
    'There is no browser for the tests: install Chromium (Debian: apt-get install chromium-headless-shell) or name one with CHROMIUM_PATH.',
  )
}

function installed() {
  return [...NAMES.map(which), existsSync(MAC) ? MAC : undefined].find((path) => path && starts(path))
}

async function fromDebian() {
  if (!mayInstall()) return undefined
  for (const name of PACKAGES) {
    if (!(await installPackages([name]))) continue
    const now = installed()
    if (now) return now
  }
  return undefined
}

/** As root with the libraries that it needs. */
async function downloadPlaywrights() {
  console.log("Downloading Playwright's Chromium…")
  const args = ['install', '--only-shell', ...(mayInstall() ? ['--with-deps'] : []), 'chromium']
  const code = await run(join(BIN, 'playwright'), args, { env: ourEnvironment(), stdio: 'ignore' })
  if (code === 0 && starts()) return true
  console.log(
    code === 0
      ? 'It does not start: the machine lacks libraries that it needs.'
      : 'It could not be downloaded.',
  )
  return false
}

const LAUNCH = `
  const [, path] = process.argv
  require('@playwright/test').chromium
    .launch({ ...(path && { executablePath: path }), args: ['--no-sandbox'], timeout: 60_000 })
    .then((browser) => browser.close())
    .catch(() => { process.exitCode = 1 })
`

/** Whether the tests can start this browser, or Playwright's own. */
function starts(path) {
  const args = ['-e', LAUNCH, ...(path ? [path] : [])]
  return spawnSync(join(BIN, 'node'), args, { cwd: ROOT, stdio: 'ignore' }).status === 0
}
