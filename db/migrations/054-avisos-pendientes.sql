-- Notices that were lost: search alerts of people who could not get them at that moment, their push notifications, and
-- optional e-mails to mailboxes that were refused long ago. Decisions 045, 054 and 055.

-- Search alerts -------------------------------------------------------------------------------------------------------

-- An alert can be queued when it is not in the queue and its person is not suspended. The job tries for less than a day;
-- one that was queued two days ago has failed.
create function interno.aviso_en_espera(a interno.avisos_de_busqueda) returns boolean
language sql stable set search_path = ''
return (a.encolado_en is null or a.encolado_en < now() - interval '2 days')
  and exists (select from public.profiles p where p.id = a.buscador_id and p.suspendido_en is null);

-- Queues at most p_lote alerts of a search, if somebody is listed. Answers how many.
create or replace function interno.encolar_avisos(p_alcaldia text, p_oficio text, p_lote integer) returns integer
language plpgsql set search_path = ''
as $$
declare
  v_avisos bigint[];
begin
  with elegidos as (
    update interno.avisos_de_busqueda set encolado_en = now() where id in (
      select a.id from interno.avisos_de_busqueda a
      where a.alcaldia = p_alcaldia and a.oficio = p_oficio and interno.aviso_en_espera(a)
      order by a.id limit p_lote for update)
      and exists (select from interno.directorio_totales where alcaldia = p_alcaldia and oficio = p_oficio and total > 0)
    returning id
  )
  select array_agg(id) into v_avisos from elegidos;
  perform interno.encolar('send-search-alert', jsonb_build_object('aviso', a.id)) from unnest(v_avisos) a (id);
  return coalesce(cardinality(v_avisos), 0);
end $$;

-- Searches with somebody listed and an alert that waits nevertheless: its person was suspended when somebody was listed, or
-- the maestro was listed at the moment when the alert was put back.
create function interno.busquedas_con_avisos_en_espera() returns table (alcaldia text, oficio text)
language sql stable set search_path = ''
begin atomic
  select distinct t.alcaldia, t.oficio
  from interno.avisos_de_busqueda a
  join interno.directorio_totales t
    on t.alcaldia = a.alcaldia collate "default" and t.oficio = a.oficio collate "default" and t.total > 0
  where interno.aviso_en_espera(a);
end;

-- Mailboxes that refuse e-mails ---------------------------------------------------------------------------------------

-- Whether an optional e-mail is sent to a person: it is wanted, and the mailbox did not refuse the last three. Two weeks
-- after a refusal one e-mail is tried again, because a fault of the mail server must not end all e-mails for good.
create or replace function interno.quiere_correo(p_user uuid, p_columna text) returns boolean
language sql stable set search_path = ''
return interno.quiere_aviso(p_user, p_columna)
  and not exists (
    select from interno.rebotes where user_id = p_user and veces >= 3 and ultimo_en > now() - interval '14 days');

-- Push about a search -------------------------------------------------------------------------------------------------

-- The search alert is also a push notification, which is chosen like the others.
alter table public.preferencias_avisos add column push_busquedas boolean not null default true;
grant insert (push_busquedas), update (push_busquedas) on public.preferencias_avisos to authenticated;
select interno.cambiar_en_funcion(
  'interno.quiere_aviso(uuid, text)',
  $$'push_contacto', 'push_con_texto'$$,
  $$'push_contacto', 'push_busquedas', 'push_con_texto'$$);

-- Deletes an alert that is done and adds a push notification for each browser of its person, in one transaction, so that
-- there is one for each alert. The job checks the choice (apps/server/src/push/search.ts).
create function interno.terminar_aviso(p_aviso bigint) returns void
language sql set search_path = ''
begin atomic
  with borrado as (
    delete from interno.avisos_de_busqueda where id = p_aviso returning buscador_id, alcaldia, oficio
  )
  select interno.encolar_con_clave(
    'send-search-push', jsonb_build_object('suscripcion', s.id, 'alcaldia', b.alcaldia, 'oficio', b.oficio),
    'push-search:' || s.id || ':' || p_aviso, now(), 8)
  from borrado b join interno.suscripciones_push s on s.user_id = b.buscador_id;
end;
