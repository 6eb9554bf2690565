-- Closes the account of a session that was opened with the password within p_minutos. Answers when the account will be
-- erased; null when the session is older or was opened in another way. The triggers of a suspension end all sessions,
-- pause the chats and queue the job that tells open sockets.
create or replace function interno.cerrar_cuenta(p_cuenta uuid, p_sesion uuid, p_dias integer, p_minutos integer)
returns timestamptz
language plpgsql set search_path = ''
as $$
declare
  v_borrar_en timestamptz;
begin
  perform from public.profiles where id = p_cuenta for no key update;
  perform from auth.sessions
  where id = p_sesion and user_id = p_cuenta and method = 'password'
    and created_at > now() - make_interval(mins => p_minutos);
  if not found then
    return null;
  end if;
  insert into interno.cierres (cuenta_id, borrar_en) values (p_cuenta, now() + make_interval(days => p_dias))
  on conflict (cuenta_id) do nothing
  returning borrar_en into v_borrar_en;
  if v_borrar_en is null then
    return null;
  end if;
  update public.profiles set suspendido_en = now() where id = p_cuenta and suspendido_en is null;
  perform interno.encolar('send-closing-mail', jsonb_build_object('userId', p_cuenta));
  insert into interno.eventos (tipo, quien) values ('cierre_pedido', p_cuenta);
  return v_borrar_en;
end $$;

-- Keeps an account that was to be closed. Called when its owner signs in. False when it is being erased already, when
-- operators have suspended it, and when it was not being closed. Of two sign-ins at the same time that keep a closing
-- account, the second finds the account kept. An e-mail tells the owner: a recovery link keeps the account too, and whoever
-- opened the link may be somebody else. docs/decisions/cuenta.md.
create or replace function interno.conservar_cuenta(p_cuenta uuid) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform from public.profiles where id = p_cuenta for no key update;
  delete from interno.cierres where cuenta_id = p_cuenta and not suspendida and borrando_en is null;
  if not found then
    return exists (select from public.profiles where id = p_cuenta and suspendido_en is null);
  end if;
  update public.profiles set suspendido_en = null where id = p_cuenta;
  insert into interno.eventos (tipo, quien) values ('cierre_deshecho', p_cuenta);
  perform interno.encolar('send-kept-mail', jsonb_build_object('userId', p_cuenta));
  return true;
end $$;

-- A suspension that the secret key writes into the profile of a closing account was undone by the next sign-in, which keeps
-- the account. Its end by the key listed the maestro and continued the chats of an account that is closed. Both are now noted
-- in the closing, as by interno.cambiar_suspension, and the profile keeps the time of the closing. docs/decisions/cuenta.md.
create or replace function interno.suspender_durante_cierre() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Keeping the account deletes the closing before it changes the profile, so that it finds none here.
  update interno.cierres set suspendida = new.suspendido_en is not null where cuenta_id = new.id;
  if found then
    new.suspendido_en := old.suspendido_en;
  end if;
  return new;
end $$;

-- Erases an account in the caller's transaction. Returns the keys of the stored files that must be removed, which are also
-- in storage.leftovers, and the chats that were closed. For an account that is unknown or was erased before it changes
-- nothing, and borrada is false.
--
-- The reviews of an author who closed the account count and are shown; those of one whom operators had suspended stay
-- hidden. docs/decisions/cuenta.md.
--
-- An act that holds the lock of the profile and then writes a row that refers to the account (a search alert, a step of the
-- onboarding, a closing) needs a lock of the account that FOR UPDATE refuses. The erasure therefore takes the weaker lock
-- until it has the profile.
create or replace function interno.borrar_cuenta(
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
  -- Acts that hold the profile and then refer to the account are completed first, so this lock does not refuse them.
  perform from auth.users where id = p_id for no key update;
  -- No stronger lock: a sender holds a chat and then refers to the author's profile.
  perform from public.profiles where id = p_id and eliminada_en is null for no key update;
  if not found then
    return;
  end if;
  -- An upload or a sign-in that has begun is completed first, and one that begins later fails: both refer to this row.
  perform from auth.users where id = p_id for update;
  perform from public.chats where p_id in (buscador_id, maestro_id) order by id for no key update;
  borrada := true;
  v_patron := interno.patron_de_datos_personales(p_id);
  perform interno.borrar_trabajos(p_id);
  perform interno.borrar_reportes_y_bloqueos(p_id, v_patron);

  -- Blocked messages were not delivered, so they belong to the author only.
  delete from public.mensajes where autor_id = p_id and bloqueado;
  update public.mensajes set contenido = null, duracion_ms = null, picos = null
  where autor_id = p_id and tipo <> 'texto';
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
  update public.tickets set estado = 'resuelto', usuario_id = null, nombre = null, correo = null, mensaje = null, imagenes_url = '{}'
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
    eliminada_en = now(), suspendido_en = case when interno.se_cierra(p_id) then now() else coalesce(suspendido_en, now()) end, nombre = null, apellido = null,
    display_name = null, terminos_aceptados = false, fecha_aceptacion = null
  where id = p_id;
  delete from auth.users where id = p_id;

  select coalesce(jsonb_agg(to_jsonb(c) order by c.id), '[]') into conversaciones
  from public.chats c where p_id in (c.buscador_id, c.maestro_id);
end $$;

-- A regular expression that finds a value as a whole word, in any case, with or without accents. The punctuation around a
-- value is found only where what remains is as short as many other words: 'Ma.' does not match 'ma'. A value that has
-- nothing but punctuation matches nothing.
create or replace function interno.patron_de_valor(p_valor text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_valor constant text := normalize(btrim(p_valor), NFKC);
  v_centro constant text := interno.sin_signos_alrededor(v_valor);
  v_patron text := translate(
    lower(case when char_length(v_centro) < 3 then v_valor else v_centro end collate "es-x-icu"),
    'áàäâéèëêíìïîóòöôúùüûñ', 'aaaaeeeeiiiioooouuuun');
begin
  if v_centro = '' then
    return null;
  end if;
  v_patron := regexp_replace(v_patron, '([.^$*+?(){}|\[\]\\])', '\\\1', 'g');
  v_patron := replace(replace(replace(v_patron, 'a', '[aáàäâ]'), 'e', '[eéèëê]'), 'i', '[iíìïî]');
  v_patron := replace(replace(replace(v_patron, 'o', '[oóòöô]'), 'u', '[uúùüû]'), 'n', '[nñ]');
  return '(?<!\w)' || regexp_replace(v_patron, '\s+', '\\s+', 'g') || '(?!\w)';
end $$;

-- A text without the punctuation around it. The erasure also masks values that begin or end with punctuation: an address
-- with a final period, a name such as '(Chuy)' or 'Ma.'.
create or replace function interno.sin_signos_alrededor(p_texto text) returns text
language sql immutable set search_path = ''
return regexp_replace(p_texto collate "es-x-icu", '^\W+|\W+$', '', 'g');

-- Matches what is masked in the texts of an erased person: names and e-mail of the account. interno.sin_datos_personales
-- adds whatever looks like a telephone, an address, an account or a link. Short words of a name such as 'de' are kept, with
-- punctuation around them too.
create or replace function interno.patron_de_datos_personales(p_user uuid) returns text
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
    where p.id = p_user and char_length(palabra) >= 3
      and lower(interno.sin_signos_alrededor(palabra)) not in ('de', 'del', 'el', 'la', 'las', 'los')
  ) v
  where btrim(v.valor) <> ''
);

-- The text with every match replaced by dots, and within the given lengths. A text without a match stays as it is.
create or replace function interno.sin_datos_personales(p_texto text, p_patron text, p_minimo integer, p_maximo integer) returns text
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

-- A sender holds the chat and then the maestro. A suspension hides reviews, which locks their maestros, and pauses chats, so
-- it locks the chats before everything else.
create or replace function interno.cerrar_chats_de_persona() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.chats where new.id in (buscador_id, maestro_id) order by id for no key update;
  return new;
end $$;
