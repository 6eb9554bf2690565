import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { BIN, Failure, ourEnvironment, ROOT, run } from './lib/run.mjs'

/** `npm test`: everything that decides whether a change is good, in the order in which it fails soonest. */

const RESULTS = join(ROOT, 'test-results')
const VITEST = join(RESULTS, 'vitest.json')
const PLAYWRIGHT = join(RESULTS, 'playwright.json')

const began = Date.now()
try {
  await ensureInstalled('full')
  await all()
} catch (error) {
  if (!(error instanceof Failure)) throw error
  console.error(`\nError: ${error.message}`)
  process.exitCode = error.code
}

async function all() {
  mkdirSync(RESULTS, { recursive: true })
  for (const file of [VITEST, PLAYWRIGHT]) rmSync(file, { force: true })
  const chromium = await ensureBrowser()
  const env = ourEnvironment({
    ...(chromium && { CHROMIUM_PATH: chromium }),
    PLAYWRIGHT_JSON_OUTPUT_FILE: PLAYWRIGHT,
  })
  const web = join(ROOT, 'apps/web')

  await step('Types: server, packages, scripts', 'tsc', ['-p', '.'])
  await step('Types: routes of the web app', 'react-router', ['typegen'], { cwd: web })
  await step('Types: web app', 'tsc', ['-p', 'apps/web'])
  await step('Lint and format', 'biome', ['check', '.'])
  await step('Rules and server', 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${VITEST}`,
  ])
  await timed('Build', async () => {
    await ensureBuilt()
    return 0
  })
  await step('Browser', 'playwright', ['test', '--reporter=list,json'])
  const { passed, failed } = counts()
  console.log(`\n${passed} passed, ${failed} failed in ${seconds(began)}`)

  function step(title, program, args, options = {}) {
    return timed(title, () => run(join(BIN, program), args, { env, ...options }))
  }
}

async function timed(title, work) {
  console.log(`\n== ${title}`)
  const start = Date.now()
  const code = await work()
  console.log(`== ${title}: ${code === 0 ? 'good' : 'FAILED'}, ${seconds(start)}`)
  if (code === 0) return
  const { passed, failed } = counts()
  if (passed + failed > 0) console.log(`${passed} passed, ${failed} failed`)
  throw new Failure(`${title} failed.`, code)
}

/** From the runners' own reports, so that what is printed last is what they counted. */
function counts() {
  const vitest = read(VITEST)
  const browser = read(PLAYWRIGHT)?.stats
  return {
    passed: (vitest?.numPassedTests ?? 0) + (browser?.expected ?? 0) + (browser?.flaky ?? 0),
    failed: (vitest?.numFailedTests ?? 0) + (browser?.unexpected ?? 0),
  }
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}
