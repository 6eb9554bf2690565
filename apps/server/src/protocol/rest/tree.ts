/** A request to the data surface after parsing. Names are as the caller wrote them, not yet looked up. */

export type JsonStep = { arrow: '->' | '->>'; key: string } | { arrow: '->' | '->>'; index: number }

export interface Field {
  name: string
  path: JsonStep[]
}

export interface SelectField {
  kind: 'field'
  field: Field
  alias: string | undefined
  cast: string | undefined
}

export interface SelectEmbed {
  kind: 'embed'
  relation: string
  alias: string | undefined
  hint: string | undefined
  inner: boolean
  spread: boolean
  select: SelectItem[]
}

export type SelectItem = { kind: 'star' } | SelectField | SelectEmbed

export type BinaryOperator =
  | 'neq'
  | 'cs'
  | 'cd'
  | 'ov'
  | 'sl'
  | 'sr'
  | 'nxr'
  | 'nxl'
  | 'adj'
  | 'eq'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'like'
  | 'ilike'

export type Operation =
  | { kind: 'binary'; operator: BinaryOperator; quantifier: 'any' | 'all' | undefined; value: string }
  | { kind: 'is'; value: 'null' | 'not_null' | 'true' | 'false' | 'unknown' }
  | { kind: 'isdistinct'; value: string }
  | { kind: 'in'; values: string[] }
  | { kind: 'fts'; operator: 'fts' | 'plfts' | 'phfts' | 'wfts'; language: string | undefined; value: string }

export type Condition =
  | { kind: 'filter'; negated: boolean; field: Field; operation: Operation }
  | { kind: 'logic'; negated: boolean; operator: 'and' | 'or'; conditions: Condition[] }

export interface OrderTerm {
  /** An embedded to-one resource whose column orders these rows. */
  relation: string | undefined
  field: Field
  direction: 'asc' | 'desc' | undefined
  nulls: 'first' | 'last' | undefined
}

/** A condition, order or limit for the resource at `path` (the root has the empty path). */
export interface At<T> {
  path: string[]
  value: T
}

export interface Query {
  select: SelectItem[]
  conditions: At<Condition>[]
  orders: At<OrderTerm[]>[]
  limits: At<bigint>[]
  offsets: At<bigint>[]
  columns: string[] | undefined
  onConflict: string[] | undefined
  /** Parameters that are arguments of a function: only for a remote procedure called with GET. */
  arguments: Map<string, string>
}
