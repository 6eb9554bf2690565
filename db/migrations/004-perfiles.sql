-- One profile an account, made with it. The role is copied here once, from the sign-up's metadata; after that
-- no client can change it, and no check ever reads the metadata again.

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  nombre text check (char_length(nombre) between 1 and 100),
  apellido text check (char_length(apellido) between 1 and 100),
  display_name text check (char_length(display_name) between 1 and 201),
  -- Null is an account that signed up without saying: it may enter nothing.
  role text check (role in ('buscador', 'maestro')),
  terminos_aceptados boolean not null default false,
  fecha_aceptacion timestamptz,
  -- Set by operators alone: a suspended account cannot sign in and is not listed.
  suspendido_en timestamptz,
  creado_en timestamptz not null default now()
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

create trigger users_make_their_profile after insert on auth.users
  for each row execute function interno.crear_profile();

create function interno.rol_de(p_user uuid) returns text
language sql stable security definer set search_path = ''
return (select role from public.profiles where id = p_user);
grant execute on function interno.rol_de(uuid) to authenticated, service_role;

-- Asked by auth.open_request: a session that was open when its account was suspended stops there.
create function interno.esta_suspendido(p_user uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from public.profiles where id = p_user and suspendido_en is not null);
grant execute on function interno.esta_suspendido(uuid) to anon, authenticated, service_role;

-- Suspending takes effect at once: whoever is signed in no longer is.
create function interno.cerrar_sesiones() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.sessions where user_id = new.id;
  return null;
end $$;

create trigger suspended_accounts_are_signed_out after update of suspendido_en on public.profiles
  for each row when (new.suspendido_en is not null and old.suspendido_en is null)
  execute function interno.cerrar_sesiones();
