import type { Table } from './without.ts'

export interface Examples {
  table: Table
  /** A copy of the entries, so that a test fails when one is removed from the table. */
  entries: readonly string[]
  /** A text, or the messages of one person, whose result depends on the entry. */
  example(entry: string): string | readonly string[]
  /** The table keeps honest texts from being blocked. */
  guard?: boolean
  /** The result is that of an unlocked contact. */
  open?: boolean
}

export const list = (words: string): string[] => words.split(/\s+/)
/** The digits of a number after its first ones, so that it has ten. */
export const rest = (digits: number): string => '41329877'.slice(0, 9 - digits)
