-- Writes or edits the review of a pair. estado is 'escrita', 'editada', 'igual' (a repetition of the same review, which
-- changes nothing), or why it was refused. The author's profile is locked first: two writes of one author run one after the
-- other, and so do a write and the suspension or erasure of its author. p_frenos are those of interno.frenar_cuenta_nueva,
-- and 'rafaga': whether the address belongs to a burst of reviews of new accounts. The address itself is not stored.
create or replace function interno.guardar_resena(
  p_buscador uuid, p_maestro uuid, p_puntuacion integer, p_comentario text, p_trabajo boolean, p_fotos text[],
  p_dias integer, p_frenos jsonb default null, out estado text, out resena jsonb
)
language plpgsql set search_path = ''
as $$
declare
  v public.resenas;
  v_fotos text[];
begin
  perform from public.profiles where id = p_buscador and eliminada_en is null for no key update;
  if not found then
    raise exception 'The session does not live' using errcode = 'PT401';
  end if;
  estado := interno.impedimento_de_resena(p_buscador, p_maestro, p_dias);
  select r.* into v from public.resenas r where r.buscador_id = p_buscador and r.maestro_id = p_maestro for no key update;
  if found then
    v_fotos := array(select f.objeto from interno.fotos_de_resena f where f.resena_id = v.id order by f.orden);
    if (v.puntuacion, v.comentario, v.trabajo_realizado, v_fotos)
      is not distinct from (p_puntuacion::smallint, p_comentario, p_trabajo, p_fotos) then
      estado := 'igual';
      resena := to_jsonb(v);
      return;
    end if;
  end if;
  if estado is not null then
    return;
  end if;
  if v.id is null then
    perform interno.frenar_cuenta_nueva(p_buscador, 'resena', null, p_frenos);
    insert into public.resenas (buscador_id, maestro_id, puntuacion, comentario, trabajo_realizado, revisar_en)
    values (p_buscador, p_maestro, p_puntuacion, p_comentario, p_trabajo,
      case when p_frenos ->> 'rafaga' is distinct from 'true' or interno.etapa_de_cuenta(p_buscador) <> 'nueva'
        then now() + interval '7 days' end)
    returning * into v;
    estado := 'escrita';
  else
    update public.resenas r set
      puntuacion = p_puntuacion, comentario = p_comentario, trabajo_realizado = p_trabajo, editado_en = now()
    where r.id = v.id returning * into v;
    estado := 'editada';
  end if;
  if p_fotos is distinct from coalesce(v_fotos, '{}') then
    perform interno.cambiar_fotos(v.id, p_buscador, p_fotos);
  end if;
  resena := to_jsonb(v);
end $$;

-- The maestro's single answer. estado is 'respondida', 'igual' (a repetition of the same answer), 'ya_respondida' or
-- 'sin_resena'. It waits for an erasure of the review's author and is refused after it.
create or replace function interno.responder_resena(
  p_maestro uuid, p_resena uuid, p_respuesta text, out estado text, out resena jsonb
)
language plpgsql set search_path = ''
as $$
declare
  v public.resenas;
begin
  -- The profile before the review, as interno.borrar_cuenta does.
  perform from public.profiles where id = p_maestro and eliminada_en is null for share;
  if not found then
    raise exception 'The session does not live' using errcode = 'PT401';
  end if;
  select r.* into v from public.resenas r
  where r.id = p_resena and r.maestro_id = p_maestro and not r.oculta for no key update;
  if not found then
    estado := 'sin_resena';
  elsif v.respuesta is null then
    update public.resenas r set respuesta = p_respuesta, respondido_en = now() where r.id = p_resena returning * into v;
    estado := 'respondida';
  else
    estado := case when v.respuesta = p_respuesta then 'igual' else 'ya_respondida' end;
  end if;
  resena := to_jsonb(v);
end $$;

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

-- Why a seeker may not write or edit the review of a maestro; null when they may. A review that exists can be edited for
-- p_dias days. A first one needs a recorded contact access, and that both have written in their chat: a text, a picture or
-- a voice note that was delivered.
create or replace function interno.impedimento_de_resena(p_buscador uuid, p_maestro uuid, p_dias integer) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_escrita timestamptz;
  v_chat uuid;
begin
  perform from public.maestros m join public.profiles p using (id)
  where m.id = p_maestro and m.perfil_completo and p.suspendido_en is null;
  if not found then
    return 'sin_maestro';
  end if;
  select r.creado_en into v_escrita from public.resenas r where r.buscador_id = p_buscador and r.maestro_id = p_maestro;
  if found then
    return case when v_escrita <= now() - make_interval(days => p_dias) then 'vencida' end;
  end if;
  perform from public.accesos_contacto where buscador_id = p_buscador and maestro_id = p_maestro;
  if not found then
    return 'sin_acceso';
  end if;
  select c.id into v_chat from public.chats c where c.buscador_id = p_buscador and c.maestro_id = p_maestro;
  perform from public.mensajes m
  where m.chat_id = v_chat and m.autor_id = p_buscador and m.tipo in ('texto', 'imagen', 'audio') and not m.bloqueado limit 1;
  if not found then
    return 'sin_mensaje';
  end if;
  perform from public.mensajes m
  where m.chat_id = v_chat and m.autor_id = p_maestro and m.tipo in ('texto', 'imagen', 'audio') and not m.bloqueado limit 1;
  return case when not found then 'sin_respuesta' end;
end $$;

-- Whether the seeker of a chat is asked for a review now. The first time that this is so is stored.
create or replace function interno.pedir_resena(
  p_buscador uuid, p_chat uuid, p_tras_dias integer, p_durante_dias integer, p_editable_dias integer
) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_maestro uuid;
  v_pedida boolean;
begin
  select c.maestro_id into v_maestro from public.chats c
  join public.accesos_contacto a on a.buscador_id = c.buscador_id and a.maestro_id = c.maestro_id
  where c.id = p_chat and c.buscador_id = p_buscador and a.creado_en <= now() - make_interval(days => p_tras_dias)
    and not exists (
      select from public.resenas r where r.buscador_id = c.buscador_id and r.maestro_id = c.maestro_id);
  if not found or interno.impedimento_de_resena(p_buscador, v_maestro, p_editable_dias) is not null then
    return false;
  end if;
  insert into interno.peticiones_de_resena (buscador_id, maestro_id) values (p_buscador, v_maestro)
  on conflict (buscador_id, maestro_id) do nothing;
  select p.descartada_en is null and p.pedida_en > now() - make_interval(days => p_durante_dias) into v_pedida
  from interno.peticiones_de_resena p where p.buscador_id = p_buscador and p.maestro_id = v_maestro;
  return v_pedida;
end $$;

-- Answers whether it is a chat of this seeker with a recorded access. Dismissing again changes nothing.
create or replace function interno.descartar_peticion_de_resena(p_buscador uuid, p_chat uuid) returns boolean
language plpgsql set search_path = ''
as $$
begin
  insert into interno.peticiones_de_resena as p (buscador_id, maestro_id, descartada_en)
  select c.buscador_id, c.maestro_id, now() from public.chats c
  join public.accesos_contacto a on a.buscador_id = c.buscador_id and a.maestro_id = c.maestro_id
  where c.id = p_chat and c.buscador_id = p_buscador
  on conflict (buscador_id, maestro_id) do update set descartada_en = coalesce(p.descartada_en, excluded.descartada_en);
  return found;
end $$;

-- The ids only: the text of a removed review must not stay in the queue.
create or replace function interno.anunciar_resena(r public.resenas) returns void
language sql set search_path = ''
as $$
  select interno.encolar('announce-review', jsonb_build_object(
    'id', r.id, 'buscador_id', r.buscador_id, 'maestro_id', r.maestro_id, 'oculta', r.oculta))
$$;

create or replace function interno.anotar_resenas() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into interno.eventos (tipo, quien, sobre, datos)
  select 'resena_escrita', buscador_id, maestro_id, jsonb_build_object('resena_id', id, 'puntuacion', puntuacion)
  from nuevas;
  return null;
end $$;

-- An erasure also changes texts of reviews. Only an edit by the author sets editado_en.
create or replace function interno.anotar_resena_cambiada() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.editado_en is distinct from old.editado_en then
    insert into interno.eventos (tipo, quien, sobre, datos)
    values ('resena_editada', new.buscador_id, new.maestro_id,
      jsonb_build_object('resena_id', new.id, 'puntuacion', new.puntuacion));
  end if;
  if new.respondido_en is distinct from old.respondido_en then
    insert into interno.eventos (tipo, quien, sobre, datos)
    values ('resena_respondida', new.maestro_id, new.buscador_id, jsonb_build_object('resena_id', new.id));
  end if;
  return null;
end $$;
