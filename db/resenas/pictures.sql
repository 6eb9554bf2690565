create or replace function interno.cambiar_fotos(p_resena uuid, p_autor uuid, p_fotos text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Objects are locked before the rows that name them, as the removal of an object does.
  perform from storage.objects o
  where o.bucket_id = 'chat-media' and (
    o.name = any (p_fotos) or o.name in (select f.objeto from interno.fotos_de_resena f where f.resena_id = p_resena))
  order by o.name for no key update;
  if exists (select from interno.fotos_de_resena f where f.objeto = any (p_fotos) and f.resena_id <> p_resena) then
    raise exception 'Esa foto ya está en otra reseña.' using errcode = 'PT422', detail = 'fotos';
  end if;
  delete from interno.fotos_de_resena f where f.resena_id = p_resena and f.objeto <> all (p_fotos);
  insert into interno.fotos_de_resena (objeto, resena_id, orden)
  select u.objeto, p_resena, u.orden from unnest(p_fotos) with ordinality u (objeto, orden)
  on conflict (objeto) do update set orden = excluded.orden where fotos_de_resena.orden <> excluded.orden;
end $$;

create or replace function interno.borrar_fotos(p_objetos text[]) returns void
language sql set search_path = ''
as $$
  with borrados as (
    delete from storage.objects where bucket_id = 'chat-media' and name = any (p_objetos)
    returning coalesce(key, bucket_id || '/' || name) as lugar
  )
  insert into storage.leftovers (key) select lugar from borrados on conflict (key) do nothing
$$;

-- The photos of a review in their order, as addresses.
create or replace function interno.direcciones_de_fotos(p_resena uuid) returns text[]
language sql stable set search_path = ''
return array(
  select interno.direccion_de_objeto(f.objeto) from interno.fotos_de_resena f where f.resena_id = p_resena order by f.orden);

create or replace function interno.exigir_foto_propia() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_autor constant uuid := (select buscador_id from public.resenas where id = new.resena_id);
begin
  if interno.imagen_propia(v_autor, 'review-photos/' || v_autor || '/', new.objeto) is null then
    raise exception 'Las fotos deben ser imágenes que hayas subido aquí.' using errcode = 'PT422', detail = 'fotos';
  end if;
  return new;
end $$;

create or replace function interno.marcar_foto_de_resena() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform storage.mark_shown(
    tg_op = 'INSERT', 'chat-media', array[case tg_op when 'INSERT' then new.objeto else old.objeto end],
    array['review-photos/%']);
  return null;
end $$;

-- A photo is public while its review is shown.
create or replace function interno.foto_de_resena_visible(p_objeto text) returns boolean
language sql stable set search_path = ''
return exists (
  select from interno.fotos_de_resena f
  join public.resenas r on r.id = f.resena_id and not r.oculta
  join public.profiles m on m.id = r.maestro_id and m.suspendido_en is null
  where f.objeto = p_objeto);

-- Removes one photo, named by its object or its address. The review stays. The photo is read again after the lock of the
-- author's profile: of two operators who remove it at the same time, the second finds that it is gone, and no second act is
-- recorded.
create or replace function interno.retirar_foto(p_operador uuid, p_foto text, p_motivo text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_motivo constant text := interno.exigir_motivo(p_motivo);
  v_objeto constant text := interno.objeto_nombrado(p_foto);
  v public.resenas;
begin
  perform interno.exigir_operador(p_operador);
  perform from interno.fotos_de_resena f join public.resenas r on r.id = f.resena_id
  join public.profiles p on p.id = r.buscador_id
  where f.objeto = v_objeto for no key update of p;
  select r.* into v from interno.fotos_de_resena f join public.resenas r on r.id = f.resena_id where f.objeto = v_objeto;
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

-- An object that is removed, with its owner's account or by an operator, leaves its review.
create or replace function interno.retirar_foto_de_resena_borrada() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from interno.fotos_de_resena where objeto = old.name;
  return null;
end $$;
