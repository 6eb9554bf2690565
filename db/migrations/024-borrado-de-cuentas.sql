-- Erasing an account. The rows of an erased person that also belong to others stay, without personal data: the profile
-- and the maestro's row become tombstones, which keep their id and nothing that says who it was. Decision 035.

-- Tombstones ----------------------------------------------------------------------------------------------------------

alter table public.profiles
  drop constraint profiles_id_fkey,
  add column eliminada_en timestamptz,
  -- An erased account counts as suspended, so that every rule for suspended accounts holds for it too: it is not listed,
  -- not shown and receives no messages.
  add constraint profiles_erased_are_suspended check (eliminada_en is null or suspendido_en is not null),
  add constraint profiles_erased_are_anonymous
    check (eliminada_en is null or num_nonnulls(nombre, apellido, display_name, fecha_aceptacion) = 0);
-- The account of a profile, null once it is erased. An account without rows that others share is deleted with its profile.
alter table public.profiles
  add column cuenta_id uuid generated always as (case when eliminada_en is null then id end) stored
    unique references auth.users on delete cascade;

alter table public.maestros
  add column eliminada_en timestamptz,
  alter column nombre drop not null,
  alter column apellido drop not null,
  add constraint maestros_have_a_name check (eliminada_en is not null or (nombre is not null and apellido is not null)),
  add constraint maestros_erased_are_anonymous check (eliminada_en is null or num_nonnulls(
    nombre, apellido, telefono, alcaldia, descripcion, foto_perfil_url, ine_url, curp, domicilio,
    referencia1_nombre_cliente, referencia1_descripcion_trabajo, referencia1_numero_referencia,
    referencia2_nombre_cliente, referencia2_descripcion_trabajo, referencia2_numero_referencia, fecha_aceptacion) = 0);

alter table public.chats
  -- When the account of one of the two people was erased. The other reads the chat, and nobody writes in it.
  add column cerrado_en timestamptz;

alter table public.mensajes
  -- Null for a picture or video that was removed with its author's account.
  alter column contenido drop not null,
  add constraint mensajes_texts_have_content check (contenido is not null or tipo <> 'texto');

alter table public.tickets
  -- All null once the author's account was erased.
  alter column usuario_id drop not null,
  alter column nombre drop not null,
  alter column correo drop not null,
  alter column mensaje drop not null,
  add constraint tickets_are_whole_or_anonymous
    check (num_nonnulls(usuario_id, nombre, correo, mensaje) in (0, 4) and (usuario_id is not null or imagenes_url = '{}'));

-- Foreign keys: no delete destroys rows of another person -------------------------------------------------------------

alter table public.chats
  drop constraint chats_buscador_id_fkey,
  drop constraint chats_maestro_id_fkey,
  add constraint chats_buscador_id_fkey foreign key (buscador_id) references public.profiles on delete restrict,
  add constraint chats_maestro_id_fkey foreign key (maestro_id) references public.maestros on delete restrict;
alter table public.mensajes
  drop constraint mensajes_chat_id_fkey,
  drop constraint mensajes_autor_id_fkey,
  add constraint mensajes_chat_id_fkey foreign key (chat_id) references public.chats on delete restrict,
  add constraint mensajes_autor_id_fkey foreign key (autor_id) references public.profiles on delete restrict;
alter table public.accesos_contacto
  drop constraint accesos_contacto_buscador_id_fkey,
  drop constraint accesos_contacto_maestro_id_fkey,
  add constraint accesos_contacto_buscador_id_fkey
    foreign key (buscador_id) references public.profiles on delete restrict,
  add constraint accesos_contacto_maestro_id_fkey
    foreign key (maestro_id) references public.maestros on delete restrict;
alter table public.vistas_perfil
  drop constraint vistas_perfil_buscador_id_fkey,
  drop constraint vistas_perfil_maestro_id_fkey,
  add constraint vistas_perfil_buscador_id_fkey
    foreign key (buscador_id) references public.profiles on delete restrict,
  add constraint vistas_perfil_maestro_id_fkey
    foreign key (maestro_id) references public.maestros on delete restrict;
alter table public.resenas
  drop constraint resenas_buscador_id_fkey,
  drop constraint resenas_maestro_id_fkey,
  add constraint resenas_buscador_id_fkey foreign key (buscador_id) references public.profiles on delete restrict,
  add constraint resenas_maestro_id_fkey foreign key (maestro_id) references public.maestros on delete restrict;
alter table public.tickets
  drop constraint tickets_usuario_id_fkey,
  add constraint tickets_usuario_id_fkey foreign key (usuario_id) references public.profiles on delete restrict;

-- New rows that name an erased account --------------------------------------------------------------------------------

-- Arguments: the columns that name people. The profiles are locked before they are read: a row that is written while an
-- account is being erased waits, and is then refused.
create function interno.exigir_cuentas_vigentes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_personas constant uuid[] := array(
    select (to_jsonb(new) ->> columna)::uuid from unnest(tg_argv) columna);
begin
  perform from public.profiles where id = any (v_personas) order by id for share;
  if exists (select from public.profiles where id = any (v_personas) and eliminada_en is not null) then
    raise exception 'The account was erased' using errcode = 'PT410';
  end if;
  return new;
end $$;

create trigger chats_are_of_existing_accounts before insert on public.chats
  for each row execute function interno.exigir_cuentas_vigentes('buscador_id', 'maestro_id');
create trigger accesos_are_of_existing_accounts before insert on public.accesos_contacto
  for each row execute function interno.exigir_cuentas_vigentes('buscador_id', 'maestro_id');
create trigger resenas_are_of_existing_accounts before insert on public.resenas
  for each row execute function interno.exigir_cuentas_vigentes('buscador_id', 'maestro_id');
create trigger tickets_are_of_existing_accounts before insert on public.tickets
  for each row execute function interno.exigir_cuentas_vigentes('usuario_id');

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

-- What is masked in the texts of an erased person: names and e-mail of the account, and whatever looks like a telephone,
-- an address, an account or a link (the forms of interno.parece_contacto). Short words of a name such as 'de' are kept.
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

-- Erases an account in the caller's transaction. Answers the places of the stored files that must be removed, which are
-- also in storage.leftovers, and the chats that were closed. An account that is unknown or was erased before changes
-- nothing: borrada is false.
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

  -- Blocked messages were never delivered, so they are the author's alone.
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

-- The contact lock ----------------------------------------------------------------------------------------------------

-- Who sees a maestro's contact: the maestro, and seekers with a recorded access. This is the only place that says so.
create function interno.contacto_abierto(p_maestro uuid, p_lector uuid) returns boolean
language sql stable security definer set search_path = ''
return coalesce(p_maestro = p_lector, false)
  or exists (select from public.accesos_contacto where maestro_id = p_maestro and buscador_id = p_lector);

create or replace function interno.ve_contacto(p_maestro uuid) returns boolean
language sql stable security definer set search_path = ''
return interno.contacto_abierto(p_maestro, auth.uid());
