-- The job queue as the product uses it. The queue itself is the schema graphile_worker, which its library creates before
-- these migrations (apps/server/src/db/queue-schema.ts). The functions below have their bodies as text, so that no object
-- of ours depends on a table of the library and the library can change its tables.

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

-- Returns whether there was such a failed job.
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
