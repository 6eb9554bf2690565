import type { Caller } from '../../platform/caller.ts'
import type { Sql } from '../../platform/db/pool.ts'
import { SCHEMA } from './errors.ts'
import type { Routine, Schema } from './schema.ts'
import type { Table } from './table.ts'

type Json = Record<string, unknown>
/** What a role may do: `TABLE:ACT:COLUMN`, `TABLE:delete` and the names of remote procedures. */
type Grants = Set<string>

/**
 * GET /rest/v1/ answers a Swagger 2.0 document, as PostgREST does: the tables, columns and remote procedures that the
 * caller's role has a right to. It is made once for each role and schema.
 */
export function describer(sql: Sql): (schema: Schema, role: Caller['role']) => Promise<Json> {
  const memoized = new WeakMap<Schema, Map<string, Json>>()
  return async (schema, role) => {
    const documents = memoized.get(schema) ?? new Map<string, Json>()
    memoized.set(schema, documents)
    const document = documents.get(role) ?? documentOf(schema, await grantsOf(sql, role))
    documents.set(role, document)
    return document
  }
}

async function grantsOf(sql: Sql, role: Caller['role']): Promise<Grants> {
  const rows = await sql<{ name: string }[]>`
    select format('%s:%s:%s', c.relname, act, a.attname) as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    cross join unnest('{select,insert,update}'::text[]) act
    where c.relnamespace = ${SCHEMA}::regnamespace and has_column_privilege(${role}, c.oid, a.attnum, act)
    union all
    select format('%s:delete', c.relname) from pg_class c
    where c.relnamespace = ${SCHEMA}::regnamespace and has_table_privilege(${role}, c.oid, 'delete')
    union all
    select p.proname from pg_proc p
    where p.pronamespace = ${SCHEMA}::regnamespace and has_function_privilege(${role}, p.oid, 'execute')`
  return new Set(rows.map(({ name }) => name))
}

function documentOf({ tables, routines }: Schema, grants: Grants): Json {
  const definitions: Json = {}
  const paths: Json = {}
  for (const table of tables.values()) {
    const { name } = table
    const columns = (act: string) =>
      [...table.columns.values()].filter((one) => grants.has(`${name}:${act}:${one.name}`))
    const [select, insert, update] = [columns('select'), columns('insert'), columns('update')]
    const acts = {
      ...(select.length > 0 && { get: operation(table, 'Reads rows.') }),
      ...(insert.length > 0 && { post: operation(table, 'Inserts rows.', true) }),
      ...(update.length > 0 && { patch: operation(table, 'Updates rows.', true) }),
      ...(grants.has(`${name}:delete`) && { delete: operation(table, 'Deletes rows.') }),
    }
    if (Object.keys(acts).length === 0) continue
    paths[`/${name}`] = acts
    const properties = [...select, ...insert, ...update].map((one) => [
      one.name,
      typeOf(one.type, one.enumValues),
    ])
    const required = select.filter((one) => !one.nullable).map((one) => one.name)
    definitions[name] = { type: 'object', required, properties: Object.fromEntries(properties) }
  }
  for (const [name, [routine]] of routines) {
    if (routine && grants.has(name)) paths[`/rpc/${name}`] = { post: call(routine) }
  }
  const info = {
    title: 'Maestros CDMX',
    version: '1',
    description: 'What the caller may read, write and call.',
  }
  const json = ['application/json']
  return { swagger: '2.0', info, basePath: '/rest/v1', consumes: json, produces: json, paths, definitions }
}

function operation({ name }: Table, summary: string, body = false): Json {
  const row = { $ref: `#/definitions/${name}` }
  const parameters = body ? [{ name, in: 'body', schema: row }] : []
  const responses = { 200: { description: 'Rows.', schema: { type: 'array', items: row } } }
  return { tags: [name], summary, parameters, responses }
}

function call({ name, arguments: given }: Routine): Json {
  const properties = Object.fromEntries(given.map((one) => [one.name, typeOf(one.type)]))
  const required = given.filter(({ optional }) => !optional).map((one) => one.name)
  const schema = { type: 'object', ...(required.length > 0 && { required }), properties }
  const parameters = [{ name: 'args', in: 'body', schema }]
  return { tags: [name], parameters, responses: { 200: { description: 'The result.' } } }
}

/** The type of a JSON value, with PostgreSQL's own name as its format. */
function typeOf(type: string, values?: string[]): Json {
  if (type.endsWith('[]')) return { type: 'array', items: typeOf(type.slice(0, -2)) }
  if (/^(?:smallint|integer|bigint)$/.test(type)) return { type: 'integer', format: type }
  if (/^(?:numeric|real|double precision)$/.test(type)) return { type: 'number', format: type }
  if (type === 'boolean') return { type: 'boolean' }
  // A JSON column holds a value of any type.
  if (type === 'json' || type === 'jsonb') return { format: type }
  return { type: 'string', format: type, ...(values && { enum: values }) }
}
