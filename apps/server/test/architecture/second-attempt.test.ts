import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  counted,
  firstAttempt,
  playwright,
  type Runner,
  secondAttempt,
  vitest,
} from '../../../../scripts/lib/test-attempts.mjs'

/** How `npm test` repeats what failed, with both runners and tiny tests. */

// Whole runs of the runners, on machines that may be busy.
vi.setConfig({ testTimeout: 120_000 })

const RESULTS = join(import.meta.dirname, '../../../../test-results')
let folder: string
beforeAll(async () => {
  // Inside of the tree, where the packages of the runners are found.
  await mkdir(RESULTS, { recursive: true })
  folder = await mkdtemp(join(RESULTS, 'attempts-'))
  await writeFile(
    join(folder, 'vitest.config.mjs'),
    "export default { test: { include: ['*.tiny.ts'], isolate: false, maxWorkers: 1 } }\n",
  )
  await writeFile(
    join(folder, 'playwright.config.mjs'),
    "export default { testMatch: '*.tiny.ts', outputDir: 'artefacts', workers: 1 }\n",
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Throws when it is called for the first time, in any process. */
const ONCE = `
  import { existsSync, writeFileSync } from 'node:fs'
  const once = (name) => {
    const file = import.meta.dirname + '/' + name
    if (existsSync(file)) return
    writeFileSync(file, '')
    throw new Error(name + ' fails once')
  }`

async function inTwoAttempts(runner: Runner, from: string, files: Record<string, string>) {
  const own = await mkdtemp(join(folder, 'run-'))
  const isVitest = runner === vitest
  for (const [name, text] of Object.entries(files))
    await writeFile(join(own, `${name}.tiny.ts`), `import * as runner from '${from}'\n${ONCE}\n${text}`)
  const config = join(folder, isVitest ? 'vitest.config.mjs' : 'playwright.config.mjs')
  await writeFile(join(own, 'config.mjs'), `export { default } from '${config}'\n`)
  const common = [`--config=${join(own, 'config.mjs')}`, ...(isVitest ? [`--root=${own}`] : [])]
  const first = await firstAttempt(runner, { common, folder: own, output: 'ignore' })
  const { passed, ...named } = counted(await secondAttempt(first))
  const names = (all: readonly { name: string }[]) =>
    all.map(({ name }) => name.replace(/^.*\/|\.tiny\.ts/g, '')).sort()
  return {
    passed,
    failed: names(named.failed),
    flaky: names(named.flaky),
    errors: named.flaky.map(({ error }) => error.split('\n')[0]).sort(),
    skipped: named.skipped.length,
  }
}

test('vitest: what passes in the second attempt is flaky, and what fails in both, or outside of all tests, has failed', async () => {
  expect(
    await inTwoAttempts(vitest, 'vitest', {
      tests: `
        const { test } = runner
        test('good', () => {})
        test('same name', () => once('same'))
        test('same name', () => {})
        test.skip('skipped', () => {})`,
      bad: "runner.test('bad', () => { throw new Error('always') })",
      hook: `
        runner.beforeAll(() => once('hook'))
        runner.test('behind a hook', () => {})`,
      loading: `
        once('loading')
        runner.test('in a file that does not load at first', () => {})`,
      'bad-hook': `
        runner.afterAll(() => { throw new Error('always') })
        runner.test('before a bad hook', () => {})`,
      late: `
        runner.test('with a late error', async () => {
          setTimeout(() => { throw new Error('late') }, 1)
          await new Promise((end) => setTimeout(end, 20))
        })`,
    }),
  ).toEqual({
    passed: 7,
    failed: [
      'Rules and server: an error outside of all tests',
      'bad-hook: its hooks, or its loading',
      'bad: bad',
    ],
    flaky: ['hook: its hooks, or its loading', 'loading: its hooks, or its loading', 'tests: same name'],
    errors: ['Error: hook fails once', 'Error: loading fails once', 'Error: same fails once'],
    skipped: 1,
  })
})

test('Playwright: what passes in the second attempt is flaky, and what fails in both has failed', async () => {
  expect(
    await inTwoAttempts(playwright, '@playwright/test', {
      tests: `
        const { test } = runner
        test('good', () => {})
        test('flaky', () => once('flaky'))
        test('bad', () => { throw new Error('always') })
        test.skip('skipped', () => {})`,
      hook: `
        runner.test.beforeAll(() => once('hook'))
        runner.test.describe.configure({ mode: 'serial' })
        runner.test('behind a hook', () => {})
        runner.test('that did not run at first', () => {})`,
    }),
  ).toEqual({
    passed: 4,
    failed: ['tests: bad'],
    flaky: ['hook: behind a hook', 'tests: flaky'],
    errors: ['Error: flaky fails once', 'Error: hook fails once'],
    skipped: 1,
  })
})

test('Playwright: a file that does not load is loaded once more, and then each test has two attempts', async () => {
  const files = {
    good: "runner.test('good', () => {})",
    loading: "once('loading'); runner.test('late', () => once('late'))",
  }
  expect(await inTwoAttempts(playwright, '@playwright/test', files)).toMatchObject({
    passed: 2,
    failed: [],
    flaky: ['Browser: an error outside of all tests', 'loading: late'],
  })
})
