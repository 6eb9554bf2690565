import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { playwright } from '../scripts/lib/test-attempts.mjs'
import { runNode } from './run-node.ts'
import type { TestResult, TestRun } from './run-tests.ts'

const REPORT = 'mutants-browser-report.json'
const BUILD = "import { ensureBuilt } from './scripts/lib/build.mjs'; await ensureBuilt()"
/** More than a build needs on a busy machine: a mutant does not make it wait. */
const BUILD_TIMEOUT_MS = 10 * 60_000
/** Playwright ends its server itself at the end of the time. It is ended only when it does not. */
const END_MS = 60_000

/** Builds the web app of this folder and runs browser tests with a server of their own. */
export async function runInBrowser(run: TestRun): Promise<TestResult> {
  const built = await runNode(['--input-type=module', '--eval', BUILD], {
    ...run,
    timeoutMs: BUILD_TIMEOUT_MS,
  })
  if (built.code !== 0) return { status: 'broken', why: `the build failed: ${built.output.trim()}` }
  const report = join(run.folder, REPORT)
  await rm(report, { force: true })
  const { args, env } = playwright.command(report, [
    '--max-failures=1',
    `--workers=${run.workers ?? 1}`,
    `--global-timeout=${run.timeoutMs}`,
    ...(run.titles === undefined ? [] : ['--grep', run.titles]),
    ...run.files,
  ])
  const { code, output } = await runNode(
    [join(run.folder, 'node_modules/@playwright/test/cli.js'), ...args],
    { folder: run.folder, env: { ...run.env, ...env }, timeoutMs: run.timeoutMs + END_MS },
  )
  if (code === 'timeout') return { status: 'timeout' }
  const text = await readFile(report, 'utf8').catch(() => undefined)
  if (text === undefined) return { status: 'broken', why: output.trim() }
  const { errors, outcomes } = playwright.read(JSON.parse(text))
  const failed = outcomes.find(({ status }) => status === 'failed')
  if (failed) return { status: 'failed', by: failed.name }
  if (errors.some((error) => /^Timed out waiting/.test(error))) return { status: 'timeout' }
  return code === 0 ? { status: 'passed' } : { status: 'broken', why: errors[0] ?? output.trim() }
}
