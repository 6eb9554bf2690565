-- Views of profiles, and the figures of the maestro's dashboard. The figures are the sum of at most 30 rows, one for each
-- day, so a view costs the same for a maestro with ten views and with a million. Days are those of Mexico City.

create table public.vistas_perfil (
  maestro_id uuid not null references public.maestros on delete restrict,
  buscador_id uuid not null references public.profiles on delete restrict,
  -- A seeker counts once a day for each maestro.
  dia date not null default (now() at time zone 'America/Mexico_City')::date,
  creado_en timestamptz not null default now(),
  primary key (maestro_id, buscador_id, dia)
);
create index vistas_perfil_by_time on public.vistas_perfil (maestro_id, creado_en);
create index vistas_perfil_of_a_buscador on public.vistas_perfil (buscador_id);

create table interno.cifras_diarias (
  maestro_id uuid not null references public.maestros on delete cascade,
  dia date not null,
  visitas integer not null default 0 check (visitas >= 0),
  contactos integer not null default 0 check (contactos >= 0),
  primary key (maestro_id, dia)
);

create table public.maestro_stats (
  maestro_id uuid primary key references public.maestros on delete cascade,
  visitas_ultimos_30_dias integer not null default 0 check (visitas_ultimos_30_dias >= 0),
  contactos_ultimos_30_dias integer not null default 0 check (contactos_ultimos_30_dias >= 0),
  actualizado_en timestamptz not null default now()
);

-- Figures of 30 days --------------------------------------------------------------------------------------------------

create function interno.dia_de_la_ciudad(p_momento timestamptz) returns date
language sql stable
return (p_momento at time zone 'America/Mexico_City')::date;

-- Clients may write the row, as the specification's calls do, but the figures are always derived: today and the 29 days
-- before it.
create function interno.contar_stats() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  select coalesce(sum(c.visitas), 0), coalesce(sum(c.contactos), 0)
  into new.visitas_ultimos_30_dias, new.contactos_ultimos_30_dias
  from interno.cifras_diarias c
  where c.maestro_id = new.maestro_id and c.dia > interno.dia_de_la_ciudad(now()) - 30;
  new.actualizado_en := now();
  return new;
end $$;
create trigger maestro_stats_derive_figures before insert or update on public.maestro_stats
  for each row execute function interno.contar_stats();

create function interno.recontar(p_maestro uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into public.maestro_stats (maestro_id) values (p_maestro)
  on conflict (maestro_id) do update set actualizado_en = now()
$$;

-- The window of 30 days moves every day, so the dashboard requests a new sum of its own figures.
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

-- Daily counters ------------------------------------------------------------------------------------------------------

-- Adds to the counters of a day and derives the maestro's figures again. A maestro that is being deleted has none.
create function interno.sumar_cifra(p_maestro uuid, p_dia date, p_visitas integer, p_contactos integer) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.maestros where id = p_maestro) then
    return;
  end if;
  insert into interno.cifras_diarias as c (maestro_id, dia, visitas, contactos)
  values (p_maestro, p_dia, greatest(p_visitas, 0), greatest(p_contactos, 0))
  on conflict (maestro_id, dia) do update set
    visitas = c.visitas + p_visitas,
    contactos = c.contactos + p_contactos;
  perform interno.recontar(p_maestro);
end $$;

-- The rows of a statement are counted by maestro and day, in the order of these keys, so that two statements cannot
-- deadlock.
create function interno.contar_vistas() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform interno.sumar_cifra(d.maestro_id, d.dia, d.cuantas, 0)
    from (select maestro_id, dia, count(*)::int as cuantas from nuevas group by 1, 2 order by 1, 2) d;
  elsif tg_op = 'DELETE' then
    perform interno.sumar_cifra(d.maestro_id, d.dia, -d.cuantas, 0)
    from (select maestro_id, dia, count(*)::int as cuantas from viejas group by 1, 2 order by 1, 2) d;
  else
    perform interno.sumar_cifra(d.maestro_id, d.dia, d.cuantas, 0)
    from (
      select maestro_id, dia, sum(n)::int as cuantas
      from (select maestro_id, dia, 1 as n from nuevas union all select maestro_id, dia, -1 from viejas) c
      group by 1, 2 having sum(n) <> 0 order by 1, 2
    ) d;
  end if;
  return null;
end $$;
create trigger vistas_perfil_count_on_insert after insert on public.vistas_perfil
  referencing new table as nuevas for each statement execute function interno.contar_vistas();
create trigger vistas_perfil_count_on_update after update on public.vistas_perfil
  referencing old table as viejas new table as nuevas for each statement execute function interno.contar_vistas();
create trigger vistas_perfil_count_on_delete after delete on public.vistas_perfil
  referencing old table as viejas for each statement execute function interno.contar_vistas();

create function interno.contar_contactos() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform interno.sumar_cifra(d.maestro_id, d.dia, 0, d.cuantas)
    from (
      select maestro_id, interno.dia_de_la_ciudad(creado_en) as dia, count(*)::int as cuantas
      from nuevas group by 1, 2 order by 1, 2
    ) d;
  else
    perform interno.sumar_cifra(d.maestro_id, d.dia, 0, -d.cuantas)
    from (
      select maestro_id, interno.dia_de_la_ciudad(creado_en) as dia, count(*)::int as cuantas
      from viejas group by 1, 2 order by 1, 2
    ) d;
  end if;
  return null;
end $$;
create trigger accesos_contacto_count_on_insert after insert on public.accesos_contacto
  referencing new table as nuevas for each statement execute function interno.contar_contactos();
create trigger accesos_contacto_count_on_delete after delete on public.accesos_contacto
  referencing old table as viejas for each statement execute function interno.contar_contactos();

-- Rights --------------------------------------------------------------------------------------------------------------

grant select on public.vistas_perfil, public.maestro_stats to authenticated;
grant insert (maestro_id, visitas_ultimos_30_dias, contactos_ultimos_30_dias),
  update (maestro_id, visitas_ultimos_30_dias, contactos_ultimos_30_dias)
  on public.maestro_stats to authenticated;
grant all on public.vistas_perfil, public.maestro_stats to service_role;

alter table public.vistas_perfil enable row level security;
alter table interno.cifras_diarias enable row level security;
alter table public.maestro_stats enable row level security;

create policy "Profile views are readable by the seeker who made them" on public.vistas_perfil
  for select to authenticated using (buscador_id = (select auth.uid()));
create policy "Figures are readable by their maestro" on public.maestro_stats
  for select to authenticated using (maestro_id = (select auth.uid()));
create policy "Maestros start their own figures" on public.maestro_stats
  for insert to authenticated with check (maestro_id = (select auth.uid()));
create policy "Maestros refresh their own figures" on public.maestro_stats
  for update to authenticated
  using (maestro_id = (select auth.uid())) with check (maestro_id = (select auth.uid()));
