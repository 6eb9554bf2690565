-- Accesses to contact data: which seeker opened the contact of which maestro, and why. Without one a reader sees neither
-- the telephone nor the whole surname.

create table public.accesos_contacto (
  buscador_id uuid not null references public.profiles on delete restrict,
  maestro_id uuid not null references public.maestros on delete restrict,
  motivo text not null
    check (motivo in ('agendar_visita', 'pedir_cotizacion', 'coordinar_trabajo', 'urgencia', 'otro')),
  detalle text check (char_length(detalle) between 10 and 200),
  creado_en timestamptz not null default now(),
  primary key (buscador_id, maestro_id),
  check (motivo <> 'otro' or detalle is not null)
);
create index accesos_contacto_of_a_maestro on public.accesos_contacto (maestro_id, creado_en);
create index accesos_contacto_of_a_day on public.accesos_contacto (buscador_id, creado_en);

create trigger accesos_contacto_require_accounts before insert on public.accesos_contacto
  for each row execute function interno.exigir_cuentas_vigentes('buscador_id', 'maestro_id');

grant select on public.accesos_contacto to authenticated;
grant all on public.accesos_contacto to service_role;

alter table public.accesos_contacto enable row level security;
create policy "Contact accesses are readable by the seeker and the maestro" on public.accesos_contacto
  for select to authenticated using ((select auth.uid()) in (buscador_id, maestro_id));

-- Whether a reader sees a maestro's contact: the maestro does, and seekers with a recorded access. This is the only place
-- with this rule.
create function interno.contacto_abierto(p_maestro uuid, p_lector uuid) returns boolean
language sql stable security definer set search_path = ''
return coalesce(p_maestro = p_lector, false)
  or exists (select from public.accesos_contacto where maestro_id = p_maestro and buscador_id = p_lector);

create function interno.ve_contacto(p_maestro uuid) returns boolean
language sql stable security definer set search_path = ''
return interno.contacto_abierto(p_maestro, auth.uid());

create type interno.maestro_en_chat as (id uuid, nombre text, apellido text, foto_perfil_url text);

-- chats?select=…,maestros(nombre,apellido,foto_perfil_url) reads the maestro through this function. The surname is whole
-- only for readers who may see the contact. The table itself is readable by its maestro only.
create function public.maestros(public.chats) returns setof interno.maestro_en_chat
language sql stable rows 1 security definer set search_path = ''
as $$
  select m.id, m.nombre,
    case when interno.ve_contacto(m.id) then m.apellido else left(btrim(m.apellido), 1) end,
    interno.foto_publica(m.foto_perfil_url)
  from public.maestros m where m.id = $1.maestro_id
$$;
grant execute on function interno.ve_contacto(uuid), public.maestros(public.chats) to authenticated, service_role;
