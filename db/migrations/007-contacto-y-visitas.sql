-- Who asked for whose contact, and why; who looked at whose profile; and the two figures of the dashboard.

create table public.accesos_contacto (
  buscador_id uuid not null references public.profiles on delete cascade,
  maestro_id uuid not null references public.maestros on delete cascade,
  motivo text not null
    check (motivo in ('agendar_visita', 'pedir_cotizacion', 'coordinar_trabajo', 'urgencia', 'otro')),
  detalle text check (char_length(detalle) between 10 and 200),
  creado_en timestamptz not null default now(),
  primary key (buscador_id, maestro_id),
  check (motivo <> 'otro' or detalle is not null)
);
create index accesos_contacto_of_a_maestro on public.accesos_contacto (maestro_id, creado_en);
create index accesos_contacto_of_a_day on public.accesos_contacto (buscador_id, creado_en);

create table public.vistas_perfil (
  maestro_id uuid not null references public.maestros on delete cascade,
  buscador_id uuid not null references public.profiles on delete cascade,
  -- One a seeker, maestro and day, by the clocks of the city.
  dia date not null default (now() at time zone 'America/Mexico_City')::date,
  creado_en timestamptz not null default now(),
  primary key (maestro_id, buscador_id, dia)
);
create index vistas_perfil_by_time on public.vistas_perfil (maestro_id, creado_en);
create index vistas_perfil_of_a_buscador on public.vistas_perfil (buscador_id);

create table public.maestro_stats (
  maestro_id uuid primary key references public.maestros on delete cascade,
  visitas_ultimos_30_dias integer not null default 0 check (visitas_ultimos_30_dias >= 0),
  contactos_ultimos_30_dias integer not null default 0 check (contactos_ultimos_30_dias >= 0),
  actualizado_en timestamptz not null default now()
);

-- A client may write the row, as the specification's calls do, but never the figures.
create function interno.contar_stats() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.visitas_ultimos_30_dias := (
    select count(*) from public.vistas_perfil
    where maestro_id = new.maestro_id and creado_en > now() - interval '30 days');
  new.contactos_ultimos_30_dias := (
    select count(*) from public.accesos_contacto
    where maestro_id = new.maestro_id and creado_en > now() - interval '30 days');
  new.actualizado_en := now();
  return new;
end $$;
create trigger stats_are_counted before insert or update on public.maestro_stats
  for each row execute function interno.contar_stats();

create function interno.recontar(p_maestro uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into public.maestro_stats (maestro_id) values (p_maestro)
  on conflict (maestro_id) do update set actualizado_en = now()
$$;

create function interno.recontar_al_registrar() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform interno.recontar(new.maestro_id);
  return null;
end $$;
create trigger accesos_are_counted after insert on public.accesos_contacto
  for each row execute function interno.recontar_al_registrar();
create trigger vistas_are_counted after insert on public.vistas_perfil
  for each row execute function interno.recontar_al_registrar();

-- The window moves even when nothing happens: the dashboard asks for a fresh count of its own figures.
create function public.update_maestro_stats() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.role() = 'service_role' then
    update public.maestro_stats set actualizado_en = now();
  elsif exists (select from public.maestros where id = auth.uid()) then
    perform interno.recontar(auth.uid());
  end if;
end $$;
grant execute on function public.update_maestro_stats() to authenticated, service_role;

grant select on public.accesos_contacto, public.vistas_perfil, public.maestro_stats to authenticated;
grant insert (maestro_id, visitas_ultimos_30_dias, contactos_ultimos_30_dias),
  update (maestro_id, visitas_ultimos_30_dias, contactos_ultimos_30_dias)
  on public.maestro_stats to authenticated;
grant all on public.accesos_contacto, public.vistas_perfil, public.maestro_stats to service_role;

alter table public.accesos_contacto enable row level security;
alter table public.vistas_perfil enable row level security;
alter table public.maestro_stats enable row level security;

create policy "Contact accesses are readable by the seeker and the maestro" on public.accesos_contacto
  for select to authenticated using ((select auth.uid()) in (buscador_id, maestro_id));
create policy "Profile views are readable by the seeker who made them" on public.vistas_perfil
  for select to authenticated using (buscador_id = (select auth.uid()));
create policy "Figures are readable by their maestro" on public.maestro_stats
  for select to authenticated using (maestro_id = (select auth.uid()));
create policy "Maestros start their own figures" on public.maestro_stats
  for insert to authenticated with check (maestro_id = (select auth.uid()));
create policy "Maestros refresh their own figures" on public.maestro_stats
  for update to authenticated
  using (maestro_id = (select auth.uid())) with check (maestro_id = (select auth.uid()));

-- The lock itself, asked wherever contact data might leave.
create function interno.ve_contacto(p_maestro uuid) returns boolean
language sql stable security definer set search_path = ''
return p_maestro = auth.uid()
  or exists (
    select from public.accesos_contacto where maestro_id = p_maestro and buscador_id = auth.uid());

create type interno.maestro_en_chat as (id uuid, nombre text, apellido text, foto_perfil_url text);

-- chats?select=…,maestros(nombre,apellido,foto_perfil_url) reads the maestro through here: the surname is whole
-- only for those who may see the contact. The table itself stays closed to everyone but its maestro.
create function public.maestros(public.chats) returns setof interno.maestro_en_chat
language sql stable rows 1 security definer set search_path = ''
as $$
  select m.id, m.nombre,
    case when interno.ve_contacto(m.id) then m.apellido else left(btrim(m.apellido), 1) end,
    m.foto_perfil_url
  from public.maestros m where m.id = $1.maestro_id
$$;
grant execute on function interno.ve_contacto(uuid), public.maestros(public.chats) to authenticated, service_role;
