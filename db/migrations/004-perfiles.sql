-- Profiles: one for each account, created with it. The role is copied from the sign-up metadata once. After that no client
-- can change it, and no check reads the metadata.

create table public.profiles (
  id uuid primary key,
  nombre text check (char_length(nombre) between 1 and 100),
  apellido text check (char_length(apellido) between 1 and 100),
  display_name text check (char_length(display_name) between 1 and 201),
  -- Null for an account that signed up without a role. It can use no screen that needs one.
  role text check (role in ('buscador', 'maestro')),
  terminos_aceptados boolean not null default false,
  fecha_aceptacion timestamptz,
  -- Set by operators only. A suspended account cannot sign in and is not listed.
  suspendido_en timestamptz,
  creado_en timestamptz not null default now(),
  -- Set when the account is erased (decision 035). The row stays without personal data, because rows of others refer to it.
  eliminada_en timestamptz,
  -- The account of the profile, null once it is erased.
  cuenta_id uuid generated always as (case when eliminada_en is null then id end) stored
    unique references auth.users on delete cascade,
  -- An erased account counts as suspended, so that every rule for suspended accounts holds for it too: it is not listed,
  -- not shown and receives no messages.
  constraint profiles_erased_are_suspended check (eliminada_en is null or suspendido_en is not null),
  constraint profiles_erased_are_anonymous
    check (eliminada_en is null or num_nonnulls(nombre, apellido, display_name, fecha_aceptacion) = 0)
);

grant select (id, nombre, apellido, display_name, role, terminos_aceptados, fecha_aceptacion)
  on public.profiles to authenticated;
grant all on public.profiles to service_role;

alter table public.profiles enable row level security;
create policy "Profiles are readable by their owner" on public.profiles
  for select to authenticated using (id = (select auth.uid()));

create function interno.crear_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  meta jsonb := new.raw_user_meta_data;
  v_nombre text := nullif(btrim(meta ->> 'nombre'), '');
  v_apellido text := nullif(btrim(meta ->> 'apellido'), '');
begin
  insert into public.profiles (id, nombre, apellido, display_name, role, terminos_aceptados, fecha_aceptacion)
  values (
    new.id,
    v_nombre,
    v_apellido,
    coalesce(nullif(btrim(meta ->> 'display_name'), ''), nullif(concat_ws(' ', v_nombre, v_apellido), '')),
    meta ->> 'role',
    coalesce(meta -> 'terminos_aceptados' = 'true'::jsonb, false),
    (meta ->> 'fecha_aceptacion')::timestamptz
  );
  return new;
end $$;
create trigger users_create_profile after insert on auth.users
  for each row execute function interno.crear_profile();

create function interno.rol_de(p_user uuid) returns text
language sql stable security definer set search_path = ''
return (select role from public.profiles where id = p_user);
grant execute on function interno.rol_de(uuid) to authenticated, service_role;

-- Suspension ----------------------------------------------------------------------------------------------------------

-- Called by auth.open_request, so that requests of a session that is still open are refused too.
create function interno.esta_suspendido(p_user uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from public.profiles where id = p_user and suspendido_en is not null);
grant execute on function interno.esta_suspendido(uuid) to anon, authenticated, service_role;

-- A suspension takes effect at once: it ends all sessions of the account.
create function interno.cerrar_sesiones() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.sessions where user_id = new.id;
  return null;
end $$;
create trigger profiles_end_sessions after update of suspendido_en on public.profiles
  for each row when (new.suspendido_en is not null and old.suspendido_en is null)
  execute function interno.cerrar_sesiones();

-- Who may act ---------------------------------------------------------------------------------------------------------

-- Why a person may not act: no open session, a suspended account, or another role than the required one. Null when the
-- person may act. Returns the reason instead of raising it, for statements that serve several people.
create function interno.impedimento(p_session uuid, p_user uuid, p_role text) returns text
language sql stable
return nullif(
  coalesce((
    select case
      when p.suspendido_en is not null then 'cuenta_suspendida'
      when p_role is not null and p.role is distinct from p_role then 'otro_rol'
      else ''
    end
    from auth.sessions s join public.profiles p on p.id = s.user_id
    where s.id = p_session and s.user_id = p_user
  ), 'sin_sesion'), '');

-- Raises the reason of interno.impedimento. A server function sends it in one transaction with its own statement, which
-- then does not run.
create function interno.exigir_persona(p_session uuid, p_user uuid, p_role text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  case interno.impedimento(p_session, p_user, p_role)
    when 'sin_sesion' then
      raise exception 'The session does not live' using errcode = 'PT401';
    when 'cuenta_suspendida' then
      raise exception 'The account is suspended' using errcode = 'PT403', detail = 'suspended';
    when 'otro_rol' then
      raise exception 'Another role is needed' using errcode = 'PT403', detail = p_role;
    else null;
  end case;
end $$;

-- Refuses new rows that name an erased account. Arguments: the columns that name people. The profiles are locked before
-- they are read: a row that is written while an account is being erased waits, and is then refused.
create function interno.exigir_cuentas_vigentes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_personas constant uuid[] := array(
    select (to_jsonb(new) ->> columna)::uuid from unnest(tg_argv) columna);
begin
  perform from public.profiles where id = any (v_personas) order by id for share;
  if exists (select from public.profiles where id = any (v_personas) and eliminada_en is not null) then
    raise exception 'The account was erased' using errcode = 'PT410';
  end if;
  return new;
end $$;
