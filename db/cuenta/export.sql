-- Requests an export, if there was none within p_horas. Answers whether there is a new one. An export that was ended early
-- does not count as the one of the day; p_maximo limits all exports within p_horas, also ended and failed ones, so that a
-- person who signs out everywhere after each cannot make any number. docs/decisions/cuenta.md.
create or replace function interno.pedir_exportacion(p_cuenta uuid, p_horas integer, p_maximo integer default 3) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_id uuid;
begin
  -- Simultaneous requests of one person wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('exportacion:' || p_cuenta, 0));
  if exists (
    select from interno.exportaciones e
    where e.cuenta_id = p_cuenta and e.pedida_en > now() - make_interval(hours => p_horas)
      and not interno.exportacion_fallida(e)
      and (e.vence_en is null or e.vence_en > now())
  ) or p_maximo <= (
    select count(*) from interno.exportaciones
    where cuenta_id = p_cuenta and pedida_en > now() - make_interval(hours => p_horas)
  ) then
    return false;
  end if;
  insert into interno.exportaciones (cuenta_id) values (p_cuenta) returning id into v_id;
  perform interno.encolar('export-data', jsonb_build_object('exportacion', v_id, 'userId', p_cuenta), 5);
  return true;
end $$;

-- Whether no job will make this export: its job has used up its attempts or operators have given it up, or no process has
-- run it for two hours.
create or replace function interno.exportacion_fallida(e interno.exportaciones) returns boolean
language sql stable set search_path = '' as $$
  select e.estado = 'preparando' and (
    e.pedida_en < now() - interval '2 hours'
    or not exists (
      select from graphile_worker._private_jobs j
      where j.payload ->> 'exportacion' = e.id::text and (j.attempts < j.max_attempts or j.locked_at is not null)))
$$;

-- The address of an export gives access to all data of a person, to everyone who has it, for a day. It ends with what ends the
-- access of others to the account: a new password, a sign-out everywhere, closing and suspension. docs/decisions/cuenta.md.
create or replace function interno.terminar_exportaciones(p_cuenta uuid) returns void
language sql
set search_path = ''
as $$
  update interno.exportaciones set vence_en = now() where cuenta_id = p_cuenta and vence_en > now()
$$;

create or replace function interno.terminar_exportaciones_de_cuenta() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform interno.terminar_exportaciones(new.id);
  return null;
end $$;
