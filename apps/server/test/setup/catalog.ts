import type { Sql } from '../../src/platform/db/pool.ts'

/**
 * Everything that the text of the database creates, as lines in the order of their names: tables, columns, types, defaults,
 * constraints, indexes, functions, views, triggers, policies and grants.
 */
export async function catalogOf(sql: Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    with ours as (
      select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
    )
    select line from (
      select format('schema %s acl=%s', nspname, (select array_agg(a::text order by a::text) from unnest(nspacl) a)) as line
      from pg_namespace join ours using (oid, nspname)
      union all
      select format('%s %s.%s %s rls=%s %s acl=%s', relkind, nspname, relname, relpersistence, relrowsecurity, reloptions,
        (select array_agg(a::text order by a::text) from unnest(coalesce(relacl, acldefault('r', relowner))) a))
      from pg_class c join ours on ours.oid = relnamespace where relkind in ('r', 'S', 'i', 'v', 'c')
      union all
      select format('column %s.%s %s null=%s %s %s %s acl=%s', attrelid::regclass, attname,
        format_type(atttypid, atttypmod), not attnotnull, attidentity, attgenerated, pg_get_expr(adbin, adrelid), attacl)
      from pg_attribute a join pg_class c on c.oid = attrelid join ours on ours.oid = relnamespace
      left join pg_attrdef d on adrelid = attrelid and adnum = attnum
      where attnum > 0 and relkind in ('r', 'c') and not attisdropped
      union all
      select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(c.oid))
      from pg_constraint c join ours on ours.oid = connamespace
      union all
      select pg_get_indexdef(indexrelid) from pg_index join pg_class c on c.oid = indexrelid
      join ours on ours.oid = relnamespace
      union all
      select pg_get_functiondef(p.oid) || array(select a::text from unnest(proacl) a order by 1)::text
      from pg_proc p join ours on ours.oid = pronamespace
      union all
      select format('view %s %s', c.oid::regclass, pg_get_viewdef(c.oid))
      from pg_class c join ours on ours.oid = relnamespace where relkind = 'v'
      union all
      select format('%s %s', pg_get_triggerdef(t.oid), tgenabled) from pg_trigger t where not tgisinternal
      union all
      select format('policy %s %s %s %s %s %s', polrelid::regclass, polname, polcmd, polroles::regrole[],
        pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
      from pg_policy
    ) all_lines order by line collate "C"`
  return rows.map(({ line }) => line)
}
