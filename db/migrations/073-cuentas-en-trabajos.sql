-- interno.borrar_trabajos finds the jobs of an account by its id in the payload. Exports and push notifications had other ids only,
-- so that a failed job stayed after the account was erased. Decision 047.
select interno.cambiar_en_funcion(
  'interno.pedir_exportacion(uuid, integer, integer)',
  $$jsonb_build_object('exportacion', v_id)$$,
  $$jsonb_build_object('exportacion', v_id, 'userId', p_cuenta)$$);

select interno.cambiar_en_funcion(
  'interno.encolar_push()', $$'chat', d.chat_id)$$, $$'chat', d.chat_id, 'userId', d.user_id)$$);
select interno.cambiar_en_funcion(
  'interno.encolar_push()', 'select distinct s.id, n.chat_id', 'select distinct s.id, s.user_id, n.chat_id');

create or replace function interno.terminar_aviso(p_aviso bigint) returns void
language sql set search_path = ''
begin atomic
  with borrado as (
    delete from interno.avisos_de_busqueda where id = p_aviso returning buscador_id, alcaldia, oficio
  )
  select interno.encolar_con_clave(
    'send-search-push',
    jsonb_build_object('suscripcion', s.id, 'alcaldia', b.alcaldia, 'oficio', b.oficio, 'userId', b.buscador_id),
    'push-search:' || s.id || ':' || p_aviso, now(), 8)
  from borrado b join interno.suscripciones_push s on s.user_id = b.buscador_id;
end;

-- Jobs that wait or have failed already.
update graphile_worker._private_jobs j
set payload = (j.payload::jsonb || jsonb_build_object('userId', e.cuenta_id))::json
from interno.exportaciones e, graphile_worker._private_tasks t
where t.id = j.task_id and t.identifier = 'export-data' and e.id::text = j.payload ->> 'exportacion';
update graphile_worker._private_jobs j
set payload = (j.payload::jsonb || jsonb_build_object('userId', s.user_id))::json
from interno.suscripciones_push s, graphile_worker._private_tasks t
where t.id = j.task_id and t.identifier in ('send-push', 'send-push-summary', 'send-search-push')
  and s.id::text = j.payload ->> 'suscripcion';
-- Of accounts that were erased meanwhile nothing is left to do, and a job is kept for its error only. An earlier version of the
-- server may add jobs of other accounts while this runs; these stay.
delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
where t.id = j.task_id and j.locked_at is null and j.payload ->> 'userId' is null
  and t.identifier in ('export-data', 'send-push', 'send-push-summary', 'send-search-push')
  and not exists (select from interno.exportaciones e where e.id::text = j.payload ->> 'exportacion')
  and not exists (select from interno.suscripciones_push s where s.id::text = j.payload ->> 'suscripcion');
