import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { keepTemporaryFilesInMemory } from './lib/memory-folder.mjs'
import { BIN, Failure, ourEnvironment, ROOT, reportFailure, run } from './lib/run.mjs'
import { counted, firstAttempt, playwright, secondAttempt, vitest } from './lib/test-attempts.mjs'
import { ensureTestPrograms } from './lib/test-programs.mjs'

/**
 * `npm test`: all checks of a change, ordered so that the fastest failures come first. A type or lint error ends it; after a
 * failed test it goes on, and what failed is repeated once at the end. `npm test -- chat` (or a path) runs only the test
 * files whose path contains one of the given words. `npm test -- --shard=2/4` runs one of four parts of all checks, for
 * several machines at once: the first part is everything without a browser, the others share the browser tests.
 */

const RESULTS = join(ROOT, 'test-results')
/** Folders with test files, and their file name ending. */
const VITEST_FILES = { folders: ['packages', 'apps'], ending: '.test.ts' }
const PLAYWRIGHT_FILES = { folders: ['e2e'], ending: '.spec.ts' }

const [shard, words] = parseArguments(process.argv.slice(2))
const began = Date.now()
/** The first attempts of the runners. */
const attempts = []
try {
  await ensureInstalled('full')
  mkdirSync(RESULTS, { recursive: true })
  keepTemporaryFilesInMemory()
  if (words.length > 0) await matching()
  else if (shard) await part(shard)
  else await all()
  await conclude()
} catch (error) {
  reportFailure(error)
}

async function all() {
  await ensureTestPrograms([...filesOf(VITEST_FILES), ...filesOf(PLAYWRIGHT_FILES)])
  const chromium = await ensureBrowser()
  await withoutBrowser()
  await build()
  await inBrowser([], chromium)
}

async function part({ index, count }) {
  await ensureTestPrograms(filesOf(index === 1 ? VITEST_FILES : PLAYWRIGHT_FILES))
  if (index === 1) return withoutBrowser()
  const chromium = await ensureBrowser()
  await build()
  await inBrowser([`--shard=${index - 1}/${count - 1}`], chromium)
}

async function withoutBrowser() {
  await step('Types: server, packages, scripts', 'tsc', ['-p', '.'])
  await step('Types: web app', 'tsc', ['-p', 'apps/web'])
  await step('Lint and format', 'biome', ['check', '.'])
  await step('Exports without readers', 'node', ['scripts/exports.ts'])
  await rulesAndServer([])
}

/** The files are selected here, so that both runners interpret a word in the same way. */
async function matching() {
  const chosen = (where) =>
    filesOf(where).filter((path) => words.some((word) => path.includes(word.replace(/^\.\//, ''))))
  const rules = chosen(VITEST_FILES)
  const screens = chosen(PLAYWRIGHT_FILES)
  if (rules.length + screens.length === 0)
    throw new Failure(`No test file's path contains ${words.join(' or ')}.`)
  await ensureTestPrograms([...rules, ...screens])
  if (rules.length > 0) await rulesAndServer(rules)
  if (screens.length === 0) return
  const chromium = await ensureBrowser()
  await build()
  await inBrowser(screens, chromium)
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

function filesOf({ folders, ending }) {
  return folders
    .flatMap((folder) => filesIn(folder))
    .filter((path) => path.endsWith(ending))
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

function rulesAndServer(files) {
  return firstOf(vitest, { chosen: files })
}

function inBrowser(args, chromium) {
  return firstOf(playwright, { chosen: args, env: chromium ? { CHROMIUM_PATH: chromium } : {} })
}

async function firstOf(runner, options) {
  await timed(runner.title, async () => {
    const attempt = await firstAttempt(runner, { ...options, folder: RESULTS })
    attempts.push(attempt)
    return attempt.code
  })
}

async function build() {
  await timed('Build', async () => {
    await ensureBuilt()
    return 0
  })
}

async function step(title, program, args) {
  const code = await timed(title, () => run(join(BIN, program), args, { env: ourEnvironment() }))
  if (code !== 0) throw new Failure(`${title} failed.`, code)
}

async function timed(title, work) {
  console.log(`\n== ${title}`)
  const start = Date.now()
  const code = await work()
  console.log(`== ${title}: ${code === 0 ? 'good' : 'FAILED'}, ${seconds(start)}`)
  return code
}

/** Repeats what failed, when nothing else runs, and names everything that did not simply pass. */
async function conclude() {
  const outcomes = []
  for (const attempt of attempts) outcomes.push(...(await secondAttempt(attempt)))
  const { passed, failed, skipped, flaky } = counted(outcomes)
  console.log(`\n== All: ${seconds(began)}`)
  for (const name of skipped) console.log(`skipped: ${name}`)
  for (const { name } of failed) console.log(`failed: ${name}`)
  for (const { name, error } of flaky) console.log(`flaky: ${name}\n${beginning(error)}`)
  if (flaky.length > 0)
    console.log(`${flaky.length} flaky: failed in one of two attempts. Each is a bug to find.`)
  console.log(`${passed} passed, ${failed.length} failed, ${skipped.length} skipped`)
  if (failed.length > 0) process.exitCode = 1
}

/** The message and the nearest lines of the stack. */
function beginning(error) {
  const lines = error.split('\n').slice(0, 12)
  return lines.map((line) => `  ${line}`).join('\n')
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}
