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

create or replace function interno.sumar_resenas(p_cambios interno.cambio_de_resena[]) returns void
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

-- Rounded down to the hundredth, as its stars are: 4.995 is not five stars.
create or replace function interno.promedio_de_resenas(c interno.conteo_de_resenas) returns numeric
language sql immutable
return coalesce(trunc(
  (c.estrellas_1 + 2 * c.estrellas_2 + 3 * c.estrellas_3 + 4 * c.estrellas_4 + 5 * c.estrellas_5)::numeric
    / nullif(c.estrellas_1 + c.estrellas_2 + c.estrellas_3 + c.estrellas_4 + c.estrellas_5, 0), 2), 0);

create or replace function interno.total_de_resenas(c interno.conteo_de_resenas) returns integer
language sql immutable
return c.estrellas_1 + c.estrellas_2 + c.estrellas_3 + c.estrellas_4 + c.estrellas_5;

-- The thresholds are also in packages/dominio/src/resenas/reputacion.ts; a test compares the two.
create or replace function interno.nivel_de_reputacion(p_verificada boolean, p_confirmadas integer, p_promedio numeric)
returns text
language sql immutable
return case
  when p_verificada and p_confirmadas >= 10 and p_promedio >= 4.5 then 'experto'
  when p_verificada and p_confirmadas >= 3 and p_promedio >= 4.0 then 'confianza_comprobada'
  else 'nuevo'
end;

-- A review counts from its first text or edit that comes hours after the unlock.
create or replace function interno.contar_resena_con_intercambio() returns trigger
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

-- Whether a seeker and a maestro have both written in their chat: delivered messages that somebody wrote, so not the notice of
-- a contact.
create or replace function interno.se_escribieron(p_buscador uuid, p_maestro uuid) returns boolean
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
create or replace function interno.hubo_intercambio(p_buscador uuid, p_maestro uuid, p_en timestamptz) returns boolean
language sql stable set search_path = ''
return exists (
  select from public.accesos_contacto a
  where a.buscador_id = p_buscador and a.maestro_id = p_maestro and a.creado_en <= p_en - interval '4 hours'
) and interno.se_escribieron(p_buscador, p_maestro);

create or replace function interno.es_de_una_rafaga(r public.resenas) returns boolean
language sql stable set search_path = ''
return (
  select count(*) >= 3 from public.resenas x join auth.users u on u.id = x.buscador_id
  where x.maestro_id = r.maestro_id and x.creado_en between r.creado_en - interval '1 hour' and r.creado_en + interval '1 hour'
    and u.email_confirmed_at > x.creado_en - interval '7 days');

-- Decides about reviews that were written 7 days ago without an exchange over time. Each is decided once: it counts if both
-- wrote, its author's account is 7 days old, and it does not belong to a burst of its maestro: 3 or more reviews by accounts
-- younger than 7 days within the hours around it. Reviews of a burst of an address never come here: interno.guardar_resena
-- sets revisar_en to null. Returns how many it decided. Reviews that somebody is changing are left for the next call, so that
-- this waits for no author.
create or replace function interno.revisar_resenas(p_lote integer) returns integer
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

-- Fires after resenas_require_accounts, which has locked the author's profile: a suspension that runs at the same time has
-- been committed, or waits and then hides this review too.
create or replace function interno.ocultar_resena_nueva() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.oculta := (
    select interno.oculta_sus_resenas(p.suspendido_en, p.eliminada_en) from public.profiles p where p.id = new.buscador_id);
  return new;
end $$;

create or replace function interno.ocultar_resenas_de_autor() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_oculta constant boolean := interno.oculta_sus_resenas(new.suspendido_en, new.eliminada_en);
begin
  update public.resenas set oculta = v_oculta where buscador_id = new.id and oculta <> v_oculta;
  return null;
end $$;

-- Whether reviews of an author are hidden. An erased account counts as suspended since its erasure (docs/decisions/cuenta.md), and its
-- reviews stay. Those of an author who was suspended before the erasure stay hidden.
create or replace function interno.oculta_sus_resenas(p_suspendido_en timestamptz, p_eliminada_en timestamptz) returns boolean
language sql immutable
return p_suspendido_en is not null and (p_eliminada_en is null or p_suspendido_en < p_eliminada_en);
