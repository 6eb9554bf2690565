-- Jobs of an erased account -------------------------------------------------------------------------------------------

-- interno.borrar_trabajos finds the jobs of an account by its id in the payload. These two had other ids only, so that a
-- failed one stayed, with the answer of the mail server.
select interno.cambiar_en_funcion(
  'interno.decidir_verificacion(uuid, uuid, text, text, text)',
  $$jsonb_build_object('evento', v_evento)$$,
  $$jsonb_build_object('evento', v_evento, 'userId', p_maestro)$$);

create or replace function interno.encolar_avisos(p_alcaldia text, p_oficio text, p_lote integer) returns integer
language plpgsql set search_path = ''
as $$
declare
  v_cuantos integer;
begin
  with elegidos as (
    update interno.avisos_de_busqueda set encolado_en = now() where id in (
      select a.id from interno.avisos_de_busqueda a
      where a.alcaldia = p_alcaldia and a.oficio = p_oficio and interno.aviso_en_espera(a)
      order by a.id limit p_lote for update)
      and exists (select from interno.directorio_totales where alcaldia = p_alcaldia and oficio = p_oficio and total > 0)
    returning id, buscador_id
  )
  select count(interno.encolar('send-search-alert', jsonb_build_object('aviso', id, 'userId', buscador_id)))
  into v_cuantos from elegidos;
  return v_cuantos;
end $$;

-- Jobs that wait or have failed already. The server now writes ‹correo› in place of addresses itself.
update graphile_worker._private_jobs j
set payload = (j.payload::jsonb || jsonb_build_object('userId', a.buscador_id))::json
from interno.avisos_de_busqueda a, graphile_worker._private_tasks t
where t.id = j.task_id and t.identifier = 'send-search-alert' and a.id::text = j.payload ->> 'aviso';
update graphile_worker._private_jobs j
set payload = (j.payload::jsonb || jsonb_build_object('userId', e.sobre))::json
from interno.eventos e, graphile_worker._private_tasks t
where t.id = j.task_id and t.identifier = 'send-verification-mail' and e.id::text = j.payload ->> 'evento';
update graphile_worker._private_jobs
set last_error = regexp_replace(last_error, '[^[:space:]<>@]{1,64}@[^[:space:]<>@]{1,255}', '‹correo›', 'g')
where last_error like '%@%';

-- Profile photos ------------------------------------------------------------------------------------------------------

-- The photo of a suspended account, and of one that is being closed, is not shown to anybody by its old address.
create function interno.foto_de_perfil_visible(p_objeto text) returns boolean
language sql stable set search_path = ''
return not exists (
  select from public.profiles
  where id = substring(
      p_objeto from '^profile-photos/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/')::uuid
    and suspendido_en is not null);
select interno.cambiar_en_funcion(
  'storage.allows(text, uuid, text, text)',
  $$p_name like 'profile-photos/%'
    or ($$,
  $$(p_name like 'profile-photos/%' and interno.foto_de_perfil_visible(p_name))
    or ($$);

-- Views of profiles ---------------------------------------------------------------------------------------------------

-- No statement reads the views of a maestro by time.
drop index public.vistas_perfil_by_time;
