-- A job that is given up before its last attempt gets as many attempts as it may have, because the library knows no other failed state. The
-- number of real ones is kept in its flags, which the library reads only when some are forbidden, so that operators see it.
create or replace function interno.agotar_trabajo(p_id bigint) returns void
language sql set search_path = ''
as $$
  update graphile_worker._private_jobs set attempts = max_attempts, flags = jsonb_build_object('intentos', attempts)
  where id = p_id
$$;

select interno.cambiar_en_funcion(
  'interno.lista_de_trabajos_fallidos()', 'attempts::integer,', $$coalesce((flags ->> 'intentos')::integer, attempts),$$);

select interno.cambiar_en_funcion(
  'interno.reintentar_trabajo(bigint)',
  'perform pg_notify',
  'update graphile_worker._private_jobs set flags = null where id = p_id;
  perform pg_notify');
