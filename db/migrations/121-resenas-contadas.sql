-- Which reviews count for average, number, completed jobs, level and order. Decision 065.

alter table public.resenas
  -- Whether it counts. A review that does not is listed with a mark. Reviews of before count.
  add column contada boolean not null default true,
  -- When it is decided whether a review counts that no exchange over time stands behind (interno.revisar_resenas). Null: it was decided.
  add column revisar_en timestamptz;
alter table public.resenas
  alter column contada set default false,
  alter column revisar_en set default now() + interval '7 days';
create index resenas_to_decide on public.resenas (revisar_en) where revisar_en is not null;

-- Whether a seeker and a maestro have both written in their chat: delivered messages that somebody wrote, so not the notice of a contact.
create function interno.se_escribieron(p_buscador uuid, p_maestro uuid) returns boolean
language sql stable set search_path = ''
return (
  select count(distinct m.autor_id) = 2
  from public.chats c cross join unnest(array[p_buscador, p_maestro]) a (autor)
  cross join lateral (
    select m.autor_id from public.mensajes m
    where m.chat_id = c.id and m.autor_id = a.autor and m.tipo in ('texto', 'imagen', 'audio') and not m.bloqueado limit 1
  ) m
  where c.buscador_id = p_buscador and c.maestro_id = p_maestro);

-- An exchange over time: both wrote, and some hours lie between the unlock and p_en.
create function interno.hubo_intercambio(p_buscador uuid, p_maestro uuid, p_en timestamptz) returns boolean
language sql stable set search_path = ''
return exists (
  select from public.accesos_contacto a
  where a.buscador_id = p_buscador and a.maestro_id = p_maestro and a.creado_en <= p_en - interval '4 hours'
) and interno.se_escribieron(p_buscador, p_maestro);

-- A review counts from its first text or edit that comes hours after the unlock.
create function interno.contar_resena_con_intercambio() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.contada := new.contada
    or interno.hubo_intercambio(new.buscador_id, new.maestro_id, coalesce(new.editado_en, new.creado_en));
  if new.contada then
    new.revisar_en := null;
  end if;
  return new;
end $$;
create trigger resenas_decide_on_insert before insert on public.resenas
  for each row execute function interno.contar_resena_con_intercambio();
create trigger resenas_decide_on_update before update of editado_en on public.resenas
  for each row when (not old.contada) execute function interno.contar_resena_con_intercambio();

-- Decides about reviews that were written 7 days ago without an exchange over time. Each is decided once: it counts if both wrote, its
-- author's account is 7 days old, and it does not belong to a burst of its maestro: 3 or more reviews by accounts younger than 7
-- days within the hours around it. Reviews of a burst of an address never come here: interno.guardar_resena sets revisar_en to null. Returns how many
-- it decided. Reviews that somebody is changing are left for the next call, so that this waits for no author.
create function interno.revisar_resenas(p_lote integer) returns integer
language plpgsql set search_path = ''
set enable_seqscan = off
as $$
declare
  v_ids constant uuid[] := array(
    select id from public.resenas where revisar_en <= now() order by revisar_en limit p_lote for no key update skip locked);
  v_contadas uuid[];
begin
  with decididas as (
    update public.resenas r set
      revisar_en = null,
      contada = interno.se_escribieron(r.buscador_id, r.maestro_id)
        and coalesce(interno.edad_de_cuenta(r.buscador_id) >= interval '7 days', false)
        and not interno.es_de_una_rafaga(r)
    where r.id = any (v_ids)
    returning r.id, r.contada
  )
  select array_agg(id) into v_contadas from decididas where contada;
  perform interno.anunciar_resena(r) from public.resenas r where r.id = any (v_contadas);
  return cardinality(v_ids);
end $$;

create function interno.es_de_una_rafaga(r public.resenas) returns boolean
language sql stable set search_path = ''
return (
  select count(*) >= 3 from public.resenas x join auth.users u on u.id = x.buscador_id
  where x.maestro_id = r.maestro_id and x.creado_en between r.creado_en - interval '1 hour' and r.creado_en + interval '1 hour'
    and u.email_confirmed_at > x.creado_en - interval '7 days');

-- Adds the difference of a statement to the counters: reviews that count and are not hidden.
create or replace function interno.contar_resenas() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform interno.sumar_resenas(array(
      select row(n.maestro_id, n.puntuacion, n.trabajo_realizado, 1)::interno.cambio_de_resena
      from nuevas n where n.contada and not n.oculta));
  elsif tg_op = 'DELETE' then
    perform interno.sumar_resenas(array(
      select row(v.maestro_id, v.puntuacion, v.trabajo_realizado, -1)::interno.cambio_de_resena
      from viejas v where v.contada and not v.oculta));
  else
    perform interno.sumar_resenas(array(
      select row(n.maestro_id, n.puntuacion, n.trabajo_realizado, 1)::interno.cambio_de_resena
      from nuevas n where n.contada and not n.oculta
      union all
      select row(v.maestro_id, v.puntuacion, v.trabajo_realizado, -1)::interno.cambio_de_resena
      from viejas v where v.contada and not v.oculta));
  end if;
  return null;
end $$;

-- Writes or edits the review of a pair. estado is 'escrita', 'editada', 'igual' (a repetition of the same review, which
-- changes nothing), or why it was refused. The author's profile is locked first: two writes of one author run one after
-- the other, and so do a write and the suspension or erasure of its author. p_frenos are those of interno.frenar_cuenta_nueva, and 'rafaga':
-- whether the address belongs to a burst of reviews of new accounts. The address itself is not stored.
create or replace function interno.guardar_resena(
  p_buscador uuid, p_maestro uuid, p_puntuacion integer, p_comentario text, p_trabajo boolean, p_fotos text[],
  p_dias integer, p_frenos jsonb default null, out estado text, out resena jsonb
)
language plpgsql set search_path = ''
as $$
declare
  v public.resenas;
  v_fotos text[];
begin
  perform from public.profiles where id = p_buscador and eliminada_en is null for no key update;
  if not found then
    raise exception 'The session does not live' using errcode = 'PT401';
  end if;
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
    perform interno.frenar_cuenta_nueva(p_buscador, 'resena', null, p_frenos);
    insert into public.resenas (buscador_id, maestro_id, puntuacion, comentario, trabajo_realizado, revisar_en)
    values (p_buscador, p_maestro, p_puntuacion, p_comentario, p_trabajo,
      case when p_frenos ->> 'rafaga' is distinct from 'true' or interno.etapa_de_cuenta(p_buscador) <> 'nueva'
        then now() + interval '7 days' end)
    returning * into v;
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
