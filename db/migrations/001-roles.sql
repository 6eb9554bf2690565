-- The roles of requests, the schemas, and the functions that read who sends a request. As in Supabase, a request runs
-- as anon, authenticated or service_role, with the claims of its token in the setting request.jwt.claims.

do $$
begin
  -- Roles belong to the whole cluster, so another database of it may have created them already.
  if not exists (select from pg_roles where rolname = 'anon') then
    create role anon nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then
    create role authenticated nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'service_role') then
    create role service_role nologin noinherit bypassrls;
  end if;
exception when duplicate_object or unique_violation then
  null; -- Two databases of one cluster were migrated at the same time.
end $$;

grant anon, authenticated, service_role to current_user;

-- Requests have only the rights that are granted by name.
revoke all on schema public from public;
alter default privileges revoke execute on functions from public;

create schema auth;
-- Derived tables, and functions of triggers and policies. No request may name them.
create schema interno;

grant usage on schema public to anon, authenticated, service_role;
grant usage on schema auth to anon, authenticated, service_role;
grant usage on schema interno to anon, authenticated, service_role;

create function auth.jwt() returns jsonb
language sql stable
return coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb;

create function auth.uid() returns uuid
language sql stable
return (auth.jwt() ->> 'sub')::uuid;

create function auth.role() returns text
language sql stable
return auth.jwt() ->> 'role';

grant execute on function auth.jwt(), auth.uid(), auth.role() to anon, authenticated, service_role;
