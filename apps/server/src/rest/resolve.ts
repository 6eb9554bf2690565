import { noTable, RestError, SCHEMA } from './errors.ts'
import type { Relation } from './relations.ts'
import type { Schema } from './schema.ts'
import type { Table } from './table.ts'

/** From the caller's words to what the schema knows; else the original's error, with a near name if there is one. */

export function findTable(schema: Schema, name: string): Table {
  const table = schema.tables.get(name)
  if (!table) throw noTable(name, nearest(name, [...schema.tables.keys()]))
  return table
}

/** What `name!hint(…)` means in the rows of `from`: a table, a foreign key by its name or column, or a computed one. */
export function findRelation(schema: Schema, from: Table, name: string, hint: string | undefined): Relation {
  const all = schema.relations.get(from.name) ?? []
  const computed = all.find((relation) => relation.way.kind === 'computed' && relation.targetName === name)
  if (computed && hint === undefined) return computed
  const byName = all.filter((relation) => relation.way.kind !== 'computed' && relation.targetName === name)
  const candidates = byName.length > 0 ? byName : all.filter((relation) => isKeyName(relation, name))
  const matching = hint === undefined ? candidates : candidates.filter(({ hints }) => hints.includes(hint))
  const [only, ...others] = matching
  if (only === undefined) throw noRelation(from, name, hint, all)
  if (others.length > 0) throw ambiguous(from, name, matching)
  return only
}

/** A foreign key may be named by its constraint and, in the rows that hold it, by its column. */
const isKeyName = ({ way }: Relation, name: string) =>
  way.kind === 'columns' &&
  (way.constraint === name || (way.holdsKey && way.local.length === 1 && way.local[0] === name))

function noRelation(from: Table, name: string, hint: string | undefined, all: Relation[]): RestError {
  const using = hint === undefined ? '' : `' using the hint '${hint}`
  const like = all.some(({ targetName }) => targetName === name)
    ? undefined
    : nearest(
        name,
        all.map(({ targetName }) => targetName),
        LOOSE,
      )
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${from.name}' and '${name}' in the schema cache`,
    {
      details:
        `Searched for a foreign key relationship between '${from.name}' and '${name}${using}' ` +
        `in the schema '${SCHEMA}', but no matches were found.`,
      hint: like === undefined ? null : `Perhaps you meant '${like}' instead of '${name}'.`,
    },
  )
}

function ambiguous(from: Table, name: string, relations: Relation[]): RestError {
  const hints = relations.map((relation) => `'${relation.targetName}!${hintOf(relation)}'`).join(', ')
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${from.name}' and '${name}'`,
    {
      details: relations.map((relation) => describe(from, relation)),
      hint: `Try changing '${name}' to one of the following: ${hints}. Find the desired relationship in the 'details' key.`,
    },
  )
}

const hintOf = ({ way }: Relation) =>
  way.kind === 'junction' ? way.junction.name : way.kind === 'columns' ? way.constraint : way.function

function describe(from: Table, { target, toOne, way }: Relation): Record<string, string> {
  const embedding = `${from.name} with ${target.name}`
  const listed = (columns: string[]) => `(${columns.join(', ')})`
  if (way.kind === 'junction') {
    const relationship =
      `${way.junction.name} using ${way.near.constraint}${listed(way.near.columns)} ` +
      `and ${way.far.constraint}${listed(way.far.columns)}`
    return { embedding, cardinality: 'many-to-many', relationship }
  }
  if (way.kind === 'computed') return { embedding, cardinality: 'computed', relationship: way.function }
  const relationship = `${way.constraint} using ${from.name}${listed(way.local)} and ${target.name}${listed(way.foreign)}`
  return { embedding, cardinality: toOne ? 'many-to-one' : 'one-to-many', relationship }
}

const STRICT = 0.75
const LOOSE = 0.33

/** The candidate most like a name, by the pairs of letters they share; none below `least`. */
export function nearest(name: string, candidates: string[], least = STRICT): string | undefined {
  const wanted = pairs(name)
  let best: string | undefined
  let score = least
  for (const candidate of candidates) {
    const given = pairs(candidate)
    const shared = [...wanted].filter((pair) => given.has(pair)).length
    const likeness = (2 * shared) / (wanted.size + given.size)
    if (likeness >= score) {
      score = likeness
      best = candidate
    }
  }
  return best
}

function pairs(text: string): Set<string> {
  const padded = `-${text.slice(0, 100).toLowerCase()}-`
  return new Set(Array.from({ length: padded.length - 1 }, (_, i) => padded.slice(i, i + 2)))
}
