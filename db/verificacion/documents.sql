-- Whether an object is a document by which that datum was verified.
create or replace function interno.es_documento_de(p_tipo text, p_maestro uuid, p_objeto text) returns boolean
language sql immutable
return case p_tipo
  when 'ine' then starts_with(p_objeto, 'ine_' || p_maestro || '_') or starts_with(p_objeto, 'documentos/' || p_maestro || '/ine')
  when 'domicilio' then
    starts_with(p_objeto, 'documentos/' || p_maestro || '/') and not starts_with(p_objeto, 'documentos/' || p_maestro || '/ine')
  else false
end;

-- The stored files that operators look at. A file that was removed is not listed.
create or replace function interno.documentos_de(p_maestro uuid) returns table (tipo text, objeto text)
language sql stable set search_path = '' as $$
  select d.tipo, o.name
  from public.maestros m
  cross join lateral (values
    (1, 'ine', interno.objeto_nombrado(m.ine_url)),
    (2, 'ine_reverso',
      (select r.objeto from public.maestro_documentos r where r.maestro_id = m.id and r.tipo = 'ine_reverso')),
    (3, 'selfie', interno.objeto_nombrado(m.foto_perfil_url)),
    (4, 'comprobante_domicilio',
      (select c.objeto from public.maestro_documentos c where c.maestro_id = m.id and c.tipo = 'comprobante_domicilio'))
  ) d (orden, tipo, objeto)
  join storage.objects o on o.bucket_id = 'chat-media' and o.owner = m.id and o.name = d.objeto
  where m.id = p_maestro
  order by d.orden
$$;

-- Stores the back of the INE or the proof of address of a maestro, in the place of the one before. False without a profile.
create or replace function interno.guardar_documento(p_maestro uuid, p_tipo text, p_objeto text) returns boolean
language plpgsql set search_path = '' as $$
begin
  -- A decision that has begun ends first, so that this document reopens it.
  perform from public.maestros where id = p_maestro and eliminada_en is null for no key update;
  if not found then
    return false;
  end if;
  insert into public.maestro_documentos (maestro_id, tipo, objeto)
  values (p_maestro, p_tipo, interno.objeto_nombrado(p_objeto))
  on conflict (maestro_id, tipo) do update set objeto = excluded.objeto, creado_en = now()
    where maestro_documentos.objeto <> excluded.objeto;
  return true;
end $$;

-- A new back of the INE or proof of address answers a rejection: the datum is pending again. A verified datum loses its
-- state by its flag (interno.marcar_documento).
create or replace function interno.anotar_documento_nuevo() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_enviado constant text := case new.tipo when 'ine_reverso' then 'reverso' else 'comprobante' end;
begin
  update interno.verificaciones v set estado = 'pendiente'
  where v.maestro_id = new.maestro_id and case v.estado
    when 'en_revision' then v_enviado = any (interno.correcciones_de(v.tipo))
    when 'rechazado' then v_enviado = any (v.corrige_con)
  end;
  return null;
end $$;

-- Removes the objects of decisions that are older than p_dias, at most p_lote decisions, and answers the places of their
-- files, which are also noted in storage.leftovers. The decision itself stays. Maestros are locked first, as in
-- interno.decidir_verificacion; one that is being changed is left for the next run.
create or replace function interno.retirar_documentos(p_dias integer, p_lote integer) returns setof text
language plpgsql set search_path = ''
as $$
declare
  v_maestros constant uuid[] := array(
    select m.id from public.maestros m where m.id in (
      select v.maestro_id from interno.verificaciones v
      where v.decidido_en < now() - make_interval(days => p_dias) and v.documentos_retirados_en is null
      order by v.decidido_en limit p_lote)
    for no key update skip locked);
begin
  return query
  with vencidas as (
    update interno.verificaciones v set documentos_retirados_en = now()
    where v.maestro_id = any (v_maestros) and v.decidido_en < now() - make_interval(days => p_dias)
      and v.documentos_retirados_en is null
    returning v.maestro_id, v.tipo
  ), borrados as (
    delete from storage.objects o using vencidas v
    where o.owner = v.maestro_id and o.bucket_id = 'chat-media' and o.unused_since is null
      and interno.es_documento_de(v.tipo, v.maestro_id, o.name)
    returning coalesce(o.key, o.bucket_id || '/' || o.name) as lugar
  )
  insert into storage.leftovers (key) select lugar from borrados on conflict (key) do nothing returning key;
end $$;
