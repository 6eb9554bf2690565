import type { Survivor } from './judge.ts'

/**
 * Mutants that no test notices, each with the reason why no test can or need notice it. The run fails for a survivor that
 * is not here, and for one that is here and was killed.
 */
export const SURVIVORS: readonly Survivor[] = []
