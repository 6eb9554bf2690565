-- When PostgreSQL restarts, each process loses the lock that shows that it runs, and cannot write down the end of its jobs. Another process
-- then freed these jobs and ran them a second time, so that an e-mail could be sent twice.

-- Frees the jobs of a process that no longer runs them.
create function interno.soltar_trabajos(p_proceso text) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Another job with the same key was added while it ran: the library has taken its key and its other attempts, and the other one does
  -- the same. It would stay as a failed job without an error.
  delete from graphile_worker._private_jobs
  where locked_by = p_proceso and key is null and max_attempts > 1 and attempts >= max_attempts and last_error is null;
  -- The only attempt of a scheduled job has not failed. It gets another one.
  update graphile_worker._private_jobs set attempts = 0, last_error = 'the process that ran it has ended'
  where locked_by = p_proceso and max_attempts = 1 and last_error is null;
  perform graphile_worker.force_unlock_workers(array[p_proceso]);
end $$;

-- Ends the jobs that a process has done without writing it down, and frees its others. In one transaction, so that no other process
-- takes a job in between.
create function interno.cerrar_trabajos(p_proceso text, p_hechos bigint[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform interno.soltar_trabajos(p_proceso);
  perform graphile_worker.complete_jobs(p_hechos);
  perform pg_notify('jobs:insert', '{"count": 1}');
end $$;

-- The processes that have jobs and do not hold their lock. One that has just lost its connection takes its lock again soon.
create function interno.procesos_ausentes() returns setof text
language sql set search_path = ''
as $$
  select proceso from (
    select distinct locked_by as proceso from graphile_worker.jobs where locked_by is not null
  ) procesos
  where pg_try_advisory_xact_lock(interno.cerrojo_de_trabajos(), hashtext(proceso))
$$;

-- Frees the jobs of those of the given processes that still do not hold their lock; without a list, of all processes, as servers of an
-- earlier version ask for it during a rolling restart.
drop function interno.liberar_trabajos();
create function interno.liberar_trabajos(p_procesos text[] default null) returns integer
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
