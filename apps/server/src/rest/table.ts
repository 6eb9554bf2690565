/** A table as requests may name it, and its name as SQL. */

export interface Column {
  name: string
  /** For a value that is compared: a domain's base, and no length, so that nothing is cut to fit. */
  type: string
  /** For a value that is written: as declared. */
  writeType: string
  nullable: boolean
  /** What the database would write by itself, as an expression. */
  default: string | undefined
  /** Never written by a statement: generated, or an identity that is always the database's. */
  derived: boolean
  enumValues: string[] | undefined
}

export interface Table {
  name: string
  /** Qualified and quoted. */
  sql: string
  kind: 'table' | 'view' | 'result'
  columns: Map<string, Column>
  primaryKey: string[]
  /** Who may write what, as `role:act`. Known here so that a body nobody may write is not parsed. */
  writers: string[]
}

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
