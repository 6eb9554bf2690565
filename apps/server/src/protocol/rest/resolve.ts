import { noTable, RestError, SCHEMA } from './errors.ts'
import type { Relation } from './relations.ts'
import type { Schema } from './schema.ts'
import type { Table } from './table.ts'

/**
 * Looks up the names of a request in the schema. An unknown name gives PostgREST's error, with a similar name
 * as a hint.
 */

export function findTable(schema: Schema, name: string): Table {
  const table = schema.tables.get(name)
  if (!table) throw noTable(name, nearest(name, [...schema.tables.keys()]))
  return table
}

/**
 * Resolves `name!hint(…)` in the rows of `from`: a table, a foreign key by its name or column, or a computed
 * relation.
 */
export function findRelation(schema: Schema, from: Table, name: string, hint: string | undefined): Relation {
  const all = schema.relations.get(from.name) ?? []
  const computed = all.find((relation) => relation.link.kind === 'computed' && relation.targetName === name)
  if (computed && hint === undefined) return computed
  const byName = all.filter((relation) => relation.link.kind !== 'computed' && relation.targetName === name)
  const candidates = byName.length > 0 ? byName : all.filter((relation) => isKeyName(relation, name))
  const matching = hint === undefined ? candidates : candidates.filter(({ hints }) => hints.includes(hint))
  const [only, ...others] = matching
  if (only === undefined) throw noRelation(from, name, hint, all)
  if (others.length > 0) throw ambiguous(from, name, matching)
  return only
}

/** A foreign key can be named by its constraint and, in the table that contains it, by its column. */
const isKeyName = ({ link }: Relation, name: string) =>
  link.kind === 'columns' &&
  (link.constraint === name || (link.holdsKey && link.local.length === 1 && link.local[0] === name))

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

const hintOf = ({ link }: Relation) =>
  link.kind === 'junction' ? link.junction.name : link.kind === 'columns' ? link.constraint : link.function

function describe(from: Table, { target, toOne, link }: Relation): Record<string, string> {
  const embedding = `${from.name} with ${target.name}`
  const listed = (columns: string[]) => `(${columns.join(', ')})`
  if (link.kind === 'junction') {
    const relationship =
      `${link.junction.name} using ${link.near.constraint}${listed(link.near.columns)} ` +
      `and ${link.far.constraint}${listed(link.far.columns)}`
    return { embedding, cardinality: 'many-to-many', relationship }
  }
  if (link.kind === 'computed') return { embedding, cardinality: 'computed', relationship: link.function }
  const relationship = `${link.constraint} using ${from.name}${listed(link.local)} and ${target.name}${listed(link.foreign)}`
  return { embedding, cardinality: toOne ? 'many-to-one' : 'one-to-many', relationship }
}

const STRICT = 0.75
const LOOSE = 0.33

/**
 * The most similar candidate, by the pairs of letters in common; undefined when the similarity is below
 * `least`.
 */
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
