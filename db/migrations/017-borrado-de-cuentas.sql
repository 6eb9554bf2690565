-- Erasing an account. Rows of an erased person that also belong to others stay without personal data: the profile and the
-- maestro's row keep their id and nothing that says who it was. The columns and checks for this are with their tables
-- (eliminada_en, cerrado_en). Foreign keys to people and chats are RESTRICT, so that no delete destroys rows of another
-- person. Decision 035 has the reasons.

-- Personal data in texts ----------------------------------------------------------------------------------------------

-- A regular expression that finds a value as a whole word, in any case, with or without accents.
create function interno.patron_de_valor(p_valor text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_patron text := translate(
    lower(normalize(btrim(p_valor), NFKC) collate "es-x-icu"), 'áàäâéèëêíìïîóòöôúùüûñ', 'aaaaeeeeiiiioooouuuun');
begin
  v_patron := regexp_replace(v_patron, '([.^$*+?(){}|\[\]\\])', '\\\1', 'g');
  v_patron := replace(replace(replace(v_patron, 'a', '[aáàäâ]'), 'e', '[eéèëê]'), 'i', '[iíìïî]');
  v_patron := replace(replace(replace(v_patron, 'o', '[oóòöô]'), 'u', '[uúùüû]'), 'n', '[nñ]');
  return '\m' || regexp_replace(v_patron, '\s+', '\\s+', 'g') || '\M';
end $$;

-- Matches what is masked in the texts of an erased person: names and e-mail of the account. interno.sin_datos_personales
-- adds whatever looks like a telephone, an address, an account or a link. Short words of a name such as 'de' are kept.
create function interno.patron_de_datos_personales(p_user uuid) returns text
language sql stable set search_path = ''
return (
  select string_agg(distinct interno.patron_de_valor(v.valor), '|') || '|' from (
    select unnest(array[p.nombre, p.apellido, p.display_name, m.nombre, m.apellido, u.email, m.curp, m.domicilio]) as valor
    from public.profiles p
    left join public.maestros m on m.id = p.id
    left join auth.users u on u.id = p.id
    where p.id = p_user
    union all
    select palabra
    from public.profiles p
    left join public.maestros m on m.id = p.id
    cross join regexp_split_to_table(concat_ws(' ', p.nombre, p.apellido, p.display_name, m.nombre, m.apellido), '\s+') palabra
    where p.id = p_user and char_length(palabra) >= 3 and lower(palabra) not in ('del', 'las', 'los')
  ) v
  where btrim(v.valor) <> ''
);

-- The text with every match replaced by dots, and within the given lengths. A text without a match stays as it is.
create function interno.sin_datos_personales(p_texto text, p_patron text, p_minimo integer, p_maximo integer) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_puntos constant text := '••••••';
  v_patron constant text := coalesce(p_patron, '')
    || '\S*@\S+|https?\s?:\s?/\S*|www\s?\.\s?[a-z0-9]\S*|\+?[0-9](?:[ .()\u2010-\u2015-]{0,3}[0-9]){7,}';
  v_plano constant text := regexp_replace(normalize(p_texto, NFKC), '[\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g');
  v_limpio text;
begin
  if p_texto is null or not (v_plano collate "es-x-icu") ~* v_patron then
    return p_texto;
  end if;
  v_limpio := regexp_replace(v_plano collate "es-x-icu", v_patron, v_puntos, 'gi');
  return left(rpad(v_limpio, greatest(char_length(v_limpio), p_minimo), '•'), p_maximo);
end $$;

-- Erasing -------------------------------------------------------------------------------------------------------------

-- Erases an account in the caller's transaction. Returns the keys of the stored files that must be removed, which are
-- also in storage.leftovers, and the chats that were closed. For an account that is unknown or was erased before it changes
-- nothing, and borrada is false.
create function interno.borrar_cuenta(
  p_id uuid, out borrada boolean, out objetos text[], out conversaciones jsonb
)
language plpgsql set search_path = ''
as $$
declare
  v_patron text;
begin
  borrada := false;
  objetos := '{}';
  conversaciones := '[]';
  -- An upload or a sign-in that has begun is completed first, and one that begins later fails: both refer to this row.
  perform from auth.users where id = p_id for update;
  -- No stronger lock: a sender holds a chat and then refers to the author's profile.
  perform from public.profiles where id = p_id and eliminada_en is null for no key update;
  if not found then
    return;
  end if;
  perform from public.chats where p_id in (buscador_id, maestro_id) order by id for no key update;
  borrada := true;
  v_patron := interno.patron_de_datos_personales(p_id);

  -- Blocked messages were not delivered, so they belong to the author only.
  delete from public.mensajes where autor_id = p_id and bloqueado;
  update public.mensajes set contenido = null where autor_id = p_id and tipo <> 'texto';
  update public.mensajes set contenido = interno.sin_datos_personales(contenido, v_patron, 1, 4000)
  where autor_id = p_id and contenido is distinct from interno.sin_datos_personales(contenido, v_patron, 1, 4000);
  update public.chats c set
    cerrado_en = coalesce(c.cerrado_en, now()),
    ultimo_mensaje_contenido = (select m.contenido from public.mensajes m where m.id = c.ultimo_mensaje_id)
  where p_id in (c.buscador_id, c.maestro_id);

  update public.accesos_contacto set detalle = interno.sin_datos_personales(detalle, v_patron, 10, 200)
  where buscador_id = p_id;
  update public.resenas set comentario = interno.sin_datos_personales(comentario, v_patron, 10, 1000)
  where buscador_id = p_id
    and comentario is distinct from interno.sin_datos_personales(comentario, v_patron, 10, 1000);
  update public.resenas set respuesta = interno.sin_datos_personales(respuesta, v_patron, 1, 1000)
  where maestro_id = p_id
    and respuesta is distinct from interno.sin_datos_personales(respuesta, v_patron, 1, 1000);
  update public.tickets set usuario_id = null, nombre = null, correo = null, mensaje = null, imagenes_url = '{}'
  where usuario_id = p_id;

  update public.maestros set
    eliminada_en = now(), nombre = null, apellido = null, telefono = null, alcaldia = null, descripcion = null,
    foto_perfil_url = null, ine_url = null, curp = null, domicilio = null,
    referencia1_nombre_cliente = null, referencia1_descripcion_trabajo = null, referencia1_numero_referencia = null,
    referencia2_nombre_cliente = null, referencia2_descripcion_trabajo = null, referencia2_numero_referencia = null,
    terminos_aceptados = false, fecha_aceptacion = null,
    ine_verificado = false, curp_verificado = false, domicilio_verificado = false
  where id = p_id;
  delete from public.maestro_oficios where maestro_id = p_id;
  delete from public.maestro_alcaldias where maestro_id = p_id;

  with borrados as (
    delete from storage.objects where owner = p_id returning coalesce(key, bucket_id || '/' || name) as lugar
  ), anotados as (
    insert into storage.leftovers (key) select lugar from borrados on conflict (key) do nothing
  )
  select coalesce(array_agg(lugar), '{}') into objetos from borrados;

  update public.profiles set
    eliminada_en = now(), suspendido_en = coalesce(suspendido_en, now()), nombre = null, apellido = null,
    display_name = null, terminos_aceptados = false, fecha_aceptacion = null
  where id = p_id;
  delete from auth.users where id = p_id;

  select coalesce(jsonb_agg(to_jsonb(c) order by c.id), '[]') into conversaciones
  from public.chats c where p_id in (c.buscador_id, c.maestro_id);
end $$;
