-- What a maestro's public profile may hold: pictures of the maestro's own in our storage, a bounded number of boroughs
-- and trades, and texts without contact data. The code checks the texts first, with finer rules (dominio); what it
-- forgets is refused here.

-- Documents and photos ------------------------------------------------------------------------------------------------

-- The address that is stored for an object of chat-media, whoever may read it: relative to the site, so that SITE_URL
-- may change.
create function interno.direccion_de_objeto(p_name text) returns text
language sql immutable
return '/storage/v1/object/public/chat-media/' || p_name;

-- The object that a client names: by its bare name, or by an address of it, of whatever origin. Null when it is neither.
create function interno.objeto_nombrado(p_valor text) returns text
language sql immutable
return substring(
  p_valor from
  '^(?:(?:https?://[^/?#\s]+)?/storage/v1/(?:object|render/image)/(?:(?:public|sign|authenticated)/)?chat-media/)?([A-Za-z0-9_./-]+)(?:[?#].*)?$');

-- The stored form of a picture of that maestro, null when it is none. The object's row is locked: it cannot be removed
-- between this check and the trigger that marks it as shown.
create function interno.imagen_propia(p_maestro uuid, p_prefijo text, p_valor text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  v_name constant text := interno.objeto_nombrado(p_valor);
begin
  perform from storage.objects o
  where o.bucket_id = 'chat-media' and o.name = v_name and o.owner = p_maestro and starts_with(o.name, p_prefijo)
  for no key update;
  return case when found then interno.direccion_de_objeto(v_name) end;
end $$;

create function interno.exigir_imagenes_propias() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.foto_perfil_url := nullif(btrim(new.foto_perfil_url), '');
  new.ine_url := nullif(btrim(new.ine_url), '');
  if new.foto_perfil_url is not null and (tg_op = 'INSERT' or new.foto_perfil_url is distinct from old.foto_perfil_url) then
    new.foto_perfil_url := interno.imagen_propia(new.id, 'profile-photos/' || new.id || '/', new.foto_perfil_url);
    if new.foto_perfil_url is null then
      raise exception 'La foto de perfil debe ser una imagen que hayas subido aquí.'
        using errcode = 'PT422', detail = 'foto_perfil_url';
    end if;
  end if;
  if new.ine_url is not null and (tg_op = 'INSERT' or new.ine_url is distinct from old.ine_url) then
    new.ine_url := interno.imagen_propia(new.id, 'ine_' || new.id || '_', new.ine_url);
    if new.ine_url is null then
      raise exception 'El documento de identidad debe ser una imagen que hayas subido aquí.'
        using errcode = 'PT422', detail = 'ine_url';
    end if;
  end if;
  return new;
end $$;

-- Profiles written before this rule take the stored form. It names the same document: verifications stay as they are.
alter table public.maestros disable trigger maestros_are_put_in_order;
update public.maestros m set foto_perfil_url = coalesce(v.foto, m.foto_perfil_url), ine_url = coalesce(v.ine, m.ine_url)
from (
  select n.id,
    interno.imagen_propia(n.id, 'profile-photos/' || n.id || '/', n.foto_perfil_url) as foto,
    interno.imagen_propia(n.id, 'ine_' || n.id || '_', n.ine_url) as ine
  from public.maestros n
) v
where v.id = m.id and (v.foto <> m.foto_perfil_url or v.ine <> m.ine_url);
alter table public.maestros enable trigger maestros_are_put_in_order;

-- Triggers of one table fire in the order of their names. This one precedes maestros_are_put_in_order, which compares
-- the document with the verified one: the same document in another spelling stays verified.
create trigger documents_are_objects_of_their_maestro before insert or update of foto_perfil_url, ine_url on public.maestros
  for each row execute function interno.exigir_imagenes_propias();

-- As before, but a profile that loses its photo or its document is no longer complete.
create or replace function interno.antes_de_guardar_maestro() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- The onboarding payload says 'nuevo' and complete, as the specification has it; both are derived here,
  -- and asking for another level is refused rather than ignored.
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
    -- A datum that changed was not the one verified. The INE says whose name it is: another name is another datum.
    new.ine_verificado := new.ine_verificado
      and (new.ine_url, new.nombre, new.apellido) is not distinct from (old.ine_url, old.nombre, old.apellido);
    new.curp_verificado := new.curp_verificado and new.curp is not distinct from old.curp;
    new.domicilio_verificado := new.domicilio_verificado and new.domicilio is not distinct from old.domicilio;
  end if;
  new.perfil_completo := interno.esta_completo(new)
    or (tg_op = 'UPDATE' and old.perfil_completo and new.foto_perfil_url is not null and new.ine_url is not null);
  new.reputacion_nivel := interno.nivel_de_reputacion(
    new.ine_verificado, new."reseñas_confirmadas", new.promedio_calificacion);
  return new;
end $$;

-- What was written before this rule and is not the maestro's own object goes, and its profile is not complete.
update public.maestros m set foto_perfil_url = null
where interno.imagen_propia(m.id, 'profile-photos/' || m.id || '/', m.foto_perfil_url) is null and m.foto_perfil_url is not null;
update public.maestros m set ine_url = null
where interno.imagen_propia(m.id, 'ine_' || m.id || '_', m.ine_url) is null and m.ine_url is not null;

-- An operator may remove any object. The profile that showed it then has no photo, or no document, and is not complete.
-- A document that was verified has done its work: its profile stays as it is.
create function interno.retirar_imagen_de_maestro() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_direccion constant text := interno.direccion_de_objeto(old.name);
begin
  update public.maestros set foto_perfil_url = null where id = old.owner and foto_perfil_url = v_direccion;
  update public.maestros set ine_url = null where id = old.owner and ine_url = v_direccion and not ine_verificado;
  return null;
end $$;
create trigger removed_pictures_leave_their_maestro after delete on storage.objects
  for each row when (old.bucket_id = 'chat-media' and old.unused_since is null and old.name ~ '^(ine_|profile-photos/)')
  execute function interno.retirar_imagen_de_maestro();

-- A picture that a message or a profile shows stays; an identity document is replaced, not taken back. Whether it is
-- shown is read from the object's own row: a removal that waited for a profile to be written sees what was written.
create or replace function storage.allows_removal(p_user uuid, o storage.objects) returns boolean
language sql stable set search_path = ''
return o.owner = p_user and storage.allows('upload', p_user, o.bucket_id, o.name)
  and case
    when o.bucket_id = 'support-tickets' then true
    when o.name like 'ine\_%' then false
    else o.unused_since is not null
  end;

-- Addresses of other sites are never shown as a picture, whatever the table holds.
create function interno.foto_publica(p_foto text) returns text
language sql immutable
return case when starts_with(p_foto, '/storage/v1/object/public/chat-media/profile-photos/') then p_foto end;

create or replace function interno.tarjeta(m public.maestros, p_alcaldia text, p_principal text) returns text
language sql stable
return json_build_object(
  'id', m.id,
  'nombre', m.nombre,
  'apellido', left(btrim(m.apellido), 1),
  'foto_perfil_url', interno.foto_publica(m.foto_perfil_url),
  'identidad_verificada', m.identidad_verificada,
  'oficio_principal', p_principal,
  'promedio_calificacion', m.promedio_calificacion,
  'cantidad_reseñas', m."cantidad_reseñas",
  'reputacion_nivel', m.reputacion_nivel,
  'reputacion_chip_label', interno.chip_de_nivel(m.reputacion_nivel),
  'numero_trabajos_completados', m.numero_trabajos_completados,
  'telefono', null,
  'alcaldia', p_alcaldia
)::text;

create or replace function public.maestros(public.chats) returns setof interno.maestro_en_chat
language sql stable rows 1 security definer set search_path = ''
as $$
  select m.id, m.nombre,
    case when interno.ve_contacto(m.id) then m.apellido else left(btrim(m.apellido), 1) end,
    interno.foto_publica(m.foto_perfil_url)
  from public.maestros m where m.id = $1.maestro_id
$$;

-- Boroughs and trades -------------------------------------------------------------------------------------------------

-- Arguments: the column that names the choice, its catalogue, the most that one maestro may have, and the sentences for
-- one too many and for one that is not active.
create function interno.limitar_elecciones() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_columna constant text := tg_argv[0];
  v_catalogo constant text := tg_argv[1];
  v_maximo constant integer := tg_argv[2];
  v_inactivo text;
  v_excedido boolean;
begin
  -- Two inserts for one maestro go one after the other, so that the second counts the rows of the first.
  perform from public.maestros where id in (select maestro_id from nuevas) order by id for no key update;
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

-- Named so that they fire before the triggers that derive the directory from the choices.
create trigger a_maestro_has_a_bounded_number_of_oficios after insert on public.maestro_oficios
  referencing new table as nuevas for each statement execute function interno.limitar_elecciones(
    'oficio', 'oficios_disponibles', 8,
    'Puedes elegir como máximo %s oficios.', 'El oficio %s ya no está disponible.');
create trigger a_maestro_has_a_bounded_number_of_alcaldias after insert on public.maestro_alcaldias
  referencing new table as nuevas for each statement execute function interno.limitar_elecciones(
    'alcaldia', 'alcaldias_disponibles', 16,
    'Puedes elegir como máximo %s alcaldías.', 'La alcaldía %s ya no está disponible.');

-- Public texts --------------------------------------------------------------------------------------------------------

-- Coarse, and the same as pareceContacto of dominio/textos-publicos: eight digits with blanks, dots or dashes between
-- them, an account or a domain after an @, the beginning of a link. Years, dates and a professional licence pass. Only
-- the beginning is read: longer texts are refused by their length.
create function interno.parece_contacto(p_texto text) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  v_signos constant text := '[ .()\u2010-\u2015-]';
  v_ano constant text := '(?:19|20)[0-9]{2}';
  v_plano constant text := regexp_replace(
    regexp_replace(normalize(left(btrim(p_texto), 2000), NFKC), '[\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g'),
    'c[eé]dula(?: profesional)?[^0-9]{0,15}[0-9]{7,8}(?![0-9])', '', 'gi');
begin
  return v_plano ~* '@[a-z_][a-z0-9_.-]{2}'
    or v_plano ~* 'https?\s?:\s?/|www\s?\.\s?[a-z0-9]'
    or exists (
      select from regexp_matches(v_plano, '[0-9](?:' || v_signos || '{0,3}[0-9]){7,}', 'g') r (cifras)
      where r.cifras[1] !~ ('^(?:' || v_ano || '(?:' || v_signos || '{1,3}' || v_ano || ')+'
        || '|' || v_ano || '-[01]?[0-9]-[0-3]?[0-9]'
        || '|[0-3]?[0-9][.-][01]?[0-9][.-]' || v_ano || ')$'));
end $$;

-- Arguments: columns, each followed by its name in Spanish. As dominio/textos-publicos lists them; a test compares.
create function interno.exigir_textos_sin_contacto() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_nueva constant jsonb := to_jsonb(new);
  v_vieja constant jsonb := case tg_op when 'UPDATE' then to_jsonb(old) else '{}' end;
  v_columna text;
begin
  for i in 0 .. tg_nargs - 2 by 2 loop
    v_columna := tg_argv[i];
    -- A text that was stored before this rule hinders no change of another column.
    if v_nueva ->> v_columna is distinct from v_vieja ->> v_columna
      and interno.parece_contacto(v_nueva ->> v_columna) then
      raise exception '% no puede llevar teléfonos, correos, enlaces ni redes.', tg_argv[i + 1]
        using errcode = 'PT422', detail = v_columna;
    end if;
  end loop;
  return new;
end $$;

create trigger public_texts_carry_no_contact
  before insert or update of nombre, apellido, display_name on public.profiles
  for each row execute function interno.exigir_textos_sin_contacto(
    'nombre', 'El nombre', 'apellido', 'El apellido', 'display_name', 'El nombre');
create trigger public_texts_carry_no_contact
  before insert or update of nombre, apellido, descripcion, referencia1_nombre_cliente, referencia1_descripcion_trabajo,
    referencia2_nombre_cliente, referencia2_descripcion_trabajo on public.maestros
  for each row execute function interno.exigir_textos_sin_contacto(
    'nombre', 'El nombre', 'apellido', 'El apellido', 'descripcion', 'La descripción',
    'referencia1_nombre_cliente', 'El nombre del cliente de la referencia 1',
    'referencia1_descripcion_trabajo', 'La descripción del trabajo de la referencia 1',
    'referencia2_nombre_cliente', 'El nombre del cliente de la referencia 2',
    'referencia2_descripcion_trabajo', 'La descripción del trabajo de la referencia 2');
create trigger public_texts_carry_no_contact
  before insert or update of comentario, respuesta on public.resenas
  for each row execute function interno.exigir_textos_sin_contacto(
    'comentario', 'La reseña', 'respuesta', 'La respuesta');
