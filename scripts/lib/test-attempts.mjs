import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { BIN, ourEnvironment, ROOT, run } from './run.mjs'

/**
 * Both runners without retries of their own. What failed is repeated once, one test after another, when both have ended: a
 * busy machine then delays nothing, and a test that passes is named as flaky.
 *
 * An outcome is that of a test, of a file (its hooks, and whether it loads), or of the whole run of a runner: errors outside
 * of all files, and an end of the runner without a reason. Only tests are counted when they pass.
 */

/** More failures than this have a common cause. To repeat them one after another would take too long. */
const MOST_REPEATED = 50

export const vitest = {
  title: 'Rules and server',
  report: 'vitest.json',
  command: (report, args) => ({
    args: ['run', '--reporter=default', `--reporter=${import.meta.dirname}/vitest-outcomes.mjs`, ...args],
    env: { VITEST_OUTCOMES_FILE: report },
  }),
  program: 'vitest',
  read: ({ files, errors }) => ({
    errors,
    outcomes: files.flatMap(outcomesOfFile),
    times: files.map(({ path, milliseconds }) => ({ file: path, milliseconds })),
  }),
  /** Whole files, because a test may need what those before it have done. */
  again: (failed) => ['--maxWorkers=1', ...new Set(failed.map(({ file }) => file))],
}

/** Like a run of Vitest, with a browser and a report of its own. */
export const screens = { ...vitest, title: 'Screens', report: 'screens.json' }

export const playwright = {
  title: 'Browser',
  report: 'playwright.json',
  command: (report, args) => ({
    args: ['test', '--reporter=list,json', `--last-failed-file=${report}.failed`, ...args],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  }),
  program: 'playwright',
  read: ({ suites, errors }) => ({
    errors: errors.map(({ message }) => message),
    outcomes: suites.flatMap(outcomesOfSuite),
  }),
  // In a folder of its own, so that the pictures of the first attempt stay.
  again: (_, folder) => ['--last-failed', '--workers=1', `--output=${join(folder, 'second-attempt')}`],
}

/**
 * Runs a runner once. `chosen` selects the tests and is left out when failed ones are repeated, `common` is given to both
 * attempts. Reports are written into `folder`, and `output` is what becomes of the runner's output.
 */
export async function firstAttempt(
  runner,
  { chosen = [], common = [], env = {}, folder, output = 'inherit' },
) {
  const settings = { common, env, folder, output }
  const start = Date.now()
  const { code, outcomes, times } = await attempt(runner, [...common, ...chosen], settings)
  return { runner, chosen, settings, code, outcomes, times, seconds: (Date.now() - start) / 1000 }
}

/** The outcomes after what failed was repeated. */
export async function secondAttempt(first) {
  const { runner, chosen, settings, outcomes } = first
  const failed = outcomes.filter(isFailed)
  if (failed.length === 0) return outcomes
  if (failed.length > MOST_REPEATED) {
    console.log(`\n== ${runner.title}: ${failed.length} failed, which are too many to repeat`)
    return outcomes
  }
  console.log(`\n== ${runner.title}: second attempt of ${failed.length}`)
  const ofRun = failed.some(({ file }) => file === undefined)
  const selected = ofRun ? chosen : runner.again(failed, settings.folder)
  const second = await attempt(runner, [...settings.common, ...selected], settings)
  // Where no test ran at first, for example because the server did not start, this was the first attempt of each test.
  const isFirst = !hasTests(outcomes) && hasTests(second.outcomes)
  const later = isFirst ? await secondAttempt({ ...first, outcomes: second.outcomes }) : second.outcomes
  return merged(outcomes, later)
}

const hasTests = (outcomes) => outcomes.some(({ isTest }) => isTest)

async function attempt(runner, given, { env, folder, output }) {
  const report = join(folder, runner.report)
  rmSync(report, { force: true })
  const { args, env: reporting } = runner.command(report, given)
  const code = await run(join(BIN, runner.program), args, {
    env: ourEnvironment({ ...env, ...reporting }),
    stdio: output,
  })
  const read = existsSync(report) ? runner.read(JSON.parse(readFileSync(report, 'utf8'))) : undefined
  const { errors, outcomes, times = [] } = read ?? { errors: [], outcomes: [] }
  const unexplained = code !== 0 && !outcomes.some(isFailed)
  outcomes.push({
    key: '',
    name: `${runner.title}: an error outside of all tests`,
    isTest: false,
    status: errors.length > 0 || unexplained ? 'failed' : 'passed',
    error: errors[0] ?? `The runner ended with code ${code}.`,
  })
  return { code, times, outcomes: outcomes.map((one) => ({ ...one, error: plain(one.error) })) }
}

function outcomesOfFile({ path: file, errors, tests }) {
  const name = relative(ROOT, file)
  const times = new Map()
  return [
    ...tests.map((test) => {
      // Several tests of a file may have the same name.
      const time = (times.get(test.name) ?? 0) + 1
      times.set(test.name, time)
      const status = { passed: 'passed', failed: 'failed' }[test.state] ?? 'skipped'
      const key = `${file} ${test.name} ${time}`
      return { key, file, name: `${name}: ${test.name}`, isTest: true, status, error: test.errors[0] }
    }),
    {
      key: file,
      file,
      name: `${name}: its hooks, or its loading`,
      isTest: false,
      status: errors.length > 0 ? 'failed' : 'passed',
      error: errors[0],
    },
  ]
}

function outcomesOfSuite({ suites = [], specs = [] }) {
  const ofSpecs = specs.flatMap(({ id, file, title, tests }) =>
    tests.map(({ projectId, status, results }) => ({
      key: `${id} ${projectId}`,
      file,
      name: `${file}: ${title}`,
      isTest: true,
      status: { expected: 'passed', skipped: 'skipped' }[status] ?? 'failed',
      error: results.map(({ error }) => error?.stack ?? error?.message).find(Boolean),
    })),
  )
  return [...ofSpecs, ...suites.flatMap(outcomesOfSuite)]
}

/** What passed in one of two attempts and failed in the other is flaky, with the error of the attempt that failed. */
function merged(first, second) {
  const later = new Map(second.map((one) => [one.key, one]))
  const known = new Set(first.map(({ key }) => key))
  return [
    ...first.map((one) => (later.has(one.key) ? both(one, later.get(one.key)) : one)),
    ...second.filter(({ key }) => !known.has(key)),
  ]
}

function both(first, second) {
  const has = (status) => first.status === status || second.status === status
  const failed = [first, second].find(isFailed)
  // The other tests are skipped when a hook before them fails.
  if (!failed) return has('passed') ? { ...first, status: 'passed' } : first
  return has('passed') ? { ...failed, status: 'flaky' } : failed
}

function isFailed({ status }) {
  return status === 'failed'
}

function plain(error) {
  return error === undefined ? '' : stripVTControlCharacters(error)
}

/** What passed counts only where it is a test; what failed, was skipped or is flaky is named. */
export function counted(outcomes) {
  const withStatus = (status) => outcomes.filter((one) => one.status === status)
  const flaky = withStatus('flaky')
  return {
    passed: [...withStatus('passed'), ...flaky].filter(({ isTest }) => isTest).length,
    failed: withStatus('failed'),
    skipped: withStatus('skipped').map(({ name }) => name),
    flaky,
  }
}
