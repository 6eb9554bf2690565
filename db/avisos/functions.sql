create or replace function interno.fechar_preferencias() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- Whether a person wants a kind of notice; p_columna is a column of preferencias_avisos. The defaults repeat those of the
-- table; a test compares the two.
create or replace function interno.quiere_aviso(p_user uuid, p_columna text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  v_defecto constant boolean := p_columna <> 'push_con_texto';
begin
  if p_columna is null or p_columna not in (
    'correo_mensajes', 'correo_contacto', 'correo_resenas', 'correo_busquedas',
    'push_mensajes', 'push_contacto', 'push_busquedas', 'push_con_texto'
  ) then
    raise exception 'Unknown kind of notice' using errcode = '22023';
  end if;
  return coalesce(
    (select (to_jsonb(p) ->> p_columna)::boolean from public.preferencias_avisos p where p.user_id = p_user),
    v_defecto);
end $$;

-- Whether an optional e-mail is sent to a person: it is wanted, and the mailbox did not refuse the last three. Two weeks
-- after a refusal one e-mail is tried again, because a fault of the mail server must not end all e-mails for good.
create or replace function interno.quiere_correo(p_user uuid, p_columna text) returns boolean
language sql stable set search_path = ''
return interno.quiere_aviso(p_user, p_columna)
  and not exists (
    select from interno.rebotes where user_id = p_user and veces >= 3 and ultimo_en > now() - interval '14 days');

-- The link in an optional e-mail (apps/server/src/subjects/avisos/unsubscribe). An account that was erased meanwhile changes nothing.
create or replace function interno.dejar_correo(p_user uuid, p_columna text) returns void
language plpgsql set search_path = ''
as $$
begin
  if not interno.quiere_aviso(p_user, p_columna) then
    return;
  end if;
  insert into public.preferencias_avisos as p
    (user_id, correo_mensajes, correo_contacto, correo_resenas, correo_busquedas)
  select id, p_columna <> 'correo_mensajes', p_columna <> 'correo_contacto', p_columna <> 'correo_resenas',
    p_columna <> 'correo_busquedas'
  from auth.users where id = p_user
  on conflict (user_id) do update set
    correo_mensajes = p.correo_mensajes and excluded.correo_mensajes,
    correo_contacto = p.correo_contacto and excluded.correo_contacto,
    correo_resenas = p.correo_resenas and excluded.correo_resenas,
    correo_busquedas = p.correo_busquedas and excluded.correo_busquedas;
end $$;

create or replace function interno.anotar_rebote(p_correo text) returns void
language sql set search_path = ''
begin atomic
  insert into interno.rebotes as r (user_id) select id from auth.users where email = lower(p_correo)
  on conflict (user_id) do update set veces = r.veces + 1, ultimo_en = now();
end;

create or replace function interno.olvidar_rebotes(p_correo text) returns void
language sql set search_path = ''
begin atomic
  delete from interno.rebotes r using auth.users u where u.id = r.user_id and u.email = lower(p_correo);
end;

-- Rows of the past, which an import or the demo directory writes, are no news.
create or replace function interno.encolar_correo_de_contacto() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform interno.encolar('send-contact-mail', jsonb_build_object('buscador', buscador_id, 'maestro', maestro_id))
  from nuevos where creado_en > now() - interval '1 hour';
  return null;
end $$;

create or replace function interno.encolar_correo_de_resena() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform interno.encolar('send-review-mail', jsonb_build_object('resena', id, 'maestro', maestro_id))
  from nuevas where creado_en > now() - interval '1 hour';
  return null;
end $$;
