-- The onboarding of a maestro: the draft that survives a pause, the two optional documents, the submit in one
-- transaction, the welcome e-mail, and the one-time link that continues on a phone. Decision 040.

-- Objects -------------------------------------------------------------------------------------------------------------

-- As before, and documentos/{maestro}/{kind}_{ms}.{ext}: the back of the INE and the proof of address, for their owner.
create or replace function storage.allows(p_act text, p_user uuid, p_bucket text, p_name text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  v_id constant text := '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})';
  v_file constant text := '[0-9]{1,20}\.[A-Za-z0-9]{1,8}$';
  v_within constant text := case p_act when 'list' then '$' else '/' || v_file end;
  v_document constant text :=
    case p_act when 'list' then '$' else '/(?:ine_reverso|comprobante_domicilio)_' || v_file end;
  v_whose text;
begin
  if p_bucket = 'chat-media' and p_act = 'read' and p_name like 'profile-photos/%' then
    return true;
  end if;
  if p_user is null then
    return false;
  end if;
  if p_bucket = 'support-tickets' then
    v_whose := (regexp_match(p_name, '^' || v_id || case p_act when 'list' then '$' else '/[A-Za-z0-9_][A-Za-z0-9_.-]{0,119}$' end))[1];
    return coalesce(v_whose::uuid = p_user, false);
  end if;
  if p_bucket is distinct from 'chat-media' then
    return false;
  end if;
  v_whose := (regexp_match(p_name, '^' || v_id || v_within))[1];
  if v_whose is not null then
    return exists (
      select from public.chats c where c.id = v_whose::uuid and p_user in (c.buscador_id, c.maestro_id));
  end if;
  -- The outermost folder holds identity documents: of it one lists what one has put there.
  if p_act = 'list' and p_name = '' then
    return true;
  end if;
  v_whose := coalesce(
    (regexp_match(p_name, '^ine_' || v_id || '_' || v_file))[1],
    (regexp_match(p_name, '^documentos/' || v_id || v_document))[1],
    (regexp_match(p_name, '^profile-photos/' || v_id || v_within))[1]);
  return coalesce(v_whose::uuid = p_user, false)
    and exists (select from public.profiles p where p.id = p_user and p.role = 'maestro');
end $$;

-- The beginning of the names of a maestro's pictures, by the step of the draft that holds them. Null for other steps.
create function interno.prefijo_de_imagen(p_paso text, p_maestro uuid) returns text
language sql immutable
return case p_paso
  when 'selfie' then 'profile-photos/' || p_maestro || '/'
  when 'ine' then 'ine_' || p_maestro || '_'
  when 'ine_reverso' then 'documentos/' || p_maestro || '/ine_reverso_'
  when 'comprobante_domicilio' then 'documentos/' || p_maestro || '/comprobante_domicilio_'
end;

-- Optional documents --------------------------------------------------------------------------------------------------

create table public.maestro_documentos (
  maestro_id uuid not null references public.maestros on delete cascade,
  tipo text not null check (tipo in ('ine_reverso', 'comprobante_domicilio')),
  -- The name of an object of chat-media.
  objeto text not null check (char_length(objeto) <= 200),
  creado_en timestamptz not null default now(),
  primary key (maestro_id, tipo)
);
create index maestro_documentos_by_object on public.maestro_documentos (objeto);

grant select on public.maestro_documentos to authenticated;
grant all on public.maestro_documentos to service_role;
alter table public.maestro_documentos enable row level security;
create policy "Documents are readable by their maestro" on public.maestro_documentos
  for select to authenticated using (maestro_id = (select auth.uid()));

create function interno.exigir_documento_propio() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if interno.imagen_propia(new.maestro_id, interno.prefijo_de_imagen(new.tipo, new.maestro_id), new.objeto) is null then
    raise exception 'La imagen debe ser una que hayas subido aquí.' using errcode = 'PT422', detail = new.tipo;
  end if;
  return new;
end $$;
create trigger maestro_documentos_check_owner before insert or update on public.maestro_documentos
  for each row execute function interno.exigir_documento_propio();

create function interno.marcar_documento() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_maestro constant uuid := case tg_op when 'DELETE' then old.maestro_id else new.maestro_id end;
  v_of constant text[] := array['documentos/' || v_maestro || '/%'];
begin
  if tg_op <> 'INSERT' then
    perform storage.mark_shown(false, 'chat-media', array[old.objeto], v_of);
  end if;
  if tg_op <> 'DELETE' then
    perform storage.mark_shown(true, 'chat-media', array[new.objeto], v_of);
    -- A document that is new was not seen by an operator.
    update public.maestros set
      ine_verificado = ine_verificado and new.tipo <> 'ine_reverso',
      domicilio_verificado = domicilio_verificado and new.tipo <> 'comprobante_domicilio'
    where id = v_maestro
      and case new.tipo when 'ine_reverso' then ine_verificado else domicilio_verificado end;
  end if;
  return null;
end $$;
create trigger maestro_documentos_mark_shown after insert or update or delete on public.maestro_documentos
  for each row execute function interno.marcar_documento();

create function interno.retirar_documento() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.maestro_documentos where objeto = old.name;
  return null;
end $$;
create trigger removed_documents_leave_their_maestro after delete on storage.objects
  for each row when (old.bucket_id = 'chat-media' and old.name like 'documentos/%')
  execute function interno.retirar_documento();

-- The draft -----------------------------------------------------------------------------------------------------------

-- One row for each step that was filled. The steps are those of dominio/onboarding; a test compares the two.
create table interno.borradores (
  maestro_id uuid not null references auth.users on delete cascade,
  paso text not null
    constraint borradores_paso_check
    check (paso in ('datos', 'oficios', 'alcaldias', 'selfie', 'descripcion', 'referencia1', 'referencia2', 'curp',
      'domicilio', 'ine', 'ine_reverso', 'comprobante_domicilio')),
  valor jsonb not null check (pg_column_size(valor) <= 20000),
  version integer not null check (version > 0),
  actualizado_en timestamptz not null default now(),
  primary key (maestro_id, paso)
);
create index borradores_by_age on interno.borradores (actualizado_en);
alter table interno.borradores enable row level security;

-- Pictures of a draft are shown by it, so that they are not removed after a day as unused. Null for other steps.
create function interno.imagen_de_borrador(p_paso text, p_valor jsonb) returns text
language sql immutable
return case when p_paso in ('selfie', 'ine', 'ine_reverso', 'comprobante_domicilio') then nullif(p_valor #>> '{}', '') end;

create function interno.exigir_imagen_de_borrador() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_imagen constant text := interno.imagen_de_borrador(new.paso, new.valor);
begin
  if v_imagen is not null
    and interno.imagen_propia(new.maestro_id, interno.prefijo_de_imagen(new.paso, new.maestro_id), v_imagen) is null then
    raise exception 'La imagen debe ser una que hayas subido aquí.' using errcode = 'PT422', detail = new.paso;
  end if;
  return new;
end $$;
create trigger pictures_of_drafts_are_of_their_maestro before insert or update of valor on interno.borradores
  for each row execute function interno.exigir_imagen_de_borrador();

create function interno.marcar_imagen_de_borrador() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_maestro constant uuid := case tg_op when 'DELETE' then old.maestro_id else new.maestro_id end;
  v_paso constant text := case tg_op when 'DELETE' then old.paso else new.paso end;
  v_antes constant text := case when tg_op <> 'INSERT' then interno.imagen_de_borrador(old.paso, old.valor) end;
  v_ahora constant text := case when tg_op <> 'DELETE' then interno.imagen_de_borrador(new.paso, new.valor) end;
  v_of constant text[] := array[replace(interno.prefijo_de_imagen(v_paso, v_maestro), '_', '\_') || '%'];
begin
  if v_antes is distinct from v_ahora and v_antes is not null
    and not exists (
      select from public.maestros m where m.id = v_maestro
        and interno.direccion_de_objeto(v_antes) in (m.foto_perfil_url, m.ine_url))
    and not exists (select from public.maestro_documentos d where d.objeto = v_antes) then
    perform storage.mark_shown(false, 'chat-media', array[v_antes], v_of);
  end if;
  if v_ahora is not null then
    perform storage.mark_shown(true, 'chat-media', array[v_ahora], v_of);
  end if;
  return null;
end $$;
create trigger pictures_are_shown_by_their_draft after insert or update or delete on interno.borradores
  for each row execute function interno.marcar_imagen_de_borrador();

-- What the profile already has, as steps of a draft. A profile becomes incomplete again when its photo or document is
-- removed; its maestro then finds the rest filled.
create function interno.pasos_de_perfil(p_maestro uuid) returns jsonb
language sql stable set search_path = ''
return (
  select jsonb_strip_nulls(jsonb_build_object(
    'datos', jsonb_build_object(
      'nombre', coalesce(m.nombre, p.nombre, ''), 'apellido', coalesce(m.apellido, p.apellido, ''),
      'telefono', coalesce(m.telefono, '')),
    'oficios', (select jsonb_agg(o.oficio order by o.orden) from public.maestro_oficios o where o.maestro_id = m.id),
    'alcaldias', (select jsonb_agg(a.alcaldia order by a.orden) from public.maestro_alcaldias a where a.maestro_id = m.id),
    'selfie', storage.name_in('chat-media', m.foto_perfil_url),
    'descripcion', m.descripcion,
    'referencia1', case when m.id is not null then jsonb_build_object(
      'nombre_cliente', coalesce(m.referencia1_nombre_cliente, ''),
      'descripcion_trabajo', coalesce(m.referencia1_descripcion_trabajo, ''),
      'numero_referencia', coalesce(m.referencia1_numero_referencia, '')) end,
    'referencia2', case when m.id is not null then jsonb_build_object(
      'nombre_cliente', coalesce(m.referencia2_nombre_cliente, ''),
      'descripcion_trabajo', coalesce(m.referencia2_descripcion_trabajo, ''),
      'numero_referencia', coalesce(m.referencia2_numero_referencia, '')) end,
    'curp', m.curp,
    'domicilio', m.domicilio,
    'ine', storage.name_in('chat-media', m.ine_url)))
  from public.profiles p left join public.maestros m on m.id = p.id
  where p.id = p_maestro
);

-- Saves the steps that p_cambios names and answers all steps with their versions. A step is written when its base is the
-- stored version, or when its value is the stored one: repeating a save whose answer was lost changes nothing. A step
-- that another device has changed since is left as it is; the caller sees the other version in the answer.
create function interno.guardar_borrador(
  p_maestro uuid, p_cambios jsonb, out completo boolean, out pasos jsonb
)
language plpgsql set search_path = ''
as $$
begin
  -- Saves wait for a submit and the other way round, so that none is written after the draft has become a profile.
  perform from public.profiles where id = p_maestro for no key update;
  completo := exists (select from public.maestros where id = p_maestro and perfil_completo);
  pasos := '{}';
  if completo then
    return;
  end if;
  insert into interno.borradores as b (maestro_id, paso, valor, version)
  select p_maestro, c.key, c.value -> 'valor', (c.value ->> 'base')::integer + 1
  from jsonb_each(p_cambios) c order by c.key
  on conflict (maestro_id, paso) do update
    set valor = excluded.valor, version = greatest(b.version, excluded.version), actualizado_en = now()
    where b.version = excluded.version - 1 or b.valor = excluded.valor;
  select jsonb_object_agg(s.paso, jsonb_build_object('version', s.version, 'valor', s.valor)) into pasos
  from (
    select b.paso, b.version, b.valor from interno.borradores b where b.maestro_id = p_maestro
    union all
    select e.key, 0, e.value from jsonb_each(interno.pasos_de_perfil(p_maestro)) e
    where not exists (select from interno.borradores b where b.maestro_id = p_maestro and b.paso = e.key)
  ) s;
end $$;

-- The welcome e-mail --------------------------------------------------------------------------------------------------

-- Accounts whose welcome e-mail was queued: at most once each.
create table interno.bienvenidas (
  cuenta_id uuid primary key references auth.users on delete cascade,
  encolada_en timestamptz not null default now()
);
alter table interno.bienvenidas enable row level security;

create function interno.dar_bienvenida(p_maestro uuid, p_trabajo text, p_intentos integer) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into interno.bienvenidas (cuenta_id) values (p_maestro) on conflict do nothing;
  if found then
    perform interno.encolar(p_trabajo, jsonb_build_object('userId', p_maestro), p_intentos);
  end if;
end $$;

-- The submit ----------------------------------------------------------------------------------------------------------

-- Writes the profile, its trades, boroughs and documents, removes the draft and queues the welcome e-mail, all in the
-- caller's transaction. p_datos has the shape of Onboarding in dominio/formularios, checked by the caller. A profile that
-- is complete already is left as it is: a repeated submit answers like the first.
create function interno.completar_onboarding(p_maestro uuid, p_datos jsonb, p_trabajo text, p_intentos integer) returns void
language plpgsql set search_path = ''
as $$
declare
  v_fuera text;
begin
  perform from public.profiles where id = p_maestro for no key update;
  if exists (select from public.maestros where id = p_maestro and perfil_completo) then
    return;
  end if;

  select e.nombre into v_fuera from jsonb_array_elements_text(p_datos -> 'oficios') with ordinality e (nombre, lugar)
  where not exists (select from public.oficios_disponibles c where c.nombre = e.nombre and c.activo)
  order by e.lugar limit 1;
  if found then
    raise exception 'El oficio % ya no está disponible.', v_fuera using errcode = 'PT422', detail = 'oficio';
  end if;
  select e.nombre into v_fuera from jsonb_array_elements_text(p_datos -> 'alcaldias') with ordinality e (nombre, lugar)
  where not exists (select from public.alcaldias_disponibles c where c.nombre = e.nombre and c.activo)
  order by e.lugar limit 1;
  if found then
    raise exception 'La alcaldía % ya no está disponible.', v_fuera using errcode = 'PT422', detail = 'alcaldia';
  end if;

  insert into public.maestros as m (
    id, nombre, apellido, telefono, alcaldia, descripcion, foto_perfil_url, ine_url, curp, domicilio,
    referencia1_nombre_cliente, referencia1_descripcion_trabajo, referencia1_numero_referencia,
    referencia2_nombre_cliente, referencia2_descripcion_trabajo, referencia2_numero_referencia,
    terminos_aceptados, fecha_aceptacion)
  select p.id, p_datos #>> '{datos,nombre}', p_datos #>> '{datos,apellido}', p_datos #>> '{datos,telefono}',
    p_datos #>> '{alcaldias,0}', p_datos ->> 'descripcion', p_datos ->> 'selfie', p_datos ->> 'ine',
    p_datos ->> 'curp', p_datos ->> 'domicilio',
    p_datos #>> '{referencia1,nombre_cliente}', p_datos #>> '{referencia1,descripcion_trabajo}',
    p_datos #>> '{referencia1,numero_referencia}',
    p_datos #>> '{referencia2,nombre_cliente}', p_datos #>> '{referencia2,descripcion_trabajo}',
    p_datos #>> '{referencia2,numero_referencia}',
    p.terminos_aceptados, p.fecha_aceptacion
  from public.profiles p where p.id = p_maestro
  on conflict (id) do update set
    nombre = excluded.nombre, apellido = excluded.apellido, telefono = excluded.telefono, alcaldia = excluded.alcaldia,
    descripcion = excluded.descripcion, foto_perfil_url = excluded.foto_perfil_url, ine_url = excluded.ine_url,
    curp = excluded.curp, domicilio = excluded.domicilio,
    referencia1_nombre_cliente = excluded.referencia1_nombre_cliente,
    referencia1_descripcion_trabajo = excluded.referencia1_descripcion_trabajo,
    referencia1_numero_referencia = excluded.referencia1_numero_referencia,
    referencia2_nombre_cliente = excluded.referencia2_nombre_cliente,
    referencia2_descripcion_trabajo = excluded.referencia2_descripcion_trabajo,
    referencia2_numero_referencia = excluded.referencia2_numero_referencia,
    terminos_aceptados = excluded.terminos_aceptados, fecha_aceptacion = excluded.fecha_aceptacion;

  -- The order of insertion is the order of choosing: the first is the main one.
  delete from public.maestro_oficios where maestro_id = p_maestro;
  insert into public.maestro_oficios (maestro_id, oficio)
  select p_maestro, e.nombre from jsonb_array_elements_text(p_datos -> 'oficios') with ordinality e (nombre, lugar)
  order by e.lugar;
  delete from public.maestro_alcaldias where maestro_id = p_maestro;
  insert into public.maestro_alcaldias (maestro_id, alcaldia)
  select p_maestro, e.nombre from jsonb_array_elements_text(p_datos -> 'alcaldias') with ordinality e (nombre, lugar)
  order by e.lugar;

  insert into public.maestro_documentos (maestro_id, tipo, objeto)
  select p_maestro, tipo, p_datos ->> tipo from unnest('{ine_reverso,comprobante_domicilio}'::text[]) tipo
  where p_datos ->> tipo <> ''
  on conflict (maestro_id, tipo) do update set objeto = excluded.objeto, creado_en = now()
    where maestro_documentos.objeto <> excluded.objeto;

  delete from interno.borradores where maestro_id = p_maestro;
  if not exists (select from public.maestros where id = p_maestro and perfil_completo) then
    raise exception 'The onboarding did not complete the profile';
  end if;
  perform interno.dar_bienvenida(p_maestro, p_trabajo, p_intentos);
end $$;

-- A CURP of two accounts ----------------------------------------------------------------------------------------------

-- Accepted, and noted for operators: the account that gave a CURP, and one that had given it before.
create table interno.curps_repetidas (
  maestro_id uuid primary key references auth.users on delete cascade,
  otro_id uuid not null references auth.users on delete cascade,
  anotada_en timestamptz not null default now()
);
create index curps_repetidas_by_other on interno.curps_repetidas (otro_id);
alter table interno.curps_repetidas enable row level security;
create index maestros_by_curp on public.maestros (curp) where curp is not null;

create function interno.anotar_curp_repetida() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Two accounts that give one CURP at the same moment go one after the other, so that the second sees the first.
  perform pg_advisory_xact_lock(hashtextextended('curp:' || new.curp, 0));
  delete from interno.curps_repetidas where maestro_id = new.id;
  insert into interno.curps_repetidas (maestro_id, otro_id)
  select new.id, m.id from public.maestros m where m.curp = new.curp and m.id <> new.id
  order by m.creado_en, m.id limit 1;
  return null;
end $$;
create trigger maestros_record_a_repeated_curp after insert on public.maestros
  for each row when (new.curp is not null) execute function interno.anotar_curp_repetida();
create trigger maestros_record_a_curp_that_changed after update of curp on public.maestros
  for each row when (new.curp is not null and new.curp is distinct from old.curp)
  execute function interno.anotar_curp_repetida();

-- Continuing on a phone -----------------------------------------------------------------------------------------------

-- The one-time link of a QR code, of which only a hash is stored. It belongs to the session that made it: one for each
-- session, and none once that session has ended.
create table auth.phone_links (
  session_id uuid primary key references auth.sessions on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);
alter table auth.phone_links enable row level security;
