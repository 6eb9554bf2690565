import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { Outcome } from './judge.ts'
import type { Mutant } from './mutant.ts'
import { TestResult } from './run-tests.ts'

/** The outcomes of a run, kept in a file as they come, so that a run that ended early is continued by the next one. */

const Line = z.object({ id: z.string(), result: TestResult, tookMs: z.number() })

export function keep(file: string, { mutant, result, tookMs }: Outcome): void {
  mkdirSync(dirname(file), { recursive: true })
  appendFileSync(file, `${JSON.stringify({ id: mutant.id, result, tookMs })}\n`)
}

export function forget(file: string): void {
  rmSync(file, { force: true })
}

/** The last outcome of each of these mutants. One whose tests did not run has none. */
export function keptOutcomes(file: string, mutants: readonly Mutant[]): Outcome[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const byId = new Map(lines.map((line) => Line.parse(JSON.parse(line))).map((one) => [one.id, one]))
  return mutants.flatMap((mutant) => {
    const kept = byId.get(mutant.id)
    if (!kept || kept.result.status === 'broken') return []
    return [{ mutant, result: kept.result, tookMs: kept.tookMs }]
  })
}
