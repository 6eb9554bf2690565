-- What operators do to reviews is announced live to the author and the maestro, as the changes by these two are. Operators
-- work in a process of their own, so a job of the same transaction tells the servers.

-- The ids only: the text of a removed review must not stay in the queue.
create function interno.anunciar_resena(r public.resenas) returns void
language sql set search_path = ''
as $$
  select interno.encolar('announce-review', jsonb_build_object(
    'id', r.id, 'buscador_id', r.buscador_id, 'maestro_id', r.maestro_id, 'oculta', r.oculta))
$$;

-- Removes a review with its photos. Answers whether there was one. The files are noted in storage.leftovers, and the sweep
-- removes them; their addresses answer nothing from now on.
create or replace function interno.retirar_resena(p_operador uuid, p_resena uuid, p_motivo text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_motivo constant text := interno.exigir_motivo(p_motivo);
  v public.resenas;
begin
  perform interno.exigir_operador(p_operador);
  -- The author's profile is locked first, as interno.guardar_resena does.
  perform from public.profiles p join public.resenas r on r.buscador_id = p.id where r.id = p_resena for no key update of p;
  select r.* into v from public.resenas r where r.id = p_resena for update;
  if not found then
    return false;
  end if;
  perform interno.borrar_fotos(array(select f.objeto from interno.fotos_de_resena f where f.resena_id = p_resena));
  delete from public.resenas where id = p_resena;
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (p_operador, 'retirar_resena', v.buscador_id,
    jsonb_build_object('resena', v.id, 'maestro', v.maestro_id, 'puntuacion', v.puntuacion, 'motivo', v_motivo));
  insert into interno.eventos (tipo, quien, sobre, datos)
  values ('resena_retirada', p_operador, v.buscador_id,
    jsonb_build_object('resena_id', v.id, 'maestro_id', v.maestro_id));
  perform interno.anunciar_resena(v);
  return true;
end $$;

-- Removes one photo, named by its object or its address. The review stays.
create or replace function interno.retirar_foto(p_operador uuid, p_foto text, p_motivo text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_motivo constant text := interno.exigir_motivo(p_motivo);
  v_objeto constant text := interno.objeto_nombrado(p_foto);
  v public.resenas;
begin
  perform interno.exigir_operador(p_operador);
  select r.* into v from interno.fotos_de_resena f join public.resenas r on r.id = f.resena_id
  join public.profiles p on p.id = r.buscador_id
  where f.objeto = v_objeto for no key update of p;
  if not found then
    return false;
  end if;
  perform interno.borrar_fotos(array[v_objeto]);
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (p_operador, 'retirar_foto', v.buscador_id,
    jsonb_build_object('resena', v.id, 'foto', v_objeto, 'motivo', v_motivo));
  insert into interno.eventos (tipo, quien, sobre, datos)
  values ('foto_de_resena_retirada', p_operador, v.buscador_id, jsonb_build_object('resena_id', v.id));
  perform interno.anunciar_resena(v);
  return true;
end $$;
