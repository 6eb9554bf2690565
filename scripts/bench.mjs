import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { BIN, Failure, ourEnvironment, ROOT, reportFailure, run } from './lib/run.mjs'

/**
 * `npm run bench <subject>`: installs what measuring needs in addition to the product, then runs
 * bench/<subject>.ts.
 */

const BENCH = join(ROOT, 'bench')
const MODULES = join(BENCH, 'node_modules')
const RECORD = join(MODULES, '.maestros-install')

/** Subjects that need nothing in addition to the product itself. */
const SELF_CONTAINED = ['abuse', 'long-chat', 'mails', 'onboarding', 'reviews', 'slow-network', 'views']

/** Programs and the Debian packages that contain them. */
const PROGRAMS = { wrk: 'wrk', pgbench: 'postgresql-contrib' }

try {
  const [subject, ...args] = process.argv.slice(2)
  const subjects = readdirSync(BENCH)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -3))
  if (!subject || !subjects.includes(subject)) {
    throw new Failure(`say what to measure: npm run bench ${subjects.join(' | ')}`)
  }
  await ensureInstalled('full')
  const contained = SELF_CONTAINED.includes(subject)
  if (!contained) await ensureOwnInstall()
  const path = contained ? (process.env.PATH ?? '') : await programPath()
  const env = { ...ourEnvironment(), PATH: [BIN, path].join(delimiter) }
  process.exitCode = await run(join(BIN, 'node'), [join(BENCH, `${subject}.ts`), ...args], { env })
} catch (error) {
  reportFailure(error)
}

/** A separate lock file and node_modules, so that `npm start` does not install what only measuring needs. */
async function ensureOwnInstall() {
  const lock = readFileSync(join(BENCH, 'package-lock.json'), 'utf8')
  if (existsSync(RECORD) && readFileSync(RECORD, 'utf8') === lock) return
  console.log('installing what the measurements need')
  const code = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: BENCH })
  if (code !== 0) throw new Failure('the install in bench/ failed; above is what npm said', code)
  writeFileSync(RECORD, lock)
}

/** Returns the PATH with every program, after installing the missing ones. */
async function programPath() {
  const path = [process.env.PATH ?? '', ...debianFolders()].join(delimiter)
  const missing = Object.keys(PROGRAMS).filter((name) => !isOn(path, name))
  if (missing.length === 0) return path
  const packages = missing.map((name) => PROGRAMS[name])
  if (process.getuid?.() !== 0 || !isOn(path, 'apt-get')) {
    throw new Failure(
      `install ${missing.join(' and ')} first (Debian: apt-get install ${packages.join(' ')})`,
    )
  }
  console.log(`installing ${packages.join(' and ')}`)
  await installPackages(packages)
  const now = [path, ...debianFolders()].join(delimiter)
  const still = missing.filter((name) => !isOn(now, name))
  if (still.length > 0) throw new Failure(`${still.join(' and ')} could not be installed`)
  return now
}

async function installPackages(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env, quiet: true })
  // postgresql-common first, configured to create no cluster: only pgbench is needed, not another server.
  if (packages.includes(PROGRAMS.pgbench)) {
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql-common'], {
      env,
      quiet: true,
    })
    const settings = '/etc/postgresql-common/createcluster.conf'
    const text = existsSync(settings) ? readFileSync(settings, 'utf8') : ''
    if (!/^create_main_cluster *= *false/m.test(text))
      writeFileSync(settings, `${text}\ncreate_main_cluster = false\n`)
  }
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env, quiet: true })
}

/**
 * Debian stores pgbench beside the server of its version, and links to it from /usr/bin only with the client
 * package.
 */
function debianFolders() {
  const home = '/usr/lib/postgresql'
  if (!existsSync(home)) return []
  return readdirSync(home)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(home, version, 'bin'))
}

function isOn(path, name) {
  return path.split(delimiter).some((folder) => existsSync(join(folder, name)))
}
