import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { keepTemporaryFilesInMemory } from './lib/memory-folder.mjs'
import { BIN, Failure, ourEnvironment, ROOT, reportFailure, run } from './lib/run.mjs'

/**
 * `npm test`: all checks of a change, ordered so that the fastest failures come first. `npm test -- chat` (or
 * a path) runs only the test files whose path contains one of the given words. `npm test -- --shard=2/4` runs one of four
 * parts of all checks, for several machines at once: the first part is everything without a browser, the others
 * share the browser tests.
 */

const RESULTS = join(ROOT, 'test-results')
const VITEST = join(RESULTS, 'vitest.json')
const PLAYWRIGHT = join(RESULTS, 'playwright.json')
/** Folders with test files, and their file name ending. */
const VITEST_FILES = { folders: ['packages', 'apps'], ending: '.test.ts' }
const PLAYWRIGHT_FILES = { folders: ['e2e'], ending: '.spec.ts' }

const [shard, words] = parseArguments(process.argv.slice(2))
const began = Date.now()
try {
  await ensureInstalled('full')
  mkdirSync(RESULTS, { recursive: true })
  for (const file of [VITEST, PLAYWRIGHT]) rmSync(file, { force: true })
  keepTemporaryFilesInMemory()
  if (words.length > 0) await matching()
  else if (shard) await part(shard)
  else await all()
  const { passed, failed, skipped, flaky } = counts()
  console.log(`\n== All: ${seconds(began)}`)
  for (const name of flaky) console.log(`needed a second attempt: ${name}`)
  for (const name of skipped) console.log(`skipped: ${name}`)
  console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`)
} catch (error) {
  reportFailure(error)
}

async function all() {
  const chromium = await ensureBrowser()
  await withoutBrowser()
  await build()
  await playwright([], chromium)
}

async function part({ index, count }) {
  const chromium = await ensureBrowser()
  if (index === 1) return withoutBrowser()
  await build()
  await playwright([`--shard=${index - 1}/${count - 1}`], chromium)
}

async function withoutBrowser() {
  await step('Types: server, packages, scripts', 'tsc', ['-p', '.'])
  await step('Types: web app', 'tsc', ['-p', 'apps/web'])
  await step('Lint and format', 'biome', ['check', '.'])
  await vitest([])
}

/** The files are selected here, so that both runners interpret a word in the same way. */
async function matching() {
  const chosen = ({ folders, ending }) =>
    folders
      .flatMap((folder) => filesIn(folder))
      .filter(
        (path) => path.endsWith(ending) && words.some((word) => path.includes(word.replace(/^\.\//, ''))),
      )
      .sort()
  const rules = chosen(VITEST_FILES)
  const screens = chosen(PLAYWRIGHT_FILES)
  if (rules.length + screens.length === 0)
    throw new Failure(`No test file's path contains ${words.join(' or ')}.`)
  if (rules.length > 0) await vitest(rules)
  if (screens.length === 0) return
  const chromium = await ensureBrowser()
  await build()
  await playwright(screens, chromium)
}

function parseArguments(args) {
  const given = args.find((arg) => arg.startsWith('--shard='))
  if (given === undefined) return [undefined, args]
  const [, index, count] = (/^--shard=([1-9]\d?)\/([1-9]\d?)$/.exec(given) ?? []).map(Number)
  if (args.length > 1 || !(count >= 2 && index <= count)) {
    console.error(
      'Error: --shard takes a part and a number of at least two parts, such as --shard=2/4, and nothing else.',
    )
    process.exit(1)
  }
  return [{ index, count }, []]
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

function vitest(files) {
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${VITEST}`]
  return step('Rules and server', 'vitest', ['run', ...reports, ...files])
}

function playwright(args, chromium) {
  const env = ourEnvironment({
    ...(chromium && { CHROMIUM_PATH: chromium }),
    PLAYWRIGHT_JSON_OUTPUT_FILE: PLAYWRIGHT,
  })
  return step('Browser', 'playwright', ['test', '--reporter=list,json', ...args], { env })
}

function build() {
  return timed('Build', async () => {
    await ensureBuilt()
    return 0
  })
}

function step(title, program, args, options = {}) {
  return timed(title, () => run(join(BIN, program), args, { env: ourEnvironment(), ...options }))
}

async function timed(title, work) {
  console.log(`\n== ${title}`)
  const start = Date.now()
  const code = await work()
  console.log(`== ${title}: ${code === 0 ? 'good' : 'FAILED'}, ${seconds(start)}`)
  if (code === 0) return
  const { passed, failed, skipped } = counts()
  if (passed + failed > 0) console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`)
  throw new Failure(`${title} failed.`, code)
}

/** From the reports of the runners, so that the last line shows what they counted. */
function counts() {
  const vitest = read(VITEST)
  const browser = read(PLAYWRIGHT)
  return {
    passed: (vitest?.numPassedTests ?? 0) + (browser?.stats.expected ?? 0) + (browser?.stats.flaky ?? 0),
    failed: (vitest?.numFailedTests ?? 0) + (browser?.stats.unexpected ?? 0),
    skipped: [...skippedByVitest(vitest), ...(browser?.suites ?? []).flatMap(withStatus('skipped'))],
    flaky: [...flakyInVitest(vitest), ...(browser?.suites ?? []).flatMap(withStatus('flaky'))],
  }
}

function skippedByVitest(report) {
  return testsOf(report)
    .filter(({ status }) => ['skipped', 'pending', 'todo', 'disabled'].includes(status))
    .map(({ fullName }) => fullName)
}

/** With the error of the first attempt, which vitest prints only for tests that fail in the end. */
function flakyInVitest(report) {
  return testsOf(report)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => `${fullName}\n  ${failureMessages[0]}`)
}

function testsOf(report) {
  return (report?.testResults ?? []).flatMap(({ assertionResults }) => assertionResults)
}

/** The names of Playwright's tests with a status, in a suite and those inside it. */
function withStatus(wanted) {
  const inSuite = ({ suites = [], specs = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === wanted))
      .map(({ title, file }) => `${file}: ${title}`),
    ...suites.flatMap(inSuite),
  ]
  return inSuite
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}
