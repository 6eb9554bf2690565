/**
 * A mutant is one small change that removes or inverts a check. The tests that are named with it must fail. A mutant
 * that no test notices is a survivor: the check has no test.
 */
export interface Mutant {
  /** Unique, and stable while the check exists: survivors.ts names mutants by it. */
  id: string
  kind: Kind
  /** Relative to the root of the repository. */
  file: string
  /** Occurs exactly once in the file. */
  text: string
  replacement: string
  /** Test files below apps/server/test, or below apps/web/test after `web/`, without their ending. */
  tests: readonly string[]
  /** Runs only the tests whose full name matches this regular expression. */
  titles?: string
}

export const KINDS = [
  'policy',
  'open policy',
  'grant',
  'row-level security',
  'SQL function',
  'TypeScript',
] as const
export type Kind = (typeof KINDS)[number]

/** A mutant as the tables in the folder `table` write it. */
export interface Entry {
  /** What the mutant does, as the rest of a sentence that begins with "it". Unique in its file. */
  it: string
  text: string
  by: string
  tests: readonly string[]
  titles?: string
}

/** The mutants of one file. */
export function inFile(file: string, entries: readonly Entry[]): Mutant[] {
  const kind = file.endsWith('.sql') ? 'SQL function' : 'TypeScript'
  return entries.map(({ it, text, by, tests, titles }) => ({
    id: `${file}: ${it}`,
    kind,
    file,
    text,
    replacement: by,
    tests,
    ...(titles !== undefined && { titles }),
  }))
}

/** The file with the mutant applied. Throws when its text does not occur exactly once. */
export function applied(source: string, { id, text, replacement }: Mutant): string {
  const first = source.indexOf(text)
  if (first < 0) throw new MismatchError(`${id}: the text is not in the file any more`)
  if (source.includes(text, first + 1))
    throw new MismatchError(`${id}: the text is in the file more than once`)
  if (text === replacement) throw new MismatchError(`${id}: the replacement changes nothing`)
  return source.slice(0, first) + replacement + source.slice(first + text.length)
}

export class MismatchError extends Error {}
