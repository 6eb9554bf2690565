import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { runInBrowser } from './run-in-browser.ts'
import { runNode } from './run-node.ts'

/** What the tests said about a tree. `by` is the first test that failed. */
export type TestResult = z.infer<typeof TestResult>
export const TestResult = z.discriminatedUnion('status', [
  z.object({ status: z.literal('passed') }),
  z.object({ status: z.literal('failed'), by: z.string() }),
  z.object({ status: z.literal('timeout') }),
  /** The tests did not run at all. */
  z.object({ status: z.literal('broken'), why: z.string() }),
])

export interface TestRun {
  folder: string
  /** Paths of test files, relative to the folder. */
  files: readonly string[]
  titles?: string | undefined
  env?: Record<string, string>
  workers?: number
  timeoutMs: number
}

const Report = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
})

const REPORT = 'mutants-report.json'
/** More than a test needs that passes, and less than in `npm test`: many mutants make a test wait until it ends. */
const TEST_TIMEOUT_MS = 20_000

/** Runs the given test files until the first failure: those of the server, of the web app, and those in a browser. */
export async function runTests(run: TestRun): Promise<TestResult> {
  const inBrowser = (file: string) => file.startsWith('e2e/')
  const ofWeb = (file: string) => file.startsWith('apps/web/')
  const ofServer = (file: string) => !inBrowser(file) && !ofWeb(file)
  // Node.js loads the modules itself, from its cache of compiled code: a run needs a fifth less time. Tests of the web app load
  // modules several times, once for each tab.
  const parts: [(file: string) => boolean, (part: TestRun) => Promise<TestResult>][] = [
    [ofServer, (part) => runVitest(part, ['--experimental.viteModuleRunner=false'])],
    [ofWeb, (part) => runVitest(part, [])],
    [inBrowser, runInBrowser],
  ]
  let result: TestResult = { status: 'broken', why: 'no test file is named' }
  for (const [isOfPart, runPart] of parts) {
    const files = run.files.filter(isOfPart)
    if (files.length === 0) continue
    result = await runPart({ ...run, files })
    if (result.status !== 'passed') return result
  }
  return result
}

async function runVitest(run: TestRun, more: readonly string[]): Promise<TestResult> {
  const report = join(run.folder, REPORT)
  await rm(report, { force: true })
  const { code, output } = await runNode(
    [
      join(run.folder, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--bail=1',
      `--maxWorkers=${run.workers ?? 1}`,
      `--testTimeout=${TEST_TIMEOUT_MS}`,
      ...more,
      '--reporter=json',
      `--outputFile=${report}`,
      ...(run.titles === undefined ? [] : ['--testNamePattern', run.titles]),
      ...run.files,
    ],
    run,
  )
  return code === 'timeout' ? { status: 'timeout' } : resultOf(report, code, output)
}

async function resultOf(file: string, code: number | null, output: string): Promise<TestResult> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return { status: 'broken', why: output.trim() }
  const { testResults, numPassedTests } = Report.parse(JSON.parse(text))
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')
  if (failed) return { status: 'failed', by: failed.fullName }
  const suite = testResults.find(({ status }) => status === 'failed')
  if (suite)
    return { status: 'failed', by: `the setup of ${suite.name}: ${suite.message?.split('\n')[0] ?? ''}` }
  if (code !== 0)
    return { status: 'failed', by: `an error outside of the tests: ${output.trim().split('\n').at(-1)}` }
  return numPassedTests > 0 ? { status: 'passed' } : { status: 'broken', why: 'no test has run' }
}
