/** A table that requests may name. */

export interface Column {
  name: string
  /** The type for compared values: a domain's base type without a length, so that no value is truncated. */
  type: string
  /** The type for written values, as declared. */
  writeType: string
  nullable: boolean
  /** The default value of the database, as an SQL expression. */
  default: string | undefined
  /**
   * True for columns that no statement may write: generated columns and identities that are always generated.
   */
  derived: boolean
  enumValues: string[] | undefined
}

export interface Table {
  name: string
  /** The qualified and quoted name. */
  sql: string
  kind: 'table' | 'view' | 'result'
  columns: Map<string, Column>
  primaryKey: string[]
  /** Who may write what, as `role:act`. With it, a body that the caller may not write is not parsed. */
  writers: string[]
}

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
