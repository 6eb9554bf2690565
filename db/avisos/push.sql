-- Adds a job for each browser of the receivers of new messages. The delay gives an open conversation time to mark the
-- message as read, and makes one notification of several messages. Preferences, blocks and read marks are checked by the
-- job, so that a message costs one index lookup when its receiver has no subscription.
create or replace function interno.encolar_push() returns trigger
language plpgsql security definer set search_path = ''
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  perform interno.encolar_con_clave(
    'send-push', jsonb_build_object('suscripcion', d.id, 'chat', d.chat_id, 'userId', d.user_id),
    'push:' || d.id || ':' || d.chat_id, now() + interval '3 seconds', 8)
  from (
    select distinct s.id, s.user_id, n.chat_id
    from nuevos n
    join public.chats c on c.id = n.chat_id
    join interno.suscripciones_push s
      on s.user_id = case n.autor_id when c.maestro_id then c.buscador_id else c.maestro_id end
    where not n.bloqueado
    order by n.chat_id, s.id
  ) d;
  return null;
end $$;

-- Stores a subscription of this person and session. A subscription that another account made in the same browser moves to
-- this one; the keys prove that it is the same browser. Answers false for an endpoint that is known with other keys.
-- Of more than p_maximo subscriptions the oldest are removed.
create or replace function interno.guardar_suscripcion(
  p_user uuid, p_session uuid, p_endpoint text, p_p256dh text, p_auth text, p_navegador text, p_maximo integer
) returns boolean
language plpgsql set search_path = ''
as $$
begin
  -- Simultaneous calls of one person wait for each other, so that all subscriptions are counted.
  perform from auth.users where id = p_user for no key update;
  insert into interno.suscripciones_push as s (user_id, session_id, endpoint, p256dh, auth, navegador)
  values (p_user, p_session, p_endpoint, p_p256dh, p_auth, p_navegador)
  on conflict (endpoint) do update
    set user_id = excluded.user_id, session_id = excluded.session_id, navegador = excluded.navegador, creado_en = now()
    where s.p256dh = excluded.p256dh and s.auth = excluded.auth;
  if not found then
    return false;
  end if;
  delete from interno.suscripciones_push
  where id in (
    select id from interno.suscripciones_push where user_id = p_user
    order by creado_en desc, id offset p_maximo);
  return true;
end $$;
