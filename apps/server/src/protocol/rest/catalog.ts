import type { Sql } from '../../platform/db/pool.ts'
import { SCHEMA } from './errors.ts'

/** The rows of PostgreSQL's catalog from which the data surface learns the schema. */
export interface Catalog {
  relations: { oid: number; name: string; kind: 'table' | 'view' | 'result'; writers: string[] }[]
  columns: {
    relation: number
    name: string
    type: string
    write_type: string
    nullable: boolean
    default: string | null
    derived: boolean
    enum_values: string[] | null
  }[]
  keys: { relation: number; primary: boolean; columns: string[] }[]
  foreignKeys: {
    name: string
    relation: number
    columns: string[]
    target: number
    target_columns: string[]
  }[]
  routines: {
    name: string
    arguments: { name: string; type: string; optional: boolean }[]
    outputs: { name: string; type: string }[]
    return_type: string
    return_relation: number | null
    pseudo: boolean
    set: boolean
    /** True when the function returns at most one row (ROWS 1, or no set). */
    one: boolean
    of_relation: number | null
  }[]
}

export async function readCatalog(sql: Sql): Promise<Catalog> {
  const [relations, columns, keys, foreignKeys, routines] = await Promise.all([
    readRelations(sql),
    readColumns(sql),
    readKeys(sql),
    readForeignKeys(sql),
    readRoutines(sql),
  ])
  return { relations, columns, keys, foreignKeys, routines }
}

/** Tables and views of the exposed schema, and the composite types that its functions return. */
const exposedRelations = (sql: Sql) => sql`
  select c.oid, c.relname, c.relkind from pg_class c
  where c.relnamespace = ${SCHEMA}::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
  union
  select c.oid, c.relname, 'c' from pg_proc p
  join pg_type t on t.oid = p.prorettype
  join pg_class c on c.oid = t.typrelid
  where p.pronamespace = ${SCHEMA}::regnamespace
    and not (c.relnamespace = ${SCHEMA}::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f'))`

/** A type name that is valid in a statement for any search path. */
const typeName = (sql: Sql, type: string, modifier: string) =>
  sql.unsafe(`
  (select case n.nspname when 'pg_catalog' then format_type(t.oid, ${modifier})
     else quote_ident(n.nspname) || '.' || quote_ident(t.typname) end
   from pg_type t join pg_namespace n on n.oid = t.typnamespace where t.oid = ${type})`)

function readRelations(sql: Sql) {
  return sql<Catalog['relations']>`
    select oid::int, relname as name,
      case when relkind in ('r', 'p', 'f') then 'table' when relkind = 'c' then 'result' else 'view' end as kind,
      (select coalesce(json_agg(role || ':' || act), '[]')
       from unnest('{anon,authenticated,service_role}'::text[]) role, unnest('{insert,update,delete}'::text[]) act
       where relkind <> 'c' and case act when 'delete' then has_table_privilege(role, oid, act)
         else has_any_column_privilege(role, oid, act) end) as writers
    from (${exposedRelations(sql)}) r order by relname`
}

function readColumns(sql: Sql) {
  return sql<Catalog['columns']>`
    select a.attrelid::int as relation, a.attname as name,
      ${typeName(sql, "case y.typtype when 'd' then y.typbasetype else a.atttypid end", '-1')} as type,
      ${typeName(sql, 'a.atttypid', 'a.atttypmod')} as write_type,
      not a.attnotnull as nullable,
      case when a.attidentity <> '' then
        format('nextval(%L::regclass)', pg_get_serial_sequence(a.attrelid::regclass::text, a.attname))
      when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end as default,
      a.attgenerated <> '' or a.attidentity = 'a' as derived,
      (select to_json(array_agg(e.enumlabel order by e.enumsortorder)) from pg_enum e
       where e.enumtypid = a.atttypid) as enum_values
    from pg_attribute a
    join (${exposedRelations(sql)}) r on r.oid = a.attrelid
    join pg_type y on y.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped
    order by a.attrelid, a.attnum`
}

/** Column names of a constraint, in the constraint's order. */
const names = (sql: Sql, relation: string, numbers: string) =>
  sql.unsafe(`
  (select json_agg(a.attname order by k.place)
   from unnest(${numbers}) with ordinality k (number, place)
   join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.number)`)

function readKeys(sql: Sql) {
  return sql<Catalog['keys']>`
    select conrelid::int as relation, contype = 'p' as primary,
      ${names(sql, 'conrelid', 'conkey')} as columns
    from pg_constraint where contype in ('p', 'u') and connamespace = ${SCHEMA}::regnamespace`
}

function readForeignKeys(sql: Sql) {
  return sql<Catalog['foreignKeys']>`
    select c.conname as name, c.conrelid::int as relation, ${names(sql, 'c.conrelid', 'c.conkey')} as columns,
      c.confrelid::int as target, ${names(sql, 'c.confrelid', 'c.confkey')} as target_columns
    from pg_constraint c join pg_class t on t.oid = c.confrelid
    where c.contype = 'f' and c.connamespace = ${SCHEMA}::regnamespace
      and t.relnamespace = ${SCHEMA}::regnamespace and c.conparentid = 0
    order by c.conname`
}

function readRoutines(sql: Sql) {
  return sql<Catalog['routines']>`
    select p.proname as name,
      (select coalesce(json_agg(json_build_object(
          'name', coalesce(p.proargnames[i], ''),
          'type', ${typeName(sql, 'p.proargtypes[i - 1]', '-1')},
          'optional', i > p.pronargs - p.pronargdefaults) order by i), '[]')
        from generate_series(1, p.pronargs) i) as arguments,
      (select coalesce(json_agg(json_build_object(
          'name', p.proargnames[i], 'type', ${typeName(sql, 'p.proallargtypes[i]', '-1')}) order by i), '[]')
        from generate_series(1, coalesce(cardinality(p.proargmodes), 0)) i
        where p.proargmodes[i] in ('o', 't')) as outputs,
      ${typeName(sql, 'p.prorettype', '-1')} as return_type,
      nullif(t.typrelid, 0)::int as return_relation,
      t.typtype = 'p' as pseudo,
      p.proretset as set,
      not p.proretset or p.prorows = 1 as one,
      case when p.pronargs = 1 and t.typrelid <> 0 then
        (select nullif(y.typrelid, 0)::int from pg_type y where y.oid = p.proargtypes[0]) end as of_relation
    from pg_proc p join pg_type t on t.oid = p.prorettype
    where p.pronamespace = ${SCHEMA}::regnamespace and p.prokind = 'f' and p.provariadic = 0
      and coalesce(not p.proargmodes && '{b}', true)
    order by p.proname, p.oid`
}
