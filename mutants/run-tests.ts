import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

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
const COMPILE_CACHE = join(import.meta.dirname, '.cache/compiled')
const OUTPUT_CHARS = 4000
/** More than a test needs that passes, and less than in `npm test`: many mutants make a test wait until it ends. */
const TEST_TIMEOUT_MS = 20_000

const running = new Set<number>()

/** Ends the test runs of this process, with their workers. */
export function endTests(): void {
  for (const group of running) process.kill(-group, 'SIGKILL')
}

/** Runs the given test files with vitest in a process of their own, until the first failure. */
export async function runTests(run: TestRun): Promise<TestResult> {
  const report = join(run.folder, REPORT)
  await rm(report, { force: true })
  const args = [
    join(run.folder, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--bail=1',
    `--maxWorkers=${run.workers ?? 1}`,
    `--testTimeout=${TEST_TIMEOUT_MS}`,
    // Node.js loads the modules itself, from its cache of compiled code: a run needs a fifth less time.
    '--experimental.viteModuleRunner=false',
    '--reporter=json',
    `--outputFile=${report}`,
    ...(run.titles === undefined ? [] : ['--testNamePattern', run.titles]),
    ...run.files,
  ]
  const child = spawn(process.execPath, args, {
    cwd: run.folder,
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, ...run.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that a run that takes too long is ended with its workers.
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-OUTPUT_CHARS)
    })
  }
  if (child.pid !== undefined) running.add(child.pid)
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }, run.timeoutMs)
  const [code] = await once(child, 'close')
  clearTimeout(timer)
  if (child.pid !== undefined) running.delete(child.pid)
  return timedOut ? { status: 'timeout' } : resultOf(report, code, output)
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
