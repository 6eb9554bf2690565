-- The job queue as the product uses it, and the table of events. The queue itself is the schema graphile_worker, which
-- its library creates before these migrations (apps/server/src/db/queue-schema.ts). The functions below have their
-- bodies as text, so that no object of ours depends on a table of the library and the library can change its tables.

-- Adds a job in the caller's transaction. p_datos is the payload, parsed when the job runs.
create function interno.encolar(
  p_nombre text, p_datos jsonb default '{}', p_intentos integer default 12, p_desde timestamptz default null
) returns bigint
language sql set search_path = ''
as $$
  select (graphile_worker.add_job(p_nombre, p_datos::json, run_at => p_desde, max_attempts => p_intentos)).id
$$;

-- The class of the advisory locks by which processes show that they run (apps/server/src/jobs/liveness.ts).
create function interno.cerrojo_de_trabajos() returns integer
language sql immutable
return 727374;

-- Frees the jobs of processes that no longer hold their lock.
create function interno.liberar_trabajos() returns integer
language plpgsql set search_path = ''
as $$
declare
  v_proceso text;
  v_trabajos integer;
  v_total integer := 0;
begin
  for v_proceso, v_trabajos in
    select locked_by, count(*) from graphile_worker.jobs where locked_by is not null group by locked_by
  loop
    if pg_try_advisory_xact_lock(interno.cerrojo_de_trabajos(), hashtext(v_proceso)) then
      perform graphile_worker.force_unlock_workers(array[v_proceso]);
      v_total := v_total + v_trabajos;
    end if;
  end loop;
  if v_total > 0 then
    perform pg_notify('jobs:insert', json_build_object('count', v_total)::text);
  end if;
  return v_total;
end $$;

-- Uses up the attempts of a running job, so that it is failed once its process has reported the error. The library has
-- a function for this too, but only for jobs that do not run.
create function interno.agotar_trabajo(p_id bigint) returns void
language sql set search_path = ''
as $$ update graphile_worker._private_jobs set attempts = max_attempts where id = p_id $$;

create function interno.lista_de_trabajos_fallidos()
returns table (id bigint, nombre text, intentos integer, error text, creado_en timestamptz)
language sql stable set search_path = ''
as $$
  select id, task_identifier, attempts::integer, last_error, created_at
  from graphile_worker.jobs where attempts >= max_attempts and locked_at is null order by id
$$;

-- Jobs that have used up their attempts. Operators retry them with interno.reintentar_trabajo.
create view interno.trabajos_fallidos as select * from interno.lista_de_trabajos_fallidos();

-- Answers whether there was such a failed job.
create function interno.reintentar_trabajo(p_id bigint) returns boolean
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from interno.trabajos_fallidos where id = p_id) then
    return false;
  end if;
  perform graphile_worker.reschedule_jobs(array[p_id], run_at => now(), attempts => 0);
  perform pg_notify('jobs:insert', '{"count": 1}');
  return true;
end $$;

-- What has happened: who, what, about whom, when. Written in the transaction that causes it. The kinds are those of
-- packages/dominio/src/eventos.ts. Ids have no foreign keys: an event remains when the account is deleted, and says then
-- no more than that there was one.
create table interno.eventos (
  id bigint generated always as identity primary key,
  tipo text not null
    constraint eventos_tipo_check
    check (tipo in ('cuenta_creada', 'perfil_completado', 'chat_iniciado', 'contacto_accedido')),
  quien uuid not null,
  sobre uuid,
  datos jsonb not null default '{}' check (jsonb_typeof(datos) = 'object' and pg_column_size(datos) <= 1000),
  ocurrido_en timestamptz not null default now()
);
create index eventos_by_person on interno.eventos (quien, id);
create index eventos_by_kind on interno.eventos (tipo, id);
alter table interno.eventos enable row level security;

create function interno.rechazar_cambio_de_eventos() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'Events are only appended' using errcode = '23001';
end $$;
create trigger eventos_are_only_appended before update or delete or truncate on interno.eventos
  for each statement execute function interno.rechazar_cambio_de_eventos();

create function interno.anotar_cuentas() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into interno.eventos (tipo, quien, datos)
  select 'cuenta_creada', id, jsonb_build_object('role', role) from nuevas;
  return null;
end $$;
create trigger profiles_record_new_accounts after insert on public.profiles
  referencing new table as nuevas for each statement execute function interno.anotar_cuentas();

create function interno.anotar_perfil_completado() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into interno.eventos (tipo, quien) values ('perfil_completado', new.id);
  return null;
end $$;
create trigger maestros_record_a_completed_profile after insert on public.maestros
  for each row when (new.perfil_completo) execute function interno.anotar_perfil_completado();
create trigger maestros_record_a_profile_just_completed after update on public.maestros
  for each row when (new.perfil_completo and not old.perfil_completo)
  execute function interno.anotar_perfil_completado();

create function interno.anotar_chats() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into interno.eventos (tipo, quien, sobre, datos)
  select 'chat_iniciado', buscador_id, maestro_id, jsonb_build_object('chat_id', id) from nuevos;
  return null;
end $$;
create trigger chats_record_their_start after insert on public.chats
  referencing new table as nuevos for each statement execute function interno.anotar_chats();

create function interno.anotar_accesos() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into interno.eventos (tipo, quien, sobre, datos)
  select 'contacto_accedido', buscador_id, maestro_id, jsonb_build_object('motivo', motivo) from nuevos;
  return null;
end $$;
create trigger accesos_record_their_event after insert on public.accesos_contacto
  referencing new table as nuevos for each statement execute function interno.anotar_accesos();
