import type { Mutant } from './mutant.ts'
import type { TestResult } from './run-tests.ts'

/** A mutant that is known to survive, with the reason. */
export interface Survivor {
  id: string
  reason: string
}

export interface Outcome {
  mutant: Mutant
  result: TestResult
  tookMs: number
}

export const isKilled = ({ result }: Outcome) => result.status === 'failed' || result.status === 'timeout'

/** Why a run fails; an empty list when every mutant was killed or is a known survivor. */
export function problemsOf(outcomes: readonly Outcome[], survivors: readonly Survivor[]): string[] {
  const known = new Set(survivors.map(({ id }) => id))
  return outcomes.flatMap((outcome) => {
    const { mutant, result } = outcome
    if (result.status === 'broken') return [`${mutant.id}: its tests did not run: ${result.why}`]
    if (isKilled(outcome)) {
      return known.has(mutant.id)
        ? [`${mutant.id}: it is killed now; remove it from mutants/survivors.ts`]
        : []
    }
    return known.has(mutant.id) ? [] : [`${mutant.id}: no test of ${mutant.tests.join(', ')} has noticed it`]
  })
}

/** Mistakes in the tables themselves, found without running a test. */
export function tableProblems(mutants: readonly Mutant[], survivors: readonly Survivor[]): string[] {
  const ids = new Set<string>()
  const repeated = mutants.flatMap(({ id }) =>
    ids.has(id) || !ids.add(id) ? [`${id}: two mutants have this name`] : [],
  )
  const unknown = survivors.filter(({ id }) => !ids.has(id))
  return [
    ...repeated,
    ...unknown.map(({ id }) => `${id}: mutants/survivors.ts names it, and there is no such mutant`),
    ...mutants.filter(({ tests }) => tests.length === 0).map(({ id }) => `${id}: it names no test`),
    ...mutants
      .filter(({ tests }) => tests.some((test) => NOT_KILLERS.includes(test)))
      .map(({ id }) => `${id}: a comparison with a generated file does not count as a test of a check`),
  ]
}

/** These fail for any change at all, so that they say nothing about a check. */
const NOT_KILLERS = [
  'db/schema-file',
  'architecture/docs/coverage',
  'architecture/docs/paths',
  'protocol/rest/types',
]
