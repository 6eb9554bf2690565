-- One row of counters for each maestro and day, in Mexico City's calendar. The dashboard's figures are the sum of at most
-- 30 of these rows, so a view costs the same for a maestro with ten views and with a million.

create function interno.dia_de_la_ciudad(p_momento timestamptz) returns date
language sql stable
return (p_momento at time zone 'America/Mexico_City')::date;

create table interno.cifras_diarias (
  maestro_id uuid not null references public.maestros on delete cascade,
  dia date not null,
  visitas integer not null default 0 check (visitas >= 0),
  contactos integer not null default 0 check (contactos >= 0),
  primary key (maestro_id, dia)
);
alter table interno.cifras_diarias enable row level security;

insert into interno.cifras_diarias (maestro_id, dia, visitas, contactos)
select maestro_id, dia, sum(visitas), sum(contactos)
from (
  select maestro_id, dia, 1 as visitas, 0 as contactos from public.vistas_perfil
  union all
  select maestro_id, interno.dia_de_la_ciudad(creado_en), 0, 1 from public.accesos_contacto
) todo
group by maestro_id, dia;

-- The window is today and the 29 days before it.
create or replace function interno.contar_stats() returns trigger
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

-- Adds to the counters of a day and refreshes the maestro's figures. A maestro that is being deleted has none.
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

-- Rows of one statement are counted by maestro and day, in the order of these keys, so that no two statements wait for
-- each other in a circle.
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

drop trigger vistas_are_counted on public.vistas_perfil;
drop trigger accesos_are_counted on public.accesos_contacto;
drop function interno.recontar_al_registrar();

create trigger vistas_inserted_are_counted after insert on public.vistas_perfil
  referencing new table as nuevas for each statement execute function interno.contar_vistas();
create trigger vistas_moved_are_counted after update on public.vistas_perfil
  referencing old table as viejas new table as nuevas for each statement execute function interno.contar_vistas();
create trigger vistas_deleted_are_discounted after delete on public.vistas_perfil
  referencing old table as viejas for each statement execute function interno.contar_vistas();
create trigger accesos_inserted_are_counted after insert on public.accesos_contacto
  referencing new table as nuevas for each statement execute function interno.contar_contactos();
create trigger accesos_deleted_are_discounted after delete on public.accesos_contacto
  referencing old table as viejas for each statement execute function interno.contar_contactos();

-- Figures that were counted from all rows before.
update public.maestro_stats set actualizado_en = now();
