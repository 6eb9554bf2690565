import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SUBJECTS } from '../apps/server/src/platform/db/text.ts'
import { ensureBrowser } from '../scripts/lib/browser.mjs'
import { copyTree } from './copy.ts'
import { startTestCluster, type TestCluster } from './database.ts'
import { generatedMutants } from './generated.ts'
import { isKilled, type Outcome, problemsOf, tableProblems } from './judge.ts'
import { forget, keep, keptOutcomes } from './kept.ts'
import type { Mutant } from './mutant.ts'
import { reportOf } from './report.ts'
import { matchProblems, runMutants, type Slot, testFile } from './run.ts'
import { endPrograms } from './run-node.ts'
import { runTests, type TestResult } from './run-tests.ts'
import { SURVIVORS } from './survivors.ts'
import { writtenMutants } from './table/index.ts'

/**
 * `npm run mutants`: applies each mutant to a copy of the tree and runs the tests that are named with it. Fails when a
 * mutant survives that mutants/survivors.ts does not name. See CONTRIBUTING.md.
 */

const ROOT = join(import.meta.dirname, '..')
const DATABASE = 'db'
const RESULT = 'docs/mutants.md'
const KEPT = join(ROOT, 'mutants/.cache/outcomes.jsonl')
/** Far more than any of the tests takes. A mutant that makes a test wait forever counts as killed. */
const TIMEOUT_MS = 4 * 60_000
/** More than TIMEOUT_MS: no test that still runs has an older database. */
const ABANDONED_MINUTES = 5
const BASELINE_TIMEOUT_MS = 30 * 60_000
/** The browser tests of each slot have a server at a port of their own. */
const FIRST_PORT = Number(process.env.E2E_PORT ?? 4310)

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    list: { type: 'boolean' },
    'skip-baseline': { type: 'boolean' },
    continue: { type: 'boolean' },
    slots: { type: 'string', default: '3' },
  },
})

async function readDatabaseFiles(): Promise<{ file: string; sql: string }[]> {
  const names = await Promise.all(
    SUBJECTS.map(async (subject) =>
      (await readdir(join(ROOT, DATABASE, subject))).sort().map((name) => `${subject}/${name}`),
    ),
  )
  return Promise.all(
    names.flat().map(async (name) => {
      const file = `${DATABASE}/${name}`
      return { file, sql: await readFile(join(ROOT, file), 'utf8') }
    }),
  )
}

const isInBrowser = ({ tests }: Mutant) => tests.some((test) => test.startsWith('e2e/'))

/** `--only WORD` selects the mutants whose name, kind or tests contain the word. */
function selected(mutants: Mutant[]): Mutant[] {
  const words = options.only
  if (words === undefined) return mutants
  return mutants.filter(({ id, kind, tests }) =>
    words.some((word) => [id, kind, ...tests].some((text) => text.includes(word))),
  )
}

async function main(): Promise<number> {
  const all = [...generatedMutants(await readDatabaseFiles()), ...writtenMutants]
  const mistakes = [...tableProblems(all, SURVIVORS), ...(await matchProblems(ROOT, all))]
  if (mistakes.length > 0) return fail(mistakes)
  const mutants = selected(all)
  if (mutants.length === 0) return fail(['No mutant has been selected.'])
  if (options.list) {
    for (const { id, kind, tests } of mutants) console.log(`${kind}  ${id}  [${tests.join(', ')}]`)
    console.log(`${mutants.length} mutants, all of them match`)
    return 0
  }
  if (!options.continue) forget(KEPT)
  const kept = known(mutants)
  const left = mutants.filter((mutant) => !kept.some((one) => one.mutant === mutant))
  if (left.length === 0) return finish(kept)
  const folder = await mkdtemp(join(tmpdir(), 'maestros-mutants-'))
  // As root, the PostgreSQL of browser tests runs as another user, which needs access to the folder.
  await chmod(folder, 0o711)
  const cluster = await startTestCluster()
  const end = async () => {
    await endPrograms()
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => end().finally(() => process.exit(1)))
  try {
    const outcomes = await runAll(left, folder, cluster)
    return outcomes === undefined ? 1 : await finish([...kept, ...outcomes])
  } finally {
    await end()
  }
}

/** What an earlier run has found, except survivors without a reason: their tests may have been corrected since. */
function known(mutants: Mutant[]): Outcome[] {
  return keptOutcomes(KEPT, mutants).filter((outcome) => problemsOf([outcome], SURVIVORS).length === 0)
}

async function runAll(
  mutants: Mutant[],
  folder: string,
  cluster: TestCluster,
): Promise<Outcome[] | undefined> {
  await cluster.makeTemplate('plantilla', join(ROOT, DATABASE))
  const chromium = mutants.some(isInBrowser) ? await ensureBrowser() : undefined
  const slots = await Promise.all(
    Array.from({ length: Number(options.slots) }, (_, i) => makeSlot(folder, cluster, i + 1, chromium)),
  )
  if (!options['skip-baseline'] && !(await isBaselineGreen(mutants, slots))) return undefined
  return runMutants(mutants, slots, {
    timeoutMs: TIMEOUT_MS,
    report: (outcome, done) => {
      const { mutant, result } = outcome
      keep(KEPT, outcome)
      const status = result.status === 'passed' ? 'SURVIVED' : result.status
      console.log(`${done}/${mutants.length} ${status} ${mutant.id}${detailOf(result)}`)
    },
  })
}

function detailOf(result: TestResult): string {
  if (result.status === 'failed') return ` by "${result.by}"`
  return result.status === 'broken' ? `: ${result.why}` : ''
}

async function makeSlot(
  parent: string,
  cluster: TestCluster,
  number: number,
  chromium: string | undefined,
): Promise<Slot> {
  const copy = await copyTree(ROOT, join(parent, String(number)))
  const template = `plantilla_${number}`
  // Test runs that end at their first failure leave files, which are removed with the copies.
  const TMPDIR = join(parent, `tmp-${number}`)
  await mkdir(TMPDIR)
  const env = {
    TMPDIR,
    E2E_PORT: String(FIRST_PORT + number - 1),
    ...(chromium !== undefined && { CHROMIUM_PATH: chromium }),
  }
  return {
    copy,
    prepare: async (isSql) => {
      await cluster.dropAbandoned(ABANDONED_MINUTES)
      if (!isSql) return { ...cluster.environment('plantilla'), ...env }
      await cluster.makeTemplate(template, join(copy.folder, DATABASE))
      return { ...cluster.environment(template), ...env }
    },
  }
}

/** Without a mutant all tests must pass; otherwise a mutant could be killed by a test that fails anyway. */
async function isBaselineGreen(mutants: Mutant[], [slot]: Slot[]): Promise<boolean> {
  if (!slot) return false
  for (const part of [mutants.filter((one) => !isInBrowser(one)), mutants.filter(isInBrowser)]) {
    const files = [...new Set(part.flatMap(({ tests }) => tests.map(testFile)))]
    if (files.length === 0) continue
    console.log(`running ${files.length} test files without a mutant`)
    const result = await runTests({
      folder: slot.copy.folder,
      files,
      // The named tests are enough if every mutant names some: all tests of these files would take long in a browser.
      titles: part.every(({ titles }) => titles) ? part.map(({ titles }) => titles).join('|') : undefined,
      env: await slot.prepare(false),
      workers: Number(options.slots),
      timeoutMs: BASELINE_TIMEOUT_MS,
    })
    if (result.status === 'passed') continue
    fail([`the tests fail without a mutant: ${JSON.stringify(result)}`])
    return false
  }
  return true
}

async function finish(outcomes: Outcome[]): Promise<number> {
  const killed = outcomes.filter(isKilled).length
  const ms = outcomes.reduce((sum, { tookMs }) => sum + tookMs, 0) / Number(options.slots)
  console.log(`${killed} of ${outcomes.length} mutants were killed in ${Math.round(ms / 1000)} s`)
  const problems = problemsOf(outcomes, SURVIVORS)
  if (problems.length > 0) return fail(problems)
  // The result of a part would replace the result of the whole.
  if (options.only === undefined) {
    await writeFile(join(ROOT, RESULT), reportOf(outcomes, SURVIVORS, ms))
    console.log(`wrote ${RESULT}`)
  }
  return 0
}

function fail(problems: readonly string[]): number {
  for (const problem of problems) console.error(`Error: ${problem}`)
  return 1
}

process.exitCode = await main()
