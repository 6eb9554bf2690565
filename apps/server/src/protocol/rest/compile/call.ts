import { RestError, SCHEMA } from '../errors.ts'
import type { Media } from '../parse/headers.ts'
import { planRead, type ReadPlan } from '../plan.ts'
import { nearest } from '../resolve.ts'
import { type Argument, type Routine, resultTable, type Schema } from '../schema.ts'
import { quote, type Table } from '../table.ts'
import type { Query } from '../tree.ts'
import { answerSql, readSql } from './answer.ts'
import { failUnless } from './bounds.ts'
import { bind, bindAs, type Draft, newDraft, type Statement } from './statement.ts'

/** The arguments of a call: strings from the query string, or a JSON object from the body. */
export type CallValues =
  | { kind: 'words'; words: Map<string, string> }
  | { kind: 'json'; keys: string[]; json: string }

export const namesOf = (values: CallValues) =>
  values.kind === 'words' ? [...values.words.keys()] : values.keys

/** Finds the one function of that name that accepts exactly these arguments. */
export function chooseRoutine(schema: Schema, name: string, given: string[], isPost: boolean): Routine {
  const named = schema.routines.get(name) ?? []
  const fitting = named.filter(
    (routine) =>
      given.every((key) => routine.arguments.some((argument) => argument.name === key)) &&
      routine.arguments.every((argument) => argument.optional || given.includes(argument.name)),
  )
  const [only, ...others] = fitting
  if (only === undefined) throw noRoutine(schema, name, given, isPost, named)
  if (others.length > 0) throw ambiguous(fitting)
  return only
}

export interface Call {
  routine: Routine
  values: CallValues
  query: Query
  media: Media
  count: boolean
  head: boolean
  write: boolean
  maxAffected: number | undefined
}

export function callStatement(schema: Schema, call: Call): Statement {
  const draft = newDraft()
  const { routine, media } = call
  const { returns } = routine
  const { from, args } = argumentsSql(draft, routine, call.values)
  const invocation = `${routine.sql}(${args})`
  const scalarRows = `select ${invocation} as ${quote(SCALAR)}${from === undefined ? '' : ` from ${from}`}`
  const plan = planCall(schema, routine, call.query)
  if (returns.kind === 'void' || plan === undefined) {
    const total = call.count ? 'count(*)' : 'null'
    const answer = answerSql({ body: `json_agg(r.${quote(SCALAR)})::text`, rows: 'count(*)', total })
    return { text: `${answer} from (${scalarRows}) r`, values: draft.values }
  }
  const rows =
    returns.kind === 'scalar'
      ? scalarRows
      : `select f.* from ${from === undefined ? '' : `${from}, lateral `}${invocation} f`
  const answer = readSql(draft, plan, { from: 'src', touched: undefined }, shapeOf(routine, media), {
    ...call,
    ...(returns.kind === 'scalar' && media.kind !== 'csv' ? { value: scalarValue(media) } : {}),
  })
  const guards = returns.set ? callGuards(draft, call) : []
  const having = guards.length === 0 ? '' : ` having ${guards.join(' and ')}`
  return { text: `with src as (${rows}) ${answer}${having}`, values: draft.values }
}

/** A function that returns one row or value answers with an object, even without the object media type. */
const shapeOf = ({ returns }: Routine, media: Media): Media =>
  returns.kind === 'void' || returns.set || media.kind === 'csv' ? media : { ...media, kind: 'object' }

const scalarValue =
  ({ stripped }: Media) =>
  (row: string) =>
    stripped ? `json_strip_nulls(to_json(${row}.${quote(SCALAR)}))` : `to_json(${row}.${quote(SCALAR)})`

/** Conditions that make the call fail and roll back everything that the function wrote. */
function callGuards(draft: Draft, { write, media, maxAffected }: Call): string[] {
  const affected = 'select count(*) from src'
  return [
    ...(write && media.kind === 'object' ? [failUnless(draft, 'count(*) = 1', 'count(*)')] : []),
    ...(maxAffected === undefined
      ? []
      : [failUnless(draft, `(${affected}) <= ${bind(draft, String(maxAffected))}::bigint`, affected)]),
  ]
}

/** The column name of a single returned value, as in PostgREST. */
const SCALAR = 'pgrst_scalar'

/** The read plan of the returned rows; undefined for a function that returns nothing. */
export function planCall(schema: Schema, { name, returns }: Routine, query: Query): ReadPlan | undefined {
  if (returns.kind === 'void') return undefined
  return planRead(schema, returns.kind === 'rows' ? returns.table : scalarTable(name, returns.type), query)
}

const scalarTable = (name: string, type: string): Table => resultTable(name, [{ name: SCALAR, type }])

function argumentsSql(
  draft: Draft,
  routine: Routine,
  values: CallValues,
): { from: string | undefined; args: string } {
  const given = routine.arguments.filter(({ name }) => namesOf(values).includes(name))
  const pass = (value: (argument: Argument) => string) =>
    given.map((argument) => `${quote(argument.name)} => ${value(argument)}`).join(', ')
  if (values.kind === 'words') {
    return {
      from: undefined,
      args: pass(({ name, type }) => bindAs(draft, values.words.get(name) ?? '', type)),
    }
  }
  if (given.length === 0) return { from: undefined, args: '' }
  const typed = given.map(({ name, type }) => `${quote(name)} ${type}`).join(', ')
  const from = `json_to_record(${bind(draft, values.json)}::json) as b(${typed})`
  return { from, args: pass(({ name }) => `b.${quote(name)}`) }
}

function noRoutine(
  schema: Schema,
  name: string,
  given: string[],
  isPost: boolean,
  named: Routine[],
): RestError {
  const full = `${SCHEMA}.${name}`
  const keys = given.join(', ')
  const without = given.length === 0
  const searched = without ? ' without parameters' : ` with parameter${given.length > 1 ? 's' : ''} ${keys}`
  const listed = (routine: Routine) =>
    `(${routine.arguments
      .map((one) => one.name)
      .sort()
      .join(', ')})`
  const like =
    named.length === 0
      ? nearest(name, [...schema.routines.keys()])
      : `${name}${named.map(listed).find((list) => nearest(`(${[...given].sort().join(', ')})`, [list], 0.33)) ?? ''}`
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function ${full}${without ? ' without parameters' : `(${keys})`} in the schema cache`,
    {
      details:
        `Searched for the function ${full}${searched}` +
        `${isPost ? ' or with a single unnamed json/jsonb parameter' : ''}, but no matches were found in the schema cache.`,
      hint:
        like === undefined || like === name
          ? null
          : `Perhaps you meant to call the function ${SCHEMA}.${like}`,
    },
  )
}

function ambiguous(routines: Routine[]): RestError {
  const listed = routines.map(
    (routine) =>
      `${SCHEMA}.${routine.name}(${routine.arguments.map(({ name, type }) => `${name} => ${type}`).join(', ')})`,
  )
  return new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${listed.join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  )
}
