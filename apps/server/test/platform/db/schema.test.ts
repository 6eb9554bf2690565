import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDatabase } from '../../setup/database.ts'

/** Rules for every table and function of ours, including future ones. */

let db: Awaited<ReturnType<typeof makeDatabase>>
beforeAll(async () => {
  db = await makeDatabase('migrated')
})
afterAll(() => db.drop())

/** Our schemas: all that are not part of PostgreSQL. */
const ours = () => db.sql`
  select oid, nspname from pg_namespace
  where nspname !~ '^pg_' and nspname <> 'information_schema'`

const names = async (query: PromiseLike<readonly { name: string }[]>) => (await query).map(({ name }) => name)

describe('tables', () => {
  test('every table of every schema has row-level security', async () => {
    const tables = await db.sql<{ name: string; secured: boolean }[]>`
      select n.nspname || '.' || c.relname as name, c.relrowsecurity as secured
      from pg_class c join (${ours()}) n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') order by 1`
    expect(tables.length).toBeGreaterThanOrEqual(23)
    expect(tables.filter(({ secured }) => !secured)).toEqual([])
  })

  test('every table that a request may name has a policy, whose name is a sentence', async () => {
    const bare = await names(db.sql`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not exists (select from pg_policy p where p.polrelid = c.oid)`)
    expect(bare).toEqual([])
    const policies = await names(db.sql`select polname as name from pg_policy`)
    expect(policies.filter((name) => !/^[A-Z].* .* /.test(name))).toEqual([])
  })

  test('every policy is for one act and never for all roles', async () => {
    const loose = await names(db.sql`
      select polname as name from pg_policy
      where polcmd = '*' or polroles = '{0}' or not polpermissive
        or polroles && array(select oid from pg_roles where rolname = 'service_role')`)
    expect(loose).toEqual([])
  })

  test('there is no view but the two of the job queue, and no view or sequence that a request may use', async () => {
    const views = await names(db.sql`
      select n.nspname || '.' || c.relname as name from pg_class c join (${ours()}) n on n.oid = c.relnamespace
      where c.relkind in ('v', 'm', 'f') order by 1`)
    expect(views).toEqual(['graphile_worker.jobs', 'interno.trabajos_fallidos'])
    const readable = await names(db.sql`
      select r.role || ' ' || c.relname as name from pg_class c join (${ours()}) n on n.oid = c.relnamespace
      cross join unnest('{anon,authenticated,service_role}'::text[]) r (role)
      where c.relkind in ('v', 'm', 'f') and has_any_column_privilege(r.role, c.oid, 'select, insert, update')`)
    expect(readable).toEqual([])
    const sequences = await names(db.sql`
      select c.relname as name from pg_class c
      join (${ours()}) n on n.oid = c.relnamespace
      cross join unnest('{anon,authenticated}'::text[]) r (role)
      where c.relkind = 'S' and has_sequence_privilege(r.role, c.oid, 'usage, select, update')`)
    expect(sequences).toEqual([])
  })

  test('without a session only reading the two catalogues is granted', async () => {
    const grants = await names(db.sql`
      select n.nspname || '.' || c.relname || ' ' || p.privilege as name
      from pg_class c
      join (${ours()}) n on n.oid = c.relnamespace
      cross join unnest('{select,insert,update,delete,truncate,references,trigger}'::text[]) p (privilege)
      where c.relkind in ('r', 'p')
        and case when p.privilege in ('select', 'insert', 'update', 'references')
          then has_any_column_privilege('anon', c.oid, p.privilege)
          else has_table_privilege('anon', c.oid, p.privilege) end
      order by 1`)
    expect(grants).toEqual(['public.alcaldias_disponibles select', 'public.oficios_disponibles select'])
  })

  test('nobody may truncate, reference or add triggers to a table, nor create one in our schemas', async () => {
    const tables = await names(db.sql`
      select r.role || ' ' || c.relname as name from pg_class c
      join (${ours()}) n on n.oid = c.relnamespace
      cross join unnest('{anon,authenticated}'::text[]) r (role)
      where c.relkind in ('r', 'p')
        and (has_table_privilege(r.role, c.oid, 'truncate, trigger, references')
          or has_any_column_privilege(r.role, c.oid, 'references'))`)
    const schemas = await names(db.sql`
      select r.role || ' ' || n.nspname as name from (${ours()}) n
      cross join unnest('{anon,authenticated,service_role}'::text[]) r (role)
      where has_schema_privilege(r.role, n.oid, 'create')`)
    expect([...tables, ...schemas]).toEqual([])
  })

  test('the schemas of accounts, objects and derived data grant no table to a request', async () => {
    const reachable = await names(db.sql`
      select r.role || ' ' || n.nspname || '.' || c.relname as name from pg_class c
      join (${ours()}) n on n.oid = c.relnamespace and n.nspname <> 'public'
      cross join unnest('{anon,authenticated}'::text[]) r (role)
      where c.relkind in ('r', 'p') and has_any_column_privilege(r.role, c.oid, 'select, insert, update')`)
    expect(reachable).toEqual([])
  })
})

describe('functions', () => {
  test('no function is executable by everyone', async () => {
    const open = await names(db.sql`
      select n.nspname || '.' || p.proname as name from pg_proc p
      join (${ours()}) n on n.oid = p.pronamespace
      where exists (
        select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
        where a.grantee = 0 and a.privilege_type = 'EXECUTE')`)
    expect(open).toEqual([])
  })

  test('a security definer function sets its own search path', async () => {
    const definers = await db.sql<{ name: string; config: string[] | null }[]>`
      select n.nspname || '.' || p.proname as name, p.proconfig as config from pg_proc p
      join (${ours()}) n on n.oid = p.pronamespace where p.prosecdef`
    expect(definers.length).toBeGreaterThan(10)
    expect(definers.filter(({ config }) => !config?.includes('search_path=""'))).toEqual([])
  })

  test('the roles of requests own nothing, cannot log in and are not members of one another', async () => {
    const roles = await db.sql`
      select rolname, rolcanlogin, rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolbypassrls
      from pg_roles where rolname in ('anon', 'authenticated', 'service_role') order by 1`
    const none = {
      rolcanlogin: false,
      rolsuper: false,
      rolinherit: false,
      rolcreaterole: false,
      rolcreatedb: false,
    }
    expect(roles).toEqual([
      { rolname: 'anon', ...none, rolbypassrls: false },
      { rolname: 'authenticated', ...none, rolbypassrls: false },
      { rolname: 'service_role', ...none, rolbypassrls: true },
    ])
    const members = await names(db.sql`
      select pg_get_userbyid(roleid) || ' to ' || pg_get_userbyid(member) as name from pg_auth_members
      where pg_get_userbyid(member) in ('anon', 'authenticated', 'service_role')`)
    expect(members).toEqual([])
  })
})

describe('indexes', () => {
  /**
   * Foreign keys to a catalogue of a few dozen rows: renaming a row is rare, and may then read the whole
   * table.
   */
  const UNINDEXED = [
    'interno.busquedas_diarias(oficio)',
    'maestro_alcaldias(alcaldia)',
    'maestro_oficios(oficio)',
    'maestros(alcaldia)',
  ]

  test('every foreign key has an index that leads with its columns', async () => {
    const bare = await names(db.sql`
      select c.conrelid::regclass::text || '(' ||
        (select string_agg(a.attname, ', ' order by k.place)
         from unnest(c.conkey) with ordinality k (number, place)
         join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number) || ')' as name
      from pg_constraint c join (${ours()}) n on n.oid = c.connamespace
      where c.contype = 'f' and not exists (
        select from pg_index i
        where i.indrelid = c.conrelid and i.indpred is null
          and (i.indkey::int2[])[0 : cardinality(c.conkey) - 1] @> c.conkey)
      order by 1`)
    expect(bare.map((name) => name.replace(/^public\./, ''))).toEqual(UNINDEXED)
  })

  const SOMEONE = '00000000-0000-4000-8000-000000000000'

  /** Sequential scans are made expensive, so a remaining one means that no index serves the policy. */
  test.each([
    ['profiles', 'id'],
    ['maestros', 'id'],
    ['maestro_oficios', 'maestro_id'],
    ['maestro_alcaldias', 'maestro_id'],
    ['maestro_stats', 'maestro_id'],
    ['chats', 'id'],
    ['mensajes', 'id'],
    ['accesos_contacto', 'motivo'],
    ['vistas_perfil', 'dia'],
    ['resenas', 'id'],
    ['tickets', 'id'],
    ['preferencias_avisos', 'user_id'],
  ])(
    'the rows of %s that a person may read are found by an index, with any filter',
    async (table, column) => {
      expect(await scansOf(`select ${column} from public.${table}`)).not.toContain('Seq Scan')
    },
  )

  async function scansOf(statement: string): Promise<string> {
    return db.sql.begin(async (sql) => {
      await sql`set local enable_seqscan = off`
      await sql`set local enable_indexonlyscan = off`
      await sql`set local enable_indexscan = off`
      await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: SOMEONE, role: 'authenticated' })}, true)`
      await sql`set local role authenticated`
      const plan = await sql.unsafe<Record<string, string>[]>(`explain (costs off) ${statement}`)
      return plan.map((line) => line['QUERY PLAN']).join('\n')
    })
  }
})
