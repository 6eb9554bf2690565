-- Reviews: one for each seeker and maestro, with one answer of the maestro. The same transaction derives the maestro's
-- average, number of reviews, completed jobs and, through these, the reputation.

create table public.resenas (
  id uuid primary key default gen_random_uuid(),
  buscador_id uuid not null references public.profiles on delete restrict,
  maestro_id uuid not null references public.maestros on delete restrict,
  puntuacion smallint not null check (puntuacion between 1 and 5),
  comentario text not null check (char_length(comentario) between 10 and 1000),
  trabajo_realizado boolean not null,
  creado_en timestamptz not null default now(),
  editado_en timestamptz,
  respuesta text check (char_length(respuesta) between 1 and 1000),
  respondido_en timestamptz,
  unique (maestro_id, buscador_id),
  check ((respuesta is null) = (respondido_en is null))
);
create index resenas_newest_first on public.resenas (maestro_id, creado_en desc, id);
create index resenas_of_a_buscador on public.resenas (buscador_id);

create trigger resenas_refuse_contact_data
  before insert or update of comentario, respuesta on public.resenas
  for each row execute function interno.exigir_textos_sin_contacto(
    'comentario', 'La reseña', 'respuesta', 'La respuesta');
create trigger resenas_require_accounts before insert on public.resenas
  for each row execute function interno.exigir_cuentas_vigentes('buscador_id', 'maestro_id');

grant select on public.resenas to authenticated;
grant all on public.resenas to service_role;

alter table public.resenas enable row level security;
create policy "Reviews are readable by their author and their maestro" on public.resenas
  for select to authenticated using ((select auth.uid()) in (buscador_id, maestro_id));

create function interno.recalcular_reputacion() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_maestros uuid[] := array(select distinct maestro_id from cambiadas);
begin
  -- The locks make simultaneous reviews wait for each other, so that all are counted; their order prevents deadlocks.
  -- A stronger lock would conflict with the key lock that each writer already holds through the foreign key.
  perform from public.maestros where id = any (v_maestros) order by id for no key update;
  update public.maestros m set
    promedio_calificacion = coalesce(r.promedio, 0),
    "cantidad_reseñas" = r.cantidad,
    "reseñas_confirmadas" = r.confirmadas,
    numero_trabajos_completados = r.confirmadas
  from unnest(v_maestros) as v (id)
  cross join lateral (
    select round(avg(puntuacion), 2) as promedio,
      count(*)::int as cantidad,
      (count(*) filter (where trabajo_realizado))::int as confirmadas
    from public.resenas where maestro_id = v.id
  ) r
  where m.id = v.id;
  return null;
end $$;
create trigger resenas_update_reputation_on_insert after insert on public.resenas
  referencing new table as cambiadas for each statement execute function interno.recalcular_reputacion();
create trigger resenas_update_reputation_on_update after update on public.resenas
  referencing new table as cambiadas for each statement execute function interno.recalcular_reputacion();
create trigger resenas_update_reputation_on_delete after delete on public.resenas
  referencing old table as cambiadas for each statement execute function interno.recalcular_reputacion();
