import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { TreeCopy } from './copy.ts'
import type { Outcome } from './judge.ts'
import { applied, MismatchError, type Mutant } from './mutant.ts'
import { runTests, type TestResult } from './run-tests.ts'

/** Where mutants are applied and tested. Each slot tests one mutant at a time. */
export interface Slot {
  copy: TreeCopy
  /** The environment of the tests. `isSql` is true for a mutant of a migration, whose template is made anew. */
  prepare(isSql: boolean): Promise<Record<string, string>>
}

export interface RunOptions {
  timeoutMs: number
  report(outcome: Outcome, done: number): void
}

export const testFile = (name: string) =>
  name.startsWith('web/')
    ? `apps/web/test/${name.slice('web/'.length)}.test.ts`
    : `apps/server/test/${name}.test.ts`

/** Checks every mutant against the tree, without running a test. Returns the mistakes. */
export async function matchProblems(root: string, mutants: readonly Mutant[]): Promise<string[]> {
  const problems: string[] = []
  for (const mutant of mutants) {
    try {
      const mutated = applied(await readFile(join(root, mutant.file), 'utf8'), mutant)
      if (mutant.file.endsWith('.ts')) stripTypeScriptTypes(mutated)
      const missing = mutant.tests.find((name) => !existsSync(join(root, testFile(name))))
      if (missing !== undefined)
        throw new MismatchError(`${mutant.id}: there is no test file ${testFile(missing)}`)
    } catch (error) {
      if (error instanceof MismatchError) problems.push(error.message)
      else problems.push(`${mutant.id}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return problems
}

/** Tests all mutants, one at a time in each slot. */
export async function runMutants(
  mutants: readonly Mutant[],
  slots: readonly Slot[],
  options: RunOptions,
): Promise<Outcome[]> {
  const waiting = [...mutants]
  const outcomes: Outcome[] = []
  await Promise.all(
    slots.map(async (slot) => {
      for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
        const began = Date.now()
        const result = await testMutant(mutant, slot, options.timeoutMs)
        const outcome = { mutant, result, tookMs: Date.now() - began }
        outcomes.push(outcome)
        options.report(outcome, outcomes.length)
      }
    }),
  )
  return outcomes
}

async function testMutant(mutant: Mutant, { copy, prepare }: Slot, timeoutMs: number): Promise<TestResult> {
  const { file, tests, titles } = mutant
  const source = await copy.read(file)
  await copy.write(file, applied(source, mutant))
  try {
    const env = await prepare(file.endsWith('.sql'))
    return await runTests({ folder: copy.folder, files: tests.map(testFile), titles, env, timeoutMs })
  } catch (error) {
    return { status: 'broken', why: reasonOf(error) }
  } finally {
    await copy.write(file, source)
  }
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${reasonOf(error.cause)}`
}
