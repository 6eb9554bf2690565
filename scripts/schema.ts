import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type postgres from 'postgres'
import { withMigratedDatabase } from './lib/migrated-database.ts'

/**
 * `npm run schema` writes db/schema.sql: the schema that all migrations together create, read from the catalogue of a
 * new database. A test fails when the committed file differs. It replaces pg_dump, which the npm package of PostgreSQL
 * does not contain.
 */
export const SCHEMA_FILE = join(import.meta.dirname, '../db/schema.sql')

const HEAD = `-- Written by \`npm run schema\` from db/migrations. Do not edit it, and do not run it: it is here to be read.
-- For each schema: types, tables (with their indexes, triggers in firing order, policies and grants), views, functions.
-- Not shown: graphile_worker, which the library of the job queue creates, migraciones, and the rows of the catalogues.
`

/** The schemas that our migrations fill. */
const SCHEMAS = ['public', 'auth', 'storage', 'interno']

type Tx = postgres.TransactionSql

/** Needs a transaction, because it sets the search path for it: all names are then printed with their schema. */
export async function renderSchema(sql: Tx): Promise<string> {
  await sql`set local search_path = ''`
  const parts = [HEAD, (await defaultPrivileges(sql)).map(({ line }) => line).join('\n')]
  for (const schema of SCHEMAS) {
    parts.push(heading(`Schema ${schema}`), await grantsOfSchema(sql, schema))
    for (const list of [compositeTypes, tables, views, functions]) parts.push(...(await list(sql, schema)))
  }
  return `${parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n')}\n`
}

const heading = (text: string) => `-- ${text} ${'-'.repeat(Math.max(0, 116 - text.length))}`

const statements = (rows: readonly { line: string }[]) => rows.map(({ line }) => `${line};`).join('\n')

/** What is missing here is the default of PostgreSQL: functions are executable by everyone unless this is revoked. */
const defaultPrivileges = (sql: Tx) => sql<{ line: string }[]>`
  select format('-- Default privileges of new %s: %s for %s.',
    case d.defaclobjtype when 'f' then 'functions' when 'r' then 'tables' else d.defaclobjtype::text end,
    string_agg(lower(a.privilege_type), ', '),
    case a.grantee when 0 then 'public' when d.defaclrole then 'the owner' else pg_get_userbyid(a.grantee) end) as line
  from pg_default_acl d cross join aclexplode(d.defaclacl) a group by d.defaclobjtype, a.grantee, d.defaclrole order by 1`

async function grantsOfSchema(sql: Tx, schema: string): Promise<string> {
  const grants = await sql<{ line: string }[]>`
    select format('grant %s on schema %s to %s', privileges, ${schema}::text, grantee) as line from (
      select case when a.grantee = 0 then 'public' else pg_get_userbyid(a.grantee)::text end as grantee,
        string_agg(lower(a.privilege_type), ', ' order by a.privilege_type) as privileges
      from pg_namespace n cross join aclexplode(n.nspacl) a
      where n.nspname = ${schema} and a.grantee <> n.nspowner group by 1
    ) g order by grantee collate "C"`
  return `create schema ${schema};\n${statements(grants)}`
}

async function compositeTypes(sql: Tx, schema: string): Promise<string[]> {
  const types = await sql<{ text: string }[]>`
    select format('create type %s.%I as (%s);', ${schema}::text, c.relname, (
      select string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ' order by attnum)
      from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped)) as text
    from pg_class c where c.relnamespace = ${schema}::regnamespace and c.relkind = 'c'
    order by c.relname collate "C"`
  return types.map(({ text }) => text)
}

async function tables(sql: Tx, schema: string): Promise<string[]> {
  const found = await sql<{ oid: number; name: string; secured: boolean; options: string | null }[]>`
    select c.oid::int4 as oid, ${schema} || '.' || quote_ident(c.relname) as name, c.relrowsecurity as secured,
      array_to_string(c.reloptions, ', ') as options
    from pg_class c where c.relnamespace = ${schema}::regnamespace and c.relkind in ('r', 'p')
    order by c.relname collate "C"`
  const texts: string[] = []
  for (const { oid, name, secured, options } of found) {
    const lines = [...(await columns(sql, oid)), ...(await constraints(sql, oid))]
    texts.push(
      `create table ${name} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n)${options ? ` with (${options})` : ''};`,
      statements(await indexes(sql, oid)),
      statements(await triggers(sql, oid)),
      `${secured ? `alter table ${name} enable row level security;\n` : ''}${statements(await policies(sql, oid))}`,
      statements(await grantsOfRelation(sql, oid)),
    )
  }
  return texts
}

async function columns(sql: Tx, table: number): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
      case when a.attcollation not in (0, t.typcollation) then 'collate ' || a.attcollation::regcollation end,
      case when a.attnotnull then 'not null' end,
      case when a.attidentity = 'a' then 'generated always as identity'
        when a.attidentity = 'd' then 'generated by default as identity' end,
      case when a.attgenerated = 's' then format('generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
        when a.attgenerated = 'v' then format('generated always as (%s) virtual', pg_get_expr(d.adbin, d.adrelid))
        else 'default ' || pg_get_expr(d.adbin, d.adrelid) end) as line
    from pg_attribute a
    join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${table} and a.attnum > 0 and not a.attisdropped order by a.attnum`
  return rows.map(({ line }) => line)
}

async function constraints(sql: Tx, table: number): Promise<string[]> {
  // Not-null constraints ('n') are shown with their columns.
  const rows = await sql<{ line: string }[]>`
    select format('constraint %I %s', conname, pg_get_constraintdef(oid)) as line
    from pg_constraint where conrelid = ${table} and contype not in ('n', 't')
    order by array_position(array['p', 'u', 'x', 'f', 'c'], contype::text), conname collate "C"`
  return rows.map(({ line }) => line)
}

const indexes = (sql: Tx, table: number) => sql<{ line: string }[]>`
  select pg_get_indexdef(i.indexrelid) as line
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indrelid = ${table} and not exists (
    select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  order by c.relname collate "C"`

/** In the order in which PostgreSQL fires triggers of one kind, which is the order of their names. */
const triggers = (sql: Tx, table: number) => sql<{ line: string }[]>`
  select pg_get_triggerdef(oid) as line from pg_trigger
  where tgrelid = ${table} and not tgisinternal order by tgname collate "C"`

const policies = (sql: Tx, table: number) => sql<{ line: string }[]>`
  select format('create policy %I on %s for %s to %s', polname, polrelid::regclass,
      case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
      (select string_agg(pg_get_userbyid(role), ', ' order by pg_get_userbyid(role) collate "C") from unnest(polroles) role))
    || coalesce(E'\n  using (' || pg_get_expr(polqual, polrelid) || ')', '')
    || coalesce(E'\n  with check (' || pg_get_expr(polwithcheck, polrelid) || ')', '') as line
  from pg_policy where polrelid = ${table} order by polname collate "C"`

/** Grants on the whole relation, then grants on single columns. */
const grantsOfRelation = (sql: Tx, relation: number) => sql<{ line: string }[]>`
  select format('grant %s on %s to %s', privileges, ${relation}::oid::regclass, grantee) as line from (
    select 1 as place, pg_get_userbyid(a.grantee)::text as grantee,
      string_agg(lower(a.privilege_type), ', ' order by a.privilege_type) as privileges
    from pg_class c cross join aclexplode(c.relacl) a
    where c.oid = ${relation} and a.grantee <> c.relowner group by 2
    union all
    select 2, grantee, string_agg(privilege || ' (' || columns || ')', ', ' order by privilege)
    from (
      select pg_get_userbyid(a.grantee)::text as grantee, lower(a.privilege_type) as privilege,
        string_agg(quote_ident(t.attname), ', ' order by t.attnum) as columns
      from pg_attribute t cross join aclexplode(t.attacl) a
      where t.attrelid = ${relation} and not t.attisdropped group by 1, 2
    ) of_columns group by 2
  ) g order by place, grantee collate "C"`

async function views(sql: Tx, schema: string): Promise<string[]> {
  const found = await sql<{ oid: number; text: string }[]>`
    select c.oid::int4 as oid, format(E'create view %s.%I as\n%s', ${schema}::text, c.relname, pg_get_viewdef(c.oid)) as text
    from pg_class c where c.relnamespace = ${schema}::regnamespace and c.relkind = 'v'
    order by c.relname collate "C"`
  const texts: string[] = []
  for (const { oid, text } of found) texts.push(`${text}\n${statements(await grantsOfRelation(sql, oid))}`)
  return texts
}

async function functions(sql: Tx, schema: string): Promise<string[]> {
  const found = await sql<{ text: string; grants: string | null }[]>`
    select pg_get_functiondef(p.oid) as text, (
      select format('grant execute on function %s to %s;', p.oid::regprocedure,
        string_agg(case when a.grantee = 0 then 'public' else pg_get_userbyid(a.grantee)::text end, ', '
          order by pg_get_userbyid(a.grantee) collate "C"))
      from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee <> p.proowner
      having count(*) > 0) as grants
    from pg_proc p where p.pronamespace = ${schema}::regnamespace
    order by p.proname collate "C", p.oid::regprocedure::text collate "C"`
  return found.map(({ text, grants }) => `${text.trim()};\n${grants ?? ''}`)
}

if (import.meta.main) {
  await withMigratedDatabase(async (sql) => writeFile(SCHEMA_FILE, await sql.begin(renderSchema)))
}
