-- Reviews: their photos, who may write one, the counters from which average, number, completed jobs and level follow, the
-- request for a review in the chat, and what operators remove. Decision 044.

-- Hidden reviews ------------------------------------------------------------------------------------------------------

alter table public.resenas
  -- Set while the account of the author is suspended. A hidden review is neither counted nor shown.
  add column oculta boolean not null default false;

-- Whether reviews of an author are hidden. An erased account counts as suspended since its erasure (decision 035), and its
-- reviews stay. Those of an author who was suspended before the erasure stay hidden.
create function interno.oculta_sus_resenas(p_suspendido_en timestamptz, p_eliminada_en timestamptz) returns boolean
language sql immutable
return p_suspendido_en is not null and (p_eliminada_en is null or p_suspendido_en < p_eliminada_en);

drop trigger resenas_update_reputation_on_insert on public.resenas;
drop trigger resenas_update_reputation_on_update on public.resenas;
drop trigger resenas_update_reputation_on_delete on public.resenas;
drop function interno.recalcular_reputacion();

update public.resenas r set oculta = true from public.profiles p
where p.id = r.buscador_id and interno.oculta_sus_resenas(p.suspendido_en, p.eliminada_en);

drop index public.resenas_newest_first;
create index resenas_shown_newest_first on public.resenas (maestro_id, creado_en desc, id) where not oculta;
create index resenas_shown_by_stars on public.resenas (maestro_id, puntuacion, creado_en desc, id) where not oculta;

alter policy "Reviews are readable by their author and their maestro" on public.resenas
  using (buscador_id = (select auth.uid()) or (maestro_id = (select auth.uid()) and not oculta));

-- Fires after resenas_require_accounts, which has locked the author's profile: a suspension that runs at the same time has
-- been committed, or waits and then hides this review too.
create function interno.ocultar_resena_nueva() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.oculta := (
    select interno.oculta_sus_resenas(p.suspendido_en, p.eliminada_en) from public.profiles p where p.id = new.buscador_id);
  return new;
end $$;
create trigger resenas_set_hidden before insert on public.resenas
  for each row execute function interno.ocultar_resena_nueva();

create function interno.ocultar_resenas_de_autor() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_oculta constant boolean := interno.oculta_sus_resenas(new.suspendido_en, new.eliminada_en);
begin
  update public.resenas set oculta = v_oculta where buscador_id = new.id and oculta <> v_oculta;
  return null;
end $$;
create trigger profiles_hide_reviews after update of suspendido_en, eliminada_en on public.profiles
  for each row
  -- The condition is evaluated with the rights of the caller, who may not execute the functions of interno.
  when ((old.suspendido_en, old.eliminada_en) is distinct from (new.suspendido_en, new.eliminada_en))
  execute function interno.ocultar_resenas_de_autor();

-- Counters ------------------------------------------------------------------------------------------------------------

-- How many shown reviews of each number of stars a maestro has, and how many say that the work was done. One review
-- changes one row, so it costs the same with ten reviews and with ten thousand.
create table interno.conteo_de_resenas (
  maestro_id uuid primary key references public.maestros on delete cascade,
  estrellas_1 integer not null default 0 check (estrellas_1 >= 0),
  estrellas_2 integer not null default 0 check (estrellas_2 >= 0),
  estrellas_3 integer not null default 0 check (estrellas_3 >= 0),
  estrellas_4 integer not null default 0 check (estrellas_4 >= 0),
  estrellas_5 integer not null default 0 check (estrellas_5 >= 0),
  confirmadas integer not null default 0 check (confirmadas >= 0)
);
alter table interno.conteo_de_resenas enable row level security;

create function interno.total_de_resenas(c interno.conteo_de_resenas) returns integer
language sql immutable
return c.estrellas_1 + c.estrellas_2 + c.estrellas_3 + c.estrellas_4 + c.estrellas_5;

create function interno.promedio_de_resenas(c interno.conteo_de_resenas) returns numeric
language sql immutable
return coalesce(round(
  (c.estrellas_1 + 2 * c.estrellas_2 + 3 * c.estrellas_3 + 4 * c.estrellas_4 + 5 * c.estrellas_5)::numeric
    / nullif(c.estrellas_1 + c.estrellas_2 + c.estrellas_3 + c.estrellas_4 + c.estrellas_5, 0), 2), 0);

-- A shown review that appeared (signo 1) or disappeared (signo -1). An edit is both.
create type interno.cambio_de_resena as (maestro_id uuid, puntuacion smallint, trabajo_realizado boolean, signo integer);

create function interno.sumar_resenas(p_cambios interno.cambio_de_resena[]) returns void
language plpgsql security definer set search_path = ''
-- A session keeps the plan that it made while the tables were small. This setting allows only plans with indexes.
set enable_seqscan = off
as $$
declare
  -- Maestros whose figures change. An edit of the text alone changes none and locks no maestro.
  v_maestros constant uuid[] := array(
    select distinct c.maestro_id from (
      select u.maestro_id from unnest(p_cambios) u
      group by u.maestro_id, u.puntuacion, u.trabajo_realizado having sum(u.signo) <> 0
    ) c order by 1);
begin
  if cardinality(v_maestros) = 0 then
    return;
  end if;
  -- The locks make simultaneous reviews of one maestro wait for each other; their order prevents deadlocks. Maestros are
  -- locked before any counter, as in interno.refrescar_directorio. A stronger lock would conflict with the key lock that
  -- each writer already holds through the foreign key.
  perform from public.maestros where id = any (v_maestros) order by id for no key update;
  insert into interno.conteo_de_resenas (maestro_id) select unnest(v_maestros) on conflict (maestro_id) do nothing;
  update interno.conteo_de_resenas c set
    estrellas_1 = c.estrellas_1 + d.estrellas_1,
    estrellas_2 = c.estrellas_2 + d.estrellas_2,
    estrellas_3 = c.estrellas_3 + d.estrellas_3,
    estrellas_4 = c.estrellas_4 + d.estrellas_4,
    estrellas_5 = c.estrellas_5 + d.estrellas_5,
    confirmadas = c.confirmadas + d.confirmadas
  from (
    select u.maestro_id,
      coalesce(sum(u.signo) filter (where u.puntuacion = 1), 0) as estrellas_1,
      coalesce(sum(u.signo) filter (where u.puntuacion = 2), 0) as estrellas_2,
      coalesce(sum(u.signo) filter (where u.puntuacion = 3), 0) as estrellas_3,
      coalesce(sum(u.signo) filter (where u.puntuacion = 4), 0) as estrellas_4,
      coalesce(sum(u.signo) filter (where u.puntuacion = 5), 0) as estrellas_5,
      coalesce(sum(u.signo) filter (where u.trabajo_realizado), 0) as confirmadas
    from unnest(p_cambios) u group by u.maestro_id
  ) d
  where c.maestro_id = d.maestro_id and c.maestro_id = any (v_maestros);
  -- The trigger maestros_derive_columns derives the level, and the directory follows the maestro.
  update public.maestros m set
    promedio_calificacion = interno.promedio_de_resenas(c),
    "cantidad_reseñas" = interno.total_de_resenas(c),
    "reseñas_confirmadas" = c.confirmadas,
    numero_trabajos_completados = c.confirmadas
  from interno.conteo_de_resenas c
  where c.maestro_id = m.id and m.id = any (v_maestros);
end $$;

create function interno.contar_resenas() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform interno.sumar_resenas(array(
      select row(n.maestro_id, n.puntuacion, n.trabajo_realizado, 1)::interno.cambio_de_resena
      from nuevas n where not n.oculta));
  elsif tg_op = 'DELETE' then
    perform interno.sumar_resenas(array(
      select row(v.maestro_id, v.puntuacion, v.trabajo_realizado, -1)::interno.cambio_de_resena
      from viejas v where not v.oculta));
  else
    perform interno.sumar_resenas(array(
      select row(n.maestro_id, n.puntuacion, n.trabajo_realizado, 1)::interno.cambio_de_resena
      from nuevas n where not n.oculta
      union all
      select row(v.maestro_id, v.puntuacion, v.trabajo_realizado, -1)::interno.cambio_de_resena
      from viejas v where not v.oculta));
  end if;
  return null;
end $$;
create trigger resenas_count_on_insert after insert on public.resenas
  referencing new table as nuevas for each statement execute function interno.contar_resenas();
create trigger resenas_count_on_update after update on public.resenas
  referencing old table as viejas new table as nuevas for each statement execute function interno.contar_resenas();
create trigger resenas_count_on_delete after delete on public.resenas
  referencing old table as viejas for each statement execute function interno.contar_resenas();

insert into interno.conteo_de_resenas
select maestro_id,
  count(*) filter (where puntuacion = 1), count(*) filter (where puntuacion = 2), count(*) filter (where puntuacion = 3),
  count(*) filter (where puntuacion = 4), count(*) filter (where puntuacion = 5),
  count(*) filter (where trabajo_realizado)
from public.resenas where not oculta group by maestro_id;
-- Only maestros with reviews of a suspended author differ.
update public.maestros m set
  promedio_calificacion = coalesce(interno.promedio_de_resenas(c), 0),
  "cantidad_reseñas" = coalesce(interno.total_de_resenas(c), 0),
  "reseñas_confirmadas" = coalesce(c.confirmadas, 0),
  numero_trabajos_completados = coalesce(c.confirmadas, 0)
from public.maestros x left join interno.conteo_de_resenas c on c.maestro_id = x.id
where x.id = m.id and m."cantidad_reseñas" <> coalesce(interno.total_de_resenas(c), 0);

-- Photos of the work --------------------------------------------------------------------------------------------------

create table interno.fotos_de_resena (
  -- The name of an object of chat-media: review-photos/{author}/{ms}.{ext}. A photo belongs to one review.
  objeto text primary key check (char_length(objeto) <= 200),
  resena_id uuid not null references public.resenas on delete cascade,
  orden smallint not null constraint fotos_de_resena_orden_check check (orden between 1 and 3),
  unique (resena_id, orden) deferrable initially deferred
);
alter table interno.fotos_de_resena enable row level security;

create function interno.exigir_foto_propia() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_autor constant uuid := (select buscador_id from public.resenas where id = new.resena_id);
begin
  if interno.imagen_propia(v_autor, 'review-photos/' || v_autor || '/', new.objeto) is null then
    raise exception 'Las fotos deben ser imágenes que hayas subido aquí.' using errcode = 'PT422', detail = 'fotos';
  end if;
  return new;
end $$;
create trigger fotos_de_resena_check_owner before insert or update of objeto, resena_id on interno.fotos_de_resena
  for each row execute function interno.exigir_foto_propia();

create function interno.marcar_foto_de_resena() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform storage.mark_shown(
    tg_op = 'INSERT', 'chat-media', array[case tg_op when 'INSERT' then new.objeto else old.objeto end],
    array['review-photos/%']);
  return null;
end $$;
create trigger fotos_de_resena_mark_shown after insert or delete on interno.fotos_de_resena
  for each row execute function interno.marcar_foto_de_resena();

-- An object that is removed, with its owner's account or by an operator, leaves its review.
create function interno.retirar_foto_de_resena_borrada() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from interno.fotos_de_resena where objeto = old.name;
  return null;
end $$;
create trigger objects_leave_their_review after delete on storage.objects
  for each row when (old.bucket_id = 'chat-media' and old.name like 'review-photos/%')
  execute function interno.retirar_foto_de_resena_borrada();

-- The photos of a review in their order, as addresses.
create function interno.direcciones_de_fotos(p_resena uuid) returns text[]
language sql stable set search_path = ''
return array(
  select interno.direccion_de_objeto(f.objeto) from interno.fotos_de_resena f where f.resena_id = p_resena order by f.orden);

-- A photo is public while its review is shown.
create function interno.foto_de_resena_visible(p_objeto text) returns boolean
language sql stable set search_path = ''
return exists (
  select from interno.fotos_de_resena f
  join public.resenas r on r.id = f.resena_id and not r.oculta
  join public.profiles m on m.id = r.maestro_id and m.suspendido_en is null
  where f.objeto = p_objeto);

-- As before, and review-photos/{seeker}/{ms}.{ext}: photos of reviews, public while the review is shown.
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
  if p_bucket = 'chat-media' and p_act = 'read' and (
    p_name like 'profile-photos/%'
    or (p_name like 'review-photos/%' and interno.foto_de_resena_visible(p_name))
  ) then
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
  v_whose := (regexp_match(p_name, '^review-photos/' || v_id || v_within))[1];
  if v_whose is not null then
    return v_whose::uuid = p_user
      and exists (select from public.profiles p where p.id = p_user and p.role = 'buscador');
  end if;
  -- The root folder contains identity documents. Everyone may list it, and sees only their own objects there.
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

-- Writing -------------------------------------------------------------------------------------------------------------

-- Why a seeker may not write or edit the review of a maestro; null when they may. A review that exists can be edited for
-- p_dias days. A first one needs a recorded contact access, and that both have written in their chat: a text or a picture
-- that was delivered.
create function interno.impedimento_de_resena(p_buscador uuid, p_maestro uuid, p_dias integer) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_escrita timestamptz;
  v_chat uuid;
begin
  perform from public.maestros m join public.profiles p using (id)
  where m.id = p_maestro and m.perfil_completo and p.suspendido_en is null;
  if not found then
    return 'sin_maestro';
  end if;
  select r.creado_en into v_escrita from public.resenas r where r.buscador_id = p_buscador and r.maestro_id = p_maestro;
  if found then
    return case when v_escrita <= now() - make_interval(days => p_dias) then 'vencida' end;
  end if;
  perform from public.accesos_contacto where buscador_id = p_buscador and maestro_id = p_maestro;
  if not found then
    return 'sin_acceso';
  end if;
  select c.id into v_chat from public.chats c where c.buscador_id = p_buscador and c.maestro_id = p_maestro;
  perform from public.mensajes m
  where m.chat_id = v_chat and m.autor_id = p_buscador and m.tipo in ('texto', 'imagen') and not m.bloqueado limit 1;
  if not found then
    return 'sin_mensaje';
  end if;
  perform from public.mensajes m
  where m.chat_id = v_chat and m.autor_id = p_maestro and m.tipo in ('texto', 'imagen') and not m.bloqueado limit 1;
  return case when not found then 'sin_respuesta' end;
end $$;

-- Writes or edits the review of a pair. estado is 'escrita', 'editada', 'igual' (a repetition of the same review, which
-- changes nothing), or why it was refused. The author's profile is locked first: two writes of one author run one after
-- the other, and so do a write and the suspension or erasure of its author.
create function interno.guardar_resena(
  p_buscador uuid, p_maestro uuid, p_puntuacion integer, p_comentario text, p_trabajo boolean, p_fotos text[],
  p_dias integer, out estado text, out resena jsonb
)
language plpgsql set search_path = ''
as $$
declare
  v public.resenas;
  v_fotos text[];
begin
  perform from public.profiles where id = p_buscador for no key update;
  estado := interno.impedimento_de_resena(p_buscador, p_maestro, p_dias);
  select r.* into v from public.resenas r where r.buscador_id = p_buscador and r.maestro_id = p_maestro for no key update;
  if found then
    v_fotos := array(select f.objeto from interno.fotos_de_resena f where f.resena_id = v.id order by f.orden);
    if (v.puntuacion, v.comentario, v.trabajo_realizado, v_fotos)
      is not distinct from (p_puntuacion::smallint, p_comentario, p_trabajo, p_fotos) then
      estado := 'igual';
      resena := to_jsonb(v);
      return;
    end if;
  end if;
  if estado is not null then
    return;
  end if;
  if v.id is null then
    insert into public.resenas (buscador_id, maestro_id, puntuacion, comentario, trabajo_realizado)
    values (p_buscador, p_maestro, p_puntuacion, p_comentario, p_trabajo) returning * into v;
    estado := 'escrita';
  else
    update public.resenas r set
      puntuacion = p_puntuacion, comentario = p_comentario, trabajo_realizado = p_trabajo, editado_en = now()
    where r.id = v.id returning * into v;
    estado := 'editada';
  end if;
  if p_fotos is distinct from coalesce(v_fotos, '{}') then
    perform interno.cambiar_fotos(v.id, p_buscador, p_fotos);
  end if;
  resena := to_jsonb(v);
end $$;

create function interno.cambiar_fotos(p_resena uuid, p_autor uuid, p_fotos text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Objects are locked before the rows that name them, as the removal of an object does.
  perform from storage.objects o
  where o.bucket_id = 'chat-media' and (
    o.name = any (p_fotos) or o.name in (select f.objeto from interno.fotos_de_resena f where f.resena_id = p_resena))
  order by o.name for no key update;
  if exists (select from interno.fotos_de_resena f where f.objeto = any (p_fotos) and f.resena_id <> p_resena) then
    raise exception 'Esa foto ya está en otra reseña.' using errcode = 'PT422', detail = 'fotos';
  end if;
  delete from interno.fotos_de_resena f where f.resena_id = p_resena and f.objeto <> all (p_fotos);
  insert into interno.fotos_de_resena (objeto, resena_id, orden)
  select u.objeto, p_resena, u.orden from unnest(p_fotos) with ordinality u (objeto, orden)
  on conflict (objeto) do update set orden = excluded.orden where fotos_de_resena.orden <> excluded.orden;
end $$;

-- The maestro's single answer. estado is 'respondida', 'igual' (a repetition of the same answer), 'ya_respondida' or
-- 'sin_resena'.
create function interno.responder_resena(
  p_maestro uuid, p_resena uuid, p_respuesta text, out estado text, out resena jsonb
)
language plpgsql set search_path = ''
as $$
declare
  v public.resenas;
begin
  select r.* into v from public.resenas r
  where r.id = p_resena and r.maestro_id = p_maestro and not r.oculta for no key update;
  if not found then
    estado := 'sin_resena';
  elsif v.respuesta is null then
    update public.resenas r set respuesta = p_respuesta, respondido_en = now() where r.id = p_resena returning * into v;
    estado := 'respondida';
  else
    estado := case when v.respuesta = p_respuesta then 'igual' else 'ya_respondida' end;
  end if;
  resena := to_jsonb(v);
end $$;

-- The request for a review --------------------------------------------------------------------------------------------

-- A seeker is asked once for a review of a maestro. The request stays until it is dismissed, or some days have passed.
create table interno.peticiones_de_resena (
  buscador_id uuid not null,
  maestro_id uuid not null,
  pedida_en timestamptz not null default now(),
  descartada_en timestamptz,
  primary key (buscador_id, maestro_id),
  foreign key (buscador_id, maestro_id) references public.accesos_contacto on delete cascade
);
alter table interno.peticiones_de_resena enable row level security;

-- Whether the seeker of a chat is asked for a review now. The first time that this is so is stored.
create function interno.pedir_resena(
  p_buscador uuid, p_chat uuid, p_tras_dias integer, p_durante_dias integer, p_editable_dias integer
) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_maestro uuid;
  v_pedida boolean;
begin
  select c.maestro_id into v_maestro from public.chats c
  join public.accesos_contacto a on a.buscador_id = c.buscador_id and a.maestro_id = c.maestro_id
  where c.id = p_chat and c.buscador_id = p_buscador and a.creado_en <= now() - make_interval(days => p_tras_dias)
    and not exists (
      select from public.resenas r where r.buscador_id = c.buscador_id and r.maestro_id = c.maestro_id);
  if not found or interno.impedimento_de_resena(p_buscador, v_maestro, p_editable_dias) is not null then
    return false;
  end if;
  insert into interno.peticiones_de_resena (buscador_id, maestro_id) values (p_buscador, v_maestro)
  on conflict (buscador_id, maestro_id) do nothing;
  select p.descartada_en is null and p.pedida_en > now() - make_interval(days => p_durante_dias) into v_pedida
  from interno.peticiones_de_resena p where p.buscador_id = p_buscador and p.maestro_id = v_maestro;
  return v_pedida;
end $$;

-- Answers whether it is a chat of this seeker with a recorded access. Dismissing again changes nothing.
create function interno.descartar_peticion_de_resena(p_buscador uuid, p_chat uuid) returns boolean
language plpgsql set search_path = ''
as $$
begin
  insert into interno.peticiones_de_resena as p (buscador_id, maestro_id, descartada_en)
  select c.buscador_id, c.maestro_id, now() from public.chats c
  join public.accesos_contacto a on a.buscador_id = c.buscador_id and a.maestro_id = c.maestro_id
  where c.id = p_chat and c.buscador_id = p_buscador
  on conflict (buscador_id, maestro_id) do update set descartada_en = coalesce(p.descartada_en, excluded.descartada_en);
  return found;
end $$;

-- Events --------------------------------------------------------------------------------------------------------------

-- For migrations: adds values to the list of a check constraint. The list is extended and not written again, so that the
-- values of another migration stay in it.
create function interno.ampliar_lista(p_tabla text, p_restriccion text, p_columna text, p_valores text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  v_lista constant text := (
    select string_agg(distinct quote_literal(t.valor), ', ') from (
      select (regexp_matches(pg_get_constraintdef(c.oid), '''(\w+)''::text', 'g'))[1] as valor
      from pg_constraint c where c.conname = p_restriccion
      union all select unnest(p_valores)
    ) t);
begin
  execute format('alter table %s drop constraint %I', p_tabla, p_restriccion);
  execute format('alter table %s add constraint %I check (%I in (%s))', p_tabla, p_restriccion, p_columna, v_lista);
end $$;
select interno.ampliar_lista('interno.eventos', 'eventos_tipo_check', 'tipo',
  '{resena_escrita,resena_editada,resena_respondida,resena_retirada,foto_de_resena_retirada}');
select interno.ampliar_lista('interno.auditoria', 'auditoria_acto_check', 'acto', '{retirar_resena,retirar_foto}');

create function interno.anotar_resenas() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into interno.eventos (tipo, quien, sobre, datos)
  select 'resena_escrita', buscador_id, maestro_id, jsonb_build_object('resena_id', id, 'puntuacion', puntuacion)
  from nuevas;
  return null;
end $$;
create trigger resenas_record_event after insert on public.resenas
  referencing new table as nuevas for each statement execute function interno.anotar_resenas();

-- An erasure also changes texts of reviews. Only an edit by the author sets editado_en.
create function interno.anotar_resena_cambiada() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.editado_en is distinct from old.editado_en then
    insert into interno.eventos (tipo, quien, sobre, datos)
    values ('resena_editada', new.buscador_id, new.maestro_id,
      jsonb_build_object('resena_id', new.id, 'puntuacion', new.puntuacion));
  end if;
  if new.respondido_en is distinct from old.respondido_en then
    insert into interno.eventos (tipo, quien, sobre, datos)
    values ('resena_respondida', new.maestro_id, new.buscador_id, jsonb_build_object('resena_id', new.id));
  end if;
  return null;
end $$;
create trigger resenas_record_change after update on public.resenas
  for each row
  when ((old.editado_en, old.respondido_en) is distinct from (new.editado_en, new.respondido_en))
  execute function interno.anotar_resena_cambiada();

-- Operators -----------------------------------------------------------------------------------------------------------

-- Removes a review with its photos. Answers whether there was one. The files are noted in storage.leftovers, and the sweep
-- removes them; their addresses answer nothing from now on.
create function interno.retirar_resena(p_operador uuid, p_resena uuid, p_motivo text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_motivo constant text := interno.exigir_motivo(p_motivo);
  v public.resenas;
begin
  perform interno.exigir_operador(p_operador);
  -- The author's profile is locked first, as interno.guardar_resena does.
  perform from public.profiles p join public.resenas r on r.buscador_id = p.id where r.id = p_resena for no key update of p;
  select r.* into v from public.resenas r where r.id = p_resena for update;
  if not found then
    return false;
  end if;
  perform interno.borrar_fotos(array(select f.objeto from interno.fotos_de_resena f where f.resena_id = p_resena));
  delete from public.resenas where id = p_resena;
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (p_operador, 'retirar_resena', v.buscador_id,
    jsonb_build_object('resena', v.id, 'maestro', v.maestro_id, 'puntuacion', v.puntuacion, 'motivo', v_motivo));
  insert into interno.eventos (tipo, quien, sobre, datos)
  values ('resena_retirada', p_operador, v.buscador_id,
    jsonb_build_object('resena_id', v.id, 'maestro_id', v.maestro_id));
  return true;
end $$;

-- Removes one photo, named by its object or its address. The review stays.
create function interno.retirar_foto(p_operador uuid, p_foto text, p_motivo text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_motivo constant text := interno.exigir_motivo(p_motivo);
  v_objeto constant text := interno.objeto_nombrado(p_foto);
  v public.resenas;
begin
  perform interno.exigir_operador(p_operador);
  select r.* into v from interno.fotos_de_resena f join public.resenas r on r.id = f.resena_id
  join public.profiles p on p.id = r.buscador_id
  where f.objeto = v_objeto for no key update of p;
  if not found then
    return false;
  end if;
  perform interno.borrar_fotos(array[v_objeto]);
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (p_operador, 'retirar_foto', v.buscador_id,
    jsonb_build_object('resena', v.id, 'foto', v_objeto, 'motivo', v_motivo));
  insert into interno.eventos (tipo, quien, sobre, datos)
  values ('foto_de_resena_retirada', p_operador, v.buscador_id, jsonb_build_object('resena_id', v.id));
  return true;
end $$;

create function interno.borrar_fotos(p_objetos text[]) returns void
language sql set search_path = ''
as $$
  with borrados as (
    delete from storage.objects where bucket_id = 'chat-media' and name = any (p_objetos)
    returning coalesce(key, bucket_id || '/' || name) as lugar
  )
  insert into storage.leftovers (key) select lugar from borrados on conflict (key) do nothing
$$;
