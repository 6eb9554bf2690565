-- A complete profile stays complete while references are edited, which may be emptied, and while trades and boroughs are
-- deleted and inserted again, so that a maestro is not sent back to onboarding. Without any other datum it is not complete.
-- 'Identidad verificada' says that the person of the photo is the one of the INE, so a new photo needs a new check. A photo
-- that an operator removes counts as changed too.
create or replace function interno.antes_de_guardar_maestro() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- The specification's onboarding call sends 'nuevo' and complete; both are derived here. Another level is refused.
  if current_user in ('anon', 'authenticated') then
    if new.reputacion_nivel <> 'nuevo' and (tg_op = 'INSERT' or new.reputacion_nivel <> old.reputacion_nivel) then
      raise exception 'reputacion_nivel is derived and cannot be written' using errcode = '42501';
    end if;
  end if;
  new.curp := upper(nullif(btrim(new.curp), ''));
  new.telefono := nullif(btrim(new.telefono), '');
  new.referencia1_nombre_cliente := nullif(btrim(new.referencia1_nombre_cliente), '');
  new.referencia1_descripcion_trabajo := nullif(btrim(new.referencia1_descripcion_trabajo), '');
  new.referencia1_numero_referencia := nullif(btrim(new.referencia1_numero_referencia), '');
  new.referencia2_nombre_cliente := nullif(btrim(new.referencia2_nombre_cliente), '');
  new.referencia2_descripcion_trabajo := nullif(btrim(new.referencia2_descripcion_trabajo), '');
  new.referencia2_numero_referencia := nullif(btrim(new.referencia2_numero_referencia), '');
  new.actualizado_en := now();
  if tg_op = 'UPDATE' then
    -- A changed datum is no longer verified. The identity document has the name and the face, so a new name or photo needs a
    -- new check.
    new.ine_verificado := new.ine_verificado
      and (new.ine_url, new.nombre, new.apellido, new.foto_perfil_url)
        is not distinct from (old.ine_url, old.nombre, old.apellido, old.foto_perfil_url);
    new.curp_verificado := new.curp_verificado and new.curp is not distinct from old.curp;
    new.domicilio_verificado := new.domicilio_verificado and new.domicilio is not distinct from old.domicilio;
  end if;
  -- Editing may empty references, trades and boroughs of a complete profile, and no other datum.
  new.perfil_completo := interno.esta_completo(new)
    or (tg_op = 'UPDATE' and old.perfil_completo and num_nulls(
      new.telefono, new.descripcion, new.foto_perfil_url, new.ine_url, new.curp, new.domicilio) = 0);
  new.reputacion_nivel := interno.nivel_de_reputacion(
    new.ine_verificado, new."reseñas_confirmadas", new.promedio_calificacion);
  return new;
end $$;

-- The rule of onboarding for a reference: packages/dominio/src/onboarding/formulario.ts. Editing stores any text, so a
-- reference is shown to seekers only when it keeps the rule.
create or replace function interno.referencia_valida(p_nombre text, p_trabajo text, p_numero text) returns boolean
language sql immutable
return not interno.en_blanco(p_nombre) and not interno.en_blanco(p_trabajo)
  and coalesce(p_numero ~ '^[0-9]{8,12}$', false);

-- Whether the row has everything that onboarding requires.
create or replace function interno.esta_completo(m public.maestros) returns boolean
language sql stable security definer set search_path = ''
return num_nulls(m.telefono, m.descripcion, m.foto_perfil_url, m.ine_url, m.curp, m.domicilio) = 0
  and interno.referencia_valida(
    m.referencia1_nombre_cliente, m.referencia1_descripcion_trabajo, m.referencia1_numero_referencia)
  and interno.referencia_valida(
    m.referencia2_nombre_cliente, m.referencia2_descripcion_trabajo, m.referencia2_numero_referencia)
  and exists (select from public.maestro_oficios where maestro_id = m.id)
  and exists (select from public.maestro_alcaldias where maestro_id = m.id);

-- Refuses that a maestro empties what onboarding has asked for. Operators with the secret key and the erasure of an account
-- can. The arguments are pairs of a column and the sentence of its refusal, which packages/dominio/src/seguridad/textos-de-rechazo.ts has
-- too.
create or replace function interno.exigir_ficha_completa() returns trigger
language plpgsql set search_path = '' as $$
declare
  v_fila constant jsonb := to_jsonb(new);
begin
  if current_user not in ('anon', 'authenticated') or tg_op = 'UPDATE' and not old.perfil_completo then
    return new;
  end if;
  -- The row that an upsert would insert has only the columns that it names: a missing one is no empty one. Both names, which
  -- are the first, are needed in any row.
  for i in 0 .. tg_nargs - 2 by 2 loop
    if interno.en_blanco(v_fila ->> tg_argv[i]) and (tg_op = 'UPDATE' or i < 4 or v_fila ->> tg_argv[i] is not null) then
      raise exception '%', tg_argv[i + 1] using errcode = 'PT422', detail = tg_argv[i];
    end if;
  end loop;
  if tg_op = 'INSERT' then
    return new;
  end if;
  if old.terminos_aceptados and not new.terminos_aceptados or old.fecha_aceptacion is not null and new.fecha_aceptacion is null then
    raise exception 'Ya aceptaste los términos y no se pueden retirar. Si quieres dejar de usar tu cuenta, ciérrala en «Mis datos».'
      using errcode = 'PT422', detail = 'terminos_aceptados';
  end if;
  return new;
end $$;

-- Trades and boroughs are inserted after the maestro's row, and may complete the profile.
create or replace function interno.completar_maestros() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.maestros m set actualizado_en = now()
  where m.id in (select distinct maestro_id from nuevas) and not m.perfil_completo;
  return null;
end $$;

-- Arguments: the column that names the choice, its catalogue, the maximum for one maestro, and the sentences for a choice
-- beyond the maximum and for one that is not active. A name is not retired while a maestro chooses it: that maestro would
-- not be seen by the job, and stay listed.
create or replace function interno.limitar_elecciones() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_columna constant text := tg_argv[0];
  v_catalogo constant text := tg_argv[1];
  v_maximo constant integer := tg_argv[2];
  v_inactivo text;
  v_excedido boolean;
begin
  -- The lock makes a second insert for the same maestro wait, so that it counts the rows of the first.
  perform from public.maestros where id in (select maestro_id from nuevas) order by id for no key update;
  execute format(
    'select from public.%I where nombre in (select %I from nuevas) order by nombre for share', v_catalogo, v_columna);
  execute format(
    'select c.nombre from nuevas n join public.%I c on c.nombre = n.%I where not c.activo order by 1 limit 1',
    v_catalogo, v_columna) into v_inactivo;
  if v_inactivo is not null then
    raise exception '%', format(tg_argv[4], v_inactivo) using errcode = 'PT422', detail = v_columna;
  end if;
  execute format(
    'select exists (
       select from public.%I e where e.maestro_id in (select maestro_id from nuevas)
       group by e.maestro_id having count(*) > $1)',
    tg_table_name) into v_excedido using v_maximo;
  if v_excedido then
    raise exception '%', format(tg_argv[3], v_maximo) using errcode = 'PT422', detail = v_columna;
  end if;
  return null;
end $$;

-- Replaces all trades (p_tipo 'oficios') or all boroughs ('alcaldias') of a maestro. The first name is the main one. False
-- when the account has no maestro. The triggers of the two tables refuse inactive names and too many, and derive the
-- directory. The old choices are deleted before the new ones are inserted, each with its own change of the directory.
create or replace function interno.reemplazar_elecciones(p_maestro uuid, p_tipo text, p_nombres text[]) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_desconocido text;
begin
  -- Two replacements for one maestro run one after the other, so that the result is one of the two lists.
  perform from public.maestros where id = p_maestro and eliminada_en is null for no key update;
  if not found then
    return false;
  end if;
  if p_tipo = 'oficios' then
    select n into v_desconocido from unnest(p_nombres) n
    where not exists (select from public.oficios_disponibles c where c.nombre = n) limit 1;
    if v_desconocido is not null then
      raise exception 'El oficio % ya no está disponible.', v_desconocido using errcode = 'PT422', detail = 'oficio';
    end if;
    perform interno.cerrar_totales(
      array(select alcaldia from public.maestro_alcaldias where maestro_id = p_maestro),
      array(select oficio from public.maestro_oficios where maestro_id = p_maestro) || p_nombres);
    delete from public.maestro_oficios where maestro_id = p_maestro;
    insert into public.maestro_oficios (maestro_id, oficio)
    select p_maestro, n.nombre from unnest(p_nombres) with ordinality n (nombre, lugar) order by n.lugar;
  else
    select n into v_desconocido from unnest(p_nombres) n
    where not exists (select from public.alcaldias_disponibles c where c.nombre = n) limit 1;
    if v_desconocido is not null then
      raise exception 'La alcaldía % ya no está disponible.', v_desconocido using errcode = 'PT422', detail = 'alcaldia';
    end if;
    perform interno.cerrar_totales(
      array(select alcaldia from public.maestro_alcaldias where maestro_id = p_maestro) || p_nombres,
      array(select oficio from public.maestro_oficios where maestro_id = p_maestro));
    delete from public.maestro_alcaldias where maestro_id = p_maestro;
    insert into public.maestro_alcaldias (maestro_id, alcaldia)
    select p_maestro, n.nombre from unnest(p_nombres) with ordinality n (nombre, lugar) order by n.lugar;
    update public.maestros set alcaldia = p_nombres[1]
    where id = p_maestro and alcaldia is distinct from p_nombres[1];
  end if;
  return true;
end $$;

-- Sets activo_en, which the order of search results uses, at most once a day. A row that another transaction has locked is
-- skipped instead of waited for: the next refresh token sets the day.
create or replace function interno.registrar_actividad(p_maestro uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.maestros set activo_en = current_date
  where id = (
    select id from public.maestros
    where id = p_maestro and activo_en < current_date
    for no key update skip locked)
$$;

-- What the profile already has, as steps of a draft. A profile becomes incomplete again when its photo or document is
-- removed; its maestro then finds the rest filled.
create or replace function interno.pasos_de_perfil(p_maestro uuid) returns jsonb
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

create or replace function interno.anotar_perfil_completado() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into interno.eventos (tipo, quien) values ('perfil_completado', new.id);
  return null;
end $$;

create or replace function interno.numero_de_nivel(p_nivel text) returns smallint
language sql immutable
return case p_nivel when 'experto' then 2 when 'confianza_comprobada' then 1 else 0 end;

-- Maestros change name and phone after the onboarding. The account gets the name too: e-mails and help requests use it. The
-- profile is locked before the maestro. False without a maestro.
create or replace function interno.guardar_contacto(p_maestro uuid, p_nombre text, p_apellido text, p_telefono text) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform from public.profiles where id = p_maestro for no key update;
  update public.maestros set nombre = p_nombre, apellido = p_apellido, telefono = p_telefono
  where id = p_maestro and eliminada_en is null;
  if not found then
    return false;
  end if;
  perform interno.guardar_nombre_de_cuenta(p_maestro, p_nombre, p_apellido);
  return true;
end $$;
