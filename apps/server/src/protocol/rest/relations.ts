import type { Catalog } from './catalog.ts'
import { SCHEMA } from './errors.ts'
import { quote, type Table } from './table.ts'

/** A relation from a row of one table to rows of another. */
export interface Relation {
  /** The name in `select`: the other table, or the function that computes the relation. */
  target: Table
  targetName: string
  toOne: boolean
  /** Constraints, columns and tables that distinguish it from other relations between the same tables. */
  hints: string[]
  link:
    | { kind: 'columns'; constraint: string; holdsKey: boolean; local: string[]; foreign: string[] }
    | { kind: 'junction'; junction: Table; near: Side; far: Side }
    | { kind: 'computed'; function: string; of: Table }
}

/** `columns` of the junction table refer to `others` of the joined table. */
export interface Side {
  constraint: string
  columns: string[]
  others: string[]
}

export function relationsOf(catalog: Catalog, tables: Map<number, Table>): Map<string, Relation[]> {
  const relations = new Map<string, Relation[]>()
  const add = (from: Table, relation: Relation) => {
    relations.set(from.name, [...(relations.get(from.name) ?? []), relation])
  }
  for (const row of catalog.routines) {
    const from = row.of_relation === null ? undefined : tables.get(row.of_relation)
    const target = row.return_relation === null ? undefined : tables.get(row.return_relation)
    if (!from || !target) continue
    add(from, {
      target,
      targetName: row.name,
      toOne: row.one,
      hints: [],
      link: { kind: 'computed', function: `${quote(SCHEMA)}.${quote(row.name)}`, of: from },
    })
  }
  for (const key of catalog.foreignKeys) {
    const child = tables.get(key.relation)
    const parent = tables.get(key.target)
    if (!child || !parent) continue
    const { name: constraint, columns, target_columns: others } = key
    const hints = [constraint, ...(columns.length === 1 ? columns : [])]
    add(child, {
      target: parent,
      targetName: parent.name,
      toOne: true,
      hints: [...hints, ...(others.length === 1 ? others : [])],
      link: { kind: 'columns', constraint, holdsKey: true, local: columns, foreign: others },
    })
    add(parent, {
      target: child,
      targetName: child.name,
      // When the foreign key is also unique, there is at most one row on this side.
      toOne: catalog.keys.some(
        (unique) => unique.relation === key.relation && sameNames(unique.columns, columns),
      ),
      hints: [...hints, ...(others.length === 1 ? others : [])],
      link: { kind: 'columns', constraint, holdsKey: false, local: others, foreign: columns },
    })
  }
  addJunctions(catalog, tables, add)
  return relations
}

/** A table whose primary key contains two foreign keys is a junction of the two referenced tables. */
function addJunctions(
  catalog: Catalog,
  tables: Map<number, Table>,
  add: (from: Table, relation: Relation) => void,
): void {
  for (const near of catalog.foreignKeys) {
    for (const far of catalog.foreignKeys) {
      const junction = tables.get(near.relation)
      const from = tables.get(near.target)
      const target = tables.get(far.target)
      if (near === far || near.relation !== far.relation || !junction || !from || !target) continue
      if (![...near.columns, ...far.columns].every((column) => junction.primaryKey.includes(column))) continue
      add(from, {
        target,
        targetName: target.name,
        toOne: false,
        hints: [junction.name],
        link: {
          kind: 'junction',
          junction,
          near: { constraint: near.name, columns: near.columns, others: near.target_columns },
          far: { constraint: far.name, columns: far.columns, others: far.target_columns },
        },
      })
    }
  }
}

const sameNames = (a: string[], b: string[]) => a.length === b.length && a.every((name) => b.includes(name))
