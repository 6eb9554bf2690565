-- A pending datum whose document the maestro has still to send waits for the maestro and not for operators: documentoFaltante of
-- packages/dominio/src/verificacion.ts. With its document it waits from the moment of the upload.
create or replace function interno.verificaciones_en_espera() returns table (maestro_id uuid, desde timestamptz)
language sql stable set search_path = '' as $$
  select m.id, d.desde
  from public.maestros m
  join public.profiles p on p.id = m.id and p.suspendido_en is null
  cross join lateral (
    select coalesce(max(e.ocurrido_en), m.creado_en) as completo_en
    from interno.eventos e where e.quien = m.id and e.tipo = 'perfil_completado'
  ) c
  cross join lateral (
    select min(greatest(coalesce(v.espera_desde, c.completo_en), o.created_at)) as desde
    -- The names of the files are those of interno.documentos_de, which would be called for each maestro.
    from (values
      ('ine', interno.objeto_nombrado(m.ine_url)),
      ('curp', null),
      ('domicilio', (
        select f.objeto from public.maestro_documentos f
        where f.maestro_id = m.id and f.tipo = 'comprobante_domicilio'))
    ) t (tipo, objeto)
    left join interno.verificaciones v on v.maestro_id = m.id and v.tipo = t.tipo
    left join storage.objects o on o.bucket_id = 'chat-media' and o.owner = m.id and o.name = t.objeto
    where v.estado = 'en_revision'
      or (coalesce(v.estado, 'pendiente') = 'pendiente' and (t.tipo = 'curp' or o.id is not null))
  ) d
  where m.perfil_completo and not m.perfil_verificado and d.desde is not null
$$;
