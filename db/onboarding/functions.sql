-- Writes the profile, its trades, boroughs and documents, removes the draft and queues the welcome e-mail, all in the
-- caller's transaction. p_datos has the shape of Onboarding in dominio, checked by the caller. A profile that is complete
-- already is left as it is: a repeated submit answers like the first.
--
-- A maestro whose profile is no longer complete, for example without its photo, submits the onboarding again. The old
-- choices are deleted while the maestro is not in the directory: otherwise the totals of the old pairs would be locked
-- before those of the new ones, and two maestros could end in a deadlock.
create or replace function interno.completar_onboarding(p_maestro uuid, p_datos jsonb, p_trabajo text, p_intentos integer) returns void
language plpgsql set search_path = ''
as $$
declare
  v_fuera text;
begin
  perform from public.profiles where id = p_maestro for no key update;
  -- A change that completes the profile at the same time is completed first.
  perform from public.maestros where id = p_maestro for no key update;
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

  -- Before the profile is complete, so that this changes no total of the directory.
  delete from public.maestro_oficios where maestro_id = p_maestro;
  delete from public.maestro_alcaldias where maestro_id = p_maestro;
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
  insert into public.maestro_oficios (maestro_id, oficio)
  select p_maestro, e.nombre from jsonb_array_elements_text(p_datos -> 'oficios') with ordinality e (nombre, lugar)
  order by e.lugar;
  insert into public.maestro_alcaldias (maestro_id, alcaldia)
  select p_maestro, e.nombre from jsonb_array_elements_text(p_datos -> 'alcaldias') with ordinality e (nombre, lugar)
  order by e.lugar;

  insert into public.maestro_documentos (maestro_id, tipo, objeto)
  select p_maestro, tipo, p_datos ->> tipo from unnest('{ine_reverso,comprobante_domicilio}'::text[]) tipo
  where p_datos ->> tipo <> ''
  on conflict (maestro_id, tipo) do update set objeto = excluded.objeto, creado_en = now()
    where maestro_documentos.objeto <> excluded.objeto;

  perform interno.guardar_nombre_de_cuenta(p_maestro, p_datos #>> '{datos,nombre}', p_datos #>> '{datos,apellido}');
  delete from interno.borradores where maestro_id = p_maestro;
  if not exists (select from public.maestros where id = p_maestro and perfil_completo) then
    raise exception 'The onboarding did not complete the profile';
  end if;
  perform interno.dar_bienvenida(p_maestro, p_trabajo, p_intentos);
end $$;

-- Saves the steps that p_cambios names and answers all steps with their versions. A step is written when its base is the
-- stored version, or when its value is the stored one: repeating a save whose answer was lost changes nothing. A step
-- that another device has changed since is left as it is; the caller sees the other version in the answer.
create or replace function interno.guardar_borrador(
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

-- Pictures of a draft are shown by it, so that they are not removed after a day as unused. Null for other steps.
create or replace function interno.imagen_de_borrador(p_paso text, p_valor jsonb) returns text
language sql immutable
return case when p_paso in ('selfie', 'ine', 'ine_reverso', 'comprobante_domicilio') then nullif(p_valor #>> '{}', '') end;

create or replace function interno.exigir_imagen_de_borrador() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_imagen constant text := interno.imagen_de_borrador(new.paso, new.valor);
begin
  if v_imagen is not null
    and interno.imagen_propia(new.maestro_id, interno.prefijo_de_imagen(new.paso, new.maestro_id), v_imagen) is null then
    raise exception '%', interno.rechazo_de_imagen(new.paso) using errcode = 'PT422', detail = new.paso;
  end if;
  return new;
end $$;

create or replace function interno.marcar_imagen_de_borrador() returns trigger
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

-- The beginning of the names of a maestro's pictures, by the step of the draft that holds them. Null for other steps.
create or replace function interno.prefijo_de_imagen(p_paso text, p_maestro uuid) returns text
language sql immutable
return case p_paso
  when 'selfie' then 'profile-photos/' || p_maestro || '/'
  when 'ine' then 'ine_' || p_maestro || '_'
  when 'ine_reverso' then 'documentos/' || p_maestro || '/ine_reverso_'
  when 'comprobante_domicilio' then 'documentos/' || p_maestro || '/comprobante_domicilio_'
end;

create or replace function interno.dar_bienvenida(p_maestro uuid, p_trabajo text, p_intentos integer) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into interno.bienvenidas (cuenta_id) values (p_maestro) on conflict do nothing;
  if found then
    perform interno.encolar(p_trabajo, jsonb_build_object('userId', p_maestro), p_intentos);
  end if;
end $$;

-- A sign-up without a confirmed e-mail address has no session, so the call of the web app sends nothing. The welcome is
-- then queued when the address is confirmed. An account that is confirmed at once is inserted so, and fires no trigger.
create or replace function interno.dar_bienvenida_al_confirmar() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if interno.rol_de(new.id) = 'buscador' then
    perform interno.dar_bienvenida(new.id, 'send-buscador-welcome-mail', 12);
  end if;
  return null;
end $$;
