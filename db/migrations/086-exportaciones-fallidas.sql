-- An export has failed as soon as no job will make it: the job has used up its attempts, or operators have given it up. Before, the page
-- of own data said for two hours that the copy was being prepared. The two hours remain for a job that no process runs.
create or replace function interno.exportacion_fallida(e interno.exportaciones) returns boolean
language sql stable set search_path = '' as $$
  select e.estado = 'preparando' and (
    e.pedida_en < now() - interval '2 hours'
    or not exists (
      select from graphile_worker._private_jobs j
      where j.payload ->> 'exportacion' = e.id::text and (j.attempts < j.max_attempts or j.locked_at is not null)))
$$;
