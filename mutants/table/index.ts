import type { Mutant } from '../mutant.ts'

/** The mutants that are written by hand, one for each check. */
export const writtenMutants: Mutant[] = []
