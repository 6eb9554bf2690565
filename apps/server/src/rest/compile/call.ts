import { RestError, SCHEMA } from '../errors.ts'
import type { Media } from '../parse/headers.ts'
import { planRead } from '../plan.ts'
import { nearest } from '../resolve.ts'
import { type Argument, quote, type Routine, type Schema } from '../schema.ts'
import type { Query } from '../tree.ts'
import { answerSql, bodySql, failUnless, readSql } from './answer.ts'
import { bind, bindAs, type Draft, newDraft, type Statement } from './statement.ts'

/** What a function is called with: words from the address, or a JSON object from the body. */
export type CallValues =
  | { kind: 'words'; words: Map<string, string> }
  | { kind: 'json'; keys: string[]; json: string }

export const namesOf = (values: CallValues) =>
  values.kind === 'words' ? [...values.words.keys()] : values.keys

/** The one function of that name that takes just these arguments. */
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

export function callStatement(
  schema: Schema,
  call: {
    routine: Routine
    values: CallValues
    query: Query
    media: Media
    count: boolean
    head: boolean
    write: boolean
  },
): Statement {
  const draft = newDraft()
  const { routine, media } = call
  const { from, args } = argumentsSql(draft, routine, call.values)
  const invocation = `${routine.sql}(${args})`
  if (routine.returns.kind === 'rows') {
    const { table, set } = routine.returns
    const source = from === undefined ? `${invocation} f` : `${from}, lateral ${invocation} f`
    const plan = planRead(schema, table, call.query)
    // A function that answers one row answers an object, asked for or not.
    const shape: Media = set || media.kind === 'csv' ? media : { ...media, kind: 'object' }
    const answer = readSql(draft, plan, { from: 'src', touched: undefined }, shape, call)
    const guard =
      call.write && media.kind === 'object' && set
        ? ` having ${failUnless(draft, 'count(*) = 1', 'count(*)')}`
        : ''
    return { text: `with src as (select f.* from ${source}) ${answer}${guard}`, values: draft.values }
  }
  const many = routine.returns.kind === 'scalar' && routine.returns.set && media.kind !== 'object'
  const values = `select ${invocation} as v${from === undefined ? '' : ` from ${from}`}`
  const all = media.stripped ? 'json_strip_nulls(json_agg(r.v))' : 'json_agg(r.v)'
  const body =
    media.kind === 'csv'
      ? bodySql(media)
      : many
        ? `coalesce(${all}::text, '[]')`
        : `coalesce((${all}->0)::text, 'null')`
  return { text: `${answerSql({ body, rows: 'count(*)' })} from (${values}) r`, values: draft.values }
}

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
