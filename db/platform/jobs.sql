-- The job queue as the product uses it. The queue itself is the schema graphile_worker, which its library creates. These
-- functions have their bodies as text, so that no object of ours depends on a table of the library and the library can change
-- its tables.

-- Adds a job in the caller's transaction. p_datos is the payload, parsed when the job runs.
create or replace function interno.encolar(
  p_nombre text, p_datos jsonb default '{}', p_intentos integer default 12, p_desde timestamptz default null
) returns bigint
language sql set search_path = ''
as $$
  select (graphile_worker.add_job(p_nombre, p_datos::json, run_at => p_desde, max_attempts => p_intentos,
    priority => interno.prioridad_de_trabajo(p_nombre))).id
$$;

-- Adds a job, unless one with the same key waits already. A job that runs at the moment does not count as waiting.
create or replace function interno.encolar_con_clave(
  p_nombre text, p_datos jsonb, p_clave text, p_desde timestamptz, p_intentos integer
) returns void
language sql set search_path = ''
as $$
  select graphile_worker.add_job(
    p_nombre, p_datos::json, run_at => p_desde, max_attempts => p_intentos, priority => interno.prioridad_de_trabajo(p_nombre),
    job_key => p_clave, job_key_mode => 'preserve_run_at')
$$;

-- Queues the erasure of every account whose time has passed. One whose job failed for good is queued again after a day.
create or replace function interno.encolar_borrados() returns integer
language sql set search_path = ''
as $$
  with vencidos as (
    update interno.cierres set borrando_en = now()
    where borrar_en <= now() and (borrando_en is null or borrando_en < now() - interval '1 day')
    returning cuenta_id
  )
  select count(interno.encolar('erase-account', jsonb_build_object('userId', cuenta_id)))::integer from vencidos
$$;

-- The class of the advisory locks by which processes show that they run (apps/server/src/platform/jobs/liveness.ts).
create or replace function interno.cerrojo_de_trabajos() returns integer
language sql immutable
return 727374;

-- Uses up the attempts of a running job, so that it is failed once its process has reported the error: the library knows no
-- other failed state, and its own function is only for jobs that do not run. The number of real attempts is kept in the
-- flags of the job, which the library reads only when some are forbidden, so that operators see it.
create or replace function interno.agotar_trabajo(p_id bigint, p_error text default 'given up before its last attempt') returns void
language sql set search_path = ''
as $$
  update graphile_worker._private_jobs
  set attempts = max_attempts, flags = jsonb_build_object('intentos', attempts), last_error = p_error
  where id = p_id
$$;

create or replace function interno.lista_de_trabajos_fallidos()
returns table (id bigint, nombre text, intentos integer, error text, creado_en timestamptz)
language sql stable set search_path = ''
as $$
  select id, task_identifier, coalesce((flags ->> 'intentos')::integer, attempts), last_error, created_at
  from graphile_worker.jobs where attempts >= max_attempts and locked_at is null order by id
$$;

-- Returns whether there was such a failed job.
create or replace function interno.reintentar_trabajo(p_id bigint) returns boolean
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from interno.trabajos_fallidos where id = p_id) then
    return false;
  end if;
  perform graphile_worker.reschedule_jobs(array[p_id], run_at => now(), attempts => 0);
  update graphile_worker._private_jobs set flags = null where id = p_id;
  perform pg_notify('jobs:insert', '{"count": 1}');
  return true;
end $$;

-- The processes that have jobs and do not hold their lock. One that has just lost its connection takes its lock again soon.
create or replace function interno.procesos_ausentes() returns setof text
language sql set search_path = ''
as $$
  select proceso from (
    select distinct locked_by as proceso from graphile_worker.jobs where locked_by is not null
  ) procesos
  where pg_try_advisory_xact_lock(interno.cerrojo_de_trabajos(), hashtext(proceso))
$$;

-- Of the jobs that are due, those of the lower number run first. A process runs four jobs at a time, and a mail server that
-- answers slowly occupies all of them: without an order, a person who signs up waits behind all e-mails about searches and
-- unread messages.
create or replace function interno.prioridad_de_trabajo(p_nombre text) returns integer
language sql immutable
return case
  -- A person waits for the link, or must be kept out at once.
  when p_nombre in ('send-one-time-mail', 'announce-suspension', 'announce-review') then -10
  -- A push service is any address that a browser names, and may take long to answer.
  when p_nombre in ('send-push', 'send-push-summary', 'send-search-push') then 5
  -- Many at a time, or long; nobody notices some minutes.
  when p_nombre in ('send-search-alert', 'send-unread-mail', 'export-data', 'erase-account') then 10
  else 0
end;

-- Frees the jobs of a process that no longer runs them. When PostgreSQL restarts, each process loses the lock that shows
-- that it runs, and cannot write down the end of its jobs: another process would run them a second time.
create or replace function interno.soltar_trabajos(p_proceso text) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Another job with the same key was added while it ran: the library has taken its key and its other attempts, and the other
  -- one does the same. It would stay as a failed job without an error.
  delete from graphile_worker._private_jobs
  where locked_by = p_proceso and key is null and max_attempts > 1 and attempts >= max_attempts and last_error is null;
  -- The only attempt of a scheduled job has not failed. It gets another one.
  update graphile_worker._private_jobs set attempts = 0, last_error = 'the process that ran it has ended'
  where locked_by = p_proceso and max_attempts = 1 and last_error is null;
  perform graphile_worker.force_unlock_workers(array[p_proceso]);
end $$;

-- Ends the jobs that a process has done without writing it down, and frees its others. In one transaction, so that no other
-- process takes a job in between.
create or replace function interno.cerrar_trabajos(p_proceso text, p_hechos bigint[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform interno.soltar_trabajos(p_proceso);
  perform graphile_worker.complete_jobs(p_hechos);
  perform pg_notify('jobs:insert', '{"count": 1}');
end $$;

-- Frees the jobs of processes that no longer hold their lock.
create or replace function interno.liberar_trabajos(p_procesos text[] default null) returns integer
language plpgsql set search_path = ''
as $$
declare
  v_proceso text;
  v_trabajos integer;
  v_total integer := 0;
begin
  for v_proceso, v_trabajos in
    select locked_by, count(*) from graphile_worker.jobs
    where locked_by is not null and (p_procesos is null or locked_by = any(p_procesos)) group by locked_by
  loop
    if pg_try_advisory_xact_lock(interno.cerrojo_de_trabajos(), hashtext(v_proceso)) then
      perform interno.soltar_trabajos(v_proceso);
      v_total := v_total + v_trabajos;
    end if;
  end loop;
  if v_total > 0 then
    perform pg_notify('jobs:insert', json_build_object('count', v_total)::text);
  end if;
  return v_total;
end $$;

-- Jobs about the person. A failed one contains the text of its error, which may name an e-mail address. A running job is
-- left: it reads the account and finds none.
create or replace function interno.borrar_trabajos(p_id uuid) returns void
language sql set search_path = ''
as $$
  delete from graphile_worker._private_jobs where locked_at is null and payload::text like '%' || p_id || '%'
$$;

-- Jobs that have used up their attempts. Operators retry them with interno.reintentar_trabajo.
create view interno.trabajos_fallidos as select * from interno.lista_de_trabajos_fallidos();
