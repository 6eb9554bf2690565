-- Push notifications: the subscriptions of browsers, and the jobs that new messages add. Decision 055.

-- One row for each browser that wants notifications. It belongs to the session in which it was made: when the session ends,
-- by a sign-out, a suspension, a new password or the erasure of the account, nothing more is sent to that browser.
create table interno.suscripciones_push (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  session_id uuid not null references auth.sessions on delete cascade,
  -- The address at the push service of the browser's maker. Whoever knows it can write to the browser.
  endpoint text not null unique check (char_length(endpoint) between 1 and 1000),
  -- The public key and the secret of the browser, by which the text is encrypted (RFC 8291).
  p256dh text not null check (char_length(p256dh) between 1 and 200),
  auth text not null check (char_length(auth) between 1 and 100),
  -- 'Chrome en Android', so that the person recognizes the device in the export of their data.
  navegador text not null check (char_length(navegador) between 1 and 60),
  creado_en timestamptz not null default now(),
  ultimo_exito timestamptz
);
create index suscripciones_push_of_a_person on interno.suscripciones_push (user_id, creado_en desc);
create index suscripciones_push_of_a_session on interno.suscripciones_push (session_id);
alter table interno.suscripciones_push enable row level security;

-- Stores a subscription of this person and session. A subscription that another account made in the same browser moves to
-- this one; the keys prove that it is the same browser. Answers false for an endpoint that is known with other keys.
-- Of more than p_maximo subscriptions the oldest are removed.
create function interno.guardar_suscripcion(
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

-- Adds a job, unless one with the same key waits already. A job that runs at the moment does not count as waiting.
create function interno.encolar_con_clave(
  p_nombre text, p_datos jsonb, p_clave text, p_desde timestamptz, p_intentos integer
) returns void
language sql set search_path = ''
as $$
  select graphile_worker.add_job(
    p_nombre, p_datos::json, run_at => p_desde, max_attempts => p_intentos,
    job_key => p_clave, job_key_mode => 'preserve_run_at')
$$;

-- Adds a job for each browser of the receivers of new messages. The delay gives an open conversation time to mark the
-- message as read, and makes one notification of several messages. Preferences, blocks and read marks are checked by
-- the job (apps/server/src/push), so that a message costs one index lookup when its receiver has no subscription.
create function interno.encolar_push() returns trigger
language plpgsql security definer set search_path = ''
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  perform interno.encolar_con_clave(
    'send-push', jsonb_build_object('suscripcion', d.id, 'chat', d.chat_id),
    'push:' || d.id || ':' || d.chat_id, now() + interval '3 seconds', 8)
  from (
    select distinct s.id, n.chat_id
    from nuevos n
    join public.chats c on c.id = n.chat_id
    join interno.suscripciones_push s
      on s.user_id = case n.autor_id when c.maestro_id then c.buscador_id else c.maestro_id end
    where not n.bloqueado
    order by n.chat_id, s.id
  ) d;
  return null;
end $$;
create trigger mensajes_queue_push after insert on public.mensajes
  referencing new table as nuevos for each statement execute function interno.encolar_push();
