import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { runChecks } from './lib/checks.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { KINDS, kindOf } from './lib/kinds.mjs'
import { keepTemporaryFilesInMemory } from './lib/memory-folder.mjs'
import { BIN, Failure, ourEnvironment, ROOT, reportFailure, secondsSince } from './lib/run.mjs'
import { counted, firstAttempt, playwright, screens, secondAttempt, vitest } from './lib/test-attempts.mjs'
import { ensureTestPrograms } from './lib/test-programs.mjs'

/**
 * `npm test`: all checks of a change, ordered so that the fastest failures come first. A type or lint error ends it; after a
 * failed test it goes on, and what failed is repeated once at the end. `npm test -- chat` (or a path) runs only the test
 * files whose path contains one of the given words, and `npm test -- --changed` those that depend on what has changed since
 * main. `npm test -- --shard=2/4` runs one of four parts of all checks, for several machines at once: the first part is
 * everything without a browser, the others share the browser tests.
 */

const RESULTS = join(ROOT, 'test-results')

/** The kinds without a browser share the workers of one process: a kind's last files do not leave a core idle. */
const RUNS = [
  { runner: vitest, kinds: ['rules', 'server', 'order'], common: ['--project=!screen'] },
  { runner: screens, kinds: ['screen'], common: ['--project=screen'], inBrowser: true },
  { runner: playwright, kinds: ['journey'], inBrowser: true, needsBuild: true },
]

const { shard, isChanged, words } = parseArguments(process.argv.slice(2))
const began = Date.now()
/** The first attempts of the runs. */
const attempts = []
try {
  await ensureInstalled('full')
  mkdirSync(RESULTS, { recursive: true })
  keepTemporaryFilesInMemory()
  if (words.length > 0) await runTests(RUNS, matching())
  else if (isChanged) await changed()
  else if (shard) await part(shard)
  else {
    await runChecks()
    await runTests(RUNS)
  }
  await conclude()
} catch (error) {
  reportFailure(error)
}

async function part({ index, count }) {
  if (index === 1) await runChecks()
  const runs = RUNS.filter(({ inBrowser = false }) => inBrowser === index > 1)
  await runTests(runs, undefined, index > 1 ? [`--shard=${index - 1}/${count - 1}`] : [])
}

/** The files are selected here, so that both runners interpret a word in the same way. */
function matching() {
  const files = allTestFiles().filter((path) =>
    words.some((word) => path.includes(word.replace(/^\.\//, ''))),
  )
  if (files.length === 0) throw new Failure(`No test file's path contains ${words.join(' or ')}.`)
  return files
}

/** A program of its own chooses them, because this one also runs on the machine's Node. */
async function changed() {
  const { status, stdout } = spawnSync(join(BIN, 'node'), ['scripts/changed.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: ourEnvironment(),
  })
  if (status !== 0) throw new Failure('The tests of what has changed could not be chosen.')
  const { isEmpty, tests } = JSON.parse(stdout)
  if (isEmpty) return
  await runChecks()
  await runTests(RUNS, tests)
}

/** Runs the given files, or all that the runs have. */
async function runTests(runs, chosen, args = []) {
  const filesOf = ({ kinds }, files) => files.filter((path) => kinds.includes(kindOf(path)))
  const withFiles = runs
    .map((one) => ({ ...one, files: filesOf(one, chosen ?? allTestFiles()) }))
    .filter(({ files }) => files.length > 0)
  await ensureTestPrograms(withFiles.flatMap(({ files }) => files))
  const chromium = withFiles.some(({ inBrowser }) => inBrowser) ? await ensureBrowser() : undefined
  for (const { runner, common, files, needsBuild, kinds } of withFiles) {
    if (needsBuild) await build()
    await timed(runner.title, async () => {
      const attempt = await firstAttempt(runner, {
        chosen: chosen ? files : args,
        common,
        env: chromium ? { CHROMIUM_PATH: chromium } : {},
        folder: RESULTS,
      })
      attempts.push({ ...attempt, kinds })
      return attempt.code
    })
  }
}

function parseArguments(args) {
  const isChanged = args.includes('--changed')
  const given = args.find((arg) => arg.startsWith('--shard='))
  const [, index, count] = (/^--shard=([1-9]\d?)\/([1-9]\d?)$/.exec(given ?? '') ?? []).map(Number)
  if (given !== undefined && (args.length > 1 || !(count >= 2 && index <= count))) {
    console.error(
      'Error: --shard takes a part and a number of at least two parts, such as --shard=2/4, and nothing else.',
    )
    process.exit(1)
  }
  if (isChanged && args.length > 1) {
    console.error('Error: --changed chooses the tests itself and takes nothing else.')
    process.exit(1)
  }
  return { shard: given && { index, count }, isChanged, words: given || isChanged ? [] : args }
}

function allTestFiles() {
  return ['packages', 'apps', 'e2e']
    .flatMap(filesIn)
    .filter((path) => kindOf(path) !== undefined)
    .sort()
}

/** Written for Node 20, which runs this before Node 24 is installed. */
function filesIn(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== 'build')
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      return entry.isDirectory() ? filesIn(path) : [path]
    })
}

async function build() {
  await timed('Build', async () => {
    await ensureBuilt()
    return 0
  })
}

async function timed(title, work) {
  console.log(`\n== ${title}`)
  const start = Date.now()
  const code = await work()
  console.log(`== ${title}: ${code === 0 ? 'good' : 'FAILED'}, ${secondsSince(start)}`)
  return code
}

/** Repeats what failed, when nothing else runs, and names everything that did not simply pass. */
async function conclude() {
  const outcomes = []
  for (const attempt of attempts) outcomes.push(...(await secondAttempt(attempt)))
  const { passed, failed, skipped, flaky } = counted(outcomes)
  console.log(`\n== All: ${secondsSince(began)}`)
  for (const line of budgetTable(attempts)) console.log(line)
  for (const name of skipped) console.log(`skipped: ${name}`)
  for (const { name } of failed) console.log(`failed: ${name}`)
  for (const { name, error } of flaky) console.log(`flaky: ${name}\n${beginning(error)}`)
  if (flaky.length > 0)
    console.log(`${flaky.length} flaky: failed in one of two attempts. Each is a bug to find.`)
  console.log(`${passed} passed, ${failed.length} failed, ${skipped.length} skipped`)
  if (failed.length > 0) process.exitCode = 1
}

/** What each kind took in the first attempt. Kinds of one run share its time as their files share the time of the workers. */
function budgetTable(attempts) {
  const rows = attempts.flatMap(({ kinds, outcomes, times, seconds }) => {
    const ofKind = (name, list) =>
      kinds.length === 1 ? list : list.filter(({ file }) => file && kindOf(relative(ROOT, file)) === name)
    const sum = (list) => list.reduce((total, { milliseconds }) => total + milliseconds, 0)
    return KINDS.filter(({ name }) => kinds.includes(name)).map(({ name, budget }) => ({
      name,
      budget,
      tests: ofKind(name, outcomes).filter(({ isTest, status }) => isTest && status !== 'skipped').length,
      seconds: kinds.length === 1 ? seconds : (seconds * sum(ofKind(name, times))) / (sum(times) || 1),
    }))
  })
  const lines = rows
    .filter(({ tests }) => tests > 0)
    .map(({ name, tests, seconds, budget }) => [
      ...[name, tests, seconds.toFixed(1), budget],
      seconds > budget ? 'over' : '',
    ])
  const header = lines.length > 0 ? [['kind', 'tests', 'seconds', 'budget', '']] : []
  return [...header, ...lines].map(([name, ...cells]) =>
    `${name.padEnd(8)}${cells.map((cell) => String(cell).padStart(8)).join('')}`.trimEnd(),
  )
}

/** The message and the nearest lines of the stack. */
function beginning(error) {
  const lines = error.split('\n').slice(0, 12)
  return lines.map((line) => `  ${line}`).join('\n')
}
