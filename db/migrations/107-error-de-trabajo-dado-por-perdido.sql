-- When its process ended between giving up a job and writing down the error, the job was taken for one that was replaced while it ran and
-- was deleted. Nobody saw that it had failed. The error is now written together with the attempts.
drop function interno.agotar_trabajo(bigint);
-- The default is for servers of an earlier version during a rolling restart.
create function interno.agotar_trabajo(p_id bigint, p_error text default 'given up before its last attempt') returns void
language sql set search_path = ''
as $$
  update graphile_worker._private_jobs
  set attempts = max_attempts, flags = jsonb_build_object('intentos', attempts), last_error = p_error
  where id = p_id
$$;
